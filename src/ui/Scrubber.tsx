import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { useTween } from './useTween.ts';

interface ScrubberProps {
  label: string;
  /** Where each stop lies, from 0 to 1, ascending. */
  ticks: readonly number[];
  index: number;
  valueText: string;
  onChange: (index: number) => void;
  /** Space. */
  onToggle?: () => void;
  /** How long the knob takes to its next stop; 0 jumps. */
  durationMs?: number;
  ease?: 'linear' | 'out';
  disabled?: boolean;
}

function nearest(ticks: readonly number[], at: number): number {
  let best = 0;
  let distance = Infinity;
  ticks.forEach((tick, index) => {
    const d = Math.abs(tick - at);
    if (d < distance) {
      best = index;
      distance = d;
    }
  });
  return best;
}

// PageDown is what a clicker sends for "next", against the usual direction of a range.
const moves: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowRight: (index) => index + 1,
  ArrowUp: (index) => index + 1,
  PageDown: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  ArrowDown: (index) => index - 1,
  PageUp: (index) => index - 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** A range over time whose only stops are the ticks. */
export function Scrubber({
  label,
  ticks,
  index,
  valueText,
  onChange,
  onToggle,
  durationMs = 0,
  ease = 'out',
  disabled = false,
}: ScrubberProps) {
  const last = ticks.length - 1;
  const at = ticks[index] ?? 0;
  const dragging = useRef(false);
  const knob = useTween<HTMLSpanElement>({ transform: `translateX(${at * 100}%)`, durationMs, ease });

  const go = (to: number) => {
    const next = Math.min(last, Math.max(0, to));
    if (next !== index) onChange(next);
  };

  const release = () => {
    dragging.current = false;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === ' ' && onToggle !== undefined) {
      event.preventDefault();
      if (!event.repeat) onToggle();
      return;
    }
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    go(move(index, last));
  };

  return (
    <div className="range range-scrubber">
      <input
        type="range"
        aria-label={label}
        min={0}
        max={1}
        step="any"
        value={at}
        disabled={disabled}
        aria-valuetext={valueText}
        onChange={(event) => {
          const to = event.target.valueAsNumber;
          const found = nearest(ticks, to);
          // A screen reader's own increment may be too small to leave the tick: it still means one step.
          go(found === index && !dragging.current ? index + Math.sign(to - at) : found);
        }}
        onKeyDown={onKeyDown}
        onPointerDown={() => {
          dragging.current = true;
        }}
        onPointerUp={release}
        onPointerCancel={release}
        onBlur={release}
      />
      <span className="range-rail" />
      <span className="range-ticks">
        {ticks.map((tick, i) => (
          <span key={i} style={{ left: `${tick * 100}%` }} />
        ))}
      </span>
      <span className="range-travel" {...knob}>
        <span className="range-knob" />
      </span>
    </div>
  );
}
