import { describe, expect, it } from 'vitest';
import type { RowPairing } from '../../../../src/model/score/item-score.ts';
import { outOfOrder } from '../../../../src/scorers/align/row-order.ts';
import { scoreExtraction } from '../../../../src/scorers/score-extraction.ts';

type Row = Readonly<Record<string, unknown>>;

function rowsOf(expected: readonly Row[], predicted: readonly Row[]): RowPairing {
  const [pairing] = scoreExtraction({ expected: { lines: expected }, predicted: { lines: predicted } }).rows;
  return pairing as RowPairing;
}
const findings = (expected: readonly Row[], predicted: readonly Row[]) =>
  rowsOf(expected, predicted).diagnostics;

const bolt = { text: 'red bolt M8', amount: 10 };
const nut = { text: 'blue nut', amount: 20 };
const washer = { text: 'flat washer', amount: 30 };

describe('diagnostics of rows', () => {
  it('are absent if every row is right and in its place', () => {
    expect(findings([bolt, nut], [bolt, nut])).toBeUndefined();
    expect(scoreExtraction({ expected: { lines: [] }, predicted: { lines: [] } }).rows).toEqual([]);
  });

  it('report a repeated row as a duplicate of the paired one', () => {
    const found = findings([bolt, nut], [bolt, nut, { ...nut }]);
    expect(found).toMatchObject({ duplicated: [{ row: 2, of: 1 }], merged: [], split: [], computed: true });
  });

  it('report a row repeated with another amount as spurious, not duplicated', () => {
    expect(findings([bolt], [bolt, { ...bolt, amount: 11 }])?.duplicated).toEqual([]);
  });

  it('report two rows read as one: the missing row is merged into the row of the other', () => {
    const both = { text: 'Red bolt M8 Blue nut', amount: 10 };
    const pairing = rowsOf([bolt, nut, washer], [both, washer]);
    expect(pairing.pairs).toEqual([
      [0, 0],
      [1, null],
      [2, 1],
    ]);
    expect(pairing.diagnostics).toMatchObject({ merged: [{ row: 1, into: 0 }], duplicated: [], split: [] });
  });

  it('report one row read as two: the spurious row is split from the row of the other', () => {
    const long = { text: 'red bolt M8 galvanised steel', amount: 10 };
    const found = findings(
      [long],
      [
        { text: 'red bolt M8', amount: 10 },
        { text: 'galvanised steel', amount: null },
      ],
    );
    expect(found).toMatchObject({ split: [{ row: 1, from: 0 }], merged: [], duplicated: [] });
  });

  it('do not report a missing row as merged if its words are in an unrelated row', () => {
    // "bolt" is part of "red bolt M8", but the row "red bolt M8" is already paired with its own expected row.
    expect(findings([bolt, { text: 'bolt', amount: 5 }], [bolt])?.merged).toEqual([]);
    // Compares whole words: "nut" is not a part of "nutmeg".
    const spice = { text: 'red bolt M8 nutmeg', amount: 10 };
    expect(findings([bolt, { text: 'nut', amount: 20 }], [spice])?.merged).toEqual([]);
  });

  it('count the rows to move, not the inverted pairs', () => {
    const found = rowsOf([bolt, nut, washer], [nut, washer, bolt]);
    // One row was moved to the end. This counts as two inversions, but only as one move.
    expect(found).toMatchObject({ inversions: 2, diagnostics: { outOfOrder: 1 } });
  });

  it('count a tie for two rows that could be swapped', () => {
    const first = { text: 'bolt', amount: 1 };
    const second = { text: 'bolt', amount: 2 };
    // In each of the two possible pairings, both texts are right and both amounts are wrong.
    const found = findings(
      [first, second],
      [
        { text: 'bolt', amount: 8 },
        { text: 'bolt', amount: 9 },
      ],
    );
    expect(found).toMatchObject({ ties: 2, margin: 0 });
  });

  it('have the margin: the cost of forbidding the weakest pair', () => {
    // The first pair has two of three values right, and the second pair has one. Neither row could have another
    // partner.
    const found = findings(
      [
        { a: 1, b: 2, c: 3 },
        { a: 4, b: 5, c: 6 },
      ],
      [
        { a: 1, b: 2, c: 0 },
        { a: 4, b: 0, c: 0 },
      ],
    );
    expect(found).toMatchObject({ ties: 0, margin: 1 });
  });

  it('are part of the JSON of the score', () => {
    const pairing = rowsOf([bolt, nut], [bolt]);
    const written = JSON.parse(JSON.stringify(pairing)) as RowPairing;
    expect(written).toMatchObject({
      path: 'lines',
      expectedRows: 2,
      diagnostics: { computed: true, outOfOrder: 0 },
    });
  });

  it('exist for arrays inside rows', () => {
    const packet = (parts: readonly Row[]) => ({ lines: [{ id: 7, parts }] });
    const { rows } = scoreExtraction({ expected: packet([bolt, nut]), predicted: packet([bolt, nut, nut]) });
    expect(rows.find(({ field }) => field === 'lines.parts')?.diagnostics?.duplicated).toEqual([
      { row: 2, of: 1 },
    ]);
  });

  it('are skipped for large tables, which is reported', () => {
    const many = Array.from({ length: 120 }, (_, i) => ({ text: `item ${i}`, amount: i }));
    const found = findings(many, many.concat(many.map((row) => ({ ...row, amount: row.amount + 1000 }))));
    expect(found).toMatchObject({ computed: false, duplicated: [], ties: null, margin: null });
  });

  it('survive hostile rows', () => {
    const malformed: readonly unknown[] = [
      null,
      'text',
      7,
      [],
      { text: null },
      JSON.parse('{"__proto__": {"text": "x"}}'),
      { constructor: 'red bolt M8' },
    ];
    const run = () => JSON.stringify(rowsOf(malformed as Row[], [bolt, nut, ...malformed] as Row[]));
    expect(run).not.toThrow();
    expect(run()).toBe(run());
  });
});

it('outOfOrder is n minus the longest ascending subsequence', () => {
  expect(outOfOrder([])).toBe(0);
  expect(outOfOrder([0, 1, 2])).toBe(0);
  expect(outOfOrder([2, 1, 0])).toBe(2);
  expect(outOfOrder([1, 2, 3, 0])).toBe(1);
  expect(outOfOrder([1, 0, 3, 2])).toBe(2);
});
