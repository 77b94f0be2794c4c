import { useDeferredValue, useEffect, useId, useMemo, useRef, useState, type RefObject } from 'react';
import { figureScenario, FIGURE_NAME } from '../../core/figure.ts';
import { jsonText } from '../../core/format/json.ts';
import type { Scenario } from '../../core/scenario.ts';
import { scenarioOf } from '../../core/scenario-of.ts';
import { NAMED_SCENARIOS } from '../../core/scenarios.ts';
import { packScenario } from '../../store/packed-scenario.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { download } from '../../ui/download.ts';
import { Notice } from '../../ui/Notice.tsx';
import { NumberedText } from '../../ui/NumberedText.tsx';
import { Select } from '../../ui/Select.tsx';
import { selectInText } from '../../ui/select-in-text.ts';
import { useWords } from '../../words/useWords.ts';
import { checkText, type Checked } from './check-text.ts';
import { type FileText, readFile } from './read-file.ts';

interface ScenarioDialogProps {
  readonly open: boolean;
  /** A file that was dropped on the page, to be opened here. */
  readonly dropped: File | null;
  readonly onClose: () => void;
}

/** What a person wrote or opened. */
interface Draft {
  readonly text: string;
  /** The scenario that was shown of it, unless it was changed since. */
  readonly shown: Scenario | null;
}

interface NotRead {
  readonly kind: Exclude<FileText['kind'], 'text'>;
  readonly name: string;
}

/** Texts to start from. With a dot, which no name of a scenario has. */
const OWN = '.own';
const PRESENT = '.present';

