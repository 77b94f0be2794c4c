/** Scripts that a site runs before the page's own, to be what a host may be. */

export const TELLS_WHAT_GOES_WRONG = `
window.wentWrong = [];
window.addEventListener('error', ({ message, target }) => window.wentWrong.push(message || target.outerHTML.slice(0, 80) + ' did not load'), true);
window.addEventListener('unhandledrejection', ({ reason }) => window.wentWrong.push(String(reason)));
window.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => window.wentWrong.push(violatedDirective + ' refused ' + blockedURI));
`;

export const WORKER_REFUSED = `
window.Worker = function () {
  throw new DOMException('refused', 'SecurityError');
};
`;

/** Each in the way of an opaque origin: storage on access, the others when they are called. */
export const REFUSES_EVERYTHING = `
${WORKER_REFUSED}
{
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  const refuseLater = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'SharedWorker']) {
    Object.defineProperty(window, name, { configurable: true, get: refuse });
  }
  Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse });
  Object.defineProperty(navigator, 'serviceWorker', { get: refuse });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuseLater, write: refuseLater, readText: refuseLater } });
  document.execCommand = () => false;
  for (const name of ['pushState', 'replaceState', 'back', 'forward', 'go']) History.prototype[name] = refuse;
  Element.prototype.requestFullscreen = refuseLater;
  window.open = () => null;
  window.fetch = refuseLater;
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    if (!this.hasAttribute('download')) click.call(this);
  };
}
`;

/** A tab in the background gets no frame and says that it is hidden, until \`show()\`. */
export const SEEN_LATER = `
{
  let isHidden = true;
  const waiting = [];
  const native = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (act) => (isHidden ? -waiting.push(act) : native(act));
  Object.defineProperty(Document.prototype, 'hidden', { get: () => isHidden });
  Object.defineProperty(Document.prototype, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
  window.show = () => {
    isHidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
    for (const act of waiting.splice(0)) native(act);
  };
}
`;
