import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';

/**
 * Measures the duration of `goldset --help` relative to `node -e 0`. Prints the medians of alternating runs
 * and their ratio. Target: a ratio of at most 2.2. Run: `npx node bench/start-up.ts`
 */
const runs = 15;
const launcher = path.resolve(import.meta.dirname, '../src/cli/goldset.mjs');
const commands = { goldset: [launcher, '--help'], node: ['-e', '0'] };

const times: Record<keyof typeof commands, number[]> = { goldset: [], node: [] };
for (let run = 0; run <= runs; run++) {
  for (const name of ['goldset', 'node'] as const) {
    const started = performance.now();
    const { status, stdout } = spawnSync(process.execPath, commands[name]);
    const took = performance.now() - started;
    if (status !== 0 || (name === 'goldset' && !String(stdout).includes('demo')))
      throw new Error(`${name} failed`);
    // The first run fills the compile cache and is not counted.
    if (run > 0) times[name].push(took);
  }
}
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
const ours = median(times.goldset);
const bare = median(times.node);
console.log(
  JSON.stringify({
    machine: `${os.cpus().length} cores, ${process.version}`,
    runs,
    goldsetHelpMs: Number(ours.toFixed(1)),
    nodeMs: Number(bare.toFixed(1)),
    ratio: Number((ours / bare).toFixed(2)),
  }),
);
