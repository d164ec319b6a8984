import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { datasetManifestSchema } from '../../../../src/model/dataset/evaluation-set.ts';
import { mismatchOf } from '../../../../src/model/processor/mismatch.ts';
import { scoreExtraction } from '../../../../src/scorers/score-extraction.ts';
import { configSchema } from '../../../../src/usecases/settings/config.ts';
import { optionsForRecord, scoringOptions } from '../../../../src/usecases/settings/scoring-settings.ts';

describe('presence policies', () => {
  const strict = { emptiness: 'strict', unlabelled: 'ignore' } as const;

  it.each([
    ['default', {}, {}, undefined, 'absent', 'default'],
    ['dataset', {}, {}, strict, 'ignore', 'dataset'],
    ['configuration over dataset', {}, { presence: { unlabelled: 'absent' } }, strict, 'absent', 'file'],
    [
      'flag over all',
      { unlabelled: 'ignore' },
      { presence: { unlabelled: 'absent' } },
      undefined,
      'ignore',
      'flag',
    ],
  ] as const)('%s', (_, flags, config, presence, value, from) => {
    expect(scoringOptions(config, flags, presence).unlabelled).toBe(value);
    expect(optionsForRecord(config, flags, presence)['presence.unlabelled']).toEqual({ value, from });
  });

  it('resolves each policy separately', () => {
    const options = scoringOptions({ presence: { emptiness: 'service' } }, {}, strict);
    expect(options).toMatchObject({ emptiness: 'service', unlabelled: 'ignore' });
  });

  it('rejects a dataset with a misspelt policy', () => {
    const manifest = { name: 'a', kind: 'EXTRACT' };
    expect(datasetManifestSchema.safeParse({ ...manifest, presence: strict }).success).toBe(true);
    expect(datasetManifestSchema.safeParse({ ...manifest, presence: { unlabeled: 'ignore' } }).success).toBe(
      false,
    );
    expect(datasetManifestSchema.safeParse({ ...manifest, presence: { unlabelled: 'skip' } }).success).toBe(
      false,
    );
  });
});

describe('comparators of a configuration', () => {
  const last4 = (a: unknown, b: unknown) => String(a).slice(-4) === String(b).slice(-4);

  it('may be functions, with or without a name and a version', () => {
    for (const comparator of [last4, { name: 'last-4', version: '2', compare: last4 }]) {
      const config = configSchema.parse({ comparators: [{ field: 'iban', comparator }] });
      const options = scoringOptions(config, {}, undefined);
      const { counts } = scoreExtraction(
        { expected: { iban: 'DE 1234' }, predicted: { iban: '1234' } },
        options,
      );
      expect(counts).toMatchObject({ correct: 1, incorrect: 0 });
    }
  });

  it('are overridden by those of flags', () => {
    const config = { comparators: [{ field: '**', comparator: 'exact' as const }] };
    const pair = { expected: { total: 5, name: 'A' }, predicted: { total: '5.00', name: 'A ' } };
    const outcomesWith = (comparator: string[]) =>
      scoreExtraction(pair, scoringOptions(config, { comparator }, undefined)).leaves.map(
        ({ outcome }) => outcome,
      );
    expect(outcomesWith([])).toEqual(['incorrect', 'incorrect']);
    expect(outcomesWith(['total=number'])).toEqual(['correct', 'incorrect']);
  });

  it('are checked before a run', () => {
    const config = configSchema.parse({
      comparators: [{ field: 'a', comparator: 'number', options: { locale: 'no such' } }],
    });
    expect(() => optionsForRecord(config, {}, undefined)).toThrow(/locale "no such" is not known/);
  });

  it.each([
    ['an unknown name', { comparator: 'fuzy' }, 'comparators[0].comparator', '"fuzy"', '"token-sort"'],
    [
      'an unknown option',
      { comparator: 'fuzzy', options: { treshold: 0.9 } },
      'comparators[0].options',
      '"treshold"',
      'ignoreDiacritics, threshold, absoluteTolerance',
    ],
  ])('are rejected if they have %s', (_, rule, path, found, expected) => {
    const config = { comparators: [{ field: 'a', ...rule }] };
    const { error } = configSchema.safeParse(config);
    expect(mismatchOf(error as z.ZodError, config)).toEqual({
      path,
      found: expect.stringContaining(found),
      expected: expect.stringContaining(expected),
    });
  });

  it('are rejected if a flag or a function is invalid', () => {
    expect(() => scoringOptions({}, { comparator: ['a=custom'] }, undefined)).toThrow(
      /found "custom", expected one of/,
    );
    expect(
      configSchema.safeParse({ comparators: [{ field: 'a', comparator: { compare: last4 } }] }).success,
    ).toBe(false);
    expect(configSchema.safeParse({ comparators: [{ field: 'a', comparator: 7 }] }).success).toBe(false);
  });
});
