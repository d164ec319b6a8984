import { expect, test } from 'vitest';
import {
  counted,
  creditsText,
  fromTo,
  ofHundred,
  perHundred,
  rateWords,
  roughly,
  secondsText,
  timesText,
  twoDigits,
  versionPhrase,
} from '../../../../src/analysis/summary/plain-figures.ts';
import { share } from './outcome-cases.ts';

test('formats shares as counts of 100, and never rounds to none or all', () => {
  expect([0, 0.004, 0.005, 0.4815, 0.994, 0.996, 1].map(perHundred)).toEqual([
    '0',
    'fewer than 1',
    '1',
    '48',
    '99',
    'more than 99',
    '100',
  ]);
  expect(ofHundred(0.4815)).toBe('48 of 100');
});

test('shows counts in place of rates for few documents', () => {
  expect(rateWords(share(3, 8), true)).toEqual({ text: '3 of 8', short: '3', range: '' });
  expect(rateWords(share(26), false)).toEqual({
    text: '48 of 100',
    short: '48',
    range: ' (range 38 to 58)',
  });
  expect(rateWords({ ...share(0), value: null }, false)).toBeNull();
  expect(rateWords(undefined, false)).toBeNull();
});

test('shows a mean over repeats with one decimal: 2.5 of 8', () => {
  expect(rateWords({ ...share(2, 8), numerator: 2.5 }, true)?.text).toBe('2.5 of 8');
});

test('joins the figures of two versions', () => {
  const after = { text: '48 of 100', short: '48', range: '' };
  expect(fromTo({ text: '0 of 100', short: '0', range: '' }, after)).toBe('0 → 48 of 100');
  expect(fromTo(null, after)).toBe('48 of 100');
});

test('rounds to two digits', () => {
  expect([614.8, 14_330, 399.6, 0.0838, 0, -927].map(twoDigits)).toEqual([610, 14_000, 400, 0.084, 0, -930]);
  expect([614.8, 14_330, 18_595, -927, 0].map(roughly)).toEqual(['610', '14,000', '19,000', '−930', '0']);
});

test('formats times, credits, ratios, counts and versions', () => {
  expect([0, 5.74, 99.4, 270, 1400, 12_340, 120_000, 93_000].map(secondsText)).toEqual([
    '0 s',
    '5.7 ms',
    '99 ms',
    '0.27 s',
    '1.4 s',
    '12 s',
    '2 min',
    '93 s',
  ]);
  expect([3.333, 0.777, 0, 0.0042, 1234.5].map(creditsText)).toEqual([
    '3.33',
    '0.78',
    '0',
    '0.0042',
    '1,234.5',
  ]);
  expect([4.29, 0.52, 0.96, 12.4, 1500].map(timesText)).toEqual(['4.3', '0.52', '1', '12', '1,500']);
  expect([counted(1, 'document'), counted(12_000, 'document')]).toEqual(['1 document', '12,000 documents']);
  expect([versionPhrase('draft'), versionPhrase('1.0')]).toEqual(['the draft', 'version 1.0']);
});
