import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Pool } from 'undici';
import { quantile } from '../src/stats/numeric/quantile.ts';
import { atOnce, makeExtractor, openRequests } from './service/requests.ts';
import { startServer } from './service/server-process.ts';

/**
 * Measures the processor time that the check of uploaded PDFs adds to a run, with an engine that does nothing. Each round
 * uploads new copies of the bundled invoices and runs them twice: the first run checks its file, and the second run does
 * not, because its file has already been read. Prints milliseconds of all processes of the service.
 * Run: `npx node bench/upload-check.ts [files per round] [rounds]`
 */
const count = Number(process.argv[2] ?? 500);
const rounds = Number(process.argv[3] ?? 5);
const clients = 8;

const folder = path.resolve(import.meta.dirname, '../datasets/invoices/files');
const pdfs = readdirSync(folder)
  .filter((name) => name.endsWith('.pdf'))
  .map((name) => readFileSync(path.join(folder, name)));

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'goldset-bench-'));
const server = await startServer('serve.ts', [dataDir, '0', '1']);
const { send, close } = openRequests(server.url, clients);
const uploads = new Pool(server.url, { connections: clients });
const processorId = await makeExtractor(send);

async function upload(index: number, round: number): Promise<string> {
  const pdf = pdfs[index % pdfs.length] as Buffer;
  const answer = await uploads.request({
    method: 'POST',
    path: '/files/upload',
    headers: {
      authorization: 'Bearer sk_bench',
      'x-service-api-version': '2025-04-21',
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="invoice.pdf"',
    },
    // Bytes after the end of a PDF do not change it.
    body: Buffer.concat([pdf, Buffer.from(`\n% ${round} ${index}\n`)]),
  });
  return ((await answer.body.json()) as { file: { id: string } }).file.id;
}

async function run(fileId: string): Promise<void> {
  const body = { processorId, file: { fileId }, sync: true };
  const { processorRun } = (await send('POST', '/processor_runs', body)).body;
  if (processorRun?.status !== 'PROCESSED') throw new Error(`found status ${processorRun?.status}`);
}

async function milliseconds(work: (index: number) => Promise<void>): Promise<number> {
  const before = server.cpuSeconds();
  await atOnce(count, clients, work);
  return ((server.cpuSeconds() - before) * 1000) / count;
}

const measured: { upload: number; first: number; second: number }[] = [];
for (let round = 0; round <= rounds; round++) {
  const ids: string[] = [];
  const result = {
    upload: await milliseconds(async (index) => {
      ids[index] = await upload(index, round);
    }),
    first: await milliseconds((index) => run(ids[index] as string)),
    second: await milliseconds((index) => run(ids[index] as string)),
  };
  // Round 0 loads the code.
  if (round > 0) measured.push(result);
}
await uploads.close();
await close();
await server.stop('SIGTERM');
rmSync(dataDir, { recursive: true, force: true });

const shown = (pick: (one: (typeof measured)[number]) => number, digits = 2): string => {
  const values = measured.map(pick);
  return `${quantile(values, 0.5)?.toFixed(digits)} (${values.map((value) => value.toFixed(digits)).join(', ')})`;
};
console.log(`${count} PDFs, ${rounds} rounds, ${os.cpus().length} cores, Node ${process.version}
upload ms:                       ${shown(({ upload }) => upload)}
run with check ms:               ${shown(({ first }) => first)}
run without check ms:            ${shown(({ second }) => second)}
ratio of the runs:               ${shown(({ first, second }) => first / second)}
ratio of uploads with their runs: ${shown(({ upload, first, second }) => (upload + first) / (upload + second))}`);
