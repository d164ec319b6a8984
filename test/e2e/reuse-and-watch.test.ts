import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openRecord } from '../../src/record/read/open-record.ts';
import { FaultServer } from '../fixtures/faults/fault-server.ts';
import { numbered } from '../fixtures/faults/text-set.ts';
import { goldset, temporaryFolder } from './spawn-goldset.ts';
import { textDataset } from './text-run.ts';

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

test('goldset run --watch scores changed gold at once, and runs a changed config until Ctrl-C', async () => {
  const dataset = textDataset(['one', 'two']);
  const processor = path.join(dataset, 'processor.json');
  const out = path.join(dataset, 'reports/texts');
  const { config } = JSON.parse(readFileSync(path.join(dataset, 'dataset.json'), 'utf8'));
  const write = (rules: string) =>
    writeFileSync(
      processor,
      JSON.stringify({ name: 'fixture', type: 'EXTRACT', config: { ...config, extractionRules: rules } }),
    );
  write('first');
  let runMs = 5;
  const server = await new FaultServer({ runMs: () => runMs }).start();
  const target = ['--target', server.url, '--token', 't', '--max-credits', '100'];
  const args = ['run', dataset, '--processor', processor, '--versions', 'draft', '--out', out];
  let printed = '';
  let waits = 0;
  try {
    const { code, stdout, stderr } = await goldset([...args, ...target, '--format', 'json', '--watch'], {
      onStart: (child) => {
        // When the command prints that it waits, the next step of the test starts.
        child.stdout?.on('data', (chunk: Buffer) => {
          printed += chunk.toString();
          const found = printed.split('Waiting for changes').length - 1;
          if (found === waits) return;
          waits = found;
          if (waits === 1) {
            const items = path.join(dataset, 'items.jsonl');
            writeFileSync(items, readFileSync(items, 'utf8').replace('"text":"two"}}', '"text":"2"}}'));
          } else {
            runMs = 60_000;
            server.fault = ({ method, path: at }) => {
              if (method === 'POST' && at === '/processor_runs') setTimeout(() => child.kill('SIGINT'), 50);
              return undefined;
            };
            write('second');
          }
        });
      },
    });
    expect([code, waits]).toEqual([130, 2]);
    expect(stdout).toMatch(/try 1 · 2 runs, 0 reused, 4 credits, [\d.]+ s\n● The draft: 2 of 2 .*right/);
    expect(stdout).toMatch(/try 2 · changed: gold of 1 document · 0 runs, 2 reused, 0 credits, [\d.]+ s\n/);
    expect(stdout).toContain('2 → 1 of 2 fully right · 0 fixed · no new errors\n');
    // The run was interrupted during its first step, which runs the changed config on the wrong document. Its record
    // can be resumed.
    expect(stderr).toContain(`goldset run --resume ${out}-3/record`);
    expect(existsSync(`${out}-3/record/plan.json`)).toBe(true);
    expect(existsSync(`${out}-3/record/summary.json`)).toBe(false);
  } finally {
    await server.stop();
  }
});
