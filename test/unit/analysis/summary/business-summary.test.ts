import { expect, test } from 'vitest';
import type { VersionWork } from '../../../../src/analysis/summary/business.ts';
import { businessSummary } from '../../../../src/analysis/summary/business-summary.ts';
import type { BusinessSettings } from '../../../../src/model/report/business-settings.ts';

const settings: BusinessSettings = {
  documentsPerMonth: 12_000,
  review: 'all',
  minutesToCheck: 1,
  minutesToCorrect: 4,
  hourlyCost: 38,
  currency: 'EUR',
  creditPrice: 0.01,
  undetectedErrorCost: 15,
};
const version = (wrong: number, low: number, high: number, credits: number): VersionWork => ({
  name: 'v',
  wrong: { value: wrong, low, high },
  accepted: 0,
  acceptedWrong: 0,
  credits,
});
const published = version(1, 0.93, 1, 42 / 54);
const draft = version(28 / 54, 0.3885, 0.6461, 180 / 54);
const lessWrong = { value: 26 / 54, low: 0.3412, high: 0.6217 };
const linesOf = (given: BusinessSettings) =>
  Object.fromEntries(
    businessSummary(given, [published, draft], lessWrong)?.lines.map(({ key, text }) => [key, text]) ?? [],
  );

test('writes figures with two digits and ranges', () => {
  expect(linesOf(settings)).toEqual({
    volume: '12,000 documents per month',
    hours: '1,000 → about 610 h (510 to 720)',
    credits: 'credits cost EUR 93 → 400 per month',
    saving: 'saves about EUR 14,000 (10,000 to 19,000) per month',
    paysOff: 'pays off if a correction takes longer than 5 s',
  });
});

test.each([
  ['documentsPerMonth', ['paysOff']],
  ['minutesToCheck', ['volume', 'credits', 'paysOff']],
  ['minutesToCorrect', ['volume', 'credits', 'paysOff']],
  ['hourlyCost', ['volume', 'hours', 'credits']],
  ['creditPrice', ['volume', 'hours']],
  ['currency', ['volume', 'hours', 'paysOff']],
  ['undetectedErrorCost', ['volume', 'hours', 'credits', 'saving', 'paysOff']],
] as const)('leaves out only the lines that need %s', (key, left) => {
  const { [key]: _, ...rest } = settings;
  expect(Object.keys(linesOf(rest))).toEqual([...left]);
});

test('states a loss as higher costs per month', () => {
  const worse = businessSummary(settings, [version(0.5, 0.4, 0.6, 1), version(0.6, 0.5, 0.7, 1)], {
    value: -0.1,
    low: -0.2,
    high: -0.05,
  });
  // The share of wrong documents rises by 0.1, which is 1,200 of 12,000 documents. Correcting one takes 4 minutes, so
  // correcting all takes 80 hours and costs 80 x EUR 38 = EUR 3,040. The bounds of the difference give EUR 1,520 and
  // 6,080.
  expect(worse?.lines.at(-1)?.text).toBe('costs about EUR 3,000 more (1,500 to 6,100) per month');
});

test('computes the time from which a correction pays off without rounded minutes', () => {
  // The saved work is worth as much as the additional credits if a correction takes
  // 60 × 5.31 × EUR 0.01 / (EUR 38 × 0.05) = 1.6768 minutes = 100.6 s.
  const summary = businessSummary(settings, [version(0.6, 0.5, 0.7, 1), version(0.55, 0.4, 0.6, 6.31)], {
    value: 0.05,
    low: 0.01,
    high: 0.09,
  });
  expect(summary?.lines.at(-1)?.text).toBe('pays off if a correction takes longer than 101 s');
});

test('states that there is no work if no document is reviewed', () => {
  const unreviewed = (wrong: number): VersionWork => ({
    ...version(wrong, wrong, wrong, 1),
    accepted: 1,
    acceptedWrong: wrong,
  });
  const given = { ...settings, review: 'none' } as const;
  const hours = (work: readonly VersionWork[], less: typeof lessWrong | null) =>
    businessSummary(given, work, less)?.lines.find(({ key }) => key === 'hours');
  const text = 'no hours of work, because no document is reviewed';
  expect(hours([unreviewed(1), unreviewed(0.5)], lessWrong)).toEqual({ key: 'hours', text, assumptions: [] });
  expect(hours([unreviewed(0.5)], null)?.text).toBe(text);
});

test('states hours and credits of a single version without a saving', () => {
  const single = businessSummary(settings, [draft], null);
  expect(single?.lines.map(({ text }) => text)).toEqual([
    '12,000 documents per month',
    'about 610 h (510 to 720)',
    'credits cost EUR 400 per month',
  ]);
  expect(single?.saving).toBeNull();
});

test('lists the assumptions of each figure', () => {
  const lines = businessSummary({ ...settings, criticalFields: ['total'] }, [draft], null)?.lines;
  expect(lines?.[0]?.assumptions).toEqual([
    'errors are not known in advance, so every document needs a review',
  ]);
  expect(lines?.[1]?.assumptions).toEqual([
    '1 min to check a document',
    '4 min more to correct one',
    'wrong means an error in total',
  ]);
});

test('returns null without a measured version', () => {
  expect(businessSummary(settings, [], null)).toBeNull();
});
