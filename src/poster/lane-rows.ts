import type { Gates } from '../core/gate-phases.ts';

/** Where a lane is drawn, in units of the poster. */
export interface LanePlace {
  /** The left edge of its row names. */
  readonly left: number;
  /** The plot: from here to there is the time axis. */
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly height: number;
  /** The size of its labels. */
  readonly label: number;
}

/** A row that has a height. */
export interface Band {
  readonly middle: number;
  readonly height: number;
}

export interface GateBand extends Band {
  readonly gate: keyof Gates;
}

/** The least height of a lane without gates; what there is beyond it makes its rows higher. */
const LANE_HEIGHT = 144;
/** Of that, what stands above its bars. */
const HEAD = 48;
const BAR = 38;
/** A gate's row: its band, what is between, and what a budget's steps have beyond that. They keep their height. */
const GATE = { above: 12, row: 20, band: 17, steps: 5 };
/** With rows of gates there may be less room: then the others are lower, down to this, and then what stands above them. */
const LOWEST = 0.6;

export type LaneRows = ReturnType<typeof rowsOf>;

/** The rows of a lane, as centres where nothing else is said, in the order of the page. */
export function rowsOf({ top, height, label }: LanePlace, isLooked: boolean, gates: readonly (keyof Gates)[]) {
  const steps = gates.includes('retryQuota') ? GATE.steps : 0;
  const gatesHeight = gates.length === 0 ? 0 : GATE.above + gates.length * GATE.row + steps;
  const [toGateway, toBottom] = isLooked ? [42, 58] : [30, 46];
  const room = height - gatesHeight;
  const scale = Math.max(1, room / LANE_HEIGHT);
  const low = gates.length === 0 ? 1 : Math.min(1, Math.max(LOWEST, (room - HEAD) / (BAR + toBottom)));
  const bar = BAR * scale * low;
  const barTop = top + Math.min(HEAD, room - low * (BAR + toBottom)) * scale;
  const gateTop = barTop + bar + GATE.above;
  const below = barTop + bar + gatesHeight;
  return {
    name: top + 13 * scale ** 0.5,
    above: barTop - label / 2 - 6,
    barTop,
    bar,
    agent: barTop + bar / 2,
    /** The mark of an attempt that a gate let through or stopped. */
    atGate: barTop + bar + GATE.above / 2,
    gates: gates.map((gate, index): GateBand => ({ gate, middle: gateTop + index * GATE.row + GATE.band / 2, height: GATE.band })),
    /** The height of a full budget, below its band. */
    steps,
    guard: below + 16 * scale * low,
    gateway: below + toGateway * scale * low,
    bottom: below + toBottom * scale * low,
  };
}
