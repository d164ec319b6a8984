import { mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import type { ProcessorConfig } from '../../src/model/processor/processor-config.ts';
import type { ReportModel } from '../../src/model/report/report-model.ts';
import { reportRecord } from '../../src/usecases/report/report-record.ts';
import { writeRecord } from '../fixtures/records/write-record.ts';

type Row = Readonly<Record<string, unknown>>;

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/queries.md'), 'utf8');
const queries = [...page.matchAll(/```sql\n(.*?)```/gs)].map(([, query]) => query as string);
const rows: Row[][] = [];
let model: ReportModel;

beforeAll(async () => {
  const text = { type: ['string', 'null'] };
  const lines = { type: 'array', items: { type: 'object', properties: { sku: text }, required: ['sku'] } };
  const schema = { type: 'object', properties: { total: text, lines }, required: ['total', 'lines'] };
  const config = { type: 'EXTRACT', schema } as ProcessorConfig;
  const pairs = Array.from({ length: 24 }, (_, n) => {
    const value = { total: `${n}`, lines: [{ sku: 'A' }, { sku: `B${n}` }] };
    const wrong = { total: 'x', lines: [{ sku: 'A' }] };
    const longer = { ...value, lines: [...value.lines, { sku: 'C' }] };
    const first = n % 3 === 0 ? { value: wrong } : { value };
    const second = n === 5 ? new Error('no answer') : { value: n % 7 === 0 ? longer : value };
    const tags = { vendor: n % 2 === 0 ? 'Ace; "Inc"' : 'Müller', month: `2026-0${1 + (n % 3)}` };
    return { id: `d${n}`, expected: { value }, outputs: [first, second], tags };
  });
  const { dir } = await writeRecord(config, ['1.0', 'draft'], pairs);
  const out = mkdtempSync(path.join(os.tmpdir(), 'goldset-queries-'));
  ({ model } = await reportRecord({ record: dir, out, format: 'csv', leafFormat: 'parquet' }));
  const database = await (await DuckDBInstance.create()).connect();
  await database.run(`SET file_search_path = '${out}'`);
  for (const query of queries) {
    const result = await database.runAndReadAll(query);
    rows.push(result.getRowObjects().map((row) => numbersIn(row)));
  }
  database.closeSync();
});

/** DuckDB returns counts as BigInt. */
function numbersIn(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );
}

/** Returns the sum of a column over the rows that have `value` in the column `by`. */
function sum(table: readonly Row[], column: string, by: string, value: string): number {
  return table.filter((row) => row[by] === value).reduce((total, row) => total + (row[column] as number), 0);
}

const draft = 1;

test('the page has four queries, and each has rows', () => {
  expect(rows.map(({ length }) => length)).toEqual([4, 6, 2, 1]);
});

test('the counts of weakest fields by vendor equal those of the report by field and by vendor', () => {
  const [table = []] = rows;
  for (const field of ['total', 'lines.sku']) {
    const counts = model.fields.find((row) => row.field === field)?.counts[draft];
    expect(sum(table, 'right_values', 'field', field)).toBe(counts?.correct);
    const { correct = 0, incorrect = 0, missing = 0, spurious = 0 } = counts ?? {};
    expect(sum(table, 'gold_values', 'field', field)).toBe(correct + incorrect + missing);
    expect(sum(table, 'output_values', 'field', field)).toBe(correct + incorrect + spurious);
  }
  for (const { value, headline } of model.slices.filter(({ tag }) => tag === 'vendor')) {
    const [correct, expected, predicted] = ['right_values', 'gold_values', 'output_values'].map((column) =>
      sum(table, column, 'vendor', value),
    ) as [number, number, number];
    expect((2 * correct) / (expected + predicted)).toBeCloseTo(headline[draft]?.value as number, 12);
  }
  // One of 12 documents failed, so 11 totals and 22 of 24 rows are right. The outputs also have two spurious rows.
  expect(table).toContainEqual({
    vendor: 'Müller',
    field: 'total',
    right_values: 11,
    gold_values: 12,
    output_values: 11,
    f1: 0.957,
  });
});

test('the drift by month equals the fully right documents of the groups', () => {
  const [, table = []] = rows;
  const months = model.slices.filter(({ tag }) => tag === 'month');
  expect(months).toHaveLength(3);
  for (const { value, exact } of months)
    for (const [at, version] of ['1.0', 'draft'].entries()) {
      const row = table.find(({ month, version: name }) => month === value && name === version);
      expect(row?.scored).toBe(8);
      expect((row?.fully_right as number) / 8).toBeCloseTo(exact[at]?.value as number, 12);
    }
});

test('the disagreement of versions equals the differences of the counts by field and the changed documents', () => {
  const [, , table = [], [documents] = []] = rows;
  for (const row of table) {
    const [before, after] = model.fields.find(({ field }) => field === row.field)?.counts ?? [];
    const gained = (row.only_second as number) - (row.only_first as number);
    expect(gained).toBe((after?.correct ?? 0) - (before?.correct ?? 0));
  }
  // Version 1.0 is wrong in 8 documents, and the draft in 5. Both versions are wrong in documents 0 and 21.
  expect(documents).toEqual({ newly_wrong: 3, newly_right: 6 });
});
