import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pairKinds, writeRandomPairs } from '../test/fixtures/random-pairs.ts';

/**
 * Runs goldset on random JSON values of all shapes, as gold and outputs. For each kind of processor, it runs `goldset
 * run --predictions` with a report, and then a gate. The run must exit with 3, because invalid outputs count as failed.
 * The gate must exit with 0 or 1. Any other exit code and any signal is a crash. Run: `npx node bench/random-pairs.ts
 * [pairs] [seed]`
 */
const count = Number(process.argv[2] ?? 20_000);
const seed = process.argv[3] ?? 'pairs';
let crashes = 0;

console.log(
  `seed ${seed}, Node ${process.version}, ${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}`,
);
for (const kind of pairKinds) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'goldset-pairs-'));
  try {
    const { dataset, predictions, equal, metric } = await writeRandomPairs(kind, count, folder, seed);
    const policy = path.join(folder, 'policy.json');
    writeFileSync(policy, JSON.stringify({ limits: [{ metric, min: 0.5 }], failures: { max: 0.7 } }));
    const [out, record] = [path.join(folder, 'out'), path.join(folder, 'out', 'record')];
    console.log(`${kind}: ${count} pairs, ${equal} equal`);
    console.log('command              exit  signal  seconds');
    const run = ['run', dataset, '--predictions', predictions, '--out', out, '--allow-invalid-gold'];
    measure('run', run, [3]);
    measure('gate', ['gate', record, '--policy', policy, '--out', path.join(folder, 'gate')], [0, 1]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`${crashes} crashes`);
if (crashes > 0) process.exitCode = 1;

function measure(name: string, args: readonly string[], expected: readonly number[]): void {
  const startedAt = performance.now();
  const { status, signal, stderr } = spawnSync(process.execPath, ['src/cli/goldset.mjs', ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${name.padEnd(20)} ${String(status).padStart(4)}  ${String(signal).padStart(6)}  ${seconds.padStart(7)}`,
  );
  if (status !== null && expected.includes(status)) return;
  crashes++;
  console.log(stderr.slice(0, 2_000));
}
