import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeRandomPairs } from '../test/fixtures/random-pairs.ts';

/**
 * Random pairs of JSON values of all shapes, as gold and output: one `goldset run --predictions` with its report, then a
 * gate. A crash ends a command with exit code 70 or a signal. The run exits with 3, because outputs that are not objects
 * count as failed, and the gate with 1. Run: `npx node bench/random-pairs.ts [pairs] [seed]`
 */
const count = Number(process.argv[2] ?? 20_000);
const seed = process.argv[3] ?? 'pairs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'goldset-pairs-'));
try {
  const { dataset, predictions, equal } = await writeRandomPairs(count, folder, seed);
  const policy = path.join(folder, 'policy.json');
  writeFileSync(
    policy,
    JSON.stringify({ limits: [{ metric: 'document_exact', min: 0.5 }], failures: { max: 0.5 } }),
  );
  const [out, record] = [path.join(folder, 'out'), path.join(folder, 'out', 'record')];
  console.log(
    `${count} pairs, seed ${seed}, ${equal} equal, Node ${process.version}, ${os.cpus().length} cores`,
  );
  console.log('command              exit  signal  seconds');
  const run = ['run', dataset, '--predictions', predictions, '--out', out, '--allow-invalid-gold'];
  measure('run', run);
  measure('gate', ['gate', record, '--policy', policy, '--out', path.join(folder, 'gate')]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function measure(name: string, args: readonly string[]): void {
  const startedAt = performance.now();
  const { status, signal, stderr } = spawnSync(process.execPath, ['src/cli/goldset.mjs', ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${name.padEnd(20)} ${String(status).padStart(4)}  ${String(signal).padStart(6)}  ${seconds.padStart(7)}`,
  );
  if (status === 70 || signal !== null) console.log(stderr.slice(0, 2_000));
}
