import { createEngine } from './engine.ts';
import type { Reply } from './protocol.ts';

const engine = createEngine((reply) => postMessage(reply));
addEventListener('message', ({ data }: MessageEvent<unknown>) => engine.receive(data));
postMessage({ kind: 'ready', protocol: 1 } satisfies Reply);