/** A scenario as text: opened, written or changed, told what is wrong with it, shown, and saved. */
export function ScenarioDialog({ open, dropped, onClose }: ScenarioDialogProps) {
  const words = useWords();
  // Here and not in the editor, so that a text outlives the closed dialog.
  const [draft, setDraft] = useState<Draft | null>(null);
  const [chosen, setChosen] = useState<string>(OWN);
  const [notRead, setNotRead] = useState<NotRead | null>(null);

  const take = (name: string, file: FileText): void => {
    if (file.kind !== 'text') {
      setNotRead({ kind: file.kind, name });
      return;
    }
    setNotRead(null);
    setDraft({ text: withLineFeeds(file.text), shown: null });
    setChosen(OWN);
  };
  useEffect(() => {
    if (dropped === null) return undefined;
    let isLatest = true;
    void readFile(dropped).then((file) => {
      if (isLatest) take(dropped.name, file);
    });
    return () => {
      isLatest = false;
    };
  }, [dropped]);

  return (
    <Dialog open={open} onClose={onClose} heading={words.openScenario.heading} closeLabel={words.buttons.close} wide>
      {open && (
        <Editor
          draft={draft}
          chosen={chosen}
          notRead={notRead}
          onDraft={setDraft}
          onChosen={setChosen}
          onFile={(file) => {
            void readFile(file).then((read) => {
              take(file.name, read);
            });
          }}
          onNotReadDismissed={() => {
            setNotRead(null);
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** As a text field has them, which counts each end of line as one. */
function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

interface EditorProps {
  readonly draft: Draft | null;
  readonly chosen: string;
  readonly notRead: NotRead | null;
  readonly onDraft: (draft: Draft) => void;
  readonly onChosen: (chosen: string) => void;
  readonly onFile: (file: File) => void;
  readonly onNotReadDismissed: () => void;
  readonly onClose: () => void;
}

function Editor({ draft, chosen, notRead, onDraft, onChosen, onFile, onNotReadDismissed, onClose }: EditorProps) {
  const words = useWords();
  const { openScenario } = words;
  const settings = useFigure((state) => state.settings);
  const openFile = useFigure(({ fileOpened }) => fileOpened);
  const choose = useFigure(({ scenarioChosen }) => scenarioChosen);
  const field = useRef<HTMLTextAreaElement>(null);
  const statusId = useId();

  const { shows } = settings;
  const shownFile = shows.kind === 'file' ? shows.scenario : null;
  // A text that was shown is no draft any more where something else is shown since.
  const own = draft !== null && (draft.shown === null || draft.shown === shownFile) ? draft : null;
  const source = chosen === OWN && own === null ? PRESENT : chosen;
  const text = useMemo(() => {
    if (source === OWN) return own?.text ?? '';
    if (source === PRESENT) return jsonText(scenarioOf(settings));
    const named = NAMED_SCENARIOS.find(({ scenario }) => scenario.name === source && source !== FIGURE_NAME);
    return jsonText(named?.scenario ?? figureScenario(settings));
  }, [source, own, settings]);
  const checkedText = useDeferredValue(text);
  const checked = useMemo(() => checkText(checkedText), [checkedText]);

  const show = async (): Promise<void> => {
    const now = checkText(text);
    if (!now.ok) return;
    if (source === OWN) {
      if (own?.shown == null) {
        openFile(now.scenario, await packScenario(now.scenario));
        onDraft({ text, shown: now.scenario });
      }
    } else if (source !== PRESENT) {
      choose(source);
    }
    onClose();
  };

  return (
    <div className="grid gap-3">
      <p className="text-ink-2">{openScenario.introduction}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <OpenFile onFile={onFile} />
        <Select
          label={openScenario.startFrom}
          options={[
            ...(own === null ? [] : [{ value: OWN, label: openScenario.own }]),
            { value: PRESENT, label: openScenario.present },
            ...NAMED_SCENARIOS.filter(({ scenario }) => scenario.name !== FIGURE_NAME || shows.kind !== 'figure').map(({ scenario }) => ({
              value: scenario.name,
              label: scenario.name === FIGURE_NAME ? words.scenarioOfSwitches : words.scenarioTitle(scenario.title),
            })),
          ]}
          value={source}
          onChange={onChosen}
        />
      </div>
      {notRead !== null && (
        <Notice tone="bad" dismissLabel={words.buttons.dismiss} onDismiss={onNotReadDismissed}>
          {openScenario.notRead[notRead.kind](notRead.name)}
        </Notice>
      )}
      <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="h-[min(30rem,55dvh)]">
          <NumberedText
            ref={field}
            label={openScenario.text}
            value={text}
            onChange={(changed) => {
              onDraft({ text: changed, shown: null });
              onChosen(OWN);
            }}
            marked={checked.ok ? [] : [...new Set(checked.problems.map(({ place }) => place.line))]}
            describedBy={statusId}
            invalid={!checked.ok}
          />
        </div>
        <Problems checked={checked} field={field} statusId={statusId} />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button primary unavailable={!checked.ok} aria-describedby={statusId} onClick={() => void show()}>
          {openScenario.show}
        </Button>
        <Save text={text} name={checked.ok ? checked.scenario.name : null} field={field} />
      </div>
    </div>
  );
}

function OpenFile({ onFile }: { readonly onFile: (file: File) => void }) {
  const { openScenario } = useWords();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>{openScenario.openFile}</Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={openScenario.file}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) onFile(file);
          // Else the same file, changed meanwhile, could not be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

interface ProblemsProps {
  readonly checked: Checked;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly statusId: string;
}

function Problems({ checked, field, statusId }: ProblemsProps) {
  const { openScenario } = useWords();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="flex min-h-0 min-w-0 flex-col lg:max-h-[min(30rem,55dvh)]">
      <h3 id={headingId} className="font-semibold">
        {openScenario.problems}
      </h3>
      <p id={statusId} role="status" className="mb-2 text-ink-2">
        {checked.ok ? openScenario.noProblems : openScenario.problemCount(checked.count)}
      </p>
      {!checked.ok && (
        <ol className="grid min-h-0 content-start gap-1 overflow-auto">
          {checked.problems.map((problem, index) => {
            const { where, what } = openScenario.problem(problem);
            const { offset, length, line } = problem.place;
            return (
              <li key={index}>
                <button
                  type="button"
                  onClick={() => {
                    if (field.current !== null) selectInText(field.current, offset, length, line);
                  }}
                  className="block min-h-target w-full cursor-pointer rounded-r border-l-3 border-bad py-1 pr-1 pl-2 text-left wrap-anywhere hover:bg-hair-2"
                >
                  <span className="block font-semibold">{where}</span> {what}
                </button>
              </li>
            );
          })}
          {checked.count > checked.problems.length && <li className="text-ink-2">{openScenario.moreProblems(checked.count - checked.problems.length)}</li>}
        </ol>
      )}
    </section>
  );
}

interface SaveProps {
  readonly text: string;
  /** Null: what is written has none. */
  readonly name: string | null;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

function Save({ text, name, field }: SaveProps) {
  const { openScenario } = useWords();
  const [mayBeRefused, setMayBeRefused] = useState(false);
  return (
    <>
      <Button
        onClick={() => {
          download(new Blob([text], { type: 'application/json' }), `${name ?? 'scenario'}.scenario.json`);
          // A sandbox refuses in silence: nobody is told whether the file came.
          if (window.parent === window) return;
          field.current?.select();
          setMayBeRefused(true);
        }}
      >
        {openScenario.save}
      </Button>
      <span role="status" className="min-w-0 text-label text-ink-2">
        {mayBeRefused ? openScenario.saveByHand : ''}
      </span>
    </>
  );
}
