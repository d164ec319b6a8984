import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openRecord } from '../../src/record/read/open-record.ts';
import { FaultServer } from '../fixtures/faults/fault-server.ts';
import { numbered } from '../fixtures/faults/text-set.ts';
import { goldset, temporaryFolder } from './spawn-goldset.ts';

function writeTexts(dir: string, texts: readonly string[]): void {
  writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify({ name: 'texts', kind: 'EXTRACT' }));
  const items = texts.map((text, n) => ({ id: `i${n}`, text, expectedOutput: { value: { text } } }));
  writeFileSync(path.join(dir, 'items.jsonl'), items.map((item) => JSON.stringify(item)).join('\n'));
}

test('a run with reused outputs that is killed by kill -9 is resumed, and no output is run twice', async () => {
  const server = await new FaultServer({ runMs: () => 40 }).start();
  try {
    const dir = temporaryFolder();
    writeTexts(dir, numbered(8));
    const target = ['--target', server.url, '--token', 't', '--processor', 'dp_1', '--versions', '1.0'];
    const run = (name: string, args: readonly string[], onStart?: Parameters<typeof goldset>[1]) =>
      goldset(
        ['run', dir, ...target, '--out', path.join(dir, 'reports', name), '--format', 'json', ...args],
        onStart,
      );
    expect((await run('first', [])).code).toBe(0);
    expect(server.runs.size).toBe(8);
    writeTexts(dir, numbered(28));
    const killed = await run('second', ['--reuse', 'auto', '--concurrency', '2'], {
      onStart: (child) => {
        const timer = setInterval(() => {
          if (server.runs.size < 14) return;
          clearInterval(timer);
          child.kill('SIGKILL');
        }, 2);
      },
    });
    expect(killed.code).toBeNull();
    const record = path.join(dir, 'reports', 'second', 'record');
    const before = await openRecord(record);
    expect(before.summary).toBeNull();
    const resumed = await goldset(['run', '--resume', record, ...target.slice(0, 4), '--format', 'json']);
    expect(resumed.code).toBe(0);
    const { plan, summary, rows } = await openRecord(record);
    expect(summary).toMatchObject({
      byState: { processed: 28, notRun: 0 },
      reused: { outputs: 8, credits: 16 },
    });
    expect(plan.recordId).toBe(before.plan.recordId);
    const reused: string[] = [];
    for await (const row of rows()) if (row.reused !== undefined) reused.push(row.itemId);
    expect(reused.sort()).toEqual(['i0', 'i1', 'i2', 'i3', 'i4', 'i5', 'i6', 'i7']);
    expect(server.runs.size).toBe(28);
    expect(Math.max(...[...server.runsByTag().values()].map(({ length }) => length))).toBe(1);
  } finally {
    await server.stop();
  }
}, 60_000);
