import { describe, expect, it } from 'vitest';
import { GoldsetError } from '../../../../src/base/goldset-error.ts';
import { requireSameScorer, scorerDifferences } from '../../../../src/model/score/scorer-description.ts';
import { scoreClassification } from '../../../../src/scorers/classification/score-classification.ts';
import { describeScorer } from '../../../../src/scorers/extraction/scorer-fingerprint.ts';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../../../src/scorers/extraction/scoring-options.ts';
import { scoreExtraction } from '../../../../src/scorers/score-extraction.ts';

const scorer = (options: Partial<ExtractionScoringOptions> = {}) =>
  describeScorer({ ...defaultScoringOptions, ...options });
const differences = (a: Partial<ExtractionScoringOptions>, b: Partial<ExtractionScoringOptions>) =>
  scorerDifferences(scorer(a), scorer(b)).map(
    ({ what, baseline, candidate }) => `${what}: ${baseline} / ${candidate}`,
  );
const last4 = (a: unknown, b: unknown) => String(a).slice(-4) === String(b).slice(-4);

describe('description of a scorer', () => {
  it('is part of every result', () => {
    const { scorer: described } = scoreExtraction({ expected: {}, predicted: {} });
    expect(described).toEqual(scorer());
    expect(described.fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(scoreClassification({ expected: 'a', predicted: 'a' }).scorer.options).toEqual({
      failures: 'missing',
    });
  });

  it.each<readonly [string, Partial<ExtractionScoringOptions>, string[]]>([
    ['a policy', { unlabelled: 'ignore' }, ['unlabelled: absent / ignore']],
    [
      'two policies',
      { emptiness: 'strict', failures: 'exclude' },
      ['emptiness: service / strict', 'failures: missing / exclude'],
    ],
    ['a field left out', { exclude: ['total'] }, ['exclude: none / ["total"]']],
    [
      'a comparator',
      { comparators: [{ field: 'total', comparator: 'number' }] },
      ['comparator of total: none / number'],
    ],
    [
      'an option of a comparator',
      { comparators: [{ field: 'name', comparator: 'fuzzy', options: { threshold: 0.9 } }] },
      ['comparator of name: none / fuzzy {"threshold":0.9}'],
    ],
    [
      'an alignment',
      { alignment: [{ field: 'rows', method: { key: ['id'] } }] },
      ['alignment of rows: none / {"key":["id"]}'],
    ],
  ])('differs by %s and reports it', (_, options, named) => {
    expect(differences({}, options)).toEqual(named);
    expect(differences(options, options)).toEqual([]);
  });

  it('differs by the order of rules, because the last that matches decides', () => {
    const one = { field: '*', comparator: 'string' } as const;
    const other = { field: 'total', comparator: 'number' } as const;
    expect(differences({ comparators: [one, other] }, { comparators: [other, one] })).toEqual([
      'order of comparator rules: *, total / total, *',
    ]);
  });

  it('differs by the source of a function, whatever its name', () => {
    const rule = (
      comparator: NonNullable<ExtractionScoringOptions['comparators'][number]>['comparator'],
    ) => ({
      comparators: [{ field: 'iban', comparator }],
    });
    const edited = { name: 'last4', compare: (a: unknown, b: unknown) => String(a).slice(-3) === String(b) };
    expect(
      differences(rule({ name: 'last4', compare: last4 }), rule({ name: 'last4', compare: last4 })),
    ).toEqual([]);
    expect(differences(rule({ name: 'last4', compare: last4 }), rule(edited))).toHaveLength(1);
    expect(
      differences(
        rule({ name: 'last4', version: '1', compare: last4 }),
        rule({ name: 'last4', version: '2', compare: last4 }),
      ),
    ).toHaveLength(1);
    expect(JSON.stringify(scorer(rule(last4)).options)).toMatch(/last4 \(source [0-9a-f]{12}\)/);
  });

  it('differs by the code', () => {
    const older = { ...scorer(), code: '1', fingerprint: '0'.repeat(16) };
    expect(scorerDifferences(older, scorer())).toMatchObject([{ what: 'scoring code', baseline: '1' }]);
  });

  it('prevents comparing results of different scorers, with the reason', () => {
    expect(() => requireSameScorer(scorer(), scorer({ failures: 'missing' }))).not.toThrow();
    const compare = () => requireSameScorer(scorer(), scorer({ unlabelled: 'ignore' }));
    expect(compare).toThrow(GoldsetError);
    expect(compare).toThrow(/scored differently.*unlabelled: absent \/ ignore/);
  });
});
