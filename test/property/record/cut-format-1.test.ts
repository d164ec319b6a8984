import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { foldReport } from '../../../src/analysis/sections/build-report.ts';
import { incompleteVerdict } from '../../../src/analysis/sections/overview/verdicts.ts';
import { GoldsetError } from '../../../src/base/goldset-error.ts';
import { Random } from '../../../src/base/random.ts';
import { openRecord, type RecordedDocument } from '../../../src/record/read/open-record.ts';
import { long, times } from '../../fixtures/long-form.ts';

const stored = path.resolve(import.meta.dirname, '../../fixtures/records-v1');
const dir = mkdtempSync(path.join(tmpdir(), 'goldset-cut-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Numbers of random positions at which a file is cut: anywhere in the file, and next to line ends. */
const [drawn, aroundLineEnds] = [times(3, 200), times(3, 40)];
/** In `npm run test:long`, the files of this record are cut at every position. */
const everywhere = 'extract';

/** Returns the lengths to which a file is cut. */
function cutsOf(bytes: Buffer, name: string, fileName: string): number[] {
  const all = Array.from(bytes, (_, at) => at).reverse();
  if (long && name === everywhere) return all;
  const random = new Random(`${name} ${fileName}`);
  const ends = all.filter((at) => bytes[at] === 0x0a || bytes[at - 1] === 0x0a);
  return [...random.shuffle(all).slice(0, drawn), ...random.shuffle(ends).slice(0, aroundLineEnds)];
}

interface Reading {
  readonly documents: readonly RecordedDocument[];
  readonly isIncomplete: boolean;
  readonly notices: readonly string[];
}

async function read(record: string): Promise<Reading> {
  const reader = await openRecord(record);
  const documents: RecordedDocument[] = [];
  for await (const document of reader.documents()) documents.push(document);
  const { states } = await foldReport(reader, { sensitivity: false });
  const isIncomplete = incompleteVerdict(states) !== null;
  return { documents, isIncomplete, notices: [...reader.notices] };
}

/**
 * Returns what can be read of a record with a cut file. Returns `rejected` if the error names the file and one of its
 * lines.
 */
async function readCut(record: string, file: string): Promise<Reading | 'rejected'> {
  try {
    return await read(record);
  } catch (thrown) {
    if (!(thrown instanceof GoldsetError)) throw thrown;
    const { code, details } = thrown;
    expect([code, details.file], thrown.message).toEqual(['RECORD_INVALID', file]);
    expect(details.line, thrown.message).toBeGreaterThan(0);
    return 'rejected';
  }
}

/** Checks that the documents equal those of the whole record, except item runs whose rows were cut away. */
function expectPart(found: Reading, whole: Reading): void {
  expect(found.documents.map(({ item }) => item)).toEqual(whole.documents.map(({ item }) => item));
  for (const [at, { runs }] of found.documents.entries())
    for (const [version, rows] of runs.entries())
      for (const row of rows) expect(whole.documents[at]?.runs[version]).toContainEqual(row);
}

const rowsIn = ({ documents }: Reading) => documents.flatMap(({ runs }) => runs.flat()).length;

const records = ['extract', 'classify-repeats', 'split', 'repeats', 'shard-1'];

test.each(records)(
  'a stored record that is cut after any byte is rejected, unfinished or unchanged: %s',
  async (name) => {
    const record = path.join(dir, name);
    cpSync(path.join(stored, name), record, { recursive: true });
    const whole = await read(record);
    expect(whole.isIncomplete).toBe(false);
    for (const fileName of ['plan.json', 'items.jsonl', 'rows.jsonl', 'summary.json']) {
      const bytes = readFileSync(path.join(stored, name, fileName));
      const file = path.join(record, fileName);
      for (const left of cutsOf(bytes, name, fileName)) {
        cpSync(path.join(stored, name, fileName), file);
        truncateSync(file, left);
        const found = await readCut(record, file);
        const where = `${fileName}, ${left} of ${bytes.length} bytes`;
        // If only the last line end is missing, the file has the same content.
        if (left === bytes.length - 1) expect(found, where).toEqual(whole);
        else if (fileName === 'plan.json' || fileName === 'items.jsonl')
          expect(found, where).toBe('rejected');
        else {
          if (found === 'rejected') expect.fail(`${where}: rejected`);
          expect(found.isIncomplete, where).toBe(true);
          expectPart(found, whole);
          const lines = bytes.subarray(0, left).toString('latin1').split('\n');
          const isTorn = lines.at(-1) !== '' && bytes[left] !== 0x0a;
          if (fileName === 'rows.jsonl') {
            expect(rowsIn(found), where).toBe(lines.length - (lines.at(-1) === '' || isTorn ? 1 : 0));
            expect(found.notices.length, where).toBe(isTorn ? 1 : 0);
          } else expect([rowsIn(found), found.notices.length], where).toEqual([rowsIn(whole), 1]);
        }
      }
      cpSync(path.join(stored, name, fileName), file);
    }
  },
  1_800_000,
);
