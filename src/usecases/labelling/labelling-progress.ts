import type { LabellingProgress } from '../../model/review/labelling-state.ts';
import type { DecisionLine } from '../../model/review/review-log.ts';
import { wilsonInterval } from '../../stats/intervals/share-interval.ts';

/** Longest pause between two decisions that counts as working time, in milliseconds. */
const longestPauseMs = 120_000;

/**
 * Returns the mean working time per finished document in seconds. The working time is the sum of the times between
 * consecutive decisions, each counted as at most 2 minutes. Returns `null` if no document is finished, or if there are
 * fewer than two decisions.
 */
export function secondsPerDocument(
  decisions: readonly Pick<DecisionLine, 'at'>[],
  finished: number,
): number | null {
  if (finished === 0 || decisions.length < 2) return null;
  return workingMs(decisions) / 1000 / finished;
}

/**
 * Returns the working time of a list of decisions in milliseconds: the sum of the times between consecutive decisions,
 * each counted as at most 2 minutes.
 */
export function workingMs(decisions: readonly Pick<DecisionLine, 'at'>[]): number {
  let working = 0;
  for (let n = 1; n < decisions.length; n++) {
    const pause = Date.parse(decisions[n]?.at ?? '') - Date.parse(decisions[n - 1]?.at ?? '');
    working += Math.min(longestPauseMs, Math.max(0, pause));
  }
  return working;
}

interface Decided {
  readonly decided: number;
  readonly changed: number;
}

/**
 * Estimates the share of values for which a reviewer confirms a wrong proposal. A reviewer labels some values blind,
 * without seeing the proposal. The estimate is a difference of two shares, but at least 0: the share of blind values
 * that differ from the proposal, minus the share of shown proposals that the reviewer changed. The range is Newcombe's
 * interval for the difference of two independent shares at 95 % confidence, limited to 0 to 1. `null` if one of the
 * groups is empty. Example: 2 of 20 blind and 1 of 100 shown values were changed, so the estimate is 10 % − 1 % = 9 %.
 */
export function wronglyConfirmed(blind: Decided, shown: Decided): LabellingProgress['wronglyConfirmed'] {
  if (blind.decided === 0 || shown.decided === 0) return null;
  const [a, b] = [blind.changed / blind.decided, shown.changed / shown.decided];
  const [forBlind, forShown] = [blind, shown].map(({ changed, decided }) =>
    wilsonInterval(changed, decided),
  ) as [ReturnType<typeof wilsonInterval>, ReturnType<typeof wilsonInterval>];
  const within = (share: number) => Math.min(1, Math.max(0, share));
  return {
    share: within(a - b),
    low: within(a - b - Math.hypot(a - forBlind.low, forShown.high - b)),
    high: within(a - b + Math.hypot(forBlind.high - a, b - forShown.low)),
  };
}
