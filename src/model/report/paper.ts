/** Sizes of paper, as `--paper` accepts them. */
export const papers = ['a4', 'letter'] as const;
export type Paper = (typeof papers)[number];
