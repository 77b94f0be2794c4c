import type { Move, Transcript } from './move.ts';
import { rulesMove } from './agent-rules.ts';
import type { Json } from './contract.ts';
import { formatMoney, toMajor } from './money.ts';
import type { ToolOutcome } from './outcome.ts';
import type { ModelPlan, Scenario } from './scenario.ts';

export type Order = Scenario['order'];

/** The rule controllers: pure functions of the task and the transcript. */
export function nextMove(plan: ModelPlan, order: Order, transcript: Transcript): Move {
  switch (plan.controller) {
    case 'single-call':
      return singleCall(plan, transcript);
    case 'approved-refund':
      return approvedRefund(order, transcript);
    case 'rules':
      return rulesMove(plan, transcript);
    case 'refund-task':
      return refundTask(plan.slips, order, transcript);
  }
}

type SingleCall = Extract<ModelPlan, { controller: 'single-call' }>;

function singleCall({ tool, args, rawArguments }: SingleCall, transcript: Transcript): Move {
  const result = transcript.get('call');
  if (result === undefined) {
    const call: Move = { kind: 'call', call: 'call', thought: 'One call, to see how it ends.', tool, args };
    return rawArguments === undefined ? call : { ...call, rawArguments };
  }
  return { kind: 'finish', thought: 'The call is over.', answer: result.observation, report: 'answered' };
}

/** The essay's controller: the policy first, then the refund, then the end. */
function approvedRefund(order: Order, transcript: Transcript): Move {
  const policy = transcript.get('policy');
  if (policy === undefined) {
    return {
      kind: 'call',
      call: 'policy',
      thought: 'Before moving money, confirm refunds are allowed by policy.',
      tool: 'search_policy',
      args: { query: 'refund window 30 days' },
    };
  }
  if (!policy.usable) return unconfirmedPolicy(order);
  const refund = transcript.get('refund');
  return refund === undefined
    ? refundCall('refund', `Policy allows the refund; issue it for ${order.id}.`, order)
    : essayFinish(refund, order);
}

type Slips = Extract<ModelPlan, { controller: 'refund-task' }>['slips'];

/** The figure's task: policy, order, index, refund. Each step has its own way to go wrong, and its own way on. */
function refundTask(slips: Slips, order: Order, transcript: Transcript): Move {
  return (
    stepPolicy(order, transcript) ??
    stepOrder(order, transcript) ??
    stepIndex(slips, order, transcript) ??
    stepRefund(slips, order, transcript)
  );
}

function stepPolicy(order: Order, transcript: Transcript): Move | null {
  const first = transcript.get('policy');
  if (first === undefined) {
    return {
      kind: 'call',
      call: 'policy',
      thought: 'Before moving money, confirm refunds are allowed by policy.',
      tool: 'search_policy',
      args: { query: 'refund window 30 days' },
    };
  }
  if (first.usable) return null;
  const second = transcript.get('policy-again');
  if (second === undefined && first.category === 'empty-result') {
    return {
      kind: 'call',
      call: 'policy-again',
      thought: 'Nothing under those words. The same question would find the same nothing; ask differently.',
      tool: 'search_policy',
      args: { query: 'returns and refunds' },
    };
  }
  return second?.usable === true ? null : unconfirmedPolicy(order);
}

function stepOrder(order: Order, transcript: Transcript): Move | null {
  if (transcript.has('order')) return null;
  return {
    kind: 'call',
    call: 'order',
    thought: `Policy allows refunds. Look up ${order.id} before touching it.`,
    tool: 'lookup_order',
    args: { order_id: order.id },
  };
}

/** Ends the thought about a call that did not work out, with what the agent goes on with instead. */
function goingOn(previous: ToolOutcome | undefined, onSuccess: string, instead: string): string {
  return previous?.usable === true ? onSuccess : instead;
}

