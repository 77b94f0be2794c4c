// Runs before the first paint: the page was built with the opening picture, and a link may ask for another state.
// What it asks for is decided by the page's own script, which then shows the picture.
if (location.search.length > 1) {
  document.documentElement.dataset.opening = 'elsewhere';
  // If that script does not come, the opening picture is better than none. Load errors do not bubble.
  window.addEventListener('error', ({ target }) => target.src && delete document.documentElement.dataset.opening, true);
}
