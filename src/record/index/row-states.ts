/** States of a planned run as small numbers. 0 means that it has no row. */
export const rowStates = ['notRun', 'processed', 'failed', 'cancelled'] as const;
export type RowState = (typeof rowStates)[number];
