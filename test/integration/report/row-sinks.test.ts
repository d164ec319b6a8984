import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zeroCounts } from '../../../src/metrics/counts.ts';
import type { JsonValue } from '../../../src/model/json/json-value.ts';
import type { DocumentState, ValueChange } from '../../../src/model/report/document-state.ts';
import type {
  RowSink,
  ScoredDocument,
  ScoredDocumentVersion,
} from '../../../src/model/report/scored-document.ts';
import type { LeafOutcome } from '../../../src/model/score/item-score.ts';
import { parquetSink } from '../../../src/report/sinks/parquet-sink.ts';
import { csvSink, jsonLinesSink } from '../../../src/report/sinks/text-sink.ts';
import { csvCell, csvEncoder } from '../../../src/report/tables/csv-text.ts';
import { column } from '../../../src/report/tables/define-table.ts';
import { changesTable, documentsTable, leavesTable } from '../../../src/report/tables/document-tables.ts';
import { times } from '../../fixtures/long-form.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'goldset-sinks-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const leaf = (
  path: string,
  outcome: LeafOutcome['outcome'],
  more: Partial<LeafOutcome> = {},
): LeafOutcome => ({
  path,
  field: path.replace(/\[\d+\]/g, ''),
  outcome,
  expected: 'a',
  predicted: 'a',
  similarity: 1,
  ...more,
});
const version = (more: Partial<ScoredDocumentVersion> = {}): ScoredDocumentVersion => ({
  state: 'scored',
  failure: null,
  counts: zeroCounts,
  exact: true,
  leaves: [],
  confidences: {},
  confidence: null,
  latencyMs: null,
  credits: null,
  runId: null,
  ...more,
});
const document = (position: number, more: Partial<ScoredDocument> = {}): ScoredDocument => ({
  position,
  itemId: `d${position}`,
  name: `d${position}.pdf`,
  tags: {},
  change: null,
  versions: [version()],
  changes: [],
  strip: null,
  ...more,
});
async function fill(sink: RowSink, documents: Iterable<ScoredDocument>): Promise<string> {
  for (const each of documents) sink.write(each);
  const [file] = sink.close();
  return file ?? '';
}

/** One document with values of every kind: text, number, boolean, object, absent, formula, quotation mark. */
const mixed = document(0, {
  versions: [
    version({
      leaves: [
        leaf('a', 'correct', { expected: 'say "x", y', predicted: '=1+1' }),
        leaf('b', 'incorrect', { expected: 12.5, predicted: { amount: 1, code: 'EUR' }, similarity: 0.25 }),
        leaf('c', 'missing', { expected: true, predicted: undefined, note: 'line\nbreak' }),
        leaf('rows[1].d', 'spurious', { expected: undefined, predicted: null, predictedPath: 'rows[0].d' }),
      ],
      confidences: { a: 0.5, 'rows[0].d': null },
    }),
  ],
});

describe('csvEncoder', () => {
  it('writes the bytes that csv-stringify writes', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', '=', '-', '1', ' ') }),
      fc.jsonValue() as fc.Arbitrary<JsonValue>,
      fc.constant(undefined),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 6 }), (rows) => {
        expect(encodeRows(3, rows)).toBe(stringified(rows));
      }),
    );
  });

  it('writes repeated cells in one call and in several', () => {
    const cell = fc.constantFrom<JsonValue | undefined>(
      'a',
      'ä',
      '"',
      '=1',
      '',
      0,
      -1,
      1.5,
      true,
      null,
      undefined,
    );
    const rows = fc.array(fc.tuple(cell, cell), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 4 }), (calls) => {
        const encode = csvEncoder(columnsOf(2));
        const bytes = calls.map((call) => Buffer.from(encode(call)).toString());
        expect(bytes).toEqual(calls.map(stringified));
      }),
      { numRuns: times(25, 300) },
    );
  });

  it('writes rows of any length and number', () => {
    const long = 'é"'.repeat(100_000);
    const rows = [['a', long, 'b'], ...Array.from({ length: 8_000 }, (_, i) => [i, null, 'ä']), ['', '', '']];
    expect(encodeRows(3, rows)).toBe(stringified(rows));
    const wide = Array.from({ length: 3_000 }, () => Array(40).fill(null));
    expect(encodeRows(40, wide)).toBe(`${','.repeat(39)}\r\n`.repeat(3_000));
  });

  it('writes numbers with up to two decimals as JavaScript prints them', () => {
    const hundredths = fc.integer({ min: 0, max: 1_000_000_100 }).map((count) => count / 100);
    const near = hundredths.chain((value) =>
      fc.constantFrom(value + Number.EPSILON * value, value - Number.EPSILON * value, -value, value / 10),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(hundredths, near), { maxLength: 20 }), (values) => {
        expect(
          encodeRows(
            1,
            values.map((value) => [value]),
          ),
        ).toBe(values.map((value) => `${value}\r\n`).join(''));
      }),
      { numRuns: times(25, 300) },
    );
    const edges = [
      0, -0, 0.1, 0.01, 0.05, 1.005, 9.99, 10, 99.9, 100, 999.99, 1000, 9_999_999.99, 1e7, 10_000_000.01,
      0.001, 1e-7, 1e21,
    ];
    expect(
      encodeRows(
        1,
        edges.map((value) => [value]),
      ),
    ).toBe(edges.map((value) => `${value}\r\n`).join(''));
  });

  function encodeRows(width: number, rows: readonly (readonly (JsonValue | undefined)[])[]): string {
    return Buffer.from(csvEncoder(columnsOf(width))(rows)).toString();
  }

  function columnsOf(width: number) {
    return Array.from({ length: width }, (_, i) =>
      column<readonly (JsonValue | undefined)[]>(`c${i}`, 'value', '', (row) => row[i]),
    );
  }

  function stringified(rows: readonly (readonly (JsonValue | undefined)[])[]): string {
    const cells = rows.map((row) => row.map((value) => csvCell(value)));
    return stringify(cells, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
  }
});

