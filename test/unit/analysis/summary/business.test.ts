import { describe, expect, test } from 'vitest';
import {
  hoursRange,
  minutesToPayOff,
  monthlyCost,
  monthlyCredits,
  monthlyHours,
  monthlySaving,
  monthlyUndetected,
  type VersionWork,
  withWrong,
  workPerThousand,
} from '../../../../src/analysis/summary/business.ts';
import type { BusinessSettings } from '../../../../src/model/report/business-settings.ts';

/** Settings for the example below: version 1.0 has all 54 documents wrong, and the draft has 28 of them wrong. */
const settings: BusinessSettings = {
  documentsPerMonth: 12_000,
  review: 'all',
  minutesToCheck: 1,
  minutesToCorrect: 4,
  hourlyCost: 38,
  currency: 'EUR',
  creditPrice: 0.01,
};
const work = (wrong: number, change: Partial<VersionWork> = {}): VersionWork => ({
  name: 'v',
  wrong: { value: wrong, low: wrong, high: wrong },
  accepted: 0,
  acceptedWrong: 0,
  credits: 0,
  ...change,
});
const published = work(1, { credits: 42 / 54 });
const draft = work(28 / 54, { credits: 180 / 54 });

describe('the work per 1,000 documents', () => {
  test('reviews all and corrects the wrong ones if nothing is accepted', () => {
    expect(workPerThousand(work(0.519))).toEqual({ review: 1000, correct: 519, undetected: 0 });
  });

  test('reviews and corrects only documents that are not accepted, and leaves the errors of the others undetected', () => {
    // Of 1000 documents, 1000 x (1 - 0.4) = 600 are reviewed. 300 documents are wrong. 1000 x 0.4 x 0.05 = 20 of them
    // were accepted, so the other 280 are corrected.
    const found = workPerThousand(work(0.3, { accepted: 0.4, acceptedWrong: 0.05 }));
    expect(found.review).toBeCloseTo(600, 9);
    expect(found.correct).toBeCloseTo(280, 9);
    expect(found.undetected).toBeCloseTo(20, 9);
  });

  test('leaves all errors undetected if no document is reviewed', () => {
    const found = workPerThousand(withWrong(work(0, { accepted: 1 }), 0.25));
    expect(found).toEqual({ review: 0, correct: 0, undetected: 250 });
  });
});

test('computes the hours per month from the times to check and to correct a document', () => {
  // Version 1.0 takes 12,000 x (1 + 4) / 60 hours, and the draft 12,000 x (1 + 28 / 54 x 4) / 60.
  expect(monthlyHours(settings, published)).toBe(1000);
  expect(monthlyHours(settings, draft)).toBeCloseTo(614.815, 3);
});

test('computes the range of the hours from the interval of the wrong documents', () => {
  const uncertain = { ...draft, wrong: { value: 0.5, low: 0.4, high: 0.6 } };
  // The hours per month are 200 × (1 + 4 q), where q is the share of wrong documents: .5, .4 or .6.
  expect(hoursRange(settings, uncertain)).toEqual({ value: 600, low: 520, high: 680 });
});

test('needs no minutes for a correction if no document is wrong', () => {
  const { minutesToCorrect: _, ...checked } = settings;
  expect(monthlyHours(checked, work(0))).toBe(200);
  expect(monthlyHours(checked, work(0.1))).toBeNull();
});

test('computes the cost of the credits per month from their mean per document', () => {
  // The credits cost 12,000 x 42 / 54 x 0.01 with version 1.0, and 12,000 x 180 / 54 x 0.01 with the draft.
  expect(monthlyCredits(settings, published)).toBeCloseTo(93.333, 3);
  expect(monthlyCredits(settings, draft)).toBeCloseTo(400, 9);
  expect(monthlyCredits(settings, work(0, { credits: null }))).toBeNull();
  expect(monthlyCredits({ ...settings, creditPrice: 0 }, work(0, { credits: null }))).toBe(0);
});

