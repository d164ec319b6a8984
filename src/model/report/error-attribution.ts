/** Stages of a workflow in which errors occur, in order. */
export const stages = ['splitting', 'classification', 'row-alignment', 'value', 'presence'] as const;
export type Stage = (typeof stages)[number];

/** Errors of one packet per stage. They add up to `errors`. */
export interface PacketAttribution {
  readonly id: string;
  readonly errors: number;
  readonly byStage: Readonly<Record<Stage, number>>;
}

/**
 * Errors of a workflow that splits or classifies before it extracts, divided among its stages. An error is a leaf that is
 * incorrect, missing or spurious. The parts add up to all errors.
 */
export interface ErrorAttribution {
  /**
   * `rerun`: measured with outputs under gold splits and gold classes. `first-failure`: the first stage that failed for a
   * document takes all of its errors. `mixed`: both methods were used.
   */
  readonly method: 'rerun' | 'first-failure' | 'mixed';
  readonly packets: number;
  readonly documents: number;
  /** Number of leaves with a gold value. */
  readonly expected: number;
  readonly errors: number;
  readonly byStage: Readonly<Record<Stage, number>>;
  /** Errors as run, with gold splits, and with gold splits and classes. */
  readonly remaining: {
    readonly asRun: number;
    readonly goldSplits: number;
    readonly goldClasses: number;
  };
  /** Most errors first. */
  readonly byPacket: readonly PacketAttribution[];
}
