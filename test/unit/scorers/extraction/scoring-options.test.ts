import { describe, expect, it } from 'vitest';
import { scorerFingerprint } from '../../../../src/scorers/extraction/scorer-fingerprint.ts';
import {
  type ComparatorRule,
  completeOptions,
  defaultScoringOptions,
} from '../../../../src/scorers/extraction/scoring-options.ts';
import { scoreExtraction } from '../../../../src/scorers/score-extraction.ts';

describe('options and configuration of a score', () => {
  it('options that are left out are the defaults', () => {
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

  it('complete options are a frozen copy, and functions are told apart', () => {
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

  it('options and what they hold may be changed between two calls', () => {
    const pair = { expected: { a: 'bolt', b: null }, predicted: { a: 'belt', b: '' } };
    const fuzzy = { field: 'a', comparator: 'fuzzy', options: { threshold: 0.9 } };
    const own: { emptiness: 'service' | 'strict'; comparators: ComparatorRule[] } = {
      emptiness: 'service',
      comparators: [fuzzy as ComparatorRule],
    };
    const correct = () => scoreExtraction(pair, own).counts.correct;
    const before = scoreExtraction(pair, own).scorer.fingerprint;
    // bolt, belt: 1 - 1/4 = .75
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

  it('what the values of one document say does not decide about the next', () => {
    const schema = {};
    const typed = (type: string, value: unknown) => ({ a: { id: 'a', type, value } });
    expect(scoreExtraction({ expected: typed('number', 1), predicted: { a: 1 }, schema }).exact).toBe(true);
    // As text 1.0 and 1.00 differ; as numbers, as the document before had it, they would not.
    expect(
      scoreExtraction({ expected: typed('string', '1.0'), predicted: { a: '1.00' }, schema }).exact,
    ).toBe(false);
  });

  it.each<readonly [string, object, RegExp]>([
    ['a schema that is none', { schema: 'x' }, /schema: found "x"/],
    ['a list for a schema', { schema: [] }, /schema: found \[\]/],
    ['fields that are no list', { fields: { a: 1 } }, /fields: found/],
    ['a field that is none', { fields: [null] }, /fields\[0\]: found null/],
    [
      'a type that there is not, deep',
      { fields: [{ id: 'r', type: 'array', schema: [{ id: 'x', type: 'nonsense' }] }] },
      /fields\[0\]\.schema\[0\]\.type: found "nonsense"/,
    ],
  ])('refuses %s', (_, configuration, message) => {
    expect(() => scoreExtraction({ expected: { a: 1 }, predicted: { a: 1 }, ...configuration })).toThrow(
      message,
    );
  });

  it('null for a schema or fields is none', () => {
    const none = { schema: null, fields: null } as unknown as object;
    expect(scoreExtraction({ expected: { a: 1 }, predicted: { a: '1' }, ...none }).exact).toBe(true);
  });

  it.each<readonly [string, object, RegExp]>([
    [
      'a misspelt option of a comparator',
      { comparators: [{ field: 'a', comparator: 'fuzzy', options: { treshold: 0.9 } }] },
      /option "treshold" is not known/,
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
      'a misspelt option of one of several answers',
      { comparators: [{ field: 'a', comparator: 'any-of', options: { of: { comparator: 'fuzy' } } }] },
      /"fuzy" is not known/,
    ],
    ['a key without members', { alignment: [{ field: 'a', method: { key: [] } }] }, /method: found/],
    ['null', null as unknown as object, /scoring options: found null/],
    ['a misspelt option', { unlabeled: 'ignore' }, /"unlabeled" is not known/],
    ['a policy that does not exist', { emptiness: 'lenient' }, /emptiness: found "lenient"/],
    [
      'a comparator that does not exist',
      { comparators: [{ field: 'a', comparator: 'fuzy' }] },
      /found "fuzy"/,
    ],
    ['a rule without a field', { comparators: [{ comparator: 'fuzzy' }] }, /comparators\[0\]\.field/],
    [
      'a method that does not exist',
      { alignment: [{ field: 'a', method: 'greedy' }] },
      /method: found "greedy"/,
    ],
    ['an exclusion that is no text', { exclude: [7] }, /exclude\[0\]: found number/],
    ['a rule where a list belongs', { comparators: { field: 'a' } }, /comparators: found object/],
  ])('refuses %s', (_, options, message) => {
    expect(() => scoreExtraction({ expected: {}, predicted: {} }, options)).toThrow(message);
  });

  it('the fingerprint changes with every option, and not with the order of keys', () => {
    const base = scorerFingerprint(defaultScoringOptions);
    expect(scorerFingerprint({ ...defaultScoringOptions })).toBe(base);
    const others = [
      { emptiness: 'strict' },
      { unlabelled: 'ignore' },
      { failures: 'exclude' },
      { exclude: ['a'] },
      { comparators: [{ field: 'a', comparator: 'fuzzy' }] },
      { alignment: [{ field: 'a', method: 'index' }] },
    ] as const;
    const prints = others.map((option) => scorerFingerprint({ ...defaultScoringOptions, ...option }));
    expect(new Set([base, ...prints]).size).toBe(others.length + 1);
  });
});
