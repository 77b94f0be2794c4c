import { type Engine, createEngine } from '../../src/worker/engine.ts';
import type { EngineWorker } from '../../src/worker/client.ts';

/** What a test sees of the page's side of a worker, and what it can do to it. */
export class FakeWorker extends EventTarget implements EngineWorker {
  readonly received: unknown[] = [];
  terminated = false;

  postMessage(message: unknown): void {
    // Copied as a real worker's messages are, so that what cannot cross the boundary throws here too.
    this.received.push(structuredClone(message));
  }

  terminate(): void {
    this.terminated = true;
  }

  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  ready(): void {
    this.say({ kind: 'ready', protocol: 1 });
  }

  fail(): void {
    this.dispatchEvent(new Event('error'));
  }
}

/** The real engine behind two real message ports: everything of a worker but the thread. */
export class PortWorker extends EventTarget implements EngineWorker {
  readonly #channel = new MessageChannel();

  constructor() {
    super();
    const { port1: page, port2: worker } = this.#channel;
    const engine: Engine = createEngine((reply) => worker.postMessage(reply));
    worker.onmessage = ({ data }: MessageEvent<unknown>) => engine.receive(data);
    page.onmessage = ({ data }: MessageEvent<unknown>) => this.dispatchEvent(new MessageEvent('message', { data }));
    worker.postMessage({ kind: 'ready', protocol: 1 });
  }

  postMessage(message: unknown): void {
    this.#channel.port1.postMessage(message);
  }

  terminate(): void {
    this.#channel.port1.close();
  }
}
