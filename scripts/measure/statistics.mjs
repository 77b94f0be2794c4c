export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/** A frame that comes later than this is seen as a jerk: at 60 a second, one was dropped. */
const LATE_FRAME_MS = 25;

/** The share of frames that came late, in per cent. */
export function lateShare(gaps) {
  return (100 * gaps.filter((gap) => gap > LATE_FRAME_MS).length) / gaps.length;
}