describe('csvSink', () => {
  it('writes one row per leaf, and creates the target only when it is closed', async () => {
    const file = path.join(dir, 'leaves', 'leaves.csv');
    const sink = csvSink(file, leavesTable, { versions: ['1.0'], leaves: 'all' });
    sink.write(mixed);
    expect(await readdir(path.dirname(file)).catch(() => [])).not.toContain('leaves.csv');
    expect(sink.close()).toEqual([file]);
    expect(await readFile(file, 'utf8')).toBe(
      [
        'item,version,path,field,outcome,expected,predicted,similarity,note,predicted_path,confidence',
        `d0,1.0,a,a,correct,"say ""x"", y",'=1+1,1,,,0.5`,
        'd0,1.0,b,b,incorrect,12.5,"{""amount"":1,""code"":""EUR""}",0.25,,,',
        'd0,1.0,c,c,missing,true,,1,"line\nbreak",,',
        'd0,1.0,rows[1].d,rows.d,spurious,,,1,,rows[0].d,',
        '',
      ].join('\r\n'),
    );
    expect(await readdir(path.dirname(file))).toEqual(['leaves.csv']);
  });

  it('writes only wrong leaves on request, and only the header if there is none', async () => {
    const wrong = csvSink(path.join(dir, 'wrong.csv'), leavesTable, { versions: ['1.0'], leaves: 'wrong' });
    const rows = (await readFile(await fill(wrong, [mixed]), 'utf8')).trim().split('\r\n').slice(1);
    expect(rows.map((row) => row.split(',')[2])).toEqual(['b', 'c', 'rows[1].d']);
    const none = csvSink(path.join(dir, 'none.csv'), leavesTable, { versions: ['1.0'], leaves: 'wrong' });
    expect(await readFile(await fill(none, [document(0)]), 'utf8')).toMatch(/^item,[^\n]*\r\n$/);
  });

  it('writes the changed values of each document with its state', async () => {
    const changed = (position: number, state: DocumentState, kind: ValueChange): ScoredDocument =>
      document(position, {
        change: { state, newlyWrong: false, newErrors: 0, errorsBefore: 1, errorsNow: 1 },
        changes: [{ change: kind, path: 'x', expected: 'e', baseline: 'b', candidate: 'c' }],
      });
    const sink = csvSink(path.join(dir, 'changes.csv'), changesTable, {
      versions: ['a', 'b'],
      leaves: 'none',
    });
    const text = await readFile(
      await fill(sink, [
        changed(0, 'mixed', 'newError'),
        changed(1, 'nowRight', 'nowRight'),
        changed(2, 'otherWrong', 'otherWrong'),
      ]),
      'utf8',
    );
    const cells = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(','));
    expect(cells).toEqual([
      ['newError', 'd0', 'mixed', 'x', 'e', 'b', 'c'],
      ['nowRight', 'd1', 'nowRight', 'x', 'e', 'b', 'c'],
      ['otherWrong', 'd2', 'otherWrong', 'x', 'e', 'b', 'c'],
    ]);
  });

  it('writes many chunks completely and in order', async () => {
    const wide = (position: number) =>
      document(position, {
        versions: [version({ leaves: [leaf('a', 'correct', { expected: 'x'.repeat(5000) })] })],
      });
    const sink = csvSink(path.join(dir, 'many.csv'), leavesTable, { versions: ['1.0'], leaves: 'all' });
    const text = await readFile(
      await fill(
        sink,
        Array.from({ length: 500 }, (_, i) => wide(i)),
      ),
      'utf8',
    );
    const rows = text.trimEnd().split('\r\n').slice(1);
    expect(rows.map((row) => row.split(',')[0])).toEqual(Array.from({ length: 500 }, (_, i) => `d${i}`));
    expect(new Set(rows.map((row) => row.split(',')[5]?.length))).toEqual(new Set([5000]));
  });
});

