import { describe, expect, it } from 'vitest';
import { datasetManifestSchema } from '../../../../src/model/dataset/evaluation-set.ts';
import { configSchema } from '../../../../src/model/settings/config.ts';
import { scoreExtraction } from '../../../../src/scorers/score-extraction.ts';
import { resolvedPolicies, scoringOptions } from '../../../../src/usecases/settings/scoring-settings.ts';

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
    expect(resolvedPolicies(config, flags, presence)['presence.unlabelled']).toEqual({ value, from });
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
    const config = { comparators: [{ field: '**', comparator: 'exact' }] };
    const pair = { expected: { total: 5, name: 'A' }, predicted: { total: '5.00', name: 'A ' } };
    const judged = (comparator: string[]) =>
      scoreExtraction(pair, scoringOptions(config, { comparator }, undefined)).leaves.map(
        ({ outcome }) => outcome,
      );
    expect(judged([])).toEqual(['incorrect', 'incorrect']);
    expect(judged(['total=number'])).toEqual(['correct', 'incorrect']);
  });

  it('are checked before a run', () => {
    const config = { comparators: [{ field: 'a', comparator: 'fuzzy', options: { treshold: 0.9 } }] };
    expect(() => resolvedPolicies(config, {}, undefined)).toThrow(/option "treshold" is not known/);
  });

  it('are rejected if they are unknown', () => {
    expect(() =>
      scoringOptions({ comparators: [{ field: 'a', comparator: 'fuzy' }] }, {}, undefined),
    ).toThrow(/found "fuzy", expected one of/);
    expect(() => scoringOptions({}, { comparator: ['a=custom'] }, undefined)).toThrow(
      /found "custom", expected one of/,
    );
    expect(
      configSchema.safeParse({ comparators: [{ field: 'a', comparator: { compare: last4 } }] }).success,
    ).toBe(false);
    expect(configSchema.safeParse({ comparators: [{ field: 'a', comparator: 7 }] }).success).toBe(false);
  });
});
