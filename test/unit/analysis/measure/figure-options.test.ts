import { expect, test } from 'vitest';
import {
  figureFlags,
  namedOptions,
  optionDifferences,
  scoringRules,
} from '../../../../src/analysis/measure/figure-options.ts';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import type { RunPlan } from '../../../../src/model/record/run-record.ts';
import { optionDifferencesText } from '../../../../src/model/score/option-differences.ts';
import { completeOptions } from '../../../../src/scorers/extraction/scoring-options.ts';

const used = { scoring: completeOptions({}), statistics: defaultStatistics };
const options: RunPlan['options'] = Object.fromEntries(
  Object.entries(namedOptions(used)).map(([name, value]) => [name, { value, from: 'default' }]),
);
const fuzzy = completeOptions({ comparators: [{ field: 'a', comparator: 'fuzzy' }], exclude: ['b'] });

test('finds no differences from the same options, or from a record without options', () => {
  expect(optionDifferences([options], used)).toEqual([]);
  expect(optionDifferences([{}], { ...used, scoring: fuzzy })).toEqual([]);
  expect(optionDifferences([], used)).toEqual([]);
  expect(optionDifferencesText([])).toBeNull();
});

test('lists differences from the candidate, and those that only the baseline has', () => {
  const margin = { value: 0.05, from: 'flag' } as const;
  const baseline = {
    ...options,
    'statistics.margin': margin,
    failures: { value: 'exclude', from: 'flag' } as const,
  };
  expect(optionDifferences([baseline, { ...options, 'statistics.margin': margin }], used)).toEqual([
    { option: 'statistics.margin', recorded: '0.05', used: '0.01' },
    { option: 'failures (baseline)', recorded: 'exclude', used: 'missing' },
  ]);
});

test('describes the rules that differ from the defaults', () => {
  expect(scoringRules(used.scoring)).toEqual([]);
  expect(scoringRules(fuzzy)).toEqual(['exclude is ["b"]', 'comparator of a is fuzzy']);
});

test('returns the flags of a run without rules that a flag cannot express', () => {
  const comparators = [
    { field: 'a', comparator: 'fuzzy', options: { threshold: 0.8 } },
    { field: 'b', comparator: 'number' },
    { field: 'c', comparator: 'number', options: { absoluteTolerance: 1 } },
    { field: 'd', comparator: 'last4 (source 0123456789ab)' },
  ];
  const typed: RunPlan['options'] = {
    ...options,
    comparators: { value: comparators, from: 'flag' },
    exclude: { value: ['x*', 'y'], from: 'flag' },
    'statistics.margin': { value: 0.02, from: 'flag' },
    'statistics.confidence': { value: 0.9, from: 'file' },
  };
  expect(figureFlags(options)).toEqual([]);
  expect(figureFlags(typed).join(' ')).toBe(
    '--comparator a=fuzzy:0.8 --comparator b=number --exclude x* --exclude y --margin 0.02',
  );
});
