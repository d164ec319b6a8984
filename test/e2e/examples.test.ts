import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { long } from '../fixtures/long-form.ts';
import { type Finished, goldset, root, temporaryFolder } from './spawn-goldset.ts';

const text = { type: ['string', 'null'], description: 'Number of the invoice.' };
const total = { type: ['number', 'null'], description: 'Total amount.' };
const schemaOf = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });
const configOf = (properties: object) => ({
  type: 'EXTRACT',
  baseProcessor: 'extraction_light',
  schema: schemaOf(properties),
});

/**
 * Writes a project like the one that the example scripts expect. The documents are short texts, so that a script runs
 * in seconds.
 */
function project(draft: object, documents = 64): string {
  const dir = temporaryFolder();
  const dataset = path.join(dir, 'datasets/invoices');
  mkdirSync(dataset, { recursive: true });
  mkdirSync(path.join(dir, 'examples/ci'), { recursive: true });
  copyFileSync(path.join(root, 'examples/ci/gate.yaml'), path.join(dir, 'examples/ci/gate.yaml'));
  const config = configOf({ invoice_number: text, total });
  writeFileSync(
    path.join(dataset, 'dataset.json'),
    JSON.stringify({ name: 'invoices', kind: 'EXTRACT', config }),
  );
  const items = Array.from({ length: documents }, (_, n) =>
    JSON.stringify({
      id: `i${n}`,
      text: `Invoice number: R-${100 + n}\nTotal: ${n + 1}0.50 EUR`,
      expectedOutput: { value: { invoice_number: `R-${100 + n}`, total: (n + 1) * 10 + 0.5 } },
      tags: { kind: n % 8 === 0 ? 'credit-note' : 'invoice' },
    }),
  );
  writeFileSync(path.join(dataset, 'items.jsonl'), `${items.join('\n')}\n`);
  const processor = {
    name: 'invoices',
    type: 'EXTRACT',
    config: draft,
    versions: [{ version: '1.0', config }],
  };
  writeFileSync(path.join(dataset, 'processor.json'), JSON.stringify(processor));
  return dir;
}

/** Runs one line of a script, in a shell if the line needs one. `npx goldset` runs the command of this checkout. */
function shell(line: string, cwd: string, env: Record<string, string>): Promise<Finished> {
  const command = line.replace(/^npx goldset /, '"$GOLDSET_NODE" "$GOLDSET_MAIN" ');
  expect(command).not.toBe(line);
  const noShell = { GITHUB_ACTIONS: '', GITLAB_CI: '', ...env };
  if (!/[^\w\s./,=-]/.test(line)) return goldset(line.split(' ').slice(2), { cwd, env: noShell });
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-e', '-c', command], {
      cwd,
      env: {
        ...process.env,
        GOLDSET_NODE: process.execPath,
        GOLDSET_MAIN: path.join(root, 'src/cli/goldset.mjs'),
        GOLDSET_BASE_URL: '',
        GITHUB_ACTIONS: '',
        GITLAB_CI: '',
        ...env,
      },
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...output }));
  });
}

const read = (name: string) => parse(readFileSync(path.join(root, 'examples/ci', name), 'utf8'));

interface Step {
  readonly run?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Record<string, unknown>;
}

