import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { root, temporaryFolder } from './spawn-goldset.ts';

interface Answer {
  readonly status: string;
  readonly message: string;
}

/** Results of the tests in the fixture project as Vitest reports them, by test name. */
const answers = new Map<string, Answer>();
let exitCode: number | null = null;

beforeAll(async () => {
  const project = path.join(root, 'test/fixtures/vitest-project');
  const output = path.join(temporaryFolder(), 'answers.json');
  const args = ['run', '--root', project, '--reporter=json', `--outputFile=${output}`];
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1', TMPDIR: temporaryFolder() };
  for (const name of Object.keys(env)) if (name.startsWith('VITEST')) delete env[name];
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, ...args], { cwd: project, env, stdio: 'ignore' });
  exitCode = await new Promise((resolve) => child.on('close', resolve));
  const report = JSON.parse(readFileSync(output, 'utf8')) as {
    testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[];
  };
  for (const { title, status, failureMessages } of report.testResults.flatMap(
    (file) => file.assertionResults,
  ))
    answers.set(title, { status, message: failureMessages.join('\n') });
}, 120_000);

test('matchers that hold pass, those that do not fail, and Vitest exits with 1', () => {
  expect(answers.size).toBe(21);
  for (const [title, { status }] of answers)
    expect(status, title).toBe(title.startsWith('holds:') ? 'passed' : 'failed');
  expect(exitCode).toBe(1);
});

const messages: [title: string, words: string[]][] = [
  [
    'fails: the gate',
    [
      'The gate failed: 2 of 7 checks fail',
      'small: draft against 1.0, 120 items',
      '✗ F1, at least 90.0 %',
      // 90 of 120 values of `total` and all 120 values of `number` are right, so 210 of 240 values are right.
      'F1 is 87.5 %',
      '✗ F1 of total loses at most 5.0 points',
      '100.0 % → 75.0 % (−25.0 points',
      '30 documents with new errors: doc-0, doc-1, doc-2, doc-3, doc-4 and 25 more',
      'doc-0 total: 0.50 → 0 (expected 0.50)',
    ],
  ],
  [
    'fails: recall of a field',
    ['recall of total is 75.0 %', '30 documents with wrong values: doc-0', 'got 0 (expected 0.50)'],
  ],
  ['fails: precision of an unknown field', ['no field matches "totl"; the fields are number, total']],
  ['fails: regression', ['F1 of total 100.0 % → 75.0 %', '30 documents with new errors']],
  [
    'fails: a margin that needs more documents',
    [
      'The gate is inconclusive',
      '120 documents can show losses of at least 7.5 points, and the margin is 1.0 points',
      'more documents',
    ],
  ],
  [
    'fails: an inconclusive comparison is not a regression either',
    ['The gate is inconclusive', 'no baseline "no-such-baseline"'],
  ],
  ['fails: without a baseline', ['there is no baseline: no baseline "no-such-baseline"']],
  ['fails: items that failed', ['2 of 120 item runs failed (1.7 %): service_error 2 (doc-0, doc-1)']],
  ['fails: an inconclusive gate does not fail either', ['no field matches "totl"']],
  ['fails: precision that leaves out failed items', ['this figure leaves out failed items']],
  [
    'fails: an option of the matcher replaces that of the run',
    ['F1 is 87.5 %', 'Scored with other options than the run: exclude is none, not ["total"].'],
  ],
  ['fails: a bound that cannot fail', ['limits[0].min: found 0']],
  ['fails: a policy with a value out of range', ['limits[0].min: found 95']],
];

test.each(messages)('%s, with a message that shows the cause', (title, words) => {
  for (const word of words) expect(answers.get(title)?.message).toContain(word);
});
