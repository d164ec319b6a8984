// Tests cases in which evaluation tools differ.
import { describe, expect, it } from 'vitest';
import { defaultScoringOptions } from '../../../src/scorers/extraction/scoring-options.ts';
import { scoreExtraction } from '../../../src/scorers/score-extraction.ts';
import { leafRate } from '../../fixtures/comparisons/leaf-rate.ts';

const nullable = (type: string) => ({ type: [type, 'null'] });
const schema = {
  type: 'object',
  properties: {
    lines: {
      type: 'array',
      items: { type: 'object', properties: { text: nullable('string'), amount: nullable('number') } },
    },
  },
};
const rows = ['bolt', 'nut', 'washer', 'screw', 'anchor'].map((text, i) => ({ text, amount: 10 * (i + 1) }));
const score = (expected: unknown, predicted: unknown) => scoreExtraction({ expected, predicted, schema });

describe('line items', () => {
  it('has a recall of .40 if two of five rows are predicted', () => {
    const { counts } = score({ value: { lines: rows } }, { value: { lines: rows.slice(0, 2) } });
    expect(counts).toMatchObject({ correct: 4, incorrect: 0, missing: 6, spurious: 0 });
    expect(leafRate('recall', counts).value).toBe(0.4);
    expect(leafRate('precision', counts).value).toBe(1);
  });

  it('has a precision of .40 if three of five predicted rows are spurious', () => {
    const { counts } = score({ value: { lines: rows.slice(0, 2) } }, { value: { lines: rows } });
    expect(counts).toMatchObject({ correct: 4, incorrect: 0, missing: 0, spurious: 6 });
    expect(leafRate('precision', counts).value).toBe(0.4);
    expect(leafRate('recall', counts).value).toBe(1);
  });

  it('the order of rows does not affect the score', () => {
    const ledger = score({ value: { lines: rows } }, { value: { lines: rows.toReversed() } });
    expect(leafRate('f1', ledger.counts).value).toBe(1);
    expect(ledger.exact).toBe(true);
    // All 5 x 4 / 2 = 10 pairs of rows are in the opposite order.
    expect(ledger.rows[0]).toMatchObject({ exactRows: 5, inversions: 10, expectedRows: 5, predictedRows: 5 });
    expect(ledger.leaves.find(({ path }) => path === 'lines[0].text')?.predictedPath).toBe('lines[4].text');
  });

  it('has an F1 of .50 if one of two columns is wrong in every row', () => {
    const { counts, rows: pairings } = score(
      { value: { lines: rows } },
      { value: { lines: rows.map(({ text, amount }) => ({ text, amount: amount + 1 })) } },
    );
    expect(counts).toMatchObject({ correct: 5, incorrect: 5, missing: 0, spurious: 0 });
    expect(leafRate('f1', counts).value).toBe(0.5);
    expect(pairings[0]?.exactRows).toBe(0);
  });

  it('a row without a correct leaf is missing and spurious, not a pair of wrong leaves', () => {
    // Recall and precision would be the same if the last row counted as misread. Only the outcomes show the difference.
    const ledger = score(
      { lines: [rows[0], { text: 'hinge', amount: 7 }] },
      { lines: [rows[0], { text: 'clamp', amount: 8 }] },
    );
    expect(ledger.counts).toMatchObject({ correct: 2, incorrect: 0, missing: 2, spurious: 2 });
    expect(ledger.rows[0]?.pairs).toEqual([
      [0, 0],
      [null, 1],
      [1, null],
    ]);
  });

  it('marks the leaves of spurious rows, whose paths can equal those of expected rows', () => {
    // Expected row 1 is missing and predicted row 1 is spurious, so there are two leaves per path.
    const ledger = score(
      { lines: [rows[0], { text: 'hinge', amount: 7 }] },
      { lines: [rows[0], { text: 'clamp', amount: 8 }] },
    );
    expect(
      ledger.leaves
        .filter(({ path }) => path === 'lines[1].text')
        .map(({ outcome, spuriousRow }) => [outcome, spuriousRow]),
    ).toEqual([
      ['spurious', true],
      ['missing', undefined],
    ]);
  });

  it('a missing first row does not shift the others', () => {
    const ledger = score({ lines: rows }, { lines: rows.slice(1) });
    expect(ledger.rows[0]).toMatchObject({ exactRows: 4, inversions: 0, expectedRows: 5, predictedRows: 4 });
    expect(ledger.leaves.filter(({ outcome }) => outcome === 'missing').map(({ path }) => path)).toEqual([
      'lines[0].text',
      'lines[0].amount',
    ]);
  });

  it('copies of a row are missing or spurious one by one', () => {
    const [row] = rows;
    const ledger = score({ lines: [row, row, row] }, { lines: [row, row] });
    expect(ledger.counts).toMatchObject({ correct: 4, missing: 2, spurious: 0 });
    const more = score({ lines: [row] }, { lines: [row, row, row] });
    expect(more.counts).toMatchObject({ correct: 2, missing: 0, spurious: 4 });
  });

  it('pairs equal rows in their order', () => {
    // The first `a` has no partner.
    const [a, b] = rows;
    const ledger = score({ lines: [a, b, a] }, { lines: [b, a] });
    expect(ledger.rows[0]).toMatchObject({ inversions: 0, exactRows: 2 });
    expect(ledger.rows[0]?.pairs).toEqual([
      [0, null],
      [1, 0],
      [2, 1],
    ]);
  });

  it('prefers the pairing with more correct leaves to the more similar one', () => {
    // The text of predicted row 0 is more similar, but only the amount of predicted row 1 is right.
    const ledger = score(
      { lines: [{ text: 'steel bolt M8', amount: 10 }] },
      {
        lines: [
          { text: 'steel bolt M9', amount: 11 },
          { text: 'x', amount: 10 },
        ],
      },
    );
    expect(ledger.rows[0]?.pairs).toEqual([
      [null, 0],
      [0, 1],
    ]);
    expect(ledger.counts).toMatchObject({ correct: 1, incorrect: 1, spurious: 2 });
  });

  it('takes the more similar of equal pairings', () => {
    const ledger = score(
      { lines: [{ text: 'steel bolt M8', amount: 10 }] },
      {
        lines: [
          { text: 'something else', amount: 10 },
          { text: 'steel bolt M9', amount: 10 },
        ],
      },
    );
    expect(ledger.rows[0]?.pairs).toContainEqual([0, 1]);
  });
});

