import type { Fact } from './read-outputs.ts';

/** A difference that is right, and why. `match` sees `case › command › key`. */
export interface Explanation {
  readonly match: RegExp;
  /** Whether these two values are the ones that the reason explains; any if it is left out. */
  readonly holds?: (before: Fact | undefined, after: Fact | undefined) => boolean;
  readonly reason: string;
}

export const explained: readonly Explanation[] = [];
