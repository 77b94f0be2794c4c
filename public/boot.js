// Runs before the first paint: the page was built with the opening picture, and a link may ask for another.
if (/[?&](v|view|fail|silence|jitter|over-capture|at|speed|seed|retries|backoff|factor|cap|deadline|refund|[a-z]+-ms)=/.test(location.search)) {
  document.documentElement.dataset.opening = 'elsewhere';
}
