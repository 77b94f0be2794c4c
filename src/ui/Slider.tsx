import { useId, useRef } from 'react';
import type { CSSProperties } from 'react';

interface SliderProps {
  label: string;
  /** A position; the caller maps logarithmic and other scales. */
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value as a sentence with its unit. */
  valueText: string;
  /** The value as it is seen. */
  display: string;
  note?: string;
  disabled?: boolean;
  onChange: (value: number) => void;
  /** Once per gesture, and only if the value moved: one entry in an undo history. */
  onCommit?: (value: number) => void;
}

export function Slider({
  label,
  value,
  min,
  max,
  step,
  valueText,
  display,
  note,
  disabled = false,
  onChange,
  onCommit,
}: SliderProps) {
  const id = useId();
  const moved = useRef(false);
  const fraction = (position: number) => (max > min ? Math.min(1, Math.max(0, (position - min) / (max - min))) : 0);
  const at = fraction(value);

  const commit = (event: { currentTarget: HTMLInputElement }) => {
    if (!moved.current) return;
    moved.current = false;
    onCommit?.(event.currentTarget.valueAsNumber);
  };

  return (
    <div>
      <div className="flex items-baseline gap-3">
        <label htmlFor={id} className="mr-auto">
          {label}
        </label>
        {/* The range says both in its value text. */}
        <span aria-hidden className="font-mono">
          {display}
        </span>
        {note !== undefined && (
          <span aria-hidden className="text-label text-ink-3">
            {note}
          </span>
        )}
      </div>
      <div className="range range-slider" style={{ '--at': at } as CSSProperties}>
        <input
          type="range"
          id={id}
          min={min}
          max={max}
          step={step}
          value={value}
          disabled={disabled}
          aria-valuetext={valueText}
          onChange={(event) => {
            moved.current = true;
            onChange(event.target.valueAsNumber);
          }}
          onPointerUp={commit}
          onPointerCancel={commit}
          onKeyUp={commit}
          onBlur={commit}
        />
        <span className="range-rail" />
        <span className="range-fill" />
        <span className="range-travel" style={{ transform: `translateX(${at * 100}%)` }}>
          <span className="range-knob" />
        </span>
      </div>
    </div>
  );
}
