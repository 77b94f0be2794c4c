import type { Words } from '../words/en.ts';
import { toneOfCategory } from './category-tone.ts';
import type { Bar } from './lane-layout.ts';

/** The colour family of a bar; its border and its words say the same. */
export function toneOfBar({ state, effect }: Bar): ReturnType<typeof toneOfCategory> | 'plain' {
  switch (state.kind) {
    case 'in-flight':
      return 'plain';
    case 'silent':
      return effect === 'write' ? 'unknown' : 'transient';
    case 'answered':
      return toneOfCategory(state.category);
  }
}

/** What stands in a bar, from the longest to the shortest. */
export function barWordings({ state, tool, attempt, effect, untroubled }: Bar, { bar }: Words): readonly string[] {
  switch (state.kind) {
    case 'in-flight':
      return bar.inFlight(tool, attempt);
    case 'silent':
      return effect === 'write' ? bar.silentWrite(tool, attempt, state.category) : bar.silentRead(tool, attempt);
    case 'answered':
      if (state.category === 'empty-result') return bar.empty(tool);
      if (state.category === 'incomplete') return bar.incomplete(tool, attempt);
      if (state.message !== null) return bar.failed(tool, attempt, state.message);
      return untroubled ? bar.quiet(tool) : bar.ok(tool, attempt);
  }
}
