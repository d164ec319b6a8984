import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildProgram } from '../../src/cli/main.ts';
import { long } from '../fixtures/long-form.ts';
import { makeExampleFolder } from './examples/example-folder.ts';
import { renderCommandPages, runIn } from './generators/command-page.ts';
import { fillReportPage } from './generators/report-page.ts';
import { resultSchemas } from './generators/schemas/result-schemas.ts';

const dir = path.resolve(import.meta.dirname, '../../docs/commands');
const names = readdirSync(dir).filter((file) => file.endsWith('.md'));
const pages = names.map((name) => readFileSync(path.join(dir, name), 'utf8'));
const stale = 'Before\n<!-- output of: goldset report nowhere -->\n```console\nstale\n```\nAfter\n';
/**
 * Examples that take more than half of the time of this test. `npm test` only checks that the pages contain them. Other
 * tests check the output of these commands.
 */
const slow = [
  'goldset label-issues records/mislabelled --limit 3 --review review.csv',
  'goldset reconcile records/published --batch-run other-batch.json --enforce',
  'goldset report records/invoices --format md --out out',
  'goldset report records/invoices --policy gate.yaml --attribution packets.jsonl --configs configs.json --format csv --out out',
  'cat out/csv/attribution.csv',
  'goldset trend records/week-1 records/week-2 records/week-3 records/week-4 --out trend',
];
/**
 * Commands with `--json`, each with the schema of its output in docs/schemas. test/e2e/compare.test.ts checks
 * `compare`, `score` and `trend`.
 */
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
  ['goldset report records/few --out report --format json --json', 'run.json'],
  ['goldset report records/unfinished --out half --format json --json', 'run.json'],
  ['goldset compare records/invoices --label-differences labels.jsonl --json', 'compare-label-list.json'],
  ['goldset compare records/invoices --labels labels.jsonl --json', 'compare-labels.json'],
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
  ['goldset sample-size records/few --json', 'sample-size.json'],
  ['goldset sample-size --rate .9 --width 3 --target-error .01 --json', 'sample-size.json'],
  ['goldset attribution packets.jsonl --configs configs.json --out attribution --json', 'attribution.json'],
];

let rendered: string[] = [];
let texts: string[] = [];
// One process runs all commands of the pages, because they share much of their work.
beforeAll(async () => {
  const folder = await makeExampleFolder();
  rendered = await renderCommandPages([...pages, stale], folder, undefined, new Set(long ? [] : slow));
  mkdirSync(path.join(folder, 'nowhere-right'));
  writeFileSync(path.join(folder, 'nowhere-right/dataset.json'), '{ "name": "x", "kind": "CLASSIFY" }');
  writeFileSync(path.join(folder, 'nowhere-right/items.jsonl'), '{}\nno json\n');
  mkdirSync(path.join(folder, 'unlabelled'));
  writeFileSync(path.join(folder, 'unlabelled/letter.txt'), 'Dear reader');
  writeFileSync(path.join(folder, 'none.jsonl'), '');
  const commands = answered.map(([command]) => command);
  texts = (await runIn(folder, commands)).map(({ text }) => text);
  rmSync(folder, { recursive: true });
}, 300_000);

describe('the examples of docs/commands equal the output of the commands (npm run docs updates them)', () => {
  test.each(names.map((name, at) => [name, at] as const))('%s', (_, at) => {
    expect(rendered[at]).toBe(pages[at]);
  });
});

test.each(slow)('the pages of docs/commands have the example %s', (command) => {
  expect(pages.filter((page) => page.includes(`<!-- output of: ${command} -->`))).toHaveLength(1);
});

test('docs/commands/report.md has the tables of the declared sections and columns (npm run docs updates them)', () => {
  const page = pages[names.indexOf('report.md')] as string;
  expect(fillReportPage(page)).toBe(page);
  const stale = page.replace('| Gate |', '| Gates |').replace('| `fields.csv` |', '| `field.csv` |');
  expect(stale).not.toBe(page);
  expect(fillReportPage(stale)).toBe(page);
});

test('replaces stale output, and shows the exit code of a failing command', () => {
  const fresh = rendered.at(-1);
  expect(fresh).not.toContain('stale');
  expect(fresh).toContain('$ goldset report nowhere\nerror RECORD_NOT_FOUND');
  expect(fresh).toMatch(/\(exit code 2\)\n```\nAfter\n$/);
});

const schemaFolder = path.resolve(import.meta.dirname, '../../docs/schemas');
const schemas = new Map(
  readdirSync(schemaFolder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, readFileSync(path.join(schemaFolder, name), 'utf8')]),
);

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

describe('docs/schemas', () => {
  const types = resultSchemas();

  test('has one file per result and no other file', () => {
    expect(readdirSync(schemaFolder).toSorted()).toEqual([...types.keys(), 'input'].toSorted());
  });

  test.each([...types])('%s is the schema of what --json writes', (name, text) => {
    expect(readFileSync(path.join(schemaFolder, name), 'utf8')).toBe(text);
  });
});
