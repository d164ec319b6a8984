import { describe, expect, it } from 'vitest';
import { describeScorer } from '../../../../src/scorers/extraction/scorer-fingerprint.ts';
import {
  type ComparatorRule,
  completeOptions,
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../../../src/scorers/extraction/scoring-options.ts';
import { scoreExtraction } from '../../../../src/scorers/score-extraction.ts';

describe('options and configuration of a score', () => {
  it('missing options have the defaults', () => {
    const partial = scoreExtraction({ expected: {}, predicted: { a: 1 } }, { unlabelled: 'ignore' });
    expect(partial.counts).toMatchObject({ excluded: 1, spurious: 0 });
    expect(partial.scorer).toEqual(
      scoreExtraction({ expected: {}, predicted: {} }, { ...defaultScoringOptions, unlabelled: 'ignore' })
        .scorer,
    );
    expect(scoreExtraction({ expected: {}, predicted: {} }, {}).scorer).toEqual(
      scoreExtraction({ expected: {}, predicted: {} }).scorer,
    );
  });

  it('complete options are a frozen copy, and functions are distinguished', () => {
    const own = { exclude: ['c'] };
    const made = completeOptions(own);
    own.exclude.push('d');
    expect(made.exclude).toEqual(['c']);
    expect(Object.isFrozen(made) && Object.isFrozen(made.exclude)).toBe(true);
    const rule = (right: boolean) => ({ comparators: [{ field: 'a', comparator: () => right }] });
    const pair = { expected: { a: 1 }, predicted: { a: 2 } };
    expect(scoreExtraction(pair, rule(true)).counts.correct).toBe(1);
    expect(scoreExtraction(pair, rule(false)).counts.correct).toBe(0);
  });

  it('options and their members can change between two calls', () => {
    const pair = { expected: { a: 'bolt', b: null }, predicted: { a: 'belt', b: '' } };
    const fuzzy = { field: 'a', comparator: 'fuzzy', options: { threshold: 0.9 } };
    const own: { emptiness: 'service' | 'strict'; comparators: ComparatorRule[] } = {
      emptiness: 'service',
      comparators: [fuzzy as ComparatorRule],
    };
    const correct = () => scoreExtraction(pair, own).counts.correct;
    const before = scoreExtraction(pair, own).scorer.fingerprint;
    // The similarity of `bolt` and `belt` is 1 - 1/4 = .75.
    expect(correct()).toBe(0);
    fuzzy.options.threshold = 0.7;
    expect(correct()).toBe(1);
    expect(scoreExtraction(pair, own).scorer.fingerprint).not.toBe(before);
    own.comparators = [];
    expect(correct()).toBe(0);
    own.emptiness = 'strict';
    expect(scoreExtraction(pair, own).counts.incorrect).toBe(2);
    expect(() => Object.assign(defaultScoringOptions, { emptiness: 'strict' })).toThrow(TypeError);
  });

  it('types inferred from one document do not affect the next', () => {
    const schema = {};
    const typed = (type: string, value: unknown) => ({ a: { id: 'a', type, value } });
    expect(scoreExtraction({ expected: typed('number', 1), predicted: { a: 1 }, schema }).exact).toBe(true);
    // As texts, 1.0 and 1.00 differ. As numbers, they would be equal, and the previous document had a number in this
    // field.
    expect(
      scoreExtraction({ expected: typed('string', '1.0'), predicted: { a: '1.00' }, schema }).exact,
    ).toBe(false);
  });

  it.each<readonly [string, object, RegExp]>([
    ['an invalid schema', { schema: 'x' }, /schema: found "x"/],
    ['a list for a schema', { schema: [] }, /schema: found \[\]/],
    ['fields that are not a list', { fields: { a: 1 } }, /fields: found/],
    ['an invalid field', { fields: [null] }, /fields\[0\]: found null/],
    [
      'an unknown type at depth',
      { fields: [{ id: 'r', type: 'array', schema: [{ id: 'x', type: 'nonsense' }] }] },
      /fields\[0\]\.schema\[0\]\.type: found "nonsense"/,
    ],
  ])('rejects %s', (_, configuration, message) => {
    expect(() => scoreExtraction({ expected: { a: 1 }, predicted: { a: 1 }, ...configuration })).toThrow(
      message,
    );
  });

  it('null for a schema or fields counts as missing', () => {
    const none = { schema: null, fields: null } as unknown as object;
    expect(scoreExtraction({ expected: { a: 1 }, predicted: { a: '1' }, ...none }).exact).toBe(true);
  });

  it.each<readonly [string, object, RegExp]>([
    [
      'a misspelt option of a comparator',
      { comparators: [{ field: 'a', comparator: 'fuzzy', options: { treshold: 0.9 } }] },
      /comparators\[0\]\.options: found unknown "treshold"/,
    ],
    [
      'a threshold above 1',
      { comparators: [{ field: 'a', comparator: 'fuzzy', options: { threshold: 85 } }] },
      /threshold: found 85/,
    ],
    [
      'a tolerance that is text',
      { comparators: [{ field: 'a', comparator: 'number', options: { absoluteTolerance: '1' } }] },
      /absoluteTolerance: found "1"/,
    ],
    [
      'a misspelt comparator of any-of',
      { comparators: [{ field: 'a', comparator: 'any-of', options: { of: { comparator: 'fuzy' } } }] },
      /"fuzy" is not known/,
    ],
    [
      'a key without members',
      { alignment: [{ field: 'a', method: { key: [] } }] },
      /method\.key: found \[\]/,
    ],
    ['null', null as unknown as object, /scoring options: the value: found null, expected object/],
    ['a misspelt option', { unlabeled: 'ignore' }, /found unknown "unlabeled"/],
    ['an unknown policy', { emptiness: 'lenient' }, /emptiness: found "lenient"/],
    ['an unknown comparator', { comparators: [{ field: 'a', comparator: 'fuzy' }] }, /found "fuzy"/],
    ['a rule without a field', { comparators: [{ comparator: 'fuzzy' }] }, /comparators\[0\]\.field/],
    ['an unknown method', { alignment: [{ field: 'a', method: 'greedy' }] }, /method: found "greedy"/],
    ['an exclusion that is not a text', { exclude: [7] }, /exclude\[0\]: found 7, expected string/],
    [
      'a rule instead of a list',
      { comparators: { field: 'a' } },
      /comparators: found \{"field":"a"\}, expected array/,
    ],
  ])('rejects %s', (_, options, message) => {
    expect(() => scoreExtraction({ expected: {}, predicted: {} }, options)).toThrow(message);
  });

  it('the fingerprint changes with every option, but not with the order of keys', () => {
    const fingerprintOf = (options: ExtractionScoringOptions) => describeScorer(options).fingerprint;
    const base = fingerprintOf(defaultScoringOptions);
    expect(fingerprintOf({ ...defaultScoringOptions })).toBe(base);
    const others = [
      { emptiness: 'strict' },
      { unlabelled: 'ignore' },
      { failures: 'exclude' },
      { exclude: ['a'] },
      { comparators: [{ field: 'a', comparator: 'fuzzy' }] },
      { alignment: [{ field: 'a', method: 'index' }] },
    ] as const;
    const prints = others.map((option) => fingerprintOf({ ...defaultScoringOptions, ...option }));
    expect(new Set([base, ...prints]).size).toBe(others.length + 1);
  });
});
