import { FIGURE_KEYS } from './figure-keys.ts';
import { endTurn, takeTurn, type Timer, waitFor } from './turns.ts';

/**
 * `<when-tools-fail>`: a light stand-in that becomes the figure when it is asked for. It is loaded by pages that are
 * not ours, so it is one classic script without dependencies, and small: scripts/size.mjs has the limit.
 *
 * Own attributes: src, poster, poster-alt, title, label, height, load. docs/embedding.md tells what they do.
 */

const NAME = 'when-tools-fail';

/** Attributes without a version keep the meaning of the first one, whatever the figure's defaults become. */
const FIRST_VERSION = '1';

/** CSS px. Several times what the figure needs at 320 px; a page that would grow for ever stops here. */
const MAX_HEIGHT = 20_000;

/** CSS px. Until the frame has told its height, and where it never does: then it scrolls inside. */
const DEFAULT_HEIGHT = 640;

/** CSS px. Answering a height that changes by rounding would never end. */
const REAL_CHANGE = 2;

/** The frame's script starts after its first paint and misses what is sent before. The wait doubles up to the second. */
const FIRST_WAIT_MS = 200;
const LAST_WAIT_MS = 60_000;

/** The messages that are handed on as events of the element. `prediction` is kept for later: no figure sends it yet. */
const EVENTS = ['ready', 'step', 'outcome', 'prediction'];

// Known only while this script runs for the first time.
const script = document.currentScript as HTMLScriptElement | null;
const HERE = script?.src || document.baseURI;

// Sizes follow the reader's own (`medium`), not the host's rem. Colours follow the host's color-scheme, or its rules for
// the parts: all else takes them from the box.
const STYLES = [
  ':host(:not([hidden])){display:block}',
  'section{display:grid;gap:12px;place-items:start;align-content:center;padding:16px;border:1px solid GrayText;background:Canvas;color:CanvasText;font:medium/1.4 system-ui;cursor:pointer}',
  'img{max-width:100%}',
  'button{padding:12px;border:2px solid;background:none;color:inherit;font:inherit;cursor:inherit}',
  `iframe{display:block;width:100%;height:${DEFAULT_HEIGHT}px;border:0}`,
].join('');

/** As it should be; any script of the frame can send anything. */
interface FromFrame {
  readonly type?: unknown;
  readonly v?: unknown;
  readonly id?: unknown;
  readonly height?: unknown;
}

interface ToFrame {
  readonly hello: { readonly id: string; readonly events: readonly string[] };
  readonly load: { readonly query: string };
  readonly theme: { readonly theme: string };
}

// A style element is refused by some hosts' content policies. Where there are no such sheets, the script ends here, and
// what the author wrote between the tags stays in sight.
const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLES);

const THEME = /&theme=([^&]*)/;

let elements = 0;

