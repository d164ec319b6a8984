// Tests the scores that goldset computes by the rules of other projects. The expected scores of these small cases were
// computed by hand.
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/base/exact-json.ts';
import { anlsStar } from '../../../src/compat/anls-star.ts';
import { cellContent } from '../../../src/compat/cell-content.ts';
import { cellValues } from '../../../src/compat/cell-values.ts';
import { jsonDiffSimilarity } from '../../../src/compat/json-diff-similarity.ts';
import { KievalTable, kieval } from '../../../src/compat/kieval.ts';
import {
  type LabelledTree,
  treeEditAccuracy,
  treeEditDistance,
} from '../../../src/compat/tree-edit-accuracy.ts';
import { weightedSimilarity } from '../../../src/compat/weighted-similarity.ts';

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}

describe('ANLS*', () => {
  it('is the mean over the leaves of both sides, with lists paired to the largest sum', () => {
    // `a` differs by 1 edit in 5 characters, so its similarity is .8. In `b`, "yz" is in both lists and counts 1, and
    // "x" is missing and counts 0. The score is the mean of these 3 leaves.
    expect(anlsStar({ a: 'hello', b: ['x', 'yz'] }, { a: 'hallo', b: ['yz'] }).score).toBeCloseTo(0.6, 12);
  });

  it('takes similarities below one half as 0, and keeps one half', () => {
    expect(anlsStar('abcd', 'abxy').score).toBe(0.5);
    expect(anlsStar('abcd', 'axyz').score).toBe(0);
  });

  it('counts a spurious member over all its leaves', () => {
    // `a` is right and scores 1. Each of the two leaves of the spurious `b` scores 0.
    const { score, byField } = anlsStar({ a: 'x' }, { a: 'X ', b: ['u', 'v'] });
    expect(score).toBeCloseTo(1 / 3, 12);
    expect([...byField]).toEqual([
      ['a', 1],
      ['b', 0],
    ]);
  });

  it('accepts null, "", [] and {} if nothing is expected, and is 1 for two empty values', () => {
    for (const nothing of [null, '', [], {}]) expect(anlsStar({ a: null }, { a: nothing }).score).toBe(1);
    expect(anlsStar({ a: null }, {}).score).toBe(1);
    expect(anlsStar({ a: null }, { a: 'x' }).score).toBe(0);
    expect(anlsStar({}, {}).score).toBe(1);
  });

  it('scores 0 for another type, and reads a list against a text as alternatives', () => {
    // The object has 2 leaves, and none of them equals the text.
    expect(anlsStar({ a: 'x', b: 'y' }, 'x').score).toBe(0);
    expect(anlsStar(['abc', 'xyz'], 'xyz').score).toBe(1);
  });

  it('rejects values that are nested too deeply', () => {
    expect(() => anlsStar(nested(100), nested(100))).toThrow(/64/);
  });
});

describe('KIEval', () => {
  it('distinguishes a wrong value from a lacking one', () => {
    // `cash` is right. The wrong `change` counts as a false positive and a false negative. The spurious `tax` counts as
    // a false positive.
    const { total } = kieval(
      { total: { cash: '5', change: '1' } },
      { total: { cash: '5', change: '2', tax: '0' } },
    );
    expect(total).toMatchObject({ tp: 1, fp: 2, fn: 1, wrong: 1, lacking: 1, labels: 2 });
    expect(total.entityF1).toBeCloseTo(2 / 5, 12);
    expect(total.aligned).toBeCloseTo(1 / 3, 12);
  });

  it('pairs rows to the most equal values', () => {
    const rows = [
      { nm: 'tea', price: '2' },
      { nm: 'pie', price: '5' },
    ];
    const given = [{ nm: 'pie', price: '5' }, { nm: 'tea' }];
    const { total, grouping } = kieval({ menu: rows }, { menu: given });
    // All values are right, except for the missing price of the tea. So only one of two rows is right.
    expect(total).toMatchObject({ tp: 3, fp: 0, fn: 1, wrong: 0, lacking: 1 });
    expect(grouping).toMatchObject({ tp: 1, fp: 1, fn: 1, wrong: 1 });
  });

  it('counts a row without values as a row, and a missing row as none', () => {
    expect(kieval({}, { menu: [{ nm: null }] }).grouping).toMatchObject({ tp: 0, fp: 1, fn: 0 });
    expect(kieval({ menu: [{ nm: '' }] }, { menu: [{}] }).grouping).toMatchObject({ tp: 1, fp: 0, fn: 0 });
    expect(kieval({}, { menu: [] }).grouping).toMatchObject({ tp: 0, fp: 0, fn: 0 });
  });

  it('splits values of one entity and uses each once', () => {
    const { total } = kieval({ t: { a: 'x||y||x' } }, { t: { a: ['x', 'z'] } });
    // `x` is right, `z` replaces one of the two other values, and the last value is missing.
    expect(total).toMatchObject({ tp: 1, fp: 1, fn: 2, wrong: 1, lacking: 1, labels: 3 });
  });

  it('adds up tables, and has null rates without counts', () => {
    const sum = new KievalTable();
    expect(sum.total.entityF1).toBeNull();
    expect(sum.macroF1).toBeNull();
    sum.addTable(kieval({ a: '1' }, { a: '1' }));
    sum.addTable(kieval({ a: '1' }, { a: '2' }));
    expect(sum.total).toMatchObject({ tp: 1, fp: 1, fn: 1, entityF1: 0.5 });
    expect(sum.exact).toBe(false);
  });
});

