import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { IdTable } from '../../../src/base/lines/id-table.ts';
import { scanLines } from '../../../src/base/lines/scan-lines.ts';
import type { ItemRun } from '../../../src/model/record/run-record.ts';
import { itemLine, namedRowLine, rowLine } from '../../../src/record/lines/line-shapes.ts';
import { openRecord, type RecordReader } from '../../../src/record/read/open-record.ts';
import { times } from '../../fixtures/long-form.ts';
import { writeRecord } from '../../fixtures/records/write-record.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'goldset-index-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const config = { type: 'CLASSIFY' as const, classifications: [{ id: 'k', type: 'k', description: '' }] };
const word = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.constantFrom('"', '\\', 'a"b', 'a\\', '\u0000', '\n', '"state":"failed"', 'ä', '😀'),
);
const words = (maxLength: number) => fc.uniqueArray(word, { minLength: 1, maxLength });

/** Returns the item runs of each item and version, read line by line without the index. */
async function plainly(record: RecordReader) {
  const ids: string[] = [];
  for await (const { id } of record.items()) ids.push(id);
  const rows = new Map<string, ItemRun>();
  for await (const row of record.rows()) rows.set(JSON.stringify([row.itemId, row.version, row.repeat]), row);
  const repeats = Array.from({ length: record.plan.repeats }, (_, n) => n + 1);
  return ids.map((id) =>
    record.plan.versions.map(({ requested }) =>
      repeats.flatMap((repeat) => rows.get(JSON.stringify([id, requested, repeat])) ?? []),
    ),
  );
}

const outputs = fc.oneof(
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: word.map((text) => new Error(text)) },
  { weight: 3, arbitrary: word.map((text) => ({ id: 'k', type: text })) },
);

test('the index and the documents equal a plain reading of all lines', async () => {
  await fc.assert(
    fc.asyncProperty(
      words(6),
      words(3),
      fc.array(outputs, { minLength: 18, maxLength: 18 }),
      fc.infiniteStream(fc.nat({ max: 1000 })),
      fc.boolean(),
      async (ids, versions, results, order, otherLayout) => {
        const pairs = ids.map((id, i) => ({
          id,
          expected: { id: 'k', type: 'k' },
          outputs: versions.map((_, v) => results[i * versions.length + v]),
        }));
        const written = await writeRecord(config, versions, pairs);
        const file = path.join(written.dir, 'rows.jsonl');
        const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
        const shuffled = lines
          .map((line) => ({ line, at: order.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ line }) =>
            otherLayout
              ? JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).reverse()))
              : line,
          );
        writeFileSync(file, shuffled.map((line) => `${line}\n`).join(''));
        rmSync(path.join(written.dir, 'summary.json'));
        const record = await openRecord(written.dir);
        const expected = await plainly(record);
        const documents = [];
        for await (const document of record.documents()) documents.push(document);
        expect(documents.map(({ runs }) => runs)).toEqual(expected);
        expect(documents.map(({ item }) => item.id)).toEqual(ids);
        expect(documents.map(({ position }) => position)).toEqual(ids.map((_, i) => i));
        const index = await record.index();
        const ended = expected.flat(2);
        const stateCount = (state: string) => ended.filter((row) => row.state === state).length;
        expect(index.byState).toEqual({
          notRun: ids.length * versions.length - ended.length,
          processed: stateCount('processed'),
          failed: stateCount('failed'),
          cancelled: 0,
        });
        expect(ids.map((id) => index.ids.find(id))).toEqual(ids.map((_, i) => i));
        expect(index.files.rows.lines).toBe(lines.length);
        const picked = [];
        for await (const document of record.documents([ids.length - 1])) picked.push(document);
        expect(picked).toEqual([documents.at(-1)]);
        rmSync(path.dirname(written.dir), { recursive: true });
      },
    ),
    { numRuns: times(12, 60), seed: 20261122 },
  );
});

