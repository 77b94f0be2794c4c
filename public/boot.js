// Runs before the first paint: the page was built with the opening picture, and a link may ask for another state.
// What it asks for is decided by the page's own script, which then shows the picture.
if (location.search.length > 1) {
  document.documentElement.dataset.opening = 'elsewhere';
  // If that script does not come, the opening picture is better than none. Load errors do not bubble.
  window.addEventListener('error', ({ target }) => target.src && delete document.documentElement.dataset.opening, true);
} else {
  showHeadlineFirst();
}

// What the page says is read while what it shows is laid out, which takes several times as long.
function showHeadlineFirst() {
  const { dataset } = document.documentElement;
  const showRest = () => {
    // Half of a picture would move when its other half is parsed. After the footer only scripts may come, half a megabyte
    // of them where everything is one file; and no event tells how far the parser is.
    if (document.readyState === 'loading' && !document.querySelector('footer')) setTimeout(showRest, 16);
    else delete dataset.first;
  };
  dataset.first = 'headline';
  requestAnimationFrame(() => {
    // A message from inside a frame comes after it.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      showRest();
    };
    port2.postMessage(null);
  });
  // Where no frame is drawn, in an iframe that is scrolled away, the page has its height all the same; src/app/first-paint.ts
  // waits as long.
  setTimeout(showRest, 500);
}

// Transparent from the first frame, and not only when the script has read the rest.
if (/[?&]embed=(1|canvas)(&|$)/.test(location.search)) document.documentElement.dataset.embed = '';

// A part that is drawn but not yet alive: what is done there is kept, and src/app/early-input.ts does it again.
window.earlyInput = [];
const keep = (event, control) => {
  window.earlyInput.push({ type: event.type, control, value: control.value, key: event.key });
  event.stopPropagation();
};
for (const type of ['click', 'input', 'change']) {
  window.addEventListener(
    type,
    (event) => {
      const control = event.target.closest('[data-early] :is(button, input, select, label)');
      if (!control) return;
      keep(event, control);
      // Now it would change the box and not the run.
      if (type === 'click') event.preventDefault();
    },
    true,
  );
}

// The keys of the timeline on its buttons; a field answers its keys by itself, with an input event.
window.addEventListener(
  'keydown',
  (event) => {
    const { altKey, ctrlKey, metaKey, shiftKey, key } = event;
    const control = event.target.closest('#timeline[data-early] button');
    if (!control || altKey || ctrlKey || metaKey || shiftKey || !/^(Arrow|Page|Home$|End$)/.test(key)) return;
    keep(event, control);
    event.preventDefault();
  },
  true,
);
