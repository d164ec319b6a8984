import { describe, expect, it } from 'vitest';
import type {
  DamagedRecord,
  ReadableRecord,
  RecordEntry,
} from '../../../../src/model/results/record-list.ts';
import {
  filterRecords,
  namesOf,
  searchable,
  sortRecords,
  trendsOf,
} from '../../../../src/workbench/ui/list-order.ts';

const headline = {
  state: 'better',
  sign: '▲',
  tone: 'better',
  headline: 'Better: publish',
  measure: null,
  range: '',
} as const;

function record(path: string, day: number, facts: Partial<ReadableRecord> & { share?: number } = {}) {
  const { share, ...others } = facts;
  return {
    key: `key of ${path}`,
    path,
    state: 'finished',
    createdAt: `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`,
    dataset: 'invoices',
    processor: 'reader',
    kind: 'EXTRACT',
    versions: ['1.0'],
    items: 10,
    comparable: 'a',
    headline: share === undefined ? null : { ...headline, share, newErrors: Math.round(share * 10) },
    ...others,
  } satisfies ReadableRecord;
}

const damaged: DamagedRecord = {
  key: 'd',
  path: 'broken',
  state: 'damaged',
  problem: 'line 1',
  fix: 'Repair',
};
const paths = (entries: readonly RecordEntry[]) => entries.map(({ path }) => path);

describe('filterRecords', () => {
  const records = [
    record('try-1', 1, { share: 0.5 }),
    record('try-2', 2, { dataset: 'receipts', state: 'running' }),
    record('try-3', 3, { processor: 'other', state: 'unfinished' }),
    damaged,
  ];
  const found = (q: string, dataset = '', processor = '') =>
    paths(filterRecords(searchable(records), { q, dataset, processor }));

  it('returns everything without a filter', () => expect(found('')).toHaveLength(4));
  it('finds entries with all words, in any letter case', () => {
    expect(found('BETTER try')).toEqual(['try-1']);
    expect(found('running')).toEqual(['try-2']);
    expect(found('damaged')).toEqual(['broken']);
    expect(found('better running')).toEqual([]);
  });
  it('finds entries of a dataset and of a processor', () => {
    expect(found('', 'receipts')).toEqual(['try-2']);
    expect(found('', '', 'reader')).toEqual(['try-1', 'try-2']);
    expect(found('try', 'invoices', 'other')).toEqual(['try-3']);
    expect(found('', 'invoice')).toEqual([]);
  });
  it('lists the names to choose from', () => {
    expect(namesOf(records, 'dataset')).toEqual(['invoices', 'receipts']);
    expect(namesOf([damaged], 'processor')).toEqual([]);
  });
});

describe('sortRecords', () => {
  const records = [
    damaged,
    record('r10', 1, { share: 0.5 }),
    record('r9', 2),
    record('r2', 3, { share: 0.9 }),
    record('r1', 3, { share: 0.9 }),
  ];
  it.each([
    ['', ['r1', 'r2', 'r9', 'r10', 'broken']],
    ['run', ['r10', 'r9', 'r1', 'r2', 'broken']],
    ['record', ['broken', 'r1', 'r2', 'r9', 'r10']],
    ['-record', ['r10', 'r9', 'r2', 'r1', 'broken']],
    ['right', ['r10', 'r1', 'r2', 'broken', 'r9']],
    ['-right', ['r1', 'r2', 'r10', 'broken', 'r9']],
    ['-errors', ['r1', 'r2', 'r10', 'broken', 'r9']],
  ])('orders by "%s"', (sort, expected) => expect(paths(sortRecords(records, sort))).toEqual(expected));

  it('sorts entries of the same time by the numbers in their paths', () => {
    const same = ['b2/r1', 'B10/r10', 'b10/r9', 'a'].map((path) => record(path, 1));
    expect(paths(sortRecords(same, ''))).toEqual(['a', 'b2/r1', 'b10/r9', 'B10/r10']);
  });
});

describe('trendsOf', () => {
  it('joins records of one dataset and processor up to each record, the oldest first', () => {
    const trends = trendsOf([
      record('c', 3, { share: 0.75 }),
      record('a', 1, { share: 0.25 }),
      record('b', 2, { share: 0.5 }),
      record('x', 2, { share: 1, dataset: 'receipts' }),
      record('y', 2, { share: 1, processor: 'other' }),
      record('without a headline', 2),
      damaged,
    ]);
    expect(trends('key of a')).toEqual([[0.25]]);
    expect(trends('key of b')).toEqual([[0.25, 0.5]]);
    expect(trends('key of c')).toEqual([[0.25, 0.5, 0.75]]);
    expect(trends('key of x')).toEqual([[1]]);
    expect(trends('key of y')).toEqual([[1]]);
    expect([trends('key of without a headline'), trends(damaged.key)]).toEqual([[], []]);
  });

  it('leaves a gap before a record with other items, gold or options', () => {
    const trends = trendsOf([
      record('a', 1, { share: 0.1 }),
      record('b', 2, { share: 0.2 }),
      record('c', 3, { share: 0.3, comparable: 'b' }),
      record('d', 4, { share: 0.4 }),
    ]);
    expect(trends('key of d')).toEqual([[0.1, 0.2], [0.3], [0.4]]);
  });

  it('has at most 12 records', () => {
    const records = Array.from({ length: 20 }, (_, n) => record(`r${n}`, n + 1, { share: n / 20 }));
    const last = trendsOf(records)('key of r19').flat();
    expect(last).toHaveLength(12);
    expect([last[0], last[11]]).toEqual([8 / 20, 19 / 20]);
  });
});
