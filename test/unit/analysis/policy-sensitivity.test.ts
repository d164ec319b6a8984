import { describe, expect, it } from 'vitest';
import { policySensitivity } from '../../../src/analysis/policy-sensitivity.ts';

describe('the same set under every policy', () => {
  const pairs = [
    // a right, b not labelled, c null on one side and "" on the other
    { expected: { a: 1, c: null }, predicted: { a: 1, b: 2, c: '' } },
    // no output
    { expected: { a: 1 }, predicted: undefined },
  ];
  const rows = policySensitivity(pairs);
  const row = (policy: string) => rows.find((one) => one.policy === policy);

  it('has eight rows with eight fingerprints, the given policies first', () => {
    expect(rows.map(({ policy }) => policy)).toEqual([
      'as given',
      'emptiness = strict',
      'unlabelled = ignore',
      'failures = exclude',
      'emptiness = strict, unlabelled = ignore',
      'emptiness = strict, failures = exclude',
      'unlabelled = ignore, failures = exclude',
      'emptiness = strict, unlabelled = ignore, failures = exclude',
    ]);
    expect(new Set(rows.map(({ scorer }) => scorer.fingerprint)).size).toBe(8);
  });

  it('precision and recall move as the policies say', () => {
    // predicted a and b, a right: 1/2; expected a twice, once without output: 1/2
    expect(row('as given')).toMatchObject({ precision: { value: 0.5 }, recall: { value: 0.5 } });
    // c is an answer on both sides, null against "" and so wrong: 1/3 and 1/3
    expect(row('emptiness = strict')).toMatchObject({
      precision: { value: 1 / 3 },
      recall: { value: 1 / 3 },
    });
    // b is set aside: 1/1
    expect(row('unlabelled = ignore')).toMatchObject({ precision: { value: 1 }, recall: { value: 0.5 } });
    // the second document is left out: 1/1
    expect(row('failures = exclude')).toMatchObject({ precision: { value: 0.5 }, recall: { value: 1 } });
    expect(row('unlabelled = ignore, failures = exclude')).toMatchObject({
      f1: { value: 1 },
      documentExact: { numerator: 1, denominator: 1 },
    });
  });

  it('starts from the options that are given, and knows an empty set', () => {
    const [first, second] = policySensitivity(pairs, { emptiness: 'strict' });
    expect(first).toEqual({ ...row('emptiness = strict'), policy: 'as given' });
    expect(second?.policy).toBe('emptiness = service');
    expect(policySensitivity([]).map(({ f1 }) => f1.value)).toEqual(Array.from({ length: 8 }, () => null));
  });
});
