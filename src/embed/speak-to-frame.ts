import { isReadyFrom, writeFromHost } from './messages.ts';

/** The frame's script starts after its page has come, and misses what is said before. In milliseconds. */
const HELLO_EVERY_MS = 200;

/** One frame, one listener: any text does. */
const ID = 'preview';

export interface FrameSpeaker {
  /** Another state, in the keys of a link: at once, or as soon as the figure is ready. The last one counts. */
  readonly load: (query: string) => void;
  readonly end: () => void;
}

/**
 * Brings the figure of an embed to other states without another load of its page.
 *
 * @param opened the query of the frame's own address
 */
export function speakToFrame(frame: HTMLIFrameElement, opened: string): FrameSpeaker {
  let shown = opened;
  let wanted = opened;
  let isReady = false;

  const post = (message: object): void => {
    // Any origin: a file and a sandbox have none.
    frame.contentWindow?.postMessage(message, '*');
  };
  const tell = (): void => {
    if (!isReady || wanted === shown) return;
    shown = wanted;
    post(writeFromHost({ kind: 'load', query: wanted }));
  };
  const hear = ({ source, data }: MessageEvent<unknown>): void => {
    if (source !== frame.contentWindow || !isReadyFrom(data, ID)) return;
    clearInterval(asking);
    isReady = true;
    tell();
  };

  window.addEventListener('message', hear);
  const asking = setInterval(() => {
    post(writeFromHost({ kind: 'hello', id: ID, events: [] }));
  }, HELLO_EVERY_MS);

  return {
    load: (query) => {
      wanted = query;
      tell();
    },
    end: () => {
      clearInterval(asking);
      window.removeEventListener('message', hear);
    },
  };
}
