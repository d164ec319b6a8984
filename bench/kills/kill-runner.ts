import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { Random } from '../../src/base/random.ts';
import { openRecord } from '../../src/record/read/open-record.ts';
import { runKey } from '../../src/record/write/record-states.ts';
import { FaultServer } from '../../test/fixtures/faults/fault-server.ts';
import { filesBelow, KillCounts, type KillResult, rowsOf } from './kill-result.ts';
import { command, successful } from './killed-command.ts';
import { writeTexts } from './write-sources.ts';

const items = 60;

/**
 * Kills `goldset run` at random moments, from its start to its report, and resumes it until it completes. Then begins
 * another run. The service counts the runs that it created.
 */
export async function killRunner(root: string, kills: number): Promise<KillResult> {
  const seed = 'kill runner';
  const random = new Random(seed);
  const counts = new KillCounts();
  const dataset = await writeTexts(path.join(root, 'texts'), items);
  const args = (server: FaultServer, out: string): string[] => {
    const target = ['--target', server.url, '--token', 't', '--out', out];
    const record = path.join(out, 'record');
    return existsSync(path.join(record, 'plan.json'))
      ? ['run', '--resume', record, ...target.slice(2)]
      : ['run', dataset, ...target, '--processor', 'dp_1', '--versions', 'draft', '--concurrency', '8'];
  };
  const newServer = () => new FaultServer({ runMs: () => 40 + random.integer(80) }).start();
  const whole = path.join(root, 'whole');
  const server = await newServer();
  const { seconds } = await successful(args(server, whole));
  await server.stop();
  const [expectedRows, expectedFiles] = [await rowsOf(path.join(whole, 'record')), await filesBelow(whole)];
  while (counts.kills < kills) await oneRun();
  return counts.result('goldset run, service with counted runs', seed);

  async function oneRun(): Promise<void> {
    const out = await mkdtemp(path.join(root, 'run-'));
    const record = path.join(out, 'record');
    const service = await newServer();
    let before = new Map<string, string>();
    try {
      for (;;) {
        const ended = await command(args(service, out), random.integer(Math.round(seconds * 1100)));
        if (!ended.isKilled) {
          counts.add('notResumable', ended.code === 0 ? 0 : 1, `exit code ${ended.code}: ${ended.text}`);
          break;
        }
        const isPlanned = existsSync(path.join(record, 'plan.json'));
        const rows = isPlanned ? await rowsOf(record) : new Map<string, string>();
        const lost = [...before].filter(([key, row]) => rows.get(key) !== row);
        counts.add('lost', lost.length, `rows ${lost.map(([key]) => key)}`);
        before = rows;
        const isSealed = existsSync(path.join(record, 'summary.json'));
        counts.killed(
          !isPlanned ? 'no plan' : isSealed ? 'all rows' : rows.size === 0 ? 'no row' : 'some rows',
        );
      }
      const { summary } = await openRecord(record);
      const reported = new Set(summary?.unusedRuns?.map(({ runId }) => runId));
      const unconfirmed = new Set(summary?.unconfirmed?.map(runKey));
      for (const [key, runs] of service.runsByTag()) {
        const silent = runs.slice(1).filter(({ id }) => !reported.has(id) && !unconfirmed.has(key));
        counts.add('doubled', silent.length, `runs of ${key}`);
      }
      const rows = await rowsOf(record);
      const different = [...expectedRows].filter(([key, row]) => rows.get(key) !== row);
      counts.add('different', different.length + Math.abs(rows.size - expectedRows.size), 'rows');
      const left = (await filesBelow(out)).filter((file) => !expectedFiles.includes(file));
      counts.add('leftOver', left.length, left.join(', '));
    } finally {
      await service.stop();
    }
  }
}