describe.concurrent('the examples for CI', { timeout: 120_000 }, () => {
  test('GitHub Actions: the workflow is valid, its commands run, and an equal draft passes', async () => {
    const workflow = read('github-actions.yml');
    expect(Object.keys(workflow.on)).toContain('pull_request');
    const steps = workflow.jobs.gate.steps as Step[];
    expect(workflow.jobs.gate['runs-on']).toBe('ubuntu-latest');
    for (const step of steps) expect(step.run ?? step.uses).toBeTruthy();
    const commands = steps.flatMap(({ run }) => (run?.startsWith('npx goldset') ? [run] : []));
    expect(commands.map((line) => line.split(' ')[2])).toEqual(['run', 'gate']);
    const dir = project(configOf({ invoice_number: text, total }));
    const summary = path.join(dir, 'summary.md');
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    for (const command of commands) {
      const { code, stdout, stderr } = await shell(command, dir, env);
      expect(code, `${command}\n${stdout}${stderr}`).toBe(0);
      expect(stdout).not.toContain('::error');
    }
    expect(readFileSync(summary, 'utf8')).toContain('## Gate ✓ passed: invoices');
    expect(existsSync(path.join(dir, steps.at(-1)?.with?.path as string, 'gate/gate.junit.xml'))).toBe(true);
  });

  test.runIf(long)(
    'GitHub Actions on several machines: the parts run, become one record, and are gated',
    async () => {
      const { shard, gate } = read('github-actions-shards.yml').jobs;
      expect(gate.needs).toBe('shard');
      const commandsOf = (steps: Step[]) =>
        steps.flatMap(({ run }) => (run?.startsWith('npx goldset') ? [run] : []));
      const [run = ''] = commandsOf(shard.steps);
      const dir = project(configOf({ invoice_number: text, total }));
      const env = { GITHUB_ACTIONS: 'true' };
      const parts = (shard.strategy.matrix.shard as number[]).map((n) =>
        shell(run.replace(/\$\{\{.*?\}\}/g, String(n)), dir, env),
      );
      for (const { code, stderr } of await Promise.all(parts)) expect(code, stderr).toBe(0);
      const alone = await shell('npx goldset gate shards/1 --policy examples/ci/gate.yaml', dir, env);
      expect(alone.code).toBe(2);
      expect(alone.stdout).toContain('found shard 1 of 3, expected a whole run');
      const [merge, whole] = commandsOf(gate.steps).map((command) => () => shell(command, dir, env));
      expect((await merge?.())?.stdout).toContain('Complete: 3 shards, 64 items, 128 item runs');
      const gated = await whole?.();
      expect(gated?.code, gated?.stdout).toBe(0);
    },
  );

  test('GitLab: the file defines one job, its commands run, and a draft that lost a field fails', async () => {
    const { documents } = read('gitlab-ci.yml');
    const commands = (documents.script as string[]).filter((line) => line.startsWith('npx goldset'));
    expect(commands).toHaveLength(2);
    const dir = project(configOf({ invoice_number: text }), 16);
    const env = { GITLAB_CI: 'true' };
    const run = await shell(commands[0] as string, dir, env);
    expect(run.code, run.stderr).toBe(0);
    const { code, stdout } = await shell(commands[1] as string, dir, env);
    expect(code, stdout).toBe(1);
    expect(stdout).toContain('◇ every field of the baseline is compared');
    expect(stdout).toContain('not comparable with the baseline: total (removed)');
    expect(stdout).toContain('not scored, because the gold or a version lacks these fields: total');
    const { reports, when } = documents.artifacts;
    expect(when).toBe('always');
    expect(readFileSync(path.join(dir, reports.junit), 'utf8')).toContain(
      '<error type="inconclusive.missing-part"',
    );
    const quality = JSON.parse(readFileSync(path.join(dir, reports.codequality), 'utf8'));
    expect(quality[0]).toMatchObject({ location: { path: 'examples/ci/gate.yaml' }, severity: 'major' });
  });
});

describe('the example for Vitest', () => {
  test('imports only exports of the package, and uses only existing matchers', () => {
    const source = readFileSync(path.join(root, 'examples/vitest/invoices.example.ts'), 'utf8');
    const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    expect(source).toContain("import 'goldset/vitest'");
    expect(exports['./vitest'].default).toBe('./dist/vitest.js');
    const used = [...source.matchAll(/\.(to[A-Z]\w+)\(/g)].map(([, name]) => name as string);
    const face = readFileSync(path.join(root, 'src/vitest.ts'), 'utf8');
    for (const name of used) expect(face).toContain(`  ${name}(`);
  });
});
