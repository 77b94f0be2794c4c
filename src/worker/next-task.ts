/**
 * Resolves in a later task, so that messages that have arrived are delivered first. By a message and not by
 * setTimeout, which browsers stretch to 4 ms from the fifth one in a chain (HTML Standard, "timer nesting level").
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      // An open port is never collected.
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
