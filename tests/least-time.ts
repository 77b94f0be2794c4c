/** Enough for one that a garbage collection does not meet. */
const TRIES = 20;

/**
 * How long `work` takes when nothing comes between: the least of some tries, up to the first that is below the limit.
 *
 * Of each try it is the time of the clock or that of the processor, whichever is less. A machine that is busy with other
 * work stretches the first and other threads of this process the second, and neither is a property of `work`.
 *
 * @returns milliseconds
 */
export function leastTime(limitMs: number, work: () => void): number {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least >= limitMs; tries += 1) {
    const [clock, processor] = [performance.now(), process.cpuUsage()];
    work();
    const { user, system } = process.cpuUsage(processor);
    least = Math.min(least, performance.now() - clock, (user + system) / 1_000);
  }
  return least;
}
