import { parseScenario } from '../core/scenario.ts';
import { simulateLane } from '../core/simulate.ts';
import type { LaneTrace } from '../core/trace.ts';
import { nextTask } from './next-task.ts';
import type { Reply, Request, RunId } from './protocol.ts';

/**
 * What answers requests: in the worker, and on the main thread where there is no worker. One run at a time; a
 * newer request takes the place of the one before.
 */
export interface Engine {
  /** Takes anything: what is no request has no run to answer, and is ignored. */
  receive(message: unknown): void;
}

export function createEngine(reply: (reply: Reply) => void, pause: () => Promise<void> = nextTask): Engine {
  let current: { readonly runId: RunId } | null = null;

  function cancelCurrent(): void {
    if (current === null) return;
    const { runId } = current;
    current = null;
    reply({ kind: 'cancelled', runId });
  }

  async function run(runId: RunId, scenario: unknown): Promise<void> {
    const self = { runId };
    current = self;
    // Read anew after each pause: a message may have come meanwhile.
    const superseded = () => current !== self;
    const end = (last: Reply) => {
      current = null;
      reply(last);
    };
    try {
      // Before the first lane too: of many requests that are waiting already, only the last is worked on.
      await pause();
      if (superseded()) return;
      const parsed = parseScenario(scenario);
      if (!parsed.ok) {
        end({ kind: 'refused', runId, problems: parsed.problems });
        return;
      }
      const settings = parsed.scenario.lanes;
      const lanes: LaneTrace[] = [];
      for (const setting of settings) {
        if (lanes.length > 0) await pause();
        if (superseded()) return;
        lanes.push(simulateLane(parsed.scenario, setting));
        reply({ kind: 'progress', runId, done: lanes.length, total: settings.length });
      }
      end({ kind: 'simulated', runId, trace: { lanes } });
    } catch (error) {
      if (superseded()) return;
      end({ kind: 'failed', runId, message: error instanceof Error ? error.message : 'unknown error' });
    }
  }

  function receive(message: unknown): void {
    const request = readRequest(message);
    if (request === null) return;
    switch (request.kind) {
      case 'simulate':
        cancelCurrent();
        void run(request.runId, request.scenario);
        return;
      case 'cancel':
        // One that comes after its run ended, or was superseded, has nothing left to do.
        if (current?.runId === request.runId) cancelCurrent();
        return;
    }
  }

  return { receive };
}

/** The envelope only; the scenario in it is for parseScenario. */
function readRequest(message: unknown): Request | null {
  if (typeof message !== 'object' || message === null) return null;
  if (!('kind' in message) || !('runId' in message)) return null;
  const { kind, runId } = message;
  if (typeof runId !== 'number' || !Number.isSafeInteger(runId)) return null;
  if (kind === 'simulate' && 'scenario' in message) return { kind, runId, scenario: message.scenario };
  return kind === 'cancel' ? { kind, runId } : null;
}
