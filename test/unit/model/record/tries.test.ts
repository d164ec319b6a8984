import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { countTries, type TriedPlan, triesText } from '../../../../src/model/record/tries.ts';

function plan(hashes: readonly string[], change: Partial<TriedPlan> = {}): TriedPlan {
  return {
    target: { kind: 'local' },
    dataset: { checksum: 'gold 1', documents: 'documents 1' },
    versions: hashes.map((configHash) => ({ configHash })),
    ...change,
  };
}

const subset = { of: 'wrong', items: 1, total: 2, recordId: 'r', record: 'r', subset: true } as const;
const shard = { index: 1, of: 2, count: 4, checksum: 'c' };

describe('countTries', () => {
  it.each([
    ['one candidate', [['1.0', 'a']], 1],
    [
      'two candidates',
      [
        ['1.0', 'a'],
        ['1.0', 'b'],
      ],
      2,
    ],
    [
      'a config that ran twice',
      [
        ['1.0', 'a'],
        ['1.0', 'b'],
        ['1.0', 'a'],
      ],
      2,
    ],
    ['a candidate that equals its baseline', [['1.0', '1.0']], 0],
    ['a baseline that also ran alone', [['1.0'], ['1.0', 'a']], 1],
    ['candidates that ran alone', [['a'], ['b'], ['a']], 2],
    [
      'a candidate that was published and is now the baseline',
      [
        ['1.0', 'a'],
        ['a', 'b'],
      ],
      2,
    ],
    ['three versions', [['1.0', 'a', 'b']], 2],
  ])('counts %s', (_, runs, tries) => {
    const [last, ...earlier] = runs.map((hashes) => plan(hashes)).reverse() as [TriedPlan];
    expect(countTries(last, earlier)).toBe(tries);
  });

  it('counts the same documents under other gold, and no other documents', () => {
    const last = plan(['1.0', 'a']);
    const relabelled = plan(['1.0', 'b'], { dataset: { checksum: 'gold 2', documents: 'documents 1' } });
    const other = plan(['1.0', 'c'], { dataset: { checksum: 'gold 1', documents: 'documents 2' } });
    expect(countTries(last, [relabelled, other])).toBe(2);
  });

  it('needs equal gold in records that do not state their documents', () => {
    const last = plan(['1.0', 'a']);
    const old = plan(['1.0', 'b'], { dataset: { checksum: 'gold 1' } });
    const relabelled = plan(['1.0', 'c'], { dataset: { checksum: 'gold 2' } });
    expect(countTries(last, [old, relabelled])).toBe(2);
  });

  it.each([
    ['outputs of another tool', { target: { kind: 'predictions' } }],
    ['a shard', { shard }],
    ['documents selected by their errors', { rerun: subset }],
  ] satisfies [string, Partial<TriedPlan>][])('neither counts nor has a number for %s', (_, change) => {
    const part = plan(['1.0', 'b'], change);
    expect(countTries(part, [])).toBeUndefined();
    expect(countTries(plan(['1.0', 'a']), [part])).toBe(1);
  });

  it('counts a rerun that has all documents', () => {
    const whole = plan(['1.0', 'b'], { rerun: { ...subset, subset: false } });
    expect(countTries(plan(['1.0', 'a']), [whole])).toBe(2);
  });

  test('the order of the records and repeated records do not matter', () => {
    const hash = fc.constantFrom('1.0', '1.1', 'a', 'b', 'c', 'd');
    const runs = fc.array(fc.array(hash, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 });
    const shuffled = runs.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, mixed]) => {
        const count = (hashes: readonly string[][]) => {
          const [first, ...others] = hashes.map((one) => plan(one)) as [TriedPlan];
          return countTries(first, others);
        };
        expect(count(mixed)).toBe(count(all));
        expect(count([...mixed, ...all])).toBe(count(all));
      }),
      { numRuns: 200 },
    );
  });
});

test('advises to confirm the result from the fifth try on', () => {
  expect([undefined, 0, 1, 4].map(triesText)).toEqual([null, null, null, null]);
  expect(triesText(5)).toBe('Best of 5 tries on these documents: confirm on other documents.');
  expect(triesText(12)).toContain('Best of 12 tries');
});
