import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Step {
  readonly step: { readonly index: number; readonly of: number };
}

declare module 'react' {
  // What an author adds once, to have the element's attributes and events checked.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace JSX {
    interface IntrinsicElements {
      'when-tools-fail': HTMLAttributes<HTMLElement> & {
        readonly fail?: string;
        readonly theme?: 'auto' | 'light' | 'dark' | 'projector';
        readonly onstep?: (event: CustomEvent<Step>) => void;
      };
    }
  }
}

function Host() {
  const [isDark, setDark] = useState(false);
  const [fail, setFail] = useState('silence');
  const [told, setTold] = useState('Nothing yet.');
  return (
    <>
      <h1>A React page</h1>
      <label>
        <input type="checkbox" checked={isDark} onChange={({ target }) => setDark(target.checked)} /> Dark
      </label>{' '}
      <label>
        <input type="checkbox" checked={fail === 'none'} onChange={({ target }) => setFail(target.checked ? 'none' : 'silence')} />{' '}
        Nothing goes wrong
      </label>
      <when-tools-fail
        title="When Tools Fail"
        fail={fail}
        theme={isDark ? 'dark' : 'light'}
        onstep={({ detail }) => setTold(`Step ${detail.step.index} of ${detail.step.of}`)}
      />
      <p role="status">{told}</p>
    </>
  );
}

const main = document.querySelector('main');
if (main)
  createRoot(main).render(
    <StrictMode>
      <Host />
    </StrictMode>,
  );
