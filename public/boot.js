// Runs before the first paint: the page was built with the opening picture, and a link may ask for another state.
// What it asks for is decided by the page's own script, which then shows the picture.
if (location.search.length > 1) {
  document.documentElement.dataset.opening = 'elsewhere';
  // If that script does not come, the opening picture is better than none. Load errors do not bubble.
  window.addEventListener('error', ({ target }) => target.src && delete document.documentElement.dataset.opening, true);
}

// Transparent from the first frame, and not only when the script has read the rest.
if (/[?&]embed=(1|canvas)(&|$)/.test(location.search)) document.documentElement.dataset.embed = '';

// A part that is drawn but not yet alive: what is done there is kept, and src/app/early-input.ts does it again.
window.earlyInput = [];
for (const type of ['click', 'input', 'change']) {
  window.addEventListener(
    type,
    (event) => {
      const control = event.target.closest('[data-early] :is(button, input, select, label)');
      if (!control) return;
      window.earlyInput.push({ type, control, value: control.value });
      event.stopPropagation();
      // Now it would change the box and not the run.
      if (type === 'click') event.preventDefault();
    },
    true,
  );
}
