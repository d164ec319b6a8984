/** The states of a row as small numbers; 0 stands for a run without a row. */
export const rowStates = ['notRun', 'processed', 'failed', 'cancelled'] as const;
export type RowState = (typeof rowStates)[number];
