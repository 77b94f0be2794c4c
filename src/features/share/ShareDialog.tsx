import { useId, useState, type ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { essayText } from '../../core/format/essay.ts';
import { jsonText } from '../../core/format/json.ts';
import type { Scenario } from '../../core/scenario.ts';
import { posterPng } from '../../poster/poster-png.ts';
import { posterHeadline, posterSvg } from '../../poster/poster.ts';
import { cursorTime, traceSeen } from '../../store/derived.ts';
import { DEFAULT_FRAME, type FigurePart, type Frame, LOCK_GROUPS, type LockGroup, PARTS, type Theme, THEMES } from '../../store/frame.ts';
import { linkOf } from '../../store/link-of.ts';
import { DEFAULT_LINK, encodeUrl, LONGEST_LINK, type LinkState } from '../../store/url.ts';
import { readQuery } from '../../store/url-query.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { download } from '../../ui/download.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { useWords } from '../../words/useWords.ts';
import { builtPosterOf } from './built-poster.ts';
import { Preview, type SpeakToFrame } from './Preview.tsx';
import { QrCode } from './QrCode.tsx';
import { snippet, SNIPPET_KINDS, type SnippetKind } from './snippets.ts';

interface ShareDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly speakToFrame: SpeakToFrame;
}

const START_CHOICES = ['here', 'opening'] as const;
type StartChoice = (typeof START_CHOICES)[number];

/** What stands whole in a frame of this height, in CSS pixels; no embed needs more on a wide page. */
const HEIGHTS = { min: 320, max: 1_600, step: 20, default: 640 };
const WIDTHS = { min: 320, max: 1_200, step: 10, default: 700 };
const POSTER_NAME = 'when-tools-fail';

/** The present state, put into somebody's own page: as they want it, seen in a real frame, and copied in one go. */
export function ShareDialog({ open, onClose, speakToFrame }: ShareDialogProps) {
  const words = useWords();
  const { share } = words;
  return (
    <Dialog open={open} onClose={onClose} heading={share.heading} closeLabel={words.buttons.close} wide>
      {/* Nothing of it is made before it is asked for. */}
      {open && <Builder speakToFrame={speakToFrame} />}
    </Dialog>
  );
}