function stepIndex(slips: Slips, order: Order, transcript: Transcript): Move | null {
  const index = slips.index ?? 'orders';
  const first = transcript.get('index');
  if (first === undefined) {
    return {
      kind: 'call',
      call: 'index',
      thought: goingOn(
        transcript.get('order'),
        'The order is confirmed. Search the index for an earlier refund.',
        "The order system gave no usable answer; go on with the task's own order data, and say so. Search the index for an earlier refund.",
      ),
      tool: 'search_index',
      args: { index, query: order.id },
    };
  }
  if (first.usable || first.category !== 'permanent' || index === 'orders' || transcript.has('index-again')) return null;
  return {
    kind: 'call',
    call: 'index-again',
    thought: `There is no index '${index}', and asking again will not make one. Use 'orders'.`,
    tool: 'search_index',
    args: { index: 'orders', query: order.id },
  };
}

function stepRefund(slips: Slips, order: Order, transcript: Transcript): Move {
  const refund = transcript.get('refund');
  if (refund !== undefined) return finishAfterRefund(refund, order, transcript.get('order'));
  const searched = transcript.get('index-again') ?? transcript.get('index');
  const issue = goingOn(
    searched,
    `No earlier refund on record; issue it for ${order.id}.`,
    `The index gave no usable answer; the refund is approved, so issue it for ${order.id}.`,
  );
  const wrongTool = transcript.get('refund-tool');
  if (slips.refundTool !== null && wrongTool === undefined) {
    return { ...refundCall('refund-tool', issue, order), tool: slips.refundTool };
  }
  const wrongAmount = transcript.get('refund-amount');
  if (slips.amount !== null && wrongAmount === undefined) {
    return refundCall('refund-amount', wrongTool === undefined ? issue : useTheRefundTool(slips.refundTool), order, slips.amount);
  }
  if (wrongAmount !== undefined) {
    return refundCall('refund', 'The amount has to be a number. Send it as one.', order);
  }
  return refundCall('refund', wrongTool === undefined ? issue : useTheRefundTool(slips.refundTool), order);
}

function useTheRefundTool(unknown: string | null): string {
  return `There is no tool '${unknown ?? ''}'. The one for this is process_refund.`;
}

function refundCall(
  call: string,
  thought: string,
  order: Order,
  amount: Json = toMajor(order.refundMinor),
): Extract<Move, { kind: 'call' }> {
  return { kind: 'call', call, thought, tool: 'process_refund', args: { order_id: order.id, amount } };
}

function unconfirmedPolicy(order: Order): Move {
  return {
    kind: 'finish',
    thought: 'The policy could not be confirmed, so no money moves.',
    answer: `Refund for ${order.id} was not attempted: the refund policy could not be confirmed.`,
    report: 'not-attempted',
  };
}

/**
 * The report takes the wrapper's word: a usable result is a refund, anything else a failure. After
 * silence that word can be wrong both ways, and the ledgers show it.
 */
function finishAfterRefund(refund: ToolOutcome, order: Order, lookup?: ToolOutcome): Move {
  const amount = formatMoney(order.refundMinor, order.currency);
  const aside = lookup === undefined || lookup.usable ? '' : ' Order data taken from the task: the order lookup gave no usable answer.';
  if (!refund.usable) {
    return {
      kind: 'finish',
      thought: `The refund came back as a failure after ${plural(refund.attempts, 'attempt')}; stop and say so.`,
      answer: `Refund of ${amount} for ${order.id} failed: ${refund.observation}.${aside}`,
      report: 'failed',
    };
  }
  return {
    kind: 'finish',
    thought: 'The refund was answered with success; finish.',
    answer: `Refund of ${amount} for ${order.id} is complete${
      refund.attempts > 1 ? ` (answered on attempt ${refund.attempts})` : ''
    }.${aside}`,
    report: 'refunded',
  };
}

/** In the essay's words, which are printed there: what they say of "once" is the agent's belief. */
function essayFinish(refund: ToolOutcome, order: Order): Move {
  if (!refund.usable || refund.attempts === 1) return finishAfterRefund(refund, order);
  const amount = formatMoney(order.refundMinor, order.currency);
  return {
    kind: 'finish',
    thought: 'The refund is recorded exactly once; finish.',
    answer: `Refund of ${amount} for ${order.id} is complete (processed once, despite a transient gateway timeout).`,
    report: 'refunded',
  };
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
