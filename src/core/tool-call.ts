import type { Arguments } from './contract.ts';
import type { Operation } from './operation.ts';
import { REFUND_TOOL } from './tools.ts';

/** One call, as it comes from the loop or from a program. */
export interface ToolCall {
  /** Names the call in the trace. */
  readonly call: string;
  readonly tool: string;
  readonly args: Arguments;
  /** What a program without a model wants done; null: what the arguments say. */
  readonly operation: Operation | null;
  /** The arguments as the model wrote them, where that is no JSON object. */
  readonly rawArguments?: string;
  /** Which page of its operation it asks for, from 1. */
  readonly page?: number;
}

/** By which a guard, a key and a read-back know what a call is about. */
export function operationOf({ call, tool, args, operation }: ToolCall): string {
  if (operation !== null) return operation.intent;
  const { order_id: orderId } = args;
  if (typeof orderId !== 'string') return call;
  // The essay's guard knows the one tool that writes, and knows it by its order alone.
  return tool === REFUND_TOOL ? orderId : `${tool} ${orderId}`;
}
