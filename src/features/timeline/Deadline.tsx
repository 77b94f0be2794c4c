import type { BarState } from '../../drawing/lane-layout.ts';
import type { Tone } from '../../ui/Tag.tsx';
import { extent, percent } from './place.ts';

interface DeadlineProps {
  readonly state: BarState;
  /** Where its bar ends. */
  readonly to: number;
  readonly tone: Tone;
  readonly shownAt: number;
}

/** While an attempt is open, the time it is still allowed; a thick end where it ran out. */
export function Deadline({ state, to, tone, shownAt }: DeadlineProps) {
  switch (state.kind) {
    case 'in-flight': {
      const { deadline } = state;
      return deadline === null ? null : <span className="lane-allowance" style={extent({ from: Math.min(shownAt, deadline), to: deadline })} />;
    }
    case 'silent':
      return <span data-tone={tone} className="lane-deadline" style={{ left: percent(to) }} />;
    case 'answered':
      return null;
  }
}
