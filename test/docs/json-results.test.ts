import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProgram } from '../../src/cli/main.ts';
import { goldset } from '../e2e/spawn-goldset.ts';
import { makeExampleFolder } from './examples/example-folder.ts';

/** Commands with `--json`, and the file of docs/schemas that says what they write. */
const answered: readonly (readonly [command: string, schema: string])[] = [
  ['goldset init new --json', 'init.json'],
  ['goldset dataset check invoices --json', 'dataset-check.json'],
  ['goldset dataset check nowhere-right --json', 'dataset-check.json'],
  ['goldset dataset convert invoices --out converted --json', 'dataset-convert.json'],
  ['goldset dataset prefill unlabelled --from-record records/invoices --json', 'dataset-prefill.json'],
  ['goldset dataset split invoices --holdout 20 --json', 'dataset-split.json'],
  ['goldset dataset stats invoices --json', 'dataset-stats.json'],
  [
    'goldset run new/datasets/first --predictions none.jsonl --out predicted --format json --json',
    'run.json',
  ],
  ['goldset report records/invoices --out report --format json --json', 'run.json'],
  ['goldset report records/unfinished --out half --format json --json', 'run.json'],
  ['goldset compare records/invoices --json', 'compare.json'],
  ['goldset compare records/invoices --label-differences labels.jsonl --json', 'compare-label-list.json'],
  ['goldset compare records/invoices --labels labels.jsonl --json', 'compare-labels.json'],
  ['goldset score records/invoices --no-save --json', 'score.json'],
  ['goldset trend records/week-1 records/first-30 --json', 'trend.json'],
  ['goldset merge records/shard-1 records/shard-2 --out whole --json', 'merge.json'],
  ['goldset record verify records/published --json', 'record-verify.json'],
  ['goldset record upgrade records/published --json', 'record-upgrade.json'],
  ['goldset baseline set records/published --name main --reason release --json', 'baseline-set.json'],
  ['goldset baseline list --json', 'baseline-list.json'],
  ['goldset gate records/invoices --policy gate.yaml --json', 'gate.json'],
  ['goldset gate records/unfinished --policy gate.yaml --json', 'gate.json'],
  ['goldset reconcile records/published --batch-run batch.json --json', 'reconcile.json'],
  ['goldset reconcile records/published --batch-run other-batch.json --enforce --json', 'reconcile.json'],
  ['goldset label-issues records/mislabelled --no-text --review review.csv --json', 'label-issues.json'],
  ['goldset dataset apply-review mislabelled reviewed.csv --json', 'apply-review.json'],
  ['goldset thresholds records/published --target-error .1 --json', 'thresholds.json'],
  ['goldset sample-size records/invoices --json', 'sample-size.json'],
  ['goldset sample-size --rate .9 --width 3 --target-error .01 --json', 'sample-size.json'],
  ['goldset attribution packets.jsonl --configs configs.json --out attribution --json', 'attribution.json'],
];

let folder: string;
let texts: readonly string[];
// command-pages.test.ts compares these files with the types.
const schemaFolder = path.resolve(import.meta.dirname, '../../docs/schemas');
const schemas = new Map(
  readdirSync(schemaFolder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, readFileSync(path.join(schemaFolder, name), 'utf8')]),
);

beforeAll(async () => {
  folder = await makeExampleFolder();
  mkdirSync(path.join(folder, 'nowhere-right'));
  writeFileSync(path.join(folder, 'nowhere-right/dataset.json'), '{ "name": "x", "kind": "CLASSIFY" }');
  writeFileSync(path.join(folder, 'nowhere-right/items.jsonl'), '{}\nno json\n');
  mkdirSync(path.join(folder, 'unlabelled'));
  writeFileSync(path.join(folder, 'unlabelled/letter.txt'), 'Dear reader');
  writeFileSync(path.join(folder, 'none.jsonl'), '');
  const written: string[] = [];
  for (const [command] of answered) {
    const { stdout, stderr } = await goldset(command.split(' ').slice(1), { cwd: folder });
    written.push(`${stdout}\n${stderr}`);
  }
  texts = written;
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(answered.map(([command, schema], at) => [command, schema, at] as const))(
  '%s writes one object of docs/schemas/%s',
  (_, schema, at) => {
    const objects = (texts[at] ?? '').split('\n').filter((line) => line.startsWith('{'));
    expect(objects, texts[at]).toHaveLength(1);
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(schemas.get(schema) as string));
    validate(JSON.parse(objects[0] as string));
    expect(validate.errors).toBeNull();
  },
);

test('every command with --json names its schema in its help', async () => {
  const { commands: all } = await buildProgram(() => true);
  const commands = all.flatMap((command) => [command, ...command.commands]);
  const json = commands.flatMap((command) =>
    command.options
      .filter(({ long }) => long === '--json')
      .map(({ description }) => [command.name(), description]),
  );
  expect(json.length).toBeGreaterThan(15);
  for (const [name, description = ''] of json) {
    const file = /docs\/schemas\/([a-z-]+\.json)/.exec(description)?.[1];
    expect(schemas.has(file ?? ''), `${name}: ${description}`).toBe(true);
  }
});
