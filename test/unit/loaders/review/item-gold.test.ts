import { describe, expect, it } from 'vitest';
import { type ItemGold, labelAt, withLabel } from '../../../../src/loaders/review/item-gold.ts';
import type { NotScoredMark } from '../../../../src/model/dataset/not-scored.ts';

const kind = { kind: 'EXTRACT' as const };
const rows = (...skus: string[]) => skus.map((sku) => ({ sku }));
const gold: ItemGold = {
  expectedOutput: { value: { total: 1, lines: rows('a', 'b', 'c') } },
  notScored: { 'lines[1].count': 'unclear: smudged', date: 'not-annotated' },
};

describe('withLabel', () => {
  it('moves a value out of the gold, and back', () => {
    const marked = withLabel(gold, 'total', { value: null, mark: 'unclear: two totals' }, kind);
    expect(marked.expectedOutput).toEqual({ value: { lines: rows('a', 'b', 'c') } });
    expect(marked.notScored).toEqual({ ...gold.notScored, total: 'unclear: two totals' });
    expect(labelAt(marked, 'total', kind)).toEqual({ value: null, mark: 'unclear: two totals' });
    expect(withLabel(marked, 'total', { value: 1, mark: null }, kind)).toEqual({
      expectedOutput: { value: { lines: rows('a', 'b', 'c'), total: 1 } },
      notScored: gold.notScored,
    });
  });

  it.each<[string, string[], object]>([
    ['inserted before it', ['x', 'a', 'b', 'c'], { 'lines[2].count': 'unclear: smudged' }],
    ['moved', ['b', 'a', 'c'], { 'lines[0].count': 'unclear: smudged' }],
    ['deleted before it', ['b', 'c'], { 'lines[0].count': 'unclear: smudged' }],
    ['deleted', ['a', 'c'], {}],
  ])('keeps the mark with its row if a row is %s', (_, after, marks) => {
    const { notScored } = withLabel(gold, 'lines', { value: rows(...after), mark: null }, kind);
    expect(notScored).toEqual({ ...marks, date: 'not-annotated' });
  });

  it('removes the marks inside a value that is marked, or replaced', () => {
    const marked = withLabel(gold, 'lines', { value: null, mark: 'not-annotated' }, kind);
    expect(marked.notScored).toEqual({ date: 'not-annotated', lines: 'not-annotated' });
    const replaced = withLabel(gold, 'lines', { value: [{ sku: 'b', count: 2 }], mark: null }, kind);
    expect(replaced.notScored).toEqual({ date: 'not-annotated' });
  });

  it('removes an entry of a fields array', () => {
    const entry = { id: 'total', type: 'number', value: 1 };
    const marked = withLabel(
      { expectedOutput: { total: entry } },
      'total',
      { value: null, mark: 'not-annotated' },
      kind,
    );
    expect(marked).toEqual({ expectedOutput: {}, notScored: { total: 'not-annotated' } });
  });

  it.each<[string, ItemGold, string, NotScoredMark | null, string]>([
    [
      'a value inside one that is not scored',
      { ...gold, notScored: { lines: 'not-annotated' } },
      'lines[0].sku',
      null,
      'Set its value first',
    ],
    ['a mark of a row', gold, 'lines[0]', 'not-annotated', 'Mark the values of the row'],
    ['a mark in a row that does not exist', gold, 'lines[9].sku', 'not-annotated', 'no row lines[9]'],
    ['a reason that a dataset cannot have', gold, 'total', `unclear: ${'z'.repeat(1992)}`, 'too long'],
    ['a value in a row after the next one', gold, 'lines[9].sku', null, 'no such row'],
  ])('rejects %s', (_, before, path, mark, problem) => {
    expect(() => withLabel(before, path, { value: null, mark }, kind)).toThrow(problem);
  });

  it('rejects a mark of a class', () => {
    const mark = { value: null, mark: 'not-annotated' as const };
    expect(() => withLabel({ expectedOutput: { type: 'a' } }, 'type', mark, { kind: 'CLASSIFY' })).toThrow(
      'Only extracted',
    );
  });
});
