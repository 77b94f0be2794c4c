// Runs in the measured page before the page's own scripts, as a classic script.
/* global window, document, Event, HTMLInputElement, MessageChannel, MutationObserver, PerformanceObserver, requestAnimationFrame */

const measured = { blockingMs: 0, shift: 0, slowestAnswerMs: 0 };
window.measured = measured;

/** A task up to this long blocks nobody (web.dev, "Total Blocking Time"). */
const TASK_MS = 50;

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) measured.blockingMs += Math.max(0, duration - TASK_MS);
}).observe({ type: 'longtask', buffered: true });

new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) measured.shift += value;
}).observe({ type: 'layout-shift', buffered: true });

// From the moment of the click until the picture that answers it; what takes less than 16 ms is not told.
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) measured.slowestAnswerMs = Math.max(measured.slowestAnswerMs, duration);
}).observe({ type: 'event', durationThreshold: 16, buffered: true });

/** The time when the next frame has been drawn by the page's own thread: a message from inside a frame comes after it. */
function painted() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve(performance.now());
      };
      port2.postMessage(null);
    });
  });
}

/** What shows nothing for so long measures nothing. */
const GIVEN_UP_MS = 30_000;

/** How often is looked: the shortest time that browsers give a chain of time-outs, near enough. */
const TRY_EVERY_MS = 5;

/**
 * Clicks a button once, as soon as it exists and the page is parsed, and gives the time of the frame in which the text
 * of `place` answers. Earlier it could be the parser that changes the text.
 */
window.firstAnswer = ({ button, place }) =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`A click on ${button} changed nothing in ${place}`)), GIVEN_UP_MS);
    let before;
    const attempt = () => {
      const text = document.querySelector(place)?.textContent;
      const pressed = document.querySelector(button);
      if (before === undefined && pressed !== null && document.readyState !== 'loading') {
        before = text;
        pressed.click();
      } else if (before !== undefined && text !== before) {
        resolve(painted());
        return;
      }
      setTimeout(attempt, TRY_EVERY_MS);
    };
    attempt();
  });

/** Moves a range as a person would, and gives the milliseconds until the first frame in which `picture` is another. */
window.slide = async ({ range, to, picture }) => {
  const input = document.querySelector(range);
  const place = document.querySelector(picture);
  const changed = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${range} at ${to} changed nothing in ${picture}`)), GIVEN_UP_MS);
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(place, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  // Past React's own setter, which would take the value for one that it has written itself.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  const startedAt = performance.now();
  set.call(input, String(to));
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await changed;
  return (await painted()) - startedAt;
};

/** The gaps between frames, in milliseconds, for so long or until `ended` says so. */
window.frameGaps = (forMs, ended = () => false) =>
  new Promise((resolve) => {
    const gaps = [];
    let first;
    let before;
    const frame = (now) => {
      first ??= now;
      if (before !== undefined) gaps.push(now - before);
      before = now;
      if (now - first >= forMs || ended()) resolve(gaps);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
