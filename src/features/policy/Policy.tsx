import { FIGURE_ORDER, JITTER_CHOICES } from '../../core/figure.ts';
import { HANDLER_IDS, OWN_RETRIES } from '../../core/handlers/own-retries.ts';
import { PARAMS, type Params } from '../../core/params.ts';
import { isLocked } from '../../store/frame.ts';
import { useFigure } from '../../store/useFigure.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Select } from '../../ui/Select.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { useWords } from '../../words/useWords.ts';
import type { Words } from '../../words/en.ts';
import { positionsOf } from './positions.ts';

type SliderKey = 'maxRetries' | 'firstBackoffMs' | 'backoffFactor' | 'backoffCapMs' | 'deadlineMs' | 'refundMinor';

/** How the value of one slider is said: seen in mono, spoken with its unit. */
interface Said {
  readonly display: string;
  readonly valueText: string;
  readonly note?: string;
}

export function Policy() {
  const words = useWords();
  const jitter = useFigure(({ settings }) => settings.jitter);
  const refuses = useFigure(({ settings }) => settings.refusesOverCapture);
  const chooseJitter = useFigure(({ jitterChosen }) => jitterChosen);
  const chooseOverCapture = useFigure(({ overCaptureChosen }) => overCaptureChosen);
  const jitterLocked = useFigure(({ frame }) => isLocked(frame, 'policy', 'jitter'));
  const overCaptureLocked = useFigure(({ frame }) => isLocked(frame, 'policy', 'over-capture'));
  return (
    <section aria-labelledby="policy-heading" className="px-2">
      <h2 id="policy-heading" className="mb-2 text-label font-semibold text-ink-2">
        {words.policy}
      </h2>
      <div className="grid gap-3">
        <HandlerChoice />
        <ParamSlider param="maxRetries" say={sayRetries} />
        <ParamSlider param="firstBackoffMs" say={sayDuration} />
        <ParamSlider param="backoffFactor" say={sayFactor} />
        <ParamSlider param="backoffCapMs" say={sayCap} />
        <Select
          label={words.jitter}
          options={JITTER_CHOICES.map((choice) => ({ value: choice, label: words.jitters[choice] }))}
          value={jitter}
          disabled={jitterLocked}
          onChange={chooseJitter}
        />
        {jitter !== 'none' && <Luck />}
        <ParamSlider param="deadlineMs" say={sayDuration} />
        <ParamSlider param="refundMinor" say={sayMoney} />
        <Checkbox label={words.overCapture} checked={refuses} disabled={overCaptureLocked} onChange={chooseOverCapture} />
      </div>
    </section>
  );
}

/** What stands between the loop and the tools. Where the lanes are there to compare handlers, each has its own. */
function HandlerChoice() {
  const words = useWords();
  const handler = useFigure(({ settings }) => settings.handler);
  const compared = useFigure(({ settings }) => settings.lanes === 'handlers');
  const choose = useFigure(({ handlerChosen }) => handlerChosen);
  const locked = useFigure(({ frame }) => isLocked(frame, 'policy', 'handler'));
  const retries = OWN_RETRIES[handler];
  const note = compared ? words.handlerOfEachLane : retries === null ? null : words.ownRetries(retries.maxRetries);
  return (
    <div>
      <Select
        label={words.handler}
        options={HANDLER_IDS.map((id) => ({ value: id, label: words.handlerNames[id] }))}
        value={handler}
        disabled={locked || compared}
        onChange={choose}
      />
      {note !== null && <p className="mt-1 text-label text-ink-3">{note}</p>}
    </div>
  );
}

/** The seed decides every draw; both lanes have the same luck. */
function Luck() {
  const words = useWords();
  const seed = useFigure(({ settings }) => settings.params.seed);
  const draw = useFigure(({ seedDrawn }) => seedDrawn);
  const locked = useFigure(({ frame }) => isLocked(frame, 'policy', PARAMS.seed.urlKey));
  return (
    <div className="flex items-center gap-3">
      <span className="mr-auto">{words.seed}</span>
      <span className="font-mono">{seed}</span>
      <Button unavailable={locked} onClick={draw}>{words.buttons.otherLuck}</Button>
    </div>
  );
}

interface ParamSliderProps<Key extends SliderKey> {
  readonly param: Key;
  readonly say: (words: Words, value: Params[Key]) => Said;
}

function ParamSlider<Key extends SliderKey>({ param, say }: ParamSliderProps<Key>) {
  const words = useWords();
  const value = useFigure(({ settings }) => settings.params[param]);
  const move = useFigure(({ paramMoved }) => paramMoved);
  const settle = useFigure(({ paramSettled }) => paramSettled);
  const locked = useFigure(({ frame }) => isLocked(frame, 'policy', PARAMS[param].urlKey));
  const { min, max, step, toPosition, fromPosition } = positionsOf(param);
  return (
    <Slider
      label={words.sliders[param]}
      min={min}
      max={max}
      step={step}
      value={toPosition(value)}
      disabled={locked}
      onChange={(position) => {
        move(param, fromPosition(position) as Params[Key]);
      }}
      onCommit={settle}
      {...say(words, value)}
    />
  );
}

function sayRetries(words: Words, retries: number): Said {
  return { display: String(retries), note: words.attempts(retries), valueText: words.retries(retries) };
}

function sayDuration(words: Words, ms: number): Said {
  return { display: words.duration(ms), valueText: words.duration(ms) };
}

function sayFactor(words: Words, factor: number): Said {
  return { display: words.factor(factor), valueText: words.factorText(factor) };
}

function sayCap(words: Words, ms: number | null): Said {
  return ms === null ? { display: words.noCap, valueText: words.noCap } : sayDuration(words, ms);
}

function sayMoney(words: Words, minor: number): Said {
  return { display: words.money(minor), valueText: words.moneyOf(minor, FIGURE_ORDER.capturedMinor) };
}

