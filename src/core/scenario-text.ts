import { parseScenario, type Problem, type Scenario } from './scenario.ts';

/** Longest text that is read, in UTF-16 units. The largest scenario that parses, indented, is two thirds of it. */
export const LONGEST_TEXT = 400_000;
/** As parseScenario has it. Counted in the text, since parsers that call themselves for each level die of a hundred thousand. */
export const DEEPEST_TEXT = 32;

export type TextReading =
  | { readonly kind: 'scenario'; readonly scenario: Scenario }
  /** Not looked into. */
  | { readonly kind: 'too-long' }
  /** At `offset` one level too many begins. */
  | { readonly kind: 'too-deep'; readonly offset: number }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] };

/** A scenario file as text. Nothing is ever thrown, and whatever is refused is refused in less than 100 ms. */
export function readScenarioText(text: string): TextReading {
  if (text.length > LONGEST_TEXT) return { kind: 'too-long' };
  const offset = oneLevelTooMany(text);
  if (offset !== null) return { kind: 'too-deep', offset };
  let json: unknown;
  try {
    json = JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch {
    return { kind: 'not-json' };
  }
  const parsed = parseScenario(json);
  return parsed.ok ? { kind: 'scenario', scenario: parsed.scenario } : { kind: 'refused', problems: parsed.problems };
}

/** Some editors begin a file with it, and JSON knows nothing of it. */
const BYTE_ORDER_MARK = '\ufeff';

function oneLevelTooMany(text: string): number | null {
  let levels = 0;
  let inString = false;
  for (let offset = 0; offset < text.length; offset += 1) {
    const unit = text[offset];
    if (inString) {
      if (unit === '\\') offset += 1;
      else if (unit === '"' || unit === '\n') inString = false;
    } else if (unit === '"') {
      inString = true;
    } else if (unit === '{' || unit === '[') {
      levels += 1;
      if (levels > DEEPEST_TEXT) return offset;
    } else if (unit === '}' || unit === ']') {
      levels = Math.max(0, levels - 1);
    }
  }
  return null;
}
