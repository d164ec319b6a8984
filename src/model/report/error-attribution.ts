/** Where in a workflow an error arises, in the order of the stages. */
export const stages = ['splitting', 'classification', 'row-alignment', 'value', 'presence'] as const;
export type Stage = (typeof stages)[number];

/** Errors of one packet by stage; they add up to `errors`. */
export interface PacketAttribution {
  readonly id: string;
  readonly errors: number;
  readonly byStage: Readonly<Record<Stage, number>>;
}

/**
 * The errors of a workflow that splits or classifies before it extracts, divided among its stages. An error is a leaf that
 * is wrong, missing or invented; the parts add up to the whole.
 */
export interface ErrorAttribution {
  /** `rerun`: outputs under gold splits and gold classes were there; `first-failure`: the earliest stage that failed for a document takes all of its errors. `mixed`: some of each. */
  readonly method: 'rerun' | 'first-failure' | 'mixed';
  readonly packets: number;
  readonly documents: number;
  /** Leaves that the gold has a value for. */
  readonly expected: number;
  readonly errors: number;
  readonly byStage: Readonly<Record<Stage, number>>;
  /** Errors left after each stage is made right: as run, with gold splits, with gold classes too. */
  readonly remaining: {
    readonly asRun: number;
    readonly goldSplits: number;
    readonly goldClasses: number;
  };
  /** Most errors first. */
  readonly byPacket: readonly PacketAttribution[];
}
