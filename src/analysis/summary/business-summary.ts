import { grouped } from '../../base/phrases.ts';
import type { BusinessSettings } from '../../model/report/business-settings.ts';
import type { BusinessLine, BusinessSummary } from '../../model/report/summary.ts';
import {
  hoursRange,
  minutesToPayOff,
  monthlyCredits,
  monthlySaving,
  monthlyUndetected,
  type Range,
  type VersionWork,
} from './business.ts';
import { creditsText, roughly, secondsText } from './plain-figures.ts';

/**
 * Returns hours and money per month in words. `work` has one entry per version, the baseline first. `lessWrong` is the
 * share of wrong documents in the baseline minus the share in the candidate, with its paired interval; `null` for one
 * version. Omits a line if a setting for it is missing.
 */
export function businessSummary(
  settings: BusinessSettings,
  work: readonly VersionWork[],
  lessWrong: Range | null,
): BusinessSummary | null {
  const after = work.at(-1);
  if (after === undefined) return null;
  const before = work.length === 2 ? (work[0] as VersionWork) : null;
  const saving =
    before === null || lessWrong === null ? null : monthlySaving(settings, [before, after], lessWrong);
  const pair = before === null ? null : ([before, after] as const);
  const lines = [
    volumeLine(settings),
    hoursLine(settings, before, after),
    creditsLine(settings, before, after),
    undetectedLine(settings, before, after),
    saving === null ? null : savingLine(settings, saving),
    pair === null ? null : payOffLine(settings, pair),
  ].filter((line) => line !== null);
  return { lines, saving: money(settings) === null ? null : saving, currency: settings.currency ?? null };
}

function volumeLine({ documentsPerMonth, review = 'all' }: BusinessSettings): BusinessLine | null {
  if (documentsPerMonth === undefined) return null;
  const reviewed = {
    all: 'errors are not known in advance, so every document needs a review',
    confidence: 'documents below the certified confidence need a review',
    none: 'no document is reviewed',
  }[review];
  return {
    key: 'volume',
    text: `${grouped(documentsPerMonth)} documents per month`,
    assumptions: [reviewed],
  };
}

function hoursLine(
  settings: BusinessSettings,
  before: VersionWork | null,
  after: VersionWork,
): BusinessLine | null {
  const hours = hoursRange(settings, after);
  const old = before === null ? null : hoursRange(settings, before);
  if (hours === null || (before !== null && old === null)) return null;
  if (settings.review === 'none')
    return { key: 'hours', text: 'no hours of work, because no document is reviewed', assumptions: [] };
  const start = old === null ? 'about' : `${roughly(old.value)} → about`;
  return {
    key: 'hours',
    text: `${start} ${roughly(hours.value)} h ${between(hours)}`,
    assumptions: minuteAssumptions(settings),
  };
}

function minuteAssumptions({ minutesToCheck, minutesToCorrect, criticalFields }: BusinessSettings): string[] {
  return [
    ...(minutesToCheck === undefined ? [] : [`${grouped(minutesToCheck)} min to check a document`]),
    ...(minutesToCorrect === undefined ? [] : [`${grouped(minutesToCorrect)} min more to correct one`]),
    ...(criticalFields === undefined ? [] : [`wrong means an error in ${criticalFields.join(', ')}`]),
  ];
}

function creditsLine(
  settings: BusinessSettings,
  before: VersionWork | null,
  after: VersionWork,
): BusinessLine | null {
  const format = money(settings);
  const now = monthlyCredits(settings, after);
  const old = before === null ? null : monthlyCredits(settings, before);
  if (format === null || now === null || now === 0 || after.credits === null) return null;
  if (before !== null && old === null) return null;
  return {
    key: 'credits',
    text: `credits cost ${change(old, now, format)} per month`,
    assumptions: [
      `${creditsText(after.credits)} credits per document`,
      `${settings.currency} ${settings.creditPrice} per credit`,
    ],
  };
}

function undetectedLine(
  settings: BusinessSettings,
  before: VersionWork | null,
  after: VersionWork,
): BusinessLine | null {
  const format = money(settings);
  const now = monthlyUndetected(settings, after);
  const old = before === null ? null : monthlyUndetected(settings, before);
  if (format === null || now === null || (before !== null && old === null)) return null;
  if (now === 0 && (old ?? 0) === 0) return null;
  return {
    key: 'undetected',
    text: `errors that pass without a review cost ${change(old, now, format)} per month`,
    assumptions: [`${settings.currency} ${settings.undetectedErrorCost} per undetected wrong document`],
  };
}

function savingLine(settings: BusinessSettings, saving: Range): BusinessLine | null {
  const format = money(settings);
  if (format === null) return null;
  const text =
    saving.value >= 0
      ? `saves about ${format(saving.value)} ${between(saving)} per month`
      : `costs about ${format(-saving.value)} more ${between({ value: -saving.value, low: -saving.high, high: -saving.low })} per month`;
  return { key: 'saving', text, assumptions: [`${settings.currency} ${settings.hourlyCost} per hour`] };
}

function payOffLine(
  settings: BusinessSettings,
  pair: readonly [VersionWork, VersionWork],
): BusinessLine | null {
  const minutes = minutesToPayOff(settings, pair);
  if (minutes === null) return null;
  return {
    key: 'paysOff',
    text: `pays off if a correction takes longer than ${secondsText(minutes * 60_000)}`,
    assumptions: [],
  };
}

/** Returns a text such as `EUR 93 → 400`. If both amounts are equal after rounding, returns one amount. */
function change(before: number | null, after: number, format: (amount: number) => string): string {
  const isEqual = before === null || roughly(before) === roughly(after);
  return isEqual ? format(after) : `${format(before)} → ${roughly(after)}`;
}

/** Returns a function that formats an amount as `EUR 14,000`. Returns `null` if no currency is set. */
function money({ currency }: BusinessSettings): ((amount: number) => string) | null {
  return currency === undefined ? null : (amount) => `${currency} ${roughly(amount)}`;
}

/** Formats a range as `(10,000 to 19,000)`. */
function between({ low, high }: Range): string {
  return `(${roughly(low)} to ${roughly(high)})`;
}
