import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { decompressionBombs, hiddenBombs } from '../test/fixtures/pages/decompression-bombs.ts';
import { makeExtractor, openRequests } from './service/requests.ts';
import { startServer } from './service/server-process.ts';

/**
 * Sends three decompression bombs of one kind and a document of one line to the service at the same time, for each kind.
 * Prints the time until the last bomb failed, the time until the line was read, and the peak memory of the service and its
 * workers together. Exits with 1 above 30 s, 5 s and 1,500 MB, or if a bomb does not fail with a reason.
 * A hidden bomb may also be read as a blank page within these limits.
 * Run: `npx node bench/decompression-bombs.ts [workers] [kinds]`
 */
const workers = process.argv[2] ?? String(Math.min(os.availableParallelism(), 4));
const limits = { bombSeconds: 30, lineSeconds: 5, peakMb: 1500 };
const sampleMs = 50;
let failed = false;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function measure(kind: string, files: readonly Buffer[]): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'goldset-bombs-'));
  const server = await startServer('serve.ts', [folder, '0', workers, 'local']);
  const { send, close } = openRequests(server.url, 8);
  const processorId = await makeExtractor(send);
  const startedAt = performance.now();
  const since = (): number => (performance.now() - startedAt) / 1000;
  let [peakMb, peakProportionalMb] = [0, 0];
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, server.residentMb());
    peakProportionalMb = Math.max(peakProportionalMb, server.proportionalMb());
  }, sampleMs);
  const run = async (input: object) => {
    const { body } = await send('POST', '/processor_runs', { processorId, ...input });
    for (;;) {
      const { processorRun } = (await send('GET', `/processor_runs/${body.processorRun.id}`)).body;
      if (['PROCESSED', 'FAILED'].includes(processorRun.status)) return { ...processorRun, seconds: since() };
      await sleep(20);
    }
  };
  const bombs = files.map((file, index) =>
    run({ file: { fileName: `${index}-${kind}`, fileBase64: file.toString('base64') } }),
  );
  const line = await run({ rawText: 'Number: 4711' });
  const ends = await Promise.all(bombs);
  clearInterval(sampler);
  await close();
  await server.stop('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
  const bombSeconds = Math.max(...ends.map(({ seconds }) => seconds));
  const withReason = ends.filter(
    ({ status, failureReason, failureMessage }) =>
      status === 'FAILED' &&
      failureReason === 'FAILED_TO_PROCESS_FILE' &&
      /too large|more than \d+ MB of memory/.test(failureMessage),
  );
  const blank = kind in hiddenBombs ? ends.filter(({ status }) => status === 'PROCESSED') : [];
  const isGood =
    withReason.length + blank.length === files.length &&
    line.status === 'PROCESSED' &&
    bombSeconds <= limits.bombSeconds &&
    line.seconds <= limits.lineSeconds &&
    peakMb <= limits.peakMb;
  failed ||= !isGood;
  const columns = [
    kind.padEnd(24),
    `${Math.round((files[0]?.length ?? 0) / 1000)} KB`.padStart(8),
    `${withReason.length} of ${files.length} failed with a reason${blank.length > 0 ? `, ${blank.length} read as blank,` : ''} in ${bombSeconds.toFixed(1)} s`,
    `line ${line.status} in ${line.seconds.toFixed(1)} s`,
    `peak ${Math.round(peakMb)} MB (proportional ${Math.round(peakProportionalMb)} MB)`,
    `load ${os.loadavg()[0]?.toFixed(1)}`,
    isGood ? '' : 'NOT WITHIN THE LIMITS',
  ];
  console.log(columns.join('  ').trimEnd());
}

console.log(
  `${new Date().toISOString()}  ${os.cpus()[0]?.model}, ${os.availableParallelism()} cores, load ${os.loadavg()[0]?.toFixed(1)}, Node ${process.version}, ${workers} workers`,
);
const chosen = process.argv.slice(3);
for (const [kind, create] of Object.entries({ ...decompressionBombs, ...hiddenBombs })) {
  if (chosen.length > 0 && !chosen.includes(kind)) continue;
  // Archives have a fixed limit of 268 MB, so this size tests the limit of the compression ratio.
  const bytes = /\.(docx|xlsx)$/.test(kind) ? 250e6 : 300e6;
  await measure(
    kind,
    [0, 1, 2].map((index) => create(bytes + index * 1000)),
  );
}
process.exitCode = failed ? 1 : 0;
