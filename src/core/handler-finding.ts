import type { HandlerId } from './handlers/handler.ts';
import { laneFinding, type LaneFinding } from './lane-finding.ts';
import { sendsRefund } from './lone-finding.ts';
import type { Trace } from './trace.ts';

/** What one refund task came to through one handler, or without any. */
export interface HandlerFinding {
  readonly handler: HandlerId | 'direct';
  readonly guarded: boolean;
  readonly finding: LaneFinding;
}

/** Null: the lanes do not compare handlers, or none of them sent a refund. */
export function handlerFindings({ lanes }: Trace): readonly HandlerFinding[] | null {
  const found = lanes.flatMap((lane) => {
    const { handler, guard } = lane;
    return handler === 'client' ? [] : [{ handler, guarded: guard.kind !== 'none', finding: laneFinding(lane) }];
  });
  const compares = lanes.length > 1 && found.length === lanes.length && new Set(found.map(({ handler }) => handler)).size === lanes.length;
  return compares && lanes.some(sendsRefund) ? found : null;
}
