import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { goldset, root, temporaryFolder } from './spawn-goldset.ts';

/** Writes a small dataset of texts, so that no test needs character recognition. */
function smallSet(lines: readonly string[] = items): string {
  const dir = temporaryFolder();
  writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify({ name: 'small', kind: 'EXTRACT', config }));
  writeFileSync(path.join(dir, 'items.jsonl'), `${lines.join('\n')}\n`);
  return dir;
}

const text = { type: ['string', 'null'], description: '' };
const config = {
  type: 'EXTRACT',
  baseProcessor: 'extraction_performance',
  schema: {
    type: 'object',
    properties: {
      invoice_number: { ...text, description: 'Number of the invoice.' },
      total: { type: ['number', 'null'], description: 'Total amount.' },
    },
    required: ['invoice_number', 'total'],
  },
};
const item = (n: number, number: unknown = `R-10${n}`) =>
  JSON.stringify({
    id: `i${n}`,
    text: `Invoice number: R-10${n}\nTotal: ${n}0.50 EUR`,
    expectedOutput: { value: { invoice_number: number, total: n * 10 + 0.5 } },
  });
const items = [1, 2, 3].map((n) => item(n));

test('--help names every command and --version the version', async () => {
  const help = await goldset(['--help']);
  expect(help.code).toBe(0);
  for (const command of ['demo', 'run', 'report', 'dataset', 'serve'])
    expect(help.stdout).toContain(`  ${command}`);
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  expect((await goldset(['--version'])).stdout.trim()).toBe(version);
});

test('run starts a local service, scores, writes a report, and prints one JSON object', async () => {
  const out = temporaryFolder();
  const result = await goldset(['run', smallSet(), '--out', out, '--json', '--format', 'html,csv,json']);
  expect(result.stderr).toContain('no version is published');
  expect(result.code).toBe(0);
  const printed = JSON.parse(result.stdout);
  expect(printed.exitCode).toBe(0);
  expect(printed.versions.draft.items).toEqual({ planned: 3, scored: 3 });
  expect(printed.versions.draft.metrics.f1).toBe(1);
  expect(existsSync(printed.report)).toBe(true);
  const leaves = parse(readFileSync(path.join(out, 'csv/leaves.csv')), { columns: true }) as Record<
    string,
    string
  >[];
  expect(leaves.length).toBe(6);
  expect(existsSync(path.join(out, 'service'))).toBe(false);
});

test('report writes the same numbers from the record, offline', async () => {
  const out = temporaryFolder();
  await goldset(['run', smallSet([item(1), item(2, 'wrong')]), '--out', out, '--json', '--format', 'json']);
  const again = await goldset(['report', path.join(out, 'record'), '--json', '--format', 'json,csv']);
  expect(again.code).toBe(0);
  // The output has 3 right leaves of 4 expected and 4 predicted ones, so F1 is 2 x 3 / (4 + 4).
  expect(JSON.parse(again.stdout).versions.draft.metrics.f1).toBe(0.75);
  const excluded = await goldset([
    'report',
    path.join(out, 'record'),
    '--json',
    '--format',
    'json',
    '--exclude',
    'invoice_number',
  ]);
  expect(JSON.parse(excluded.stdout).versions.draft.metrics.f1).toBe(1);
});

test('lost rows are run again even if the local service of the run no longer exists', async () => {
  const out = temporaryFolder();
  await goldset(['run', smallSet(), '--out', out, '--format', 'json']);
  const rows = path.join(out, 'record/rows.jsonl');
  const [first] = readFileSync(rows, 'utf8').split('\n');
  writeFileSync(rows, `${first}\n{"itemId": "torn`);
  const changed = await goldset(['run', '--resume', out, '--json']);
  expect([changed.code, changed.stderr]).toEqual([2, expect.stringContaining('RECORD_CHANGED')]);
  rmSync(path.join(out, 'record/summary.json'));
  const other = await goldset(['run', '--resume', out, '--versions', '3.0']);
  expect(other.code).toBe(2);
  expect(other.stderr).toContain('the list of versions was draft and is now 3.0');
  const resumed = await goldset(['run', '--resume', out, '--json', '--format', 'json']);
  expect(resumed.code).toBe(0);
  expect(resumed.stderr).toContain('continuing; 1 of 3 runs are in the record');
  expect(JSON.parse(resumed.stdout).versions.draft.items).toEqual({ planned: 3, scored: 3 });
  expect(readFileSync(rows, 'utf8').trim().split('\n')).toHaveLength(3);
});

test('run rejects a folder that already has a record', async () => {
  const out = temporaryFolder();
  const set = smallSet();
  expect((await goldset(['run', set, '--out', out, '--format', 'json'])).code).toBe(0);
  const second = await goldset(['run', set, '--out', out, '--format', 'json']);
  expect(second.code).toBe(2);
  expect(second.stderr).toContain('RECORD_EXISTS');
});