describe('JSON-diff similarity', () => {
  it('is the mean of means', () => {
    // The similarity of `a` is 1 - 1/4, and that of `b` is 1 - 2/4.
    expect(jsonDiffSimilarity({ a: 'abcd', b: 3 }, { a: 'abce', b: 1 })).toBeCloseTo(0.625, 12);
    // [1, 2, 3] and [1] have one of three elements in common.
    expect(jsonDiffSimilarity([1, 2, 3], [1])).toBeCloseTo(1 / 3, 12);
    expect(jsonDiffSimilarity({}, {})).toBe(1);
    expect(jsonDiffSimilarity({ a: null }, {})).toBe(1);
    expect(jsonDiffSimilarity({ a: 'x' }, {})).toBe(0);
  });

  it('hardly changes if every amount is one too high', () => {
    const lines = Array.from({ length: 5 }, (_, i) => ({ text: `line ${i}`, amount: 1000 + i }));
    const off = lines.map((line) => ({ ...line, amount: line.amount + 1 }));
    expect(jsonDiffSimilarity({ lines }, { lines: off })).toBeGreaterThan(0.999);
  });

  it('compares values of different types as JSON', () => {
    // As JSON, "12" has 4 characters, and 2 of them are not in 12.
    expect(jsonDiffSimilarity(12, '12')).toBeCloseTo(0.5, 12);
  });
});

describe('tree-edit distance', () => {
  const tree = (label: string, ...children: LabelledTree[]): LabelledTree => ({
    label,
    leaf: false,
    children,
  });
  const unit = {
    single: () => 1,
    change: (a: LabelledTree, b: LabelledTree) => (a.label === b.label ? 0 : 1),
  };

  it('gives the distance of the example of Zhang and Shasha', () => {
    // Removing c and inserting it again changes f(d(a, c(b)), e) to f(c(d(a, b)), e). The removal and the insertion are
    // 2 edits.
    const one = tree('f', tree('d', tree('a'), tree('c', tree('b'))), tree('e'));
    const other = tree('f', tree('c', tree('d', tree('a'), tree('b'))), tree('e'));
    expect(treeEditDistance(one, other, unit)).toBe(2);
    expect(treeEditDistance(other, one, unit)).toBe(2);
    expect(treeEditDistance(one, one, unit)).toBe(0);
  });
});

describe('tree-edit accuracy', () => {
  it('divides the cost of correcting by the cost of building', () => {
    // Building the tree takes 5 edits, 1 for the key and 4 for the characters. Correcting the prediction takes 1 edit.
    expect(treeEditAccuracy({ a: 'abcd' }, { a: 'abce' })).toBeCloseTo(0.8, 12);
    expect(treeEditAccuracy({ a: 'abcd' }, {})).toBe(0);
  });

  it('drops empty values and cannot fall below 0', () => {
    expect(treeEditAccuracy({ a: 'x', b: null }, { b: '', a: 'x' })).toBe(1);
    expect(treeEditAccuracy({ a: 'x' }, { b: 'much more than that' })).toBe(0);
    expect(treeEditAccuracy({}, {})).toBe(1);
    expect(treeEditAccuracy({}, { a: 1 })).toBe(0);
  });

  it('counts a missing row with its node, keys and characters', () => {
    // A row takes 3 edits: its node, one key and one character. The gold takes 7 edits: one key and two rows.
    const rows = [{ n: 'p' }, { n: 'q' }];
    expect(treeEditAccuracy({ l: rows }, { l: rows.slice(0, 1) })).toBeCloseTo(1 - 3 / 7, 12);
  });
});