function Builder({ speakToFrame }: Pick<ShareDialogProps, 'speakToFrame'>) {
  const words = useWords();
  const { share } = words;
  const scenario = useFigure(({ run }) => run.scenario);
  const trace = useFigure(traceSeen);
  const at = useFigure(cursorTime);
  const present = useFigure(useShallow((state) => linkOf({ ...state, frame: DEFAULT_FRAME })));
  const [start, setStart] = useState<StartChoice>('here');
  const [hide, setHide] = useState<readonly FigurePart[]>([]);
  const [lock, setLock] = useState<readonly LockGroup[]>([]);
  const [theme, setTheme] = useState<Theme>('auto');
  const [width, setWidth] = useState(WIDTHS.default);
  const [height, setHeight] = useState(HEIGHTS.default);
  const [kind, setKind] = useState<SnippetKind>('iframe');

  const run = { scenario, trace };
  const title = present.view === 'incidents' && scenario.incident === undefined ? words.productName : posterHeadline(run, words);
  const state: LinkState = start === 'here' ? present : { ...present, cursor: DEFAULT_LINK.cursor };
  const frame: Frame = { ...DEFAULT_FRAME, embed: '1', hide, lock, theme };
  const embedQuery = encodeUrl({ ...state, frame });
  const embedAddress = addressOf(`?${embedQuery}`);
  const linkQuery = encodeUrl({ ...state, frame: { ...DEFAULT_FRAME, theme } });
  const linkAddress = addressOf(linkQuery === '' ? '' : `?${linkQuery}`);
  // Only a scenario of one's own is so long.
  const isTooLong = embedAddress.length > LONGEST_LINK;
  const svg = posterSvg(run, at, words);
  const built = builtPosterOf(state, hide);
  const text = snippet(kind, {
    embedAddress,
    linkAddress,
    loaderAddress: addressOf('embed.js'),
    title,
    height,
    attributes: [...readQuery(embedQuery).fields].filter(([key]) => key !== 'embed'),
    poster: `${POSTER_NAME}.png`,
    standIn: built === null ? null : addressOf(`posters/${built}.svg`),
  });

  return (
    <div className="grid gap-5 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="grid content-start gap-4">
        <Segmented
          legend={share.start}
          options={START_CHOICES.map((choice) => ({ value: choice, label: share.starts[choice] }))}
          value={start}
          onChange={setStart}
        />
        <Select
          label={words.theme}
          options={THEMES.map((each) => ({ value: each, label: words.themes[each] }))}
          value={theme}
          onChange={setTheme}
        />
        <Size label={share.width} value={width} {...WIDTHS} onChange={setWidth} />
        <Size label={share.height} value={height} {...HEIGHTS} onChange={setHeight} />
        <Choices legend={share.hide} names={PARTS} chosen={hide} label={(part) => share.parts[part]} onChange={setHide} />
        {/* Single controls have names of their own in a link, for those who write it by hand. */}
        <Choices legend={share.lock} names={LOCK_GROUPS} chosen={lock} label={(group) => share.parts[group]} onChange={setLock} />
      </div>
      <div className="grid min-w-0 content-start gap-4">
        {isTooLong && <AsFile length={linkAddress.length} scenario={run.scenario} />}
        <Block heading={share.preview}>
          <div className="overflow-auto rounded border bg-paper">
            <Preview
              title={share.preview}
              query={embedQuery}
              addressOf={(query) => addressOf(`?${query}`)}
              speakToFrame={speakToFrame}
              width={width}
              height={height}
            />
          </div>
        </Block>
        <Block heading={share.copyAs}>
          <Segmented
            legend={share.copyAs}
            legendHidden
            options={SNIPPET_KINDS.map((each) => ({ value: each, label: share.kinds[each] }))}
            value={kind}
            onChange={setKind}
          />
          <pre className="mt-2 max-h-48 overflow-auto rounded border bg-paper p-2 font-mono text-label whitespace-pre-wrap [overflow-wrap:anywhere]" tabIndex={0}>
            {text}
          </pre>
          <div className="mt-2">
            <Copyable text={text} label={share.copy} copiedLabel={words.buttons.copied} byHandLabel={share.copyByHand} />
          </div>
        </Block>
        <Block heading={share.poster}>
          <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`} alt={title} className="w-full rounded border" />
          <Downloads svg={svg} />
        </Block>
        <div className="flex flex-wrap gap-6">
          <Block heading={share.qr}>
            <QrCode text={linkAddress} label={share.qrOf(linkAddress)} tooLong={share.noQr} />
          </Block>
          <Block heading={words.trace}>
            <div className="grid gap-2">
              {(
                [
                  [share.traceText, essayText(run.scenario, run.trace)],
                  [share.traceMarkdown, inMarkdown(title, essayText(run.scenario, run.trace), linkAddress)],
                  [share.traceJson, jsonText({ scenario: run.scenario, lanes: run.trace.lanes })],
                ] as const
              ).map(([label, whole]) => (
                <Copyable key={label} text={whole} label={label} copiedLabel={words.buttons.copied} byHandLabel={share.copyByHand} />
              ))}
            </div>
          </Block>
        </div>
      </div>
    </div>
  );
}

/** Instead of a link that most of its ways would cut or refuse. */
function AsFile({ length, scenario }: { readonly length: number; readonly scenario: Scenario }) {
  const { share } = useWords();
  return (
    <div data-tone="transient" className="rounded-r border-l-3 border-tone bg-tone-tint px-3 py-2">
      <p className="mb-2">{share.linkTooLong(length)}</p>
      <Button
        onClick={() => {
          download(new Blob([jsonText(scenario)], { type: 'application/json' }), `${scenario.name}.scenario.json`);
        }}
      >
        {share.asFile}
      </Button>
    </div>
  );
}

/** Of a file beside the page. Of the page itself where there is no query. */
function addressOf(relative: string): string {
  return new URL(relative === '' ? window.location.pathname : relative, window.location.href.replace(/[?#].*$/, '')).href;
}

function inMarkdown(title: string, trace: string, address: string): string {
  return `**${title}**\n\n\`\`\`text\n${trace.trimEnd()}\n\`\`\`\n\n<${address}>\n`;
}

function Block({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-1 font-semibold">
        {heading}
      </h3>
      {children}
    </section>
  );
}

interface SizeProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
}

function Size({ label, value, min, max, step, onChange }: SizeProps) {
  const words = useWords();
  const said = words.share.pixels(value);
  return <Slider label={label} value={value} min={min} max={max} step={step} display={said} valueText={said} onChange={onChange} />;
}

interface ChoicesProps<Name extends string> {
  readonly legend: string;
  readonly names: readonly Name[];
  readonly chosen: readonly Name[];
  readonly label: (name: Name) => string;
  readonly onChange: (chosen: readonly Name[]) => void;
}

function Choices<Name extends string>({ legend, names, chosen, label, onChange }: ChoicesProps<Name>) {
  return (
    <fieldset>
      <legend className="text-label text-ink-2">{legend}</legend>
      <div className="grid grid-cols-2 gap-x-3">
        {names.map((name) => (
          <Checkbox
            key={name}
            label={label(name)}
            checked={chosen.includes(name)}
            onChange={(on) => {
              // In the order of the link, whatever the order of the clicks.
              onChange(names.filter((each) => (each === name ? on : chosen.includes(each))));
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Downloads({ svg }: { readonly svg: string }) {
  const { share } = useWords();
  const [failed, setFailed] = useState(false);
  const save = (make: () => Promise<Blob>, ending: string): void => {
    make().then(
      (blob) => {
        download(blob, `${POSTER_NAME}.${ending}`);
        setFailed(false);
      },
      () => {
        setFailed(true);
      },
    );
  };
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <Button
        onClick={() => {
          save(() => Promise.resolve(new Blob([svg], { type: 'image/svg+xml' })), 'svg');
        }}
      >
        {share.svg}
      </Button>
      <Button
        onClick={() => {
          save(() => posterPng(svg), 'png');
        }}
      >
        {share.png}
      </Button>
      <span role="status" className="text-label text-ink-2">
        {failed ? share.noPicture : ''}
      </span>
    </div>
  );
}
