import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import { openRecord } from '../../src/record/read/open-record.ts';
import { joinedLines } from '../fixtures/commands/joined-lines.ts';
import { rewriteRecord } from '../fixtures/records/rewrite-record.ts';
import { type RecordedPair, writeRecord } from '../fixtures/records/write-record.ts';
import { goldset, temporaryFolder } from './spawn-goldset.ts';
import { cutLastLine } from './text-run.ts';

const text = { type: ['string', 'null'] };
const config = {
  type: 'EXTRACT' as const,
  baseProcessor: 'extraction_light' as const,
  schema: { type: 'object', properties: { number: text, total: text }, required: ['number', 'total'] },
};

/**
 * Returns 120 documents. The version reads `total` wrong in the first `wrong` documents. The value that it reads in the
 * fourth document looks like a command for a CI system.
 */
function pairsOf(wrong: number, prefix = 'doc'): RecordedPair[] {
  return Array.from({ length: 120 }, (_, n) => {
    const value = { number: `R-${n}`, total: `${n}.50` };
    const read = n === 3 ? '::error::50%\n]]> <b>' : '0';
    return {
      id: `${prefix}-${n}`,
      expected: { value },
      outputs: [{ value: n < wrong ? { ...value, total: read } : value }],
      tags: { tag: n < 10 ? 'critical' : 'usual' },
    };
  });
}