test('finds lines of any length at any position', async () => {
  const file = path.join(dir, 'lines');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.nat({ max: 40 }), fc.integer({ min: 1_000_000, max: 2_200_000 })), {
        maxLength: 8,
      }),
      fc.boolean(),
      async (lengths, complete) => {
        const lines = lengths.map((length, i) => 'x'.repeat(length).replace(/^x/, String(i % 10)));
        writeFileSync(file, lines.join('\n') + (complete && lines.length > 0 ? '\n' : ''));
        const found: { line: number; offset: number; text: string }[] = [];
        await scanLines(file, ({ bytes, start, end, line, offset }) =>
          found.push({ line, offset, text: bytes.toString('utf8', start, end) }),
        );
        let offset = 0;
        const expected = lines.flatMap((text, i) => {
          const at = offset;
          offset += text.length + 1;
          return text === '' ? [] : [{ line: i + 1, offset: at, text }];
        });
        expect(found).toEqual(expected);
      },
    ),
    { numRuns: times(10, 40), seed: 20261122 },
  );
});

const mutation = fc.record({
  key: fc.constantFrom(
    'id',
    'expectedOutput',
    'tags',
    'document',
    'itemId',
    'version',
    'repeat',
    'state',
    'failure',
    'runId',
    'output',
    'processorVersionId',
    'latencyMs',
    'credits',
    'pages',
    'attempts',
    'finishedAt',
  ),
  value: fc.oneof(
    fc.constantFrom(
      undefined,
      null,
      1.5,
      -0,
      2 ** 53,
      Number.NaN,
      '',
      'failed',
      [],
      {},
      { a: 1 },
      { a: 'b' },
    ),
    fc.record({
      reason: fc.constantFrom('timed_out', 'other'),
      message: fc.constantFrom('m', 1),
      detail: fc.constantFrom('d', null),
    }),
    fc.record({
      kind: fc.constantFrom('file', 'text', 'x'),
      path: fc.constantFrom(null, 'p', 1),
      name: fc.constantFrom('n', null),
      text: fc.constantFrom('t', 5),
    }),
  ),
});

test('the quick check of a line accepts no line that the schema rejects', () => {
  const item = {
    position: 0,
    id: 'a',
    documentHash: 'd',
    expectationHash: 'e',
    expectedOutput: {},
    tags: {},
    document: { kind: 'text', path: null, name: 'n' },
  };
  const numbered = rowLine(['v']);
  const row = {
    itemId: 'a',
    version: 'v',
    repeat: 1,
    state: 'processed',
    runId: null,
    processorVersionId: null,
    output: 1,
    latencyMs: 1,
    credits: null,
    pages: 1,
    attempts: 1,
    finishedAt: 't',
  };
  expect(itemLine.quick?.(item)).toEqual(item);
  expect(namedRowLine.quick?.(row)).toEqual(row);
  expect(numbered.quick?.({ ...row, position: 0, version: 0 })).toEqual(row);
  fc.assert(
    fc.property(mutation, ({ key, value }) => {
      const changed = [
        { ...item, [key]: value },
        { ...row, [key]: value },
      ] as const;
      const third = { ...row, position: 0, version: 0, [key]: value };
      for (const [shape, line] of [
        [itemLine, changed[0]],
        [namedRowLine, changed[1]],
        [numbered, third],
      ] as const) {
        const quick = shape.quick?.(line) ?? null;
        if (quick !== null) expect(quick).toMatchObject(shape.schema.parse(line));
      }
    }),
    { numRuns: times(300, 3000), seed: 20261122 },
  );
});

test('ids are found by the position that they were taken for, the first one of two', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 200 }), (ids) => {
      const table = new IdTable();
      const first = new Map<string, number>();
      for (const [i, id] of ids.entries()) {
        expect(table.add(id, i)).toBe(first.get(id) ?? -1);
        if (!first.has(id)) first.set(id, i);
      }
      for (const [id, i] of first) expect(table.find(Buffer.from(id))).toBe(i);
      expect(table.find('never taken')).toBe(-1);
      expect(table.size).toBe(first.size);
    }),
    { numRuns: times(12, 50), seed: 20261122 },
  );
});