test('adds the cost of the hours and of the credits, and computes the cost of undetected errors', () => {
  expect(monthlyCost(settings, draft)).toBeCloseTo(614.8148 * 38 + 400, 2);
  const accepted = work(0.3, { accepted: 0.4, acceptedWrong: 0.05 });
  expect(monthlyUndetected({ ...settings, undetectedErrorCost: 15 }, accepted)).toBeCloseTo(
    12_000 * 0.02 * 15,
    6,
  );
  expect(monthlyUndetected(settings, accepted)).toBeNull();
  expect(monthlyUndetected(settings, draft)).toBe(0);
});

describe('the saving per month', () => {
  const lessWrong = { value: 26 / 54, low: 0.3412, high: 0.6217 };

  test('is the difference of both costs, with the range of the paired interval', () => {
    // Version 1.0 costs 1,000 x 38 + 93.3, and the draft costs 614.8 x 38 + 400.
    const saving = monthlySaving(settings, [published, draft], lessWrong);
    expect(saving?.value).toBeCloseTo(14_330.37, 1);
    // If the share of wrong documents changes by 1, the cost changes by 12,000 × 4 / 60 × 38 = 30,400.
    expect(saving?.low).toBeCloseTo(14_330.37 - 30_400 * (26 / 54 - 0.3412), 1);
    expect(saving?.high).toBeCloseTo(14_330.37 + 30_400 * (0.6217 - 26 / 54), 1);
  });

  test('is 0 for equal versions', () => {
    const none = { value: 0, low: -0.1, high: 0.1 };
    expect(monthlySaving(settings, [draft, draft], none)).toEqual({ value: 0, low: -3040, high: 3040 });
  });

  test('counts undetected errors if no document is reviewed', () => {
    const unreviewed = { ...settings, review: 'none', undetectedErrorCost: 15, hourlyCost: 38 } as const;
    const pair = [
      withWrong(work(0, { accepted: 1 }), 0.2),
      withWrong(work(0, { accepted: 1 }), 0.1),
    ] as const;
    const saving = monthlySaving(unreviewed, pair, { value: 0.1, low: 0.05, high: 0.15 });
    // 12,000 x (0.2 - 0.1) fewer errors save EUR 15 each.
    expect(saving?.value).toBeCloseTo(18_000, 6);
    expect(saving?.low).toBeCloseTo(9_000, 6);
    expect(saving?.high).toBeCloseTo(27_000, 6);
  });

  test.each([
    'documentsPerMonth',
    'minutesToCheck',
    'minutesToCorrect',
    'hourlyCost',
    'creditPrice',
  ] as const)('is unknown without %s', (key) => {
    const { [key]: _, ...rest } = settings;
    expect(monthlySaving(rest, [published, draft], lessWrong)).toBeNull();
  });

  test('is unknown if the credits of a version are unknown', () => {
    expect(monthlySaving(settings, [published, { ...draft, credits: null }], lessWrong)).toBeNull();
  });
});

describe('the minutes from which a correction pays off', () => {
  test('are the cost of the additional credits divided by the value of the saved minutes', () => {
    // Per document, the additional credits cost (180 - 42) / 54 x EUR 0.01, and each minute of a correction saves 26 /
    // 54 x EUR 38 / 60. The quotient is 0.0838 minutes, which is about 5 s.
    const minutes = minutesToPayOff(settings, [published, draft]);
    expect(minutes).toBeCloseTo(0.08381, 4);
    expect(Math.round((minutes ?? 0) * 60)).toBe(5);
  });

  test('are unknown for a cheaper candidate, equal quality, or another kind of review', () => {
    expect(minutesToPayOff(settings, [draft, published])).toBeNull();
    expect(minutesToPayOff(settings, [draft, { ...draft, credits: 9 }])).toBeNull();
    expect(minutesToPayOff({ ...settings, review: 'confidence' }, [published, draft])).toBeNull();
    expect(minutesToPayOff({ ...settings, hourlyCost: 0 }, [published, draft])).toBeNull();
  });
});
