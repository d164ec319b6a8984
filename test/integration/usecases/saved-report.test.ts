// The report of a large record is saved next to the record, and read again only if nothing has changed.
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { ProcessorConfig } from '../../../src/model/processor/processor-config.ts';
import { type ReadRequest, readReport, reportRecord } from '../../../src/usecases/report/report-record.ts';
import { openReport } from '../../../src/usecases/view/open-report.ts';
import { writeRecordOf } from '../../fixtures/records/write-record.ts';

const config = {
  type: 'EXTRACT',
  baseProcessor: 'extraction_light',
  schema: {
    type: 'object',
    properties: { total: { type: ['string', 'null'] } },
    required: ['total'],
    additionalProperties: false,
  },
} as ProcessorConfig;

const root = mkdtempSync(path.join(os.tmpdir(), 'goldset-saved-report-'));
const settings = path.join(root, 'settings.json');
const out = path.join(root, 'out');
let record = '';
let file = '';

beforeAll(async () => {
  const documents = Array.from({ length: 2000 }, (_, n) => ({
    id: `doc-${n}`,
    expected: { value: { total: `${n}` } },
    outputs: [{ value: { total: n % 10 === 0 ? 'x' : `${n}` } }],
  }));
  record = (await writeRecordOf({ path: root, config }, ['1.0'], documents)).dir;
  file = path.join(record, 'scores/report.json.gz');
  writeFileSync(settings, '{}');
});

/** Changes the title in the saved report, so that a test can see whether the saved report was read. */
function markSaved(): void {
  const saved = JSON.parse(String(gunzipSync(readFileSync(file))));
  saved.model.title = 'the saved report';
  writeFileSync(file, gzipSync(JSON.stringify(saved)));
}

async function isRead(request: Partial<ReadRequest> = {}): Promise<boolean> {
  const { model } = await readReport({ record, config: settings, saved: 'read', ...request });
  return model.title === 'the saved report';
}

async function save(): Promise<void> {
  rmSync(path.dirname(file), { recursive: true, force: true });
  await readReport({ record, config: settings, saved: 'write' });
  markSaved();
  expect(await isRead()).toBe(true);
}

test('shows the same from a saved report, also a document outside it', async () => {
  rmSync(path.dirname(file), { recursive: true, force: true });
  const views = [
    await openReport({ record }),
    await openReport({ record, saved: 'write' }),
    await openReport({ record, saved: 'read' }),
  ];
  const contents = await Promise.all(
    views.map(async ({ report, valuesOf }) => [report, await valuesOf(0), await valuesOf(1999)]),
  );
  expect(contents[1]).toEqual(contents[0]);
  expect(contents[2]).toEqual(contents[0]);
  markSaved();
  expect((await openReport({ record, saved: 'read' })).report.head).toContain('the saved report');
});

test('is written only on request, and read only for a report without other files', async () => {
  rmSync(path.dirname(file), { recursive: true, force: true });
  await readReport({ record, config: settings, saved: 'read' });
  await reportRecord({ record, config: settings, out, format: 'json' });
  await readReport({ record, config: settings, saved: 'write', labelIssues: true });
  expect(existsSync(file)).toBe(false);
  await save();
  expect(await isRead({ labelIssues: true })).toBe(false);
  expect(await isRead({ saved: undefined })).toBe(false);
});

test('is not read after a change of a setting, of the policy or of a file of the record', async () => {
  await save();
  expect(await isRead({ confidence: 0.9 })).toBe(false);
  const policy = path.join(root, 'policy.json');
  writeFileSync(policy, JSON.stringify({ limits: [{ metric: 'f1', min: 0.5 }] }));
  expect(await isRead({ policy })).toBe(false);
  writeFileSync(settings, JSON.stringify({ statistics: { margin: 0.03 } }));
  expect(await isRead()).toBe(false);
  writeFileSync(settings, '{}');
  expect(await isRead()).toBe(true);
  const rows = path.join(record, 'rows.jsonl');
  const text = readFileSync(rows, 'utf8');
  writeFileSync(rows, text);
  expect(await isRead()).toBe(false);
  await save();
  appendFileSync(rows, '{"cut');
  await expect(isRead()).rejects.toThrow(/rows\.jsonl/);
  writeFileSync(rows, text);
});

test('is not read if a document that was opened has changed, or if the file is damaged', async () => {
  await save();
  const saved = JSON.parse(String(gunzipSync(readFileSync(file))));
  saved.documents = [[settings, 'earlier size and time']];
  writeFileSync(file, gzipSync(JSON.stringify(saved)));
  expect(await isRead()).toBe(false);
  for (const damaged of [gzipSync('null'), gzipSync('{"key":'), Buffer.from('no archive')]) {
    writeFileSync(file, damaged);
    expect(await isRead()).toBe(false);
  }
});

test('is not read if it is too large after decompression', async () => {
  await save();
  const spaces = gzipSync(Buffer.alloc(2 ** 24, ' '), { level: 1 });
  writeFileSync(file, Buffer.concat([...Array(8).fill(spaces), readFileSync(file)]));
  expect(await isRead()).toBe(false);
});

test('is not written through a link', async () => {
  const other = mkdtempSync(path.join(os.tmpdir(), 'goldset-saved-link-'));
  rmSync(path.dirname(file), { recursive: true, force: true });
  symlinkSync(other, path.dirname(file));
  await readReport({ record, config: settings, saved: 'write' });
  expect(existsSync(path.join(other, 'report.json.gz'))).toBe(false);
  rmSync(path.dirname(file));
});
