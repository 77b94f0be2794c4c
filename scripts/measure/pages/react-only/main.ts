import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';

// The least that a page of React can be: a heading, and the button whose answer is waited for.
function Page() {
  const [steps, setSteps] = useState(0);
  const step = (): void => {
    setSteps(steps + 1);
  };
  return createElement(
    'main',
    null,
    createElement('h1', null, `Step ${steps}`),
    createElement('button', { type: 'button', onClick: step }, 'Step forward'),
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(createElement(Page));
