import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { decompressionBombs, hiddenBombs } from '../test/fixtures/pages/decompression-bombs.ts';
import { scannedPdf } from '../test/fixtures/pages/large-scan.ts';
import { makeExtractor, openRequests } from './service/requests.ts';
import { startServer } from './service/server-process.ts';

/**
 * Tests the service with decompression bombs. Sends three bombs of one kind and a one-line document at the same time,
 * and repeats this for each kind. Run: `npx node bench/decompression-bombs.ts [workers] [kinds]`
 *
 * Prints the time until the last bomb failed (at most 30 s), the time until the one-line document was read (at most 5
 * s), and the peak memory of the service and its workers together (at most 1,500 MB). Exits with 1 if a figure is
 * above its limit, or if a bomb does not fail with a reason. Also sends three large scans at each of two resolutions,
 * which the service must read.
 */
const workers = process.argv[2] ?? String(Math.min(os.availableParallelism(), 4));
const limits = { bombSeconds: 30, lineSeconds: 5, peakMb: 1500 };
const sampleMs = 50;
let failed = false;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Measured {
  readonly ends: readonly {
    status: string;
    failureReason: string | null;
    failureMessage: string | null;
    seconds: number;
  }[];
  readonly line: { readonly status: string; readonly seconds: number };
  readonly peakMb: number;
  readonly columns: readonly [kind: string, size: string, line: string, peak: string];
}

async function measure(kind: string, files: readonly Buffer[]): Promise<Measured> {
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
  return {
    ends,
    line,
    peakMb,
    columns: [
      kind.padEnd(25),
      `${Math.round((files[0]?.length ?? 0) / 1000)} KB`.padStart(8),
      `line ${line.status} in ${line.seconds.toFixed(1)} s`,
      `peak ${Math.round(peakMb)} MB (proportional ${Math.round(peakProportionalMb)} MB)  load ${os.loadavg()[0]?.toFixed(1)}`,
    ],
  };
}

function print({ columns: [kind, size, line, peak] }: Measured, result: string, isGood: boolean): void {
  failed ||= !isGood;
  console.log([kind, size, result, line, peak, isGood ? '' : 'NOT WITHIN THE LIMITS'].join('  ').trimEnd());
}

async function measureBombs(kind: string, files: readonly Buffer[]): Promise<void> {
  const measured = await measure(kind, files);
  const { ends, line, peakMb } = measured;
  const seconds = Math.max(...ends.map((end) => end.seconds));
  const withReason = ends.filter(
    ({ status, failureReason, failureMessage }) =>
      status === 'FAILED' &&
      failureReason === 'FAILED_TO_PROCESS_FILE' &&
      /too large|more than \d+ MB of memory/.test(failureMessage ?? ''),
  ).length;
  const isGood =
    withReason === files.length &&
    line.status === 'PROCESSED' &&
    seconds <= limits.bombSeconds &&
    line.seconds <= limits.lineSeconds &&
    peakMb <= limits.peakMb;
  const result = `${withReason} of ${files.length} failed with a reason in ${seconds.toFixed(1)} s`;
  print(measured, result, isGood);
}

/** Measures large scans without a limit for their time and memory. The service must read all of them. */
async function measureScans(kind: string, files: readonly Buffer[]): Promise<void> {
  const measured = await measure(kind, files);
  const { ends, line } = measured;
  const read = ends.filter(({ status }) => status === 'PROCESSED').length;
  const seconds = Math.max(...ends.map((end) => end.seconds));
  const isGood = read === files.length && line.status === 'PROCESSED';
  print(measured, `${read} of ${files.length} read in ${seconds.toFixed(1)} s`, isGood);
}

console.log(
  `${new Date().toISOString()}  ${os.cpus()[0]?.model}, ${os.availableParallelism()} cores, load ${os.loadavg()[0]?.toFixed(1)}, Node ${process.version}, ${workers} workers`,
);
const chosen = process.argv.slice(3);
for (const [kind, create] of Object.entries({ ...decompressionBombs, ...hiddenBombs })) {
  if (chosen.length > 0 && !chosen.includes(kind)) continue;
  // Archives also have a fixed limit of 268 MB. A size below this limit tests the limit of the compression ratio.
  const bytes = /\.(docx|xlsx)$/.test(kind) ? 250e6 : 300e6;
  await measureBombs(
    kind,
    [0, 1, 2].map((index) => create(bytes + index * 1000)),
  );
}
for (const dotsPerInch of [300, 600]) {
  const kind = `scan-${dotsPerInch}.pdf`;
  if (chosen.length > 0 && !chosen.includes(kind)) continue;
  await measureScans(
    kind,
    [3, 4, 5].map((lines) => scannedPdf(dotsPerInch, lines)),
  );
}
process.exitCode = failed ? 1 : 0;
