import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createClient } from '../../src/client/create-client.ts';
import type { EvaluationSet } from '../../src/model/dataset/evaluation-set.ts';
import { runPlan } from '../../src/runner/run-plan.ts';

/**
 * Executes one run in its own process, and prints the processor time from the first item to the summary and
 * the peak memory. Arguments: `url count`.
 */
const [url = '', count = ''] = process.argv.slice(2);
const set: EvaluationSet = {
  name: 'bench',
  kind: 'EXTRACT',
  manifest: { name: 'bench', kind: 'EXTRACT' },
  path: 'bench',
  async *items() {
    for (let n = 1; n <= Number(count); n++)
      yield {
        id: `item-${n}`,
        source: { kind: 'text', text: `text ${n}` },
        expectedOutput: { value: { text: `text ${n}` } },
        tags: {},
        origin: { file: 'bench', line: n },
      };
  },
};
const dir = await mkdtemp(path.join(os.tmpdir(), 'goldset-bench-'));
const client = createClient({ baseUrl: url, token: 'bench' });
const before = process.cpuUsage();
const outcome = await runPlan({
  client,
  recordDir: path.join(dir, 'record'),
  set,
  processor: 'dp_1',
  versions: ['draft'],
});
const { user, system } = process.cpuUsage(before);
await client.close();
rmSync(dir, { recursive: true });
const cpuSeconds = (user + system) / 1e6;
const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(
  JSON.stringify({ processed: outcome.processed, cpuSeconds, wallSeconds: outcome.wallMs / 1000, megabytes }),
);
