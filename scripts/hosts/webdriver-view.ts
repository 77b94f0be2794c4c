import { clickByScript, until, type View } from './view.ts';

/** Where the specification puts an element's id in JSON (W3C WebDriver, 12.1). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export interface Session {
  readonly view: View;
  readonly version: string;
  end(): Promise<void>;
}

/** @param address of a driver that is running */
export async function startSession(address: string, capabilities: object): Promise<Session> {
  const send = async (method: 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const response = await fetch(address + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) {
      const { error, message } = value as { error: string; message: string };
      throw new Error(`${error}: ${message}`);
    }
    return value;
  };
  const started = await until(
    'the driver starts a session',
    () => send('POST', '/session', { capabilities: { alwaysMatch: { ...capabilities, pageLoadStrategy: 'none' } } }),
    () => true,
  );
  const { sessionId, capabilities: granted } = started as { sessionId: string; capabilities: { browserVersion?: string } };
  const session = `/session/${sessionId}`;
  await send('POST', `${session}/window/rect`, { width: 1280, height: 900 });

  const enter = (frame: number | undefined) => send('POST', `${session}/frame`, { id: frame ?? null });
  const within = async <T>(frame: number | undefined, act: () => Promise<T>): Promise<T> => {
    await enter(undefined);
    if (frame !== undefined) await enter(frame);
    return act();
  };
  const evaluate = <A, R>(inPage: (argument: A) => R, argument: A, frame?: number): Promise<R> =>
    within(frame, async () => {
      const script = `return (${inPage.toString()})(arguments[0])`;
      return (await send('POST', `${session}/execute/sync`, { script, args: [argument ?? null] })) as R;
    });

  const view: View = {
    async open(url) {
      // The page before would go on answering until the new one is there.
      for (const next of ['about:blank', url]) {
        await send('POST', `${session}/url`, { url: next });
        const isThere = (href: string) => (next === 'about:blank' ? href === next : href !== 'about:blank');
        await until(`goes to ${next}`, () => evaluate(() => location.href, null), isThere);
      }
    },
    evaluate,
    click: (selector, frame) =>
      within(undefined, async () => {
        // WebKitGTK's driver scrolls inside the frame and not to it, and then clicks beside the element.
        if (frame !== undefined) {
          await clickByScript(view, selector, frame);
          return;
        }
        const element = await send('POST', `${session}/element`, { using: 'css selector', value: selector });
        await send('POST', `${session}/element/${(element as Record<typeof ELEMENT, string>)[ELEMENT]}/click`, {});
      }),
  };

  return {
    version: granted.browserVersion ?? '',
    view,
    end: async () => {
      await send('DELETE', session);
    },
  };
}
