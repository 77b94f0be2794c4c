import type { Arguments } from './contract.ts';
import type { ToolOutcome } from './outcome.ts';
import type { Report } from './trace.ts';

/** What the agent does next, decided from the Observations alone. */
export type Move =
  | {
      readonly kind: 'call';
      /** Names this call in the trace; a corrected call is another call. */
      readonly call: string;
      readonly thought: string;
      readonly tool: string;
      readonly args: Arguments;
      /** The arguments as the model wrote them, where that is no JSON object. */
      readonly rawArguments?: string;
    }
  | { readonly kind: 'finish'; readonly thought: string; readonly answer: string; readonly report: Report };

/** The calls that have resolved, in order. A transcript, as the model would re-read it. */
export type Transcript = ReadonlyMap<string, ToolOutcome>;
