import type { BusinessSettings } from '../../model/report/business-settings.ts';

/** The measured quantities that determine the costs of one version. */
export interface VersionWork {
  readonly name: string;
  /** Share of documents with an error, with its interval. If critical fields are set, only errors in them count. */
  readonly wrong: Range;
  /** Share of documents that pass without a review, 0 to 1. */
  readonly accepted: number;
  /** Share of wrong documents among those that pass without a review, 0 to 1. */
  readonly acceptedWrong: number;
  /** Credits per document; `null` if they are unknown. */
  readonly credits: number | null;
}

export interface Range {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** How many of 1,000 documents need each kind of work. */
export interface WorkPerThousand {
  readonly review: number;
  readonly correct: number;
  readonly undetected: number;
}

/**
 * Returns how many of 1,000 documents need a review, need a correction, or are wrong and pass without a review. With
 * the shares q = `wrong`, a = `accepted` and r = `acceptedWrong`:
 * - review = 1000 (1 − a)
 * - correct = 1000 (q − a r)
 * - undetected = 1000 a r
 *
 * Example: q = 0.519 and a = 0 give 1000, 519 and 0.
 */
export function workPerThousand({ wrong, accepted, acceptedWrong }: VersionWork): WorkPerThousand {
  const undetected = accepted * acceptedWrong;
  return {
    review: 1000 * (1 - accepted),
    correct: 1000 * Math.max(0, wrong.value - undetected),
    undetected: 1000 * undetected,
  };
}

/**
 * Returns the hours of work per month: N [(1 − a) minutesToCheck + (q − a r) minutesToCorrect] / 60, with N documents
 * per month, q = `wrong`, a = `accepted` and r = `acceptedWrong`. Returns `null` if a setting is missing. A number of
 * minutes may be missing if its factor in brackets is 0. Example: N = 12,000, q = 1, a = 0, one minute to check and
 * four minutes to correct give 1,000 h.
 */
export function monthlyHours(settings: BusinessSettings, work: VersionWork): number | null {
  const { documentsPerMonth, minutesToCheck, minutesToCorrect } = settings;
  const { review, correct } = workPerThousand(work);
  const check = review === 0 ? 0 : minutesToCheck;
  const fix = correct === 0 ? 0 : minutesToCorrect;
  if (documentsPerMonth === undefined || check === undefined || fix === undefined) return null;
  return (documentsPerMonth * (review * check + correct * fix)) / 1000 / 60;
}

/** Returns `work` with another share of wrong documents. If no document is reviewed, all wrong documents pass. */
export function withWrong(work: VersionWork, wrong: number): VersionWork {
  const acceptedWrong = work.accepted === 1 ? wrong : work.acceptedWrong;
  return { ...work, wrong: { value: wrong, low: wrong, high: wrong }, acceptedWrong };
}

/**
 * Returns the hours per month at both ends of the interval of the share of wrong documents. Returns `null` in the same
 * cases as `monthlyHours`.
 */
export function hoursRange(settings: BusinessSettings, work: VersionWork): Range | null {
  const at = (wrong: number) => monthlyHours(settings, withWrong(work, wrong));
  const [value, low, high] = [at(work.wrong.value), at(work.wrong.low), at(work.wrong.high)];
  return value === null || low === null || high === null ? null : { value, low, high };
}

/**
 * Returns the price of the credits per month: documents per month × credits per document × creditPrice. Returns `null`
 * if a setting or the credits are unknown. Example: 12,000 documents at 3.33 credits of 0.01 cost 399.6.
 */
export function monthlyCredits(settings: BusinessSettings, { credits }: VersionWork): number | null {
  const { documentsPerMonth, creditPrice } = settings;
  if (documentsPerMonth === undefined || creditPrice === undefined) return null;
  if (creditPrice === 0) return 0;
  return credits === null ? null : documentsPerMonth * credits * creditPrice;
}

/**
 * Returns the cost per month of wrong documents that pass without a review: N a r undetectedErrorCost, with N documents
 * per month, a = `accepted` and r = `acceptedWrong`. Returns 0 if no wrong document passes, and `null` if a setting is
 * missing.
 */
export function monthlyUndetected(settings: BusinessSettings, work: VersionWork): number | null {
  const { documentsPerMonth, undetectedErrorCost } = settings;
  const { undetected } = workPerThousand(work);
  if (undetected === 0) return 0;
  if (documentsPerMonth === undefined || undetectedErrorCost === undefined) return null;
  return (documentsPerMonth * undetected * undetectedErrorCost) / 1000;
}

/**
 * Returns the cost per month: the cost of the work, of the credits and of wrong documents that pass without a review.
 * Returns `null` if a necessary setting is missing.
 */
export function monthlyCost(settings: BusinessSettings, work: VersionWork): number | null {
  const hours = monthlyHours(settings, work);
  const credits = monthlyCredits(settings, work);
  const undetected = monthlyUndetected(settings, work);
  const { hourlyCost } = settings;
  if (hours === null || hourlyCost === undefined || credits === null || undetected === null) return null;
  return hours * hourlyCost + credits + undetected;
}

/**
 * Returns the saving per month, cost(baseline) − cost(candidate), with its range. `lessWrong` is the share of wrong
 * documents in the baseline minus the share in the candidate, with its paired interval. The range is the saving at both
 * ends of this interval. All other numbers count as exact. Returns `null` if a setting is missing.
 *
 * Example: 12,000 documents per month, 1 minute to check, 4 minutes to correct, 38 per hour of work and 0.01 per
 * credit. The share of wrong documents falls from 1 to 0.5185, and the credits per document rise from 0.777 to 3.333.
 * The saving is 14,330.
 */
export function monthlySaving(
  settings: BusinessSettings,
  [before, after]: readonly [VersionWork, VersionWork],
  lessWrong: Range,
): Range | null {
  const [old, now] = [monthlyCost(settings, before), monthlyCost(settings, after)];
  const perWrong = costPerWrong(settings);
  if (old === null || now === null || perWrong === null) return null;
  const value = old - now;
  const at = (difference: number) => value + perWrong * (difference - lessWrong.value);
  return { value, low: at(lessWrong.low), high: at(lessWrong.high) };
}

/**
 * Returns how much more a month costs if all documents are wrong than if none is wrong. If no document is reviewed, the
 * difference is the cost of undetected errors. Otherwise, the difference is the cost of corrections.
 */
function costPerWrong({
  review = 'all',
  documentsPerMonth: documents,
  minutesToCorrect,
  hourlyCost,
  undetectedErrorCost,
}: BusinessSettings): number | null {
  if (documents === undefined) return null;
  if (review === 'none') return undetectedErrorCost === undefined ? null : documents * undetectedErrorCost;
  if (minutesToCorrect === undefined || hourlyCost === undefined) return null;
  return (documents * minutesToCorrect * hourlyCost) / 60;
}

/**
 * Returns the smallest number of minutes per correction at which a more expensive candidate pays off: 60 (c₂ − c₁)
 * creditPrice / [hourlyCost (q₁ − q₂)]. c₁ and c₂ are the credits per document of baseline and candidate, and q₁ and q₂
 * are their shares of wrong documents. Applies only if all documents are reviewed. Returns `null` if the candidate is
 * not more expensive, if it does not have fewer wrong documents, or if a setting is missing.
 *
 * Example: the candidate needs 2.556 more credits per document at 0.01 each, and its share of wrong documents is 0.4815
 * smaller. An hour of work costs 38. The result is 0.084 minutes, or 5 s.
 */
export function minutesToPayOff(
  { review = 'all', hourlyCost, creditPrice }: BusinessSettings,
  [before, after]: readonly [VersionWork, VersionWork],
): number | null {
  if (review !== 'all' || hourlyCost === undefined || creditPrice === undefined) return null;
  if (before.credits === null || after.credits === null) return null;
  const more = (after.credits - before.credits) * creditPrice;
  const lessWrong = before.wrong.value - after.wrong.value;
  if (more <= 0 || lessWrong <= 0 || hourlyCost === 0) return null;
  return (60 * more) / (hourlyCost * lessWrong);
}