describe('presence', () => {
  const field = { type: 'object', properties: { note: nullable('string') } };
  const states = [
    { note: null },
    { note: '' },
    { note: [] },
    { note: ' \u00a0' },
    {},
    { note: 'x' },
  ] as const;
  const outcomes = (options: Partial<typeof defaultScoringOptions>) =>
    states.map((expected) =>
      states.map((predicted) =>
        scoreExtraction({ expected, predicted, schema: field }, { ...defaultScoringOptions, ...options })
          .leaves.map(({ outcome }) => outcome)
          .join('+'),
      ),
    );
  const same = (outcome: string, last: string) => [...Array.from({ length: 5 }, () => outcome), last];

  it('service: null, empty and missing values all count as no value', () => {
    expect(outcomes({})).toEqual([
      same('absent', 'spurious'),
      same('absent', 'spurious'),
      same('absent', 'spurious'),
      same('absent', 'spurious'),
      same('absent', 'spurious'),
      same('missing', 'correct'),
    ]);
  });

  it('unlabelled = ignore: a missing key excludes its leaf, a null does not', () => {
    expect(outcomes({ unlabelled: 'ignore' })).toEqual([
      same('absent', 'spurious'),
      same('absent', 'spurious'),
      same('absent', 'spurious'),
      same('absent', 'spurious'),
      same('excluded', 'excluded'),
      same('missing', 'correct'),
    ]);
  });

  it('strict: only a missing key counts as no value', () => {
    expect(outcomes({ emptiness: 'strict' })).toEqual([
      // Columns: null, '', [], blank, missing, value
      ['correct', 'incorrect', 'incorrect', 'incorrect', 'missing', 'incorrect'],
      ['incorrect', 'correct', 'correct', 'correct', 'missing', 'incorrect'],
      ['incorrect', 'correct', 'correct', 'correct', 'missing', 'incorrect'],
      ['incorrect', 'correct', 'correct', 'correct', 'missing', 'incorrect'],
      ['spurious', 'spurious', 'spurious', 'spurious', 'absent', 'spurious'],
      ['incorrect', 'incorrect', 'incorrect', 'incorrect', 'missing', 'correct'],
    ]);
  });

  it('of arrays: empty and missing are equal under service, and different under strict', () => {
    const counts = (expected: unknown, predicted: unknown, emptiness: 'service' | 'strict') =>
      scoreExtraction({ expected, predicted, schema }, { ...defaultScoringOptions, emptiness }).counts;
    expect(counts({ lines: [] }, {}, 'service')).toMatchObject({ correct: 0, missing: 0, spurious: 0 });
    expect(counts({ lines: [] }, { lines: null }, 'service')).toMatchObject({ missing: 0, spurious: 0 });
    expect(counts({ lines: [] }, {}, 'strict')).toMatchObject({ missing: 1 });
    expect(counts({ lines: [] }, { lines: [] }, 'strict')).toMatchObject({ correct: 1 });
    // The empty list counts as one missing leaf. The predicted row has two spurious values.
    expect(counts({ lines: [] }, { lines: [rows[0]] }, 'strict')).toMatchObject({ missing: 1, spurious: 2 });
    expect(counts({ lines: [] }, { lines: [rows[0]] }, 'service')).toMatchObject({ missing: 0, spurious: 2 });
  });

  it('rows without any value do not count under service', () => {
    const ledger = score({ lines: [rows[0]] }, { lines: [{ text: null, amount: null }, rows[0], {}] });
    expect(ledger.exact).toBe(true);
    expect(ledger.rows[0]).toMatchObject({ expectedRows: 1, predictedRows: 1, exactRows: 1 });
  });

  it('unlabelled = ignore in rows: a column that no expected row has is excluded, also in spurious rows', () => {
    const ledger = scoreExtraction(
      { expected: { lines: [{ text: 'bolt' }] }, predicted: { lines: rows.slice(0, 2) }, schema },
      { ...defaultScoringOptions, unlabelled: 'ignore' },
    );
    expect(ledger.counts).toMatchObject({ correct: 1, spurious: 1, excluded: 2, missing: 0 });
  });
});

describe('items without output', () => {
  const expected = { value: { lines: rows.slice(0, 2) } };

  it('missing: the expected leaves are missing, and nothing is right', () => {
    const ledger = score(expected, undefined);
    expect(ledger.counts).toMatchObject({ correct: 0, missing: 4, absent: 0, spurious: 0 });
    expect(ledger.exact).toBe(false);
    expect(score({ value: { lines: [] } }, undefined).exact).toBe(false);
  });

  it('exclude: no leaf is scored', () => {
    const ledger = scoreExtraction(
      { expected, predicted: undefined, schema },
      { ...defaultScoringOptions, failures: 'exclude' },
    );
    expect(ledger.counts).toEqual({
      correct: 0,
      incorrect: 0,
      missing: 0,
      spurious: 0,
      absent: 0,
      excluded: 0,
      unscored: 4,
    });
    expect(ledger.exact).toBeNull();
    expect(ledger.rows).toEqual([]);
  });

  it('an output without values is an output', () => {
    expect(score({ value: { lines: [] } }, { value: {} }).exact).toBe(true);
    expect(score(expected, { value: {} }).counts.missing).toBe(4);
  });
});