const broken: [name: string, args: () => string[], expected: string[]][] = [
  ['a missing dataset', () => ['run', '/nowhere/at/all'], ['FILE_NOT_FOUND', '/nowhere/at/all']],
  [
    'a line of invalid JSON',
    () => ['run', smallSet([item(1), '{"id": "x'])],
    ['DATASET_LINE_INVALID', 'items.jsonl, line 2'],
  ],
  [
    'an id used twice',
    () => ['run', smallSet([item(1), item(1)])],
    ['DATASET_DUPLICATE_ID', 'line 2', '"i1"'],
  ],
  [
    'gold that violates the schema',
    () => ['run', smallSet([item(1), item(2, 42)])],
    ['GOLD_VIOLATES_SCHEMA', 'line 2', 'item i2', 'invoice_number', '42'],
  ],
  ['no items', () => ['run', smallSet([''])], ['DATASET_EMPTY']],
  [
    'an unknown processor',
    () => ['run', smallSet(), '--processor', 'dp_nothing', '--out', temporaryFolder()],
    ['UNKNOWN_PROCESSOR', 'dp_nothing'],
  ],
  [
    'an unknown version',
    () => ['run', smallSet(), '--versions', '7.7', '--out', temporaryFolder()],
    ['UNKNOWN_VERSION', '7.7'],
  ],
  ['a flag out of range', () => ['run', smallSet(), '--limit', 'many'], ['USAGE', '--limit', '"many"']],
  [
    'an unknown comparator',
    () => ['run', smallSet(), '--comparator', 'total=nearly', '--out', temporaryFolder()],
    ['USAGE', 'nearly', 'fuzzy'],
  ],
  [
    'a service without a token',
    () => ['run', smallSet(), '--target', 'http://127.0.0.1:9'],
    ['USAGE', 'GOLDSET_API_TOKEN'],
  ],
  ['a missing record', () => ['report', '/nowhere'], ['RECORD_NOT_FOUND']],
];

test.each(broken)('%s ends with exit code 2, the place of the error and a fix', async (_, args, expected) => {
  const result = await goldset(args());
  for (const words of expected) expect(result.stderr).toContain(words);
  expect(result.stderr).toMatch(/fix: \S/);
  expect(result.code).toBe(2);
});

test('an unreachable service ends with exit code 3', async () => {
  const result = await goldset([
    'run',
    smallSet(),
    '--target',
    'http://127.0.0.1:9',
    '--token',
    't',
    '--processor',
    'p',
    '--out',
    temporaryFolder(),
  ]);
  expect(result.stderr).toContain('SERVICE_UNREACHABLE');
  expect(result.code).toBe(3);
});

test('suggests the command for a misspelt name', async () => {
  const result = await goldset(['rnu']);
  expect(result.stderr).toContain('Did you mean run?');
  expect(result.code).toBe(2);
});

test('dataset check lists every problem, not only the first', async () => {
  const result = await goldset(['dataset', 'check', smallSet([item(1), 'x', item(2, 42), item(1)])]);
  expect(result.code).toBe(2);
  for (const line of ['line 2', 'line 3', 'line 4']) expect(result.stdout).toContain(line);
  expect(result.stdout).toContain('3 problems');
  expect((await goldset(['dataset', 'check', 'datasets/packets'])).code).toBe(0);
});

test('serve prints its address in one line, rejects a wrong token, and finishes requests on SIGTERM', async () => {
  let printed: { url: string; token: string; dataDir: string; pid: number } | null = null;
  const ended = goldset(['serve', '--json', '--data', temporaryFolder(), '--token', 'secret'], {
    onStart: (child) => {
      child.stdout?.once('data', async (chunk: Buffer) => {
        printed = JSON.parse(String(chunk));
        statuses = await Promise.all(
          ['secret', 'other'].map(async (token) => (await ask(printed?.url ?? '', token)).status),
        );
        child.kill('SIGTERM');
      });
    },
  });
  let statuses: number[] = [];
  const ask = (url: string, token: string) =>
    fetch(`${url}/processors`, {
      headers: { authorization: `Bearer ${token}`, 'service-api-version': '2025-04-21' },
    });
  const result = await ended;
  expect(result.code).toBe(0);
  expect(statuses).toEqual([200, 401]);
  expect(printed).toMatchObject({ token: 'secret', pid: expect.any(Number) });
});

test('an invalid token gives an error that does not show it', async () => {
  let finished: Awaited<ReturnType<typeof goldset>> | null = null;
  await goldset(['serve', '--json', '--data', temporaryFolder(), '--token', 'right-token'], {
    onStart: (child) => {
      child.stdout?.once('data', async (chunk: Buffer) => {
        const { url } = JSON.parse(String(chunk)) as { url: string };
        finished = await goldset(['run', smallSet(), '--target', url, '--out', temporaryFolder()], {
          env: { GOLDSET_API_TOKEN: 'wrong-token' },
        });
        child.kill('SIGTERM');
      });
    },
  });
  expect(finished).toMatchObject({ code: 2, stderr: expect.stringContaining('SERVICE_UNAUTHORISED') });
  expect(JSON.stringify(finished)).not.toContain('wrong-token');
});

test('control characters of names, values and arguments do not reach the terminal', async () => {
  const sequence = '\u009b31m\u001b]8;;http://x\u0007\u202e\u2028\n::error::x';
  const argument = sequence.replace('\n', '');
  const dir = smallSet([item(1, `R${sequence}`)]);
  writeFileSync(
    path.join(dir, 'dataset.json'),
    JSON.stringify({ name: `small${sequence}`, kind: 'EXTRACT', config }),
  );
  for (const args of [
    ['dataset', 'check', dir],
    ['dataset', 'check', dir, '--json'],
    ['report', dir, `--x${argument}`],
    [`report${argument}`],
  ]) {
    const { stdout, stderr } = await goldset(args);
    expect(`${stdout}${stderr}`).toMatch(/small|unknown/);
    expect(`${stdout}${stderr}`).not.toMatch(/^::/m);
    expect(`${stdout}${stderr}`).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u);
  }
});
