import { useRef, type CSSProperties, type Ref } from 'react';

interface NumberedTextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Lines with something wrong, from 1. */
  marked: readonly number[];
  /** Of the element that says what is wrong. */
  describedBy: string;
  invalid: boolean;
  ref: Ref<HTMLTextAreaElement>;
}

/** More lines than this are not numbered: nobody reads so far, and drawing the numbers would take longer than the text. */
const NUMBERED_AT_MOST = 20_000;

/** A text field of the platform with the numbers of its lines beside it; lines can be marked. */
export function NumberedText({ label, value, onChange, marked, describedBy, invalid, ref }: NumberedTextProps) {
  const numbers = useRef<HTMLDivElement>(null);
  return (
    <div className="numbered-text">
      <div ref={numbers} aria-hidden className="numbered-text-numbers">
        {marked.map((line) => (
          <span key={line} className="numbered-text-mark" style={{ '--at': line - 1 } as CSSProperties} />
        ))}
        <pre>{numbersOf(value)}</pre>
      </div>
      <textarea
        ref={ref}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        value={value}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={(event) => {
          onChange(event.target.value);
        }}
        onScroll={({ currentTarget }) => {
          if (numbers.current !== null) numbers.current.style.translate = `0 ${-currentTarget.scrollTop}px`;
        }}
      />
    </div>
  );
}

function numbersOf(text: string): string {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1 && count < NUMBERED_AT_MOST; at = text.indexOf('\n', at + 1)) count += 1;
  return Array.from({ length: count }, (_, index) => index + 1).join('\n');
}
