import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { long, times } from '../fixtures/long-form.ts';
import { pairKinds, writeRandomPairs } from '../fixtures/random-pairs.ts';
import { goldset, temporaryFolder } from './spawn-goldset.ts';

// `npm run test:long` writes every format that `goldset run` writes by default.
const formats = long ? [] : ['--format', 'html,csv,md,json'];

test.each(pairKinds)(
  'random pairs of all shapes for %s are scored, reported and gated without a crash',
  { timeout: times(120_000, 900_000) },
  async (kind) => {
    const folder = temporaryFolder();
    const { dataset, predictions, equal, metric } = await writeRandomPairs(
      kind,
      times(90, 20_000),
      folder,
      'pairs',
    );
    const policy = path.join(folder, 'policy.json');
    // At least one output equals its gold, so the gate passes at this low minimum.
    const limits = [{ metric, min: 0.01 }];
    await writeFile(policy, JSON.stringify({ limits, failures: { max: 0.7 } }));
    const out = path.join(folder, 'out');
    const run = await goldset([
      'run',
      dataset,
      '--predictions',
      predictions,
      '--out',
      out,
      '--allow-invalid-gold',
      ...formats,
    ]);
    expect(run.code, run.stderr).toBe(3);
    expect(run.stdout + run.stderr).not.toMatch(/INTERNAL|[^\P{Cc}\n]/u);
    const json = await goldset(['score', path.join(out, 'record'), '--no-save', '--json']);
    expect(json.stderr).not.toContain('INTERNAL');
    const gate = await goldset([
      'gate',
      path.join(out, 'record'),
      '--policy',
      policy,
      '--out',
      path.join(folder, 'gate'),
    ]);
    expect(gate.code, gate.stdout + gate.stderr).toBe(0);
    expect(gate.stdout + gate.stderr).not.toMatch(/INTERNAL|[^\P{Cc}\n]/u);
    const { checks } = JSON.parse(readFileSync(path.join(folder, 'gate/gate.json'), 'utf8'));
    expect(equal).toBeGreaterThan(5);
    expect(checks.map(({ status }: { status: string }) => status)).toContain('pass');
  },
);

test('numbers beyond a double keep their text from the dataset to the report, and are compared as decimals', async () => {
  const folder = temporaryFolder();
  const number = { type: ['number', 'null'] };
  const config = {
    type: 'EXTRACT',
    schema: {
      type: 'object',
      properties: { a: number, b: number },
      required: ['a', 'b'],
      additionalProperties: false,
    },
  };
  await writeFile(
    path.join(folder, 'dataset.json'),
    JSON.stringify({ name: 'exact', kind: 'EXTRACT', config }),
  );
  const gold = '{"a":1e400,"b":9007199254740993}';
  const outputs = [gold, '{"a":10e399,"b":9007199254740993.0}', '{"a":1e401,"b":9007199254740992}'];
  const lines = (of: (output: string, n: number) => string) => outputs.map(of).join('\n');
  await writeFile(
    path.join(folder, 'items.jsonl'),
    lines((_, n) => `{"id":"i${n}","text":"t","expectedOutput":${gold}}`),
  );
  const predictions = path.join(folder, 'predictions.jsonl');
  await writeFile(
    predictions,
    lines((output, n) => `{"id":"i${n}","output":${output}}`),
  );
  const out = path.join(folder, 'out');
  const args = ['run', folder, '--predictions', predictions, '--out', out, '--format', 'csv,json'];
  const { code, stderr } = await goldset(args);
  expect(code, stderr).toBe(0);
  const read = (name: string) => readFileSync(path.join(out, name), 'utf8').trim().split(/\r?\n/);
  for (const [n, line] of read('record/items.jsonl').entries()) expect(line, `item ${n}`).toContain(gold);
  for (const [n, line] of read('record/rows.jsonl').entries()) expect(line).toContain(outputs[n]);
  const leaves = read('csv/leaves.csv')
    .slice(1)
    .map((line) => line.split(','));
  const outcomes = leaves.map((cells) => cells.find((cell) => cell === 'correct' || cell === 'incorrect'));
  expect(outcomes).toEqual(['correct', 'correct', 'correct', 'correct', 'incorrect', 'incorrect']);
  expect(leaves[5]).toEqual(expect.arrayContaining(['9007199254740993', '9007199254740992']));
});