const policy = path.join(temporaryFolder(), 'gate.yaml');
writeFileSync(
  policy,
  `# What a pull request must keep to.
limits:
  - { metric: f1, min: 0.9, on: interval }
regressions:
  - { metric: f1, field: "*", margin: 0.05 }
newErrors:
  - { max: 0, where: { tag: critical } }
`,
);
const gate = (record: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  goldset(['gate', record, '--policy', policy, ...args], {
    env: { GITHUB_ACTIONS: '', GITLAB_CI: '', GITHUB_STEP_SUMMARY: '', ...env },
  });

let main = '';
let same = '';
let worse = '';
beforeAll(async () => {
  main = (await writeRecord(config, ['draft'], pairsOf(0))).dir;
  same = (await writeRecord(config, ['draft'], pairsOf(0))).dir;
  worse = (await writeRecord(config, ['draft'], pairsOf(30))).dir;
});

interface GateOutput {
  readonly status: string;
  readonly exitCode: number;
  readonly baseline: { readonly state: string; readonly reason?: string };
  readonly checks: readonly { readonly name: string; readonly status: string; readonly reason: string }[];
}

describe.concurrent('a gate as a pipeline uses it', { timeout: 120_000 }, () => {
  test('a pull request that changes nothing passes against the record of main', async () => {
    const { code, stdout } = await gate(same, ['--baseline', main]);
    expect(stdout).toContain('The gate passed: all 8 checks passed.');
    expect(code).toBe(0);
  });

  test('one that regresses a field fails, and says which, by how much and where to look', async () => {
    const out = temporaryFolder();
    const { code, stdout } = await gate(worse, ['--baseline', main, '--out', out]);
    expect(code).toBe(1);
    expect(stdout).toContain('✗ F1 of total loses at most 5.0 points');
    expect(joinedLines(stdout)).toContain('F1 of total 100.0 % → 75.0 % (−25.0 points, 95 % interval');
    expect(joinedLines(stdout)).toContain(
      '30 documents with new errors: doc-0, doc-1, doc-2, doc-3, doc-4 and 25 more',
    );
    expect(stdout).toContain('✗ no document with tag=critical has new errors');
    expect(joinedLines(stdout)).toContain('10 of 10 documents have new errors: doc-0 total (0.50 → 0)');
    expect(stdout).toContain('✓ F1 of number loses at most 5.0 points');

    const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
    const { testsuites } = parser.parse(readFileSync(path.join(out, 'gate.junit.xml'), 'utf8'));
    expect(testsuites).toMatchObject({ tests: '8', failures: '2', errors: '1' });
    const cases = testsuites.testsuite.testcase as { name: string; failure?: object; error?: object }[];
    expect(cases).toHaveLength(8);
    const named = (kind: 'failure' | 'error') =>
      cases.flatMap((found) => (found[kind] === undefined ? [] : [found.name]));
    expect(named('failure')).toEqual([
      'F1 of total loses at most 5.0 points',
      'no document with tag=critical has new errors',
    ]);
    expect(named('error')).toEqual(['F1, whole interval, at least 90.0 %']);

    const printed = JSON.parse(readFileSync(path.join(out, 'gate.json'), 'utf8')) as GateOutput;
    expect(printed).toMatchObject({ status: 'fail', exitCode: 1, baseline: { state: 'usable' } });
    const quality = JSON.parse(readFileSync(path.join(out, 'gate.codequality.json'), 'utf8'));
    expect(quality).toHaveLength(3);
    expect(new Set(quality.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).size).toBe(3);
    expect(readFileSync(path.join(out, 'gate.md'), 'utf8')).toContain('## Gate ✗ failed: small');
  });

  test('on GitHub it annotates, and writes the job summary; text of documents starts no command', async () => {
    const summary = path.join(temporaryFolder(), 'summary.md');
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    const { stdout } = await gate(worse, ['--baseline', main], env);
    const commands = stdout.split('\n').filter((line) => line.startsWith('::'));
    expect(commands).toHaveLength(3);
    expect(commands.map((command) => command.split('::')[1])).toEqual([
      'error title=goldset gate failed%3A F1 of total loses at most 5.0 points',
      'error title=goldset gate failed%3A no document with tag=critical has new errors',
      'error title=goldset gate inconclusive%3A F1%2C whole interval%2C at least 90.0 %25',
    ]);
    expect(commands[0]).toContain('%0Adoc-0 total: 0.50 → 0 (expected 0.50)');
    expect(commands[0]).toContain('::error::50%25 ]]> <b>');
    expect(readFileSync(summary, 'utf8')).toContain('## Gate ✗ failed');
  });

  test('a job summary that cannot be written is an error, which does not replace the verdict', async () => {
    const summary = path.join(policy, 'summary.md');
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    const failed = await gate(worse, ['--baseline', main], env);
    expect(failed.stderr).toContain(
      `error OUTPUT_NOT_WRITABLE: ${summary} (GITHUB_STEP_SUMMARY): cannot be written`,
    );
    expect(failed.stdout).toContain('The gate failed');
    expect(failed.code).toBe(1);
    const lenient = path.join(temporaryFolder(), 'lenient.json');
    writeFileSync(lenient, JSON.stringify({ limits: [{ metric: 'f1', min: 0.01 }] }));
    const passed = await goldset(['gate', worse, '--policy', lenient], { env });
    expect(passed.stdout).toContain('The gate passed');
    expect(passed.code).toBe(2);
  });

  test('--json is one object on standard output, and annotations go to standard error', async () => {
    const { stdout, stderr } = await gate(worse, ['--baseline', main, '--json'], { GITHUB_ACTIONS: 'true' });
    expect((JSON.parse(stdout) as GateOutput).status).toBe('fail');
    expect(stderr).toContain('::error ');
  });

  test('the same outputs from another run, elsewhere and later, give the same bytes', async () => {
    const again = path.join(mkdtempSync(path.join(os.tmpdir(), 'goldset-again-')), 'elsewhere');
    cpSync(worse, again, { recursive: true });
    await rewriteRecord(await openRecord(again), {
      plan: (plan) => ({ ...plan, recordId: 'another', createdAt: '2026-06-01T00:00:00.000Z' }),
      summary: (summary) => ({ ...summary, wallMs: 9, finishedAt: '2026-06-01T00:00:09.000Z' }),
    });
    const [first, second] = await Promise.all(
      [worse, again].map(async (record) => (await gate(record, ['--baseline', main, '--json'])).stdout),
    );
    expect(second).toBe(first);
    expect(first).toContain('"status":"fail"');
  });

  const inconclusiveCases: [
    name: string,
    args: () => Promise<string[]> | string[],
    reason: RegExp,
    exitCode?: number,
  ][] = [
    ['no baseline', () => [same], /there is no baseline: the record has only one version/],
    ['an unknown baseline', () => [same, '--baseline', 'main'], /no baseline "main"/],
    ['a missing baseline', () => [same, '--baseline', './nowhere'], /\.\/nowhere does not exist/],
    ['an empty folder', () => [temporaryFolder()], /no record found/, 2],
    [
      'a record of no items',
      async () => [(await writeRecord(config, ['draft'], [])).dir],
      /the record has no items/,
      3,
    ],
    [
      'a half-finished record',
      async () => {
        const { dir } = await writeRecord(config, ['draft'], pairsOf(0));
        rmSync(path.join(dir, 'summary.json'));
        cutLastLine(dir, 'rows.jsonl');
        return [dir, '--baseline', main];
      },
      /1 item run of 120 has no result/,
      3,
    ],
    [
      'a baseline of other items',
      async () => [same, '--baseline', (await writeRecord(config, ['draft'], pairsOf(0, 'other'))).dir],
      /the baseline draft is rejected: other items: 120 items only in the baseline/,
    ],
  ];
  test.each(inconclusiveCases)(
    'is inconclusive with the reason and an exit code other than 0: %s',
    async (_, args, reason, exitCode = 1) => {
      const [record = '', ...more] = await args();
      const { code, stdout } = await gate(record, [...more, '--json']);
      const printed = JSON.parse(stdout) as GateOutput;
      expect(printed.status).toBe('inconclusive');
      expect(printed.checks.map((check) => check.reason).join('\n')).toMatch(reason);
      expect(code).toBe(exitCode);
    },
  );

  test('finds a baseline by its name', async () => {
    const baselines = temporaryFolder();
    const set = await goldset([
      'baseline',
      'set',
      main,
      '--name',
      'main',
      '--reason',
      'release',
      '--author',
      'someone',
      '--baselines',
      baselines,
    ]);
    expect(set.stderr).toBe('');
    expect((await gate(same, ['--baseline', 'main', '--baselines', baselines])).code).toBe(0);
    expect((await gate(worse, ['--baseline', 'main', '--baselines', baselines])).code).toBe(1);
  });

  test('a misspelt policy exits with 2 and names the place', async () => {
    const slip = path.join(temporaryFolder(), 'gate.json');
    writeFileSync(slip, JSON.stringify({ limits: [{ metric: 'f1', minimum: 0.9 }] }));
    const { code, stderr } = await goldset(['gate', same, '--policy', slip]);
    expect(stderr).toContain('limits[0]');
    expect(stderr).toContain('unknown "minimum"');
    expect(code).toBe(2);
    expect((await goldset(['gate', same])).code).toBe(2);
  });
});