class WhenToolsFail extends HTMLElement {
  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #changes = new MutationObserver(() => this.#changed());
  readonly #sight = new IntersectionObserver(
    (entries) => {
      // Whoever scrolls past many waits for none of them.
      (entries.at(-1)?.isIntersecting ? waitFor : endTurn)(this.#start);
    },
    { rootMargin: '200px' },
  );
  readonly #image = part('img');
  readonly #text = part('span');
  readonly #button = part('button');
  readonly #box = part('section', this.#image, this.#text, this.#button);
  #frame?: HTMLIFrameElement;
  readonly #id = String((elements += 1));
  /** What the frame shows, as far as it was told. Nothing until it is ready. */
  #shown = '';
  #nextHello: Timer;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [sheet];
    this.#image.loading = 'lazy';
    this.#text.id = 'text';
    this.#button.setAttribute('aria-describedby', 'text');
    // All of it can be pressed, as people expect of a picture; a person is not kept waiting.
    this.#box.onclick = ({ isTrusted }) => (isTrusted ? this.#start(true) : waitFor(this.#start));
    // What the author wrote for pages without script stays, under the figure.
    this.#root.append(this.#box, part('slot'));
  }

  connectedCallback(): void {
    this.#changes.observe(this, { attributes: true });
    addEventListener('message', this);
    this.#changed();
  }

  /** Also when it is moved: the browser loads the frame again then, and it is told what has changed since. */
  disconnectedCallback(): void {
    this.#changes.disconnect();
    this.#sight.disconnect();
    clearTimeout(this.#nextHello);
    removeEventListener('message', this);
    endTurn(this.#start);
  }

  /** Moved by `moveBefore`, which keeps the frame's page. That this is here keeps the two above from being called. */
  connectedMoveCallback(): void {}

  handleEvent({ source, data }: MessageEvent<FromFrame | null>): void {
    const frame = this.#frame;
    const { type, v, id, ...detail } = data ?? {};
    if (!frame || source !== frame.contentWindow || v !== 1 || id !== this.#id) return;
    const name = String(type).slice(NAME.length + 1);
    if (name === 'height') resize(frame, detail.height);
    if (!EVENTS.includes(name)) return;
    if (name === 'ready') {
      clearTimeout(this.#nextHello);
      // Each hello is answered; the host hears of it once.
      if (this.#shown) return;
      this.#shown = frame.src;
      this.#tell();
      endTurn(this.#start);
    }
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }

  #changed(): void {
    this.#sight.disconnect();
    const name = this.title || 'Interactive figure: When Tools Fail';
    if (this.#frame) {
      this.#frame.title = name;
      // Another page is another frame; another state of the same page is a message.
      if (pageOf(this.#address()) !== pageOf(this.#frame.src)) waitFor(this.#start);
      else if (this.#shown) this.#tell();
      return;
    }
    const poster = this.getAttribute('poster');
    this.#image.hidden = !poster;
    if (poster) this.#image.src = poster;
    this.#image.alt = this.getAttribute('poster-alt') ?? '';
    this.#text.textContent = name;
    this.#button.textContent = this.getAttribute('label') || 'Open the figure';
    this.#box.style.minHeight = `${this.getAttribute('height') ?? 0}px`;
    if (this.getAttribute('load') === 'visible') this.#sight.observe(this);
  }

  /** Whoever stands on the button goes with it. */
  readonly #start = (takesFocus: Element | true | null = this.#root.activeElement): void => {
    takeTurn(this.#start);
    const frame = part('iframe');
    frame.src = this.#address();
    frame.allow = 'fullscreen; clipboard-write';
    // Without one, or with what is none, the height of the sheet stays.
    frame.style.height = `${this.getAttribute('height')}px`;
    frame.onload = () => {
      // After a second load too, which brings back the state of the frame's own address.
      this.#shown = '';
      this.#hello(FIRST_WAIT_MS);
    };
    (this.#frame ?? this.#box).replaceWith(frame);
    this.#frame = frame;
    this.#changed();
    if (takesFocus) frame.focus({ preventScroll: true });
  };

  #hello(waitMs: number): void {
    clearTimeout(this.#nextHello);
    this.#post('hello', { id: this.#id, events: EVENTS });
    if (waitMs < LAST_WAIT_MS) this.#nextHello = setTimeout(() => this.#hello(waitMs * 2), waitMs);
  }

  /** Brings the frame to what the attributes say now. */
  #tell(): void {
    const was = this.#shown;
    const is = this.#address();
    if (was === is) return;
    this.#shown = is;
    // Not as another state: that would undo what the reader did.
    if (was.replace(THEME, '') === is.replace(THEME, '')) this.#post('theme', { theme: THEME.exec(is)?.[1] ?? 'auto' });
    else this.#post('load', { query: is.replace(/.*\?/, '') });
  }

  #post<Type extends keyof ToFrame>(type: Type, detail: ToFrame[Type]): void {
    // Any origin: in a sandbox the frame has none, and nothing here is a secret.
    this.#frame?.contentWindow?.postMessage({ type: `${NAME}/${type}`, v: 1, ...detail }, '*');
  }

  /** Of the page, with the state that the attributes ask for. `src` may be a whole link; attributes win over it. */
  #address(): string {
    let url = new URL('index.html', HERE);
    try {
      const asked = new URL(this.getAttribute('src') ?? url, document.baseURI);
      // A `javascript:` address would run in the host's page, which may take this element from its readers.
      if (/^(http|file)/.test(asked.protocol)) url = asked;
    } catch {
      // No address at all: the page beside this script.
    }
    const asked = url.searchParams;
    const valueOf = (key: string): string | null => this.getAttribute(key) ?? asked.get(key);
    const query = new URLSearchParams({ v: valueOf('v') ?? FIRST_VERSION, embed: '1' });
    for (const key of FIGURE_KEYS) {
      const value = valueOf(key);
      if (value !== null) query.set(key, value);
    }
    return `${pageOf(url.href)}?${query}`;
  }
}

/** Named after its tag, for `::part()` in the host's styles. */
function part<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, ...children: Node[]): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.part.value = tag;
  element.append(...children);
  return element;
}

function resize({ style }: HTMLIFrameElement, height: unknown): void {
  // A page that is not laid out has no height.
  if (!height || !Number.isFinite(height)) return;
  const allowed = Math.min(height as number, MAX_HEIGHT);
  if (!(Math.abs(allowed - parseFloat(style.height)) < REAL_CHANGE)) style.height = `${allowed}px`;
}

function pageOf(address: string): string {
  return address.replace(/[?#].*/, '');
}

// The script may be on the page twice.
if (!customElements.get(NAME)) customElements.define(NAME, WhenToolsFail);