describe('jsonLinesSink', () => {
  it('writes an object per document and version, with values of their types', async () => {
    const sink = jsonLinesSink(path.join(dir, 'documents.jsonl'), documentsTable, {
      versions: ['1.0', 'draft'],
      leaves: 'none',
    });
    const file = await fill(sink, [
      document(0, {
        tags: { vendor: 'x' },
        change: { state: 'nowRight', newlyWrong: false, newErrors: 0, errorsBefore: 2, errorsNow: 0 },
        versions: [
          version({ exact: false, counts: { ...zeroCounts, missing: 2 } }),
          version({ latencyMs: 12.5 }),
        ],
      }),
    ]);
    const rows = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      item: 'd0',
      tags: { vendor: 'x' },
      state: 'nowRight',
      newly_wrong: false,
      new_errors: 0,
      version: '1.0',
      run: 'scored',
      exact: false,
      missing: 2,
    });
    expect(rows[1]).toMatchObject({ version: 'draft', exact: true, latency_ms: 12.5, run_id: null });
  });
});

describe('parquetSink', () => {
  it('writes values that a reader returns unchanged, with null for absent cells', async () => {
    const sink = parquetSink(path.join(dir, 'p', 'leaves.parquet'), leavesTable, {
      versions: ['1.0'],
      leaves: 'all',
    });
    const file = await fill(sink, [mixed]);
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file) });
    expect(rows).toHaveLength(4);
    expect(rows[0]).toEqual({
      item: 'd0',
      version: '1.0',
      path: 'a',
      field: 'a',
      outcome: 'correct',
      expected: 'say "x", y',
      predicted: '=1+1',
      similarity: 1,
      note: null,
      predicted_path: null,
      confidence: 0.5,
    });
    expect(rows[1]).toMatchObject({
      expected: '12.5',
      predicted: '{"amount":1,"code":"EUR"}',
      similarity: 0.25,
    });
    expect(rows[2]).toMatchObject({ expected: 'true', predicted: null, note: 'line\nbreak' });
    expect(await readdir(path.dirname(file))).toEqual(['leaves.parquet']);
  });

  it('writes row groups of 10,000 without statistics, and every row once', async () => {
    const five = (position: number) =>
      document(position, {
        versions: [version({ leaves: [0, 1, 2, 3, 4].map((row) => leaf(`rows[${row}].a`, 'correct')) })],
      });
    const sink = parquetSink(path.join(dir, 'groups.parquet'), leavesTable, {
      versions: ['1.0'],
      leaves: 'all',
    });
    const file = await asyncBufferFromFile(
      await fill(
        sink,
        Array.from({ length: 4500 }, (_, i) => five(i)),
      ),
    );
    const { row_groups: groups } = await parquetMetadataAsync(file);
    expect(groups.map(({ num_rows: rows }) => Number(rows))).toEqual([10_000, 10_000, 2500]);
    expect(groups[0]?.columns[0]?.meta_data?.statistics).toBeUndefined();
    const rows = await parquetReadObjects({ file, columns: ['item', 'path'] });
    expect(rows.map((row) => `${row.item} ${row.path}`)).toEqual(
      Array.from({ length: 22_500 }, (_, i) => `d${Math.floor(i / 5)} rows[${i % 5}].a`),
    );
  });

  it('writes a table without rows that can be read', async () => {
    const sink = parquetSink(path.join(dir, 'empty.parquet'), leavesTable, {
      versions: ['1.0'],
      leaves: 'all',
    });
    const file = await asyncBufferFromFile(await fill(sink, []));
    expect(await parquetReadObjects({ file })).toEqual([]);
    expect((await parquetMetadataAsync(file)).schema.map(({ name }) => name)).toContain('predicted_path');
  });
});

describe.each([
  ['CSV', csvSink],
  ['JSON lines', jsonLinesSink],
  ['Parquet', parquetSink],
] as const)('a sink of %s', (name, open) => {
  const many = Array.from({ length: 10_001 }, (_, i) => ({
    ...mixed,
    itemId: `d${i}`,
    versions: [version({ leaves: [leaf('a', 'correct', { expected: 'x'.repeat(100) })] })],
  }));

  it('removes its files on abort', async () => {
    const folder = path.join(dir, `abort-${name}`);
    const sink = open(path.join(folder, 'leaves'), leavesTable, { versions: ['1.0'], leaves: 'all' });
    for (const each of many) sink.write(each);
    expect(await readdir(folder)).toEqual([`leaves.${process.pid}.part`]);
    sink.abort();
    expect(await readdir(folder)).toEqual([]);
    sink.abort();
  });

  it('keeps the file if abort follows close', async () => {
    const folder = path.join(dir, `closed-${name}`);
    const sink = open(path.join(folder, 'leaves'), leavesTable, { versions: ['1.0'], leaves: 'all' });
    await fill(sink, [mixed]);
    sink.abort();
    expect(await readdir(folder)).toEqual(['leaves']);
  });

  it('names the file that cannot be written', async () => {
    const blocked = path.join(dir, `blocked-${name}`);
    await mkdir(dir, { recursive: true });
    await writeFile(blocked, '');
    const sink = open(path.join(blocked, 'leaves'), leavesTable, { versions: ['1.0'], leaves: 'all' });
    await expect(fill(sink, many)).rejects.toMatchObject({
      code: 'OUTPUT_NOT_WRITABLE',
      details: { file: path.join(blocked, 'leaves') },
    });
  });
});
