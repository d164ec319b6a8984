import { describe, expect, it } from 'vitest';
import type { LeafOutcome, Outcome, RowPairing } from '../../../../src/model/score/item-score.ts';
import { arrangeLeaves, groupValues } from '../../../../src/viewer/state/document-rows.ts';

const leaf = (path: string, outcome: Outcome, more: Partial<LeafOutcome> = {}): LeafOutcome => ({
  path,
  field: path.replace(/\[\d+\]/g, ''),
  outcome,
  expected: outcome === 'spurious' ? undefined : 'e',
  predicted: outcome === 'missing' ? undefined : 'p',
  similarity: 0,
  ...more,
});
const pairing = (pairs: RowPairing['pairs']): RowPairing => ({
  path: 'lines',
  field: 'lines',
  pairs,
  expectedRows: 2,
  predictedRows: 2,
  exactRows: 0,
  inversions: 0,
  method: 'optimal',
});

describe('arrangeLeaves', () => {
  it('puts the versions of a single value on one line', () => {
    const { lines, tables } = arrangeLeaves([
      { leaves: [leaf('total', 'correct')], rows: [] },
      { leaves: [leaf('total', 'spurious')], rows: [] },
    ]);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.leaves.map((entry) => entry?.outcome)).toEqual(['correct', 'spurious']);
    expect(tables).toEqual([]);
  });

  it('aligns rows, marks the missing row, and puts spurious rows last', () => {
    const { tables } = arrangeLeaves([
      {
        leaves: [
          leaf('lines[0].a', 'correct'),
          leaf('lines[1].a', 'missing'),
          leaf('lines[1].a', 'spurious'),
        ],
        rows: [
          pairing([
            [0, 0],
            [1, null],
            [null, 1],
          ]),
        ],
      },
    ]);
    const rows = tables[0]?.rows ?? [];
    expect(rows.map((row) => [row.expectedRow, row.found])).toEqual([
      [0, [true]],
      [1, [false]],
      [null, [true]],
    ]);
    expect(rows[2]?.cells[0]?.[0]?.outcome).toBe('spurious');
  });

  it('separates cells of a spurious row from the expected row of the same number', () => {
    const { tables } = arrangeLeaves([
      {
        leaves: [
          leaf('lines[0].a', 'missing', { predicted: undefined }),
          leaf('lines[0].a', 'absent', { expected: undefined, predicted: null }),
          leaf('lines[0].b', 'spurious'),
        ],
        rows: [
          pairing([
            [null, 0],
            [0, null],
          ]),
        ],
      },
    ]);
    const rows = tables[0]?.rows ?? [];
    expect(rows[0]?.cells[0]?.[0]?.outcome).toBe('missing');
    expect(rows[1]?.cells[0]?.map((cell) => cell?.outcome)).toEqual(['absent', 'spurious']);
  });

  it('distinguishes a spurious cell of a matched row from a spurious row', () => {
    const { tables } = arrangeLeaves([
      {
        leaves: [
          leaf('lines[0].a', 'correct', { predictedPath: 'lines[1].a' }),
          leaf('lines[0].b', 'spurious', { predictedPath: 'lines[1].b' }),
          leaf('lines[0].a', 'spurious'),
        ],
        rows: [
          pairing([
            [0, 1],
            [null, 0],
          ]),
        ],
      },
    ]);
    const rows = tables[0]?.rows ?? [];
    expect(rows.map((row) => row.expectedRow)).toEqual([0, null]);
    expect(rows[0]?.cells[0]?.map((cell) => cell?.outcome)).toEqual(['correct', 'spurious']);
  });

  it('keeps both leaves if two have the same path', () => {
    const twice = [leaf('pages 1–3', 'correct'), leaf('pages 1–3', 'spurious')];
    const { lines } = arrangeLeaves([{ leaves: twice, rows: [] }]);
    expect(lines.flatMap((line) => line.leaves)).toHaveLength(2);
  });
});

describe('groupValues', () => {
  const line = (path: string, ...outcomes: LeafOutcome['outcome'][]) => ({
    key: path,
    path,
    field: path,
    leaves: outcomes.map((outcome) => leaf(path, outcome)),
  });

  it('groups values by what happened to them', () => {
    const lines = [
      line('a', 'correct', 'incorrect'),
      line('b', 'missing', 'incorrect'),
      line('c', 'spurious', 'absent'),
      line('d', 'correct', 'correct'),
      line('e', 'absent', 'absent'),
      line('f', 'correct', 'excluded'),
    ];
    const groups = [...groupValues(lines)].map(([group, values]) => [group, values[0]?.path]);
    expect(Object.fromEntries(groups)).toEqual({
      newErrors: 'a',
      stillWrong: 'b',
      fixed: 'c',
      right: 'd',
      empty: 'e',
      notScored: 'f',
    });
  });

  it('counts an extra row of the last version as new errors, and has no new errors in one version', () => {
    const pairs = [[null, 3]] as const;
    const { values } = arrangeLeaves([
      { leaves: [], rows: [] },
      { leaves: [leaf('lines[3].x', 'spurious')], rows: [pairing(pairs)] },
    ]);
    expect(groupValues(values).get('newErrors')).toMatchObject([{ path: 'lines[3].x', isExtraRow: true }]);
    expect([...groupValues([line('a', 'missing')]).keys()]).toEqual(['stillWrong']);
  });
});