describe('GriTS-like cell content', () => {
  it('keeps rows in order', () => {
    // 2 rows are expected, 1 is predicted and 1 is found, so F1 is 2 x 1 / (2 + 1).
    expect(cellContent([{ a: 'ab' }, { a: 'x' }], [{ a: 'x' }]).score).toBeCloseTo(2 / 3, 12);
    // The rows are swapped, so only one of them can be paired. F1 is 2 / (2 + 2).
    expect(cellContent([{ a: 'ab' }, { a: 'x' }], [{ a: 'x' }, { a: 'ab' }]).score).toBeCloseTo(0.5, 12);
  });

  it('counts common characters', () => {
    // "abc" and "axc" have two common characters, so the similarity of the only cell is 2 x 2 / (3 + 3).
    expect(cellContent([{ a: 'abc' }], [{ a: 'axc' }]).score).toBeCloseTo(2 / 3, 12);
    expect(cellContent([], []).score).toBeNull();
    expect(cellContent([{ a: 'x' }], []).score).toBe(0);
  });
});

describe('stickler-like overall score', () => {
  it('multiplies the similarity of each member by its weight', () => {
    // `a` has the similarity .75 and the weight 3. `b` has the similarity 0 and the weight 1.
    const score = weightedSimilarity({ a: 'abcd', b: 'x' }, { a: 'abce', b: null }, { weights: { a: 3 } });
    expect(score).toBeCloseTo(0.5625, 12);
  });

  it('pairs rows and divides by the longer side', () => {
    // Swapped rows are not errors, but one of three predicted rows is spurious.
    const rows = [{ t: 'ab' }, { t: 'xy' }];
    expect(weightedSimilarity({ r: rows }, { r: [...rows.toReversed(), { t: 'qq' }] })).toBeCloseTo(
      2 / 3,
      12,
    );
    expect(weightedSimilarity({ a: '' }, { a: null })).toBe(1);
    // 1 of 4 characters is right. Similarities below .5 count as 0.
    expect(weightedSimilarity({ a: 'abcd' }, { a: 'axyz' })).toBe(0);
  });
});

describe('value F1 of cells', () => {
  it('allows values to change rows', () => {
    const counts = cellValues(
      [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
      [{ a: 1, b: 4 }],
    );
    // 4 values are expected. Both predicted values (1 and 4) are right.
    expect(counts).toEqual({ expected: 4, predicted: 2, correct: 2 });
  });

  it('uses each value once, and ignores null and ""', () => {
    expect(cellValues([{ a: 'x' }, { a: null }], [{ a: 'x' }, { a: 'x' }, { a: '' }])).toEqual({
      expected: 1,
      predicted: 2,
      correct: 1,
    });
  });
});

describe('numbers beyond a double, and members with inherited names', () => {
  const scores = {
    'ANLS*': (a: unknown, b: unknown) => anlsStar(a, b).score,
    KIEval: (a: unknown, b: unknown) => kieval({ x: a }, { x: b }).total.entityF1,
    'JSON-diff similarity': jsonDiffSimilarity,
    'tree-edit accuracy': treeEditAccuracy,
    'weighted similarity': weightedSimilarity,
    'value F1': (a: unknown, b: unknown) => {
      const { correct, expected, predicted } = cellValues(a, b);
      return (2 * correct) / (expected + predicted);
    },
  };
  const perfect = ['9007199254740993', '1e400', '[1e400, 2, "x"]', '{"a": [1e400], "toString": "y"}'];

  it.each(Object.entries(scores))('gives 1 to equal values: %s', (_, score) => {
    for (const text of perfect) expect(score(parseJson(text), parseJson(text)), text).toBe(1);
  });

  it('compares numbers beyond a double by their digits', () => {
    const [one, other] = ['9007199254740993', '9007199254740992'].map((text) => parseJson(text));
    // 1 of 16 characters differs.
    expect(anlsStar(one, other).score).toBeCloseTo(15 / 16, 12);
    expect(weightedSimilarity({ a: one }, { a: other })).toBeCloseTo(15 / 16, 12);
    expect(treeEditAccuracy([one], [other])).toBeCloseTo(1 - 1 / 16, 12);
    // The similarity of the numbers 2^53 + 1 and 1 is 1 - 2^53 / (2^53 + 2), which is almost 0. The similarity of their
    // texts would be larger.
    expect(jsonDiffSimilarity(one, 1)).toBeLessThan(1e-12);
    expect(anlsStar(one, { a: 'x' }).score).toBe(0);
    expect(anlsStar({ a: other }, one).score).toBe(0);
  });

  it.each(Object.entries(scores))('scores members named toString and valueOf: %s', (_, score) => {
    const odd: unknown[] = [
      { toString: 'y' },
      { valueOf: 1 },
      [{ toString: 'y' }, 'x'],
      [[{ toString: 2 }]],
      'x',
      7,
    ];
    for (const a of odd) for (const b of odd) expect(score(a, b) ?? 0).toBeGreaterThanOrEqual(0);
    expect(score({ toString: 'y' }, { toString: 'y' })).toBe(1);
  });
});
