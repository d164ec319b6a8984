import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { bmpFile } from '../../../fixtures/pages/image-files.ts';
import { damagedPageTrees } from '../../../fixtures/pages/page-trees.ts';
import { scanJpeg } from '../../../fixtures/pages/scans.ts';
import { docxFile, wordParagraph, xlsxFile } from '../../../fixtures/pages/zip-file.ts';
import { proves } from '../../../fixtures/service/proves.ts';
import { sharedService, testService } from '../../../fixtures/service/service-harness.ts';
import { createExtracting, endOf } from '../../../fixtures/service/workflow-requests.ts';

const service = sharedService({ engineModule: undefined });
const locked = readFileSync(path.join(import.meta.dirname, '../../../fixtures/pages/locked.pdf'));
const half = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, Math.floor(bytes.length / 2));
const word = docxFile(wordParagraph('x'));

const unreadable: readonly [string, () => Promise<Uint8Array> | Uint8Array, RegExp][] = [
  ['empty.pdf', () => new Uint8Array(), /empty/],
  ['empty.txt', () => new Uint8Array(), /empty/],
  ['blank.txt', () => Buffer.from(' \n\t\n'), /only white space/],
  ['cut.pdf', () => Buffer.from('%PDF-1.7\n1 0 obj'), /not a readable PDF/],
  ['locked.pdf', () => locked, /password/],
  ['tree.pdf', () => damagedPageTrees['a page that is missing'] as Uint8Array, /not a readable PDF: page 1/],
  ['cut.docx', () => half(word), /incomplete|not a readable/],
  [
    'cut.xlsx',
    async () => half(xlsxFile([{ name: 'A', rows: '<row r="1"/>' }])),
    /incomplete|not a readable|unsupported/,
  ],
  ['cut.jpg', () => half(scanJpeg), /cut off/],
  ['cut.bmp', () => half(bmpFile(createCanvas(20, 20))), /not a readable BMP/],
  ['cut.png', () => Buffer.from('89504e470d0a1a0a0000', 'hex'), /not a readable PNG/],
  ['page.pdf', () => Buffer.from('<html><body>Not found</body></html>'), /HTML page/],
  ['old.doc', () => Buffer.from('d0cf11e0a1b11ae10000', 'hex'), /old binary format/],
];

it.each(unreadable)('Run Processor and Run Workflow reject %s with 400', async (fileName, make, message) => {
  proves('error.400.unreadable', 'error.400.corrupt');
  const bytes = await make();
  const fileId = await service.upload(fileName, bytes);
  const files = async () => (await service.get('/files?maxPageSize=1000')).body.files.length;
  const runs = async () => (await service.get('/processor_runs?maxPageSize=1000')).body.processorRuns.length;
  const before = [await files(), await runs()];
  const processorId = await service.extractor();
  const { workflow } = (await service.post('/workflows', { name: 'w' })).body;
  const text = await service.upload('text.txt', 'fine');
  const address = (await service.get(`/files/${fileId}`)).body.file.presignedUrl;
  for (const [url, body, place] of [
    ['/processor_runs', { processorId, file: { fileId } }, 'file.fileId'],
    ['/v1/processor_runs', { processorId, file: { fileName, fileUrl: address }, sync: true }, 'file.fileUrl'],
    ['/workflow_runs', { workflowId: workflow.id, files: [{ fileId: text }, { fileId }] }, 'files[1].fileId'],
    [
      '/workflow_runs',
      { workflowId: workflow.id, files: [{ fileName, fileUrl: address }] },
      'files[0].fileUrl',
    ],
  ] as const) {
    const { status, body: answer } = await service.post(url, body);
    expect([url, status, answer.success]).toEqual([url, 400, false]);
    expect(answer.error).toMatch(message);
    expect(answer.error.endsWith(`param: ${place}`)).toBe(true);
  }
  if (bytes.length > 0) {
    const file = { fileName, fileBase64: Buffer.from(bytes).toString('base64') };
    const { status, body } = await service.post('/processor_runs', { processorId, file });
    expect([status, body.error]).toEqual([400, expect.stringContaining('param: file.fileBase64')]);
  }
  // Files of rejected requests are deleted, and stored files stay.
  expect([await files(), await runs()]).toEqual([(before[0] as number) + 1, before[1]]);
  expect((await service.get(`/files/${fileId}`)).status).toBe(200);
});

it('a batch accepts a file that cannot be read, and only its run fails', async () => {
  proves('batch.unreadable');
  const plain = await testService();
  const workflowId = await createExtracting(plain);
  const fileId = await plain.upload('cut.pdf', 'corrupt %PDF-1.7');
  const rejected = await plain.post('/workflow_runs', { workflowId, files: [{ fileId }] });
  expect(rejected.status).toBe(400);
  const inputs = [{ rawText: 'a' }, { file: { fileId } }, { rawText: 'b' }];
  const answer = await plain.post('/workflow_runs/batch', { workflowId, inputs });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  const address = `/workflow_runs?batchId=${answer.body.batchId}&sortBy=createdAt&sortDir=asc`;
  const { workflowRuns } = (await plain.get(address)).body;
  const ended = await Promise.all(workflowRuns.map(({ id }: { id: string }) => endOf(plain, id)));
  expect(ended.map(({ status }) => status)).toEqual(['PROCESSED', 'FAILED', 'PROCESSED']);
});

it('a file whose check takes too long is accepted, and its run fails', async () => {
  proves('error.400.unreadable');
  const slow = await testService({ checkTimeLimitMs: 1 });
  const processorId = await slow.extractor();
  const file = { fileId: await slow.upload('cut.pdf', 'corrupt %PDF-1.7') };
  const { status, body } = await slow.post('/processor_runs', { processorId, file, sync: true });
  expect([status, body.processorRun?.status, body.processorRun?.failureReason]).toEqual([
    200,
    'FAILED',
    'FAILED_TO_PROCESS_FILE',
  ]);
});

// Leaves out files with a damaged second page. For such a file, the parser first recognises the text of page one, and
// this takes long.
const quickTrees = Object.entries(damagedPageTrees).filter(([name]) => !name.includes('second page'));

it.each(quickTrees)('Parse has the code CORRUPT_FILE for %s', async (_name, bytes) => {
  proves('parse-code.CORRUPT_FILE', 'error.400.corrupt');
  const fileId = await service.upload('tree.pdf', bytes);
  const { status, body } = await service.post('/parse', { file: { fileId }, config: {} });
  expect([status, body.code, body.failureReason]).toEqual([400, 'CORRUPT_FILE', 'CORRUPT_FILE']);
});
