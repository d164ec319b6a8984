import { readFileSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { measureCommand, type Usage } from '../../bench/scale/measure-command.ts';
import type { ReportJson } from '../../src/model/report/report-model.ts';
import { times } from '../fixtures/long-form.ts';
import { writeScaleSet } from '../fixtures/records/write-scale-set.ts';

const documents = times(1200, 10_000);
const leavesPerDocument = 38;

let out: string;
let usage: Usage;

beforeAll(async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'goldset-scale-'));
  const { dataset, predictions } = await writeScaleSet(documents, path.join(folder, 'set'));
  out = path.join(folder, 'out');
  const [first] = predictions;
  usage = await measureCommand([
    'run',
    dataset,
    '--predictions',
    first,
    '--out',
    out,
    '--format',
    'html,csv,md,json',
  ]);
});

const rowsOf = (name: string) =>
  parse(readFileSync(path.join(out, 'csv', name)), { columns: true }) as Record<string, string>[];
const report = () => JSON.parse(readFileSync(path.join(out, 'report.json'), 'utf8')) as ReportJson;

describe(`a record of ${documents} documents`, () => {
  test('is imported and reported within the memory budget of 300 MB', () => {
    expect(usage.exitCode).toBe(0);
    expect(usage.peakMb).toBeLessThan(300);
  });

  test('has a report.json of the shown documents only', () => {
    const { documents: shown, items, versions } = report();
    expect(shown).toMatchObject({ planned: documents, scored: documents, shown: 1000 });
    expect(shown.rule).not.toBeNull();
    expect(items).toHaveLength(1000);
    expect(versions[0]?.states.scored).toBe(documents);
    expect(statSync(path.join(out, 'report.json')).size).toBeLessThan(3_000_000);
  });

  test('has every document and every leaf in its tables, and the figures are their sums', () => {
    const all = rowsOf('documents.csv');
    expect(all.map(({ item }) => item)).toEqual(Array.from({ length: documents }, (_, i) => `d${i}`));
    const leaves = rowsOf('leaves.csv');
    const correct = leaves.filter(({ outcome }) => outcome === 'correct').length;
    const absent = leaves.filter(({ outcome }) => outcome === 'absent').length;
    // A document has 10 scalars and 28 cells. The cells of a missing row count as missing.
    expect(leaves).toHaveLength(documents * leavesPerDocument);
    const fields = rowsOf('fields.csv').filter(({ is_leaf: isLeaf }) => isLeaf === 'true');
    const sum = (column: string) => fields.reduce((total, row) => total + Number(row[column]), 0);
    expect(sum('correct')).toBe(correct);
    expect(sum('absent')).toBe(absent);
    expect(sum('missing')).toBe(leaves.filter(({ outcome }) => outcome === 'missing').length);
    const exact = report()
      .tiles.flatMap(({ values }) => values)
      .find((value) => value?.metric === 'document_exact');
    expect(exact?.numerator).toBe(all.filter((row) => row.exact === 'true').length);
  });
});
