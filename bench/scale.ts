import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { writeScaleSet } from '../test/fixtures/records/write-scale-set.ts';
import { measureCommand, type Usage } from './scale/measure-command.ts';

/**
 * Measures time and peak memory of import, report, gate and compare by the number of documents: `node bench/scale.ts
 * [count ...]` (10,000 and 100,000 by default). Reports list all leaves of up to 100,000 documents, and only the wrong
 * leaves of more documents.
 *
 * Also prints the time of the report divided by the time that `JSON.parse` takes for all lines of the record. One ratio
 * is of wall time, and the other of processor time. `JSON.parse` is measured before and after the report.
 */
const counts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000];

console.log(
  `${os.cpus()[0]?.model ?? 'unknown'}, ${os.cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, load ${os.loadavg()[0]?.toFixed(1)}`,
);
console.log(
  'documents  command                        wall s   cpu s  peak MB  JSON.parse s  wall ratio  cpu ratio  exit',
);
for (const count of counts) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'goldset-scale-'));
  try {
    await measureSize(count, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureSize(count: number, folder: string): Promise<void> {
  const { dataset, predictions } = await writeScaleSet(count, path.join(folder, 'set'));
  const leaves = ['--leaves', count > 100_000 ? 'wrong' : 'all'];
  const formats = ['--format', 'html,csv,md,json', ...leaves];
  const [baseline, candidate] = [path.join(folder, 'baseline'), path.join(folder, 'candidate')];
  const policy = path.join(folder, 'policy.json');
  await writeFile(
    policy,
    JSON.stringify({
      limits: [{ metric: 'f1', min: 0.5 }],
      regressions: [{ metric: 'document_exact', margin: 0.05 }],
    }),
  );
  const imported = (version: 0 | 1, out: string) =>
    measureCommand(['run', dataset, '--predictions', predictions[version], '--out', out, ...formats]);
  print(count, 'import and report', await imported(0, baseline));
  const before = await parseTime(path.join(baseline, 'record'));
  const report = await measureCommand(['report', path.join(baseline, 'record'), ...formats]);
  const after = await parseTime(path.join(baseline, 'record'));
  const yardstick = {
    wallMs: (before.wallMs + after.wallMs) / 2,
    cpuMs: (before.cpuMs + after.cpuMs) / 2,
  };
  print(count, 'report', report, yardstick);
  print(count, 'import and report, other errors', await imported(1, candidate));
  const gate = ['gate', path.join(candidate, 'record'), '--baseline', path.join(baseline, 'record')];
  print(count, 'gate', await measureCommand([...gate, '--policy', policy]));
  const out = ['--out', path.join(folder, 'comparison')];
  print(count, 'compare', await measureCommand(['compare', baseline, candidate, ...out, ...formats]));
  const { size } = await stat(path.join(baseline, 'report.json'));
  console.log(`${String(count).padStart(9)}  report.json: ${(size / 1e6).toFixed(2)} MB`);
}

function print(count: number, command: string, usage: Usage, yardstick?: Times): void {
  const seconds = (ms: number, width: number) => (ms / 1000).toFixed(2).padStart(width);
  const ratio =
    yardstick === undefined
      ? ' '.repeat(35)
      : `${seconds(yardstick.wallMs, 12)}  ${(usage.wallMs / yardstick.wallMs).toFixed(1).padStart(10)}  ${(usage.cpuMs / yardstick.cpuMs).toFixed(1).padStart(9)}`;
  console.log(
    `${String(count).padStart(9)}  ${command.padEnd(30)} ${seconds(usage.wallMs, 6)}  ${seconds(usage.cpuMs, 6)}  ${usage.peakMb.toFixed(0).padStart(7)}  ${ratio}  ${usage.exitCode}`,
  );
}

type Times = Pick<Usage, 'wallMs' | 'cpuMs'>;

/** Returns the time to parse all items and rows of a record. */
async function parseTime(record: string): Promise<Times> {
  const times = { wallMs: 0, cpuMs: 0 };
  let members = 0;
  for (const file of ['items.jsonl', 'rows.jsonl']) {
    let lines: string[] = [];
    const parse = () => {
      const start = process.cpuUsage();
      const startMs = performance.now();
      for (const line of lines) members += Object.keys(JSON.parse(line) as object).length;
      const { user, system } = process.cpuUsage(start);
      times.cpuMs += (user + system) / 1000;
      times.wallMs += performance.now() - startMs;
      lines = [];
    };
    for await (const line of createInterface({ input: createReadStream(path.join(record, file)) })) {
      lines.push(line);
      if (lines.length === 10_000) parse();
    }
    parse();
  }
  if (members === 0) throw new Error(`${record} has no lines`);
  return times;
}
