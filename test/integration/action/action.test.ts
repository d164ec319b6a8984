import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { comment } from '../../../action/comment.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const temporary = () => mkdtempSync(path.join(os.tmpdir(), 'goldset-action-'));

interface Stored {
  readonly id: number;
  body: string;
  readonly user: { readonly type: string };
}

/** Simulates pull request 7 of the repository `o/r` with a server that responds like the GitHub API. */
async function pullRequest(comments: Stored[], { refuse = false } = {}) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    requests.push(`${request.method} ${url.pathname}${url.search} ${request.headers.authorization}`);
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const answer = (status: number, value: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      if (refuse) return answer(403, { message: 'Resource not accessible by integration' });
      if (request.method === 'GET') {
        const [page, size] = ['page', 'per_page'].map((name) => Number(url.searchParams.get(name))) as [
          number,
          number,
        ];
        return answer(200, comments.slice((page - 1) * size, page * size));
      }
      const { body } = JSON.parse(text) as { body: string };
      if (request.method === 'POST') comments.push({ id: comments.length + 1, body, user: { type: 'Bot' } });
      const updated = comments.find(({ id }) => url.pathname === `/repos/o/r/issues/comments/${id}`);
      if (request.method === 'PATCH' && updated) updated.body = body;
      return answer(request.method === 'POST' ? 201 : 200, {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const dir = temporary();
  writeFileSync(path.join(dir, 'event.json'), JSON.stringify({ pull_request: { number: 7 } }));
  mkdirSync(path.join(dir, 'out/gate'), { recursive: true });
  const env = {
    DATASET: 'datasets/invoices',
    OUT: path.join(dir, 'out'),
    GITHUB_TOKEN: 'secret',
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_RUN_ID: '42',
    GITHUB_SERVER_URL: 'https://example.com',
    GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GITHUB_EVENT_PATH: path.join(dir, 'event.json'),
  };
  const write = (name: string, text: string) => writeFileSync(path.join(dir, 'out', name), text);
  return { env, write, requests, [Symbol.dispose]: () => void server.close() };
}

const markerOf = ({ DATASET, OUT }: { DATASET: string; OUT: string }) =>
  `<!-- goldset: ${encodeURIComponent(DATASET)} ${encodeURIComponent(OUT)} -->`;

describe('the comment on a pull request', () => {
  test('is created once, and then updated', async () => {
    const comments: Stored[] = [];
    using pull = await pullRequest(comments);
    pull.write('gate/summary.md', '**Do not publish**\n');
    pull.write('gate/gate.md', 'not shown');
    expect(await comment(pull.env)).toBe('created');
    pull.write('gate/summary.md', '**Publish**\n');
    expect(await comment(pull.env)).toBe('updated');
    const link = '[Full report and log](https://example.com/o/r/actions/runs/42)';
    expect(comments.map(({ body }) => body)).toEqual([`${markerOf(pull.env)}\n**Publish**\n\n${link}\n`]);
    expect(pull.requests[0]).toBe('GET /repos/o/r/issues/7/comments?per_page=100&page=1 Bearer secret');
  });

  test('is found behind many others, and never replaces the comment of a person or of another run', async () => {
    const comments: Stored[] = [];
    using pull = await pullRequest(comments);
    const marker = markerOf(pull.env);
    const others = [marker, markerOf({ ...pull.env, DATASET: 'x' }), markerOf({ ...pull.env, OUT: 'x' })];
    for (let id = 1; id <= 230; id++)
      comments.push({ id, body: others[id - 1] ?? 'x', user: { type: id === 1 ? 'User' : 'Bot' } });
    comments.push({ id: 231, body: `${marker} old`, user: { type: 'Bot' } });
    const before = comments.slice(0, 230).map(({ body }) => body);
    expect(await comment(pull.env)).toBe('updated');
    expect(comments.slice(0, 230).map(({ body }) => body)).toEqual(before);
    expect(comments[230]?.body).toContain('The run ended without a result.');
  });

  test('shows the gate if there is no report, and at most as much as GitHub accepts', async () => {
    const comments: Stored[] = [];
    using pull = await pullRequest(comments);
    pull.write('gate/gate.md', `Gate\n${'a line of the gate\n'.repeat(5000)}`);
    await comment(pull.env);
    const body = comments[0]?.body ?? '';
    expect(body.startsWith(`${markerOf(pull.env)}\nGate\n`)).toBe(true);
    expect(body).toContain('a line of the gate\n\nThe report has the rest.\n\n[Full report and log]');
    expect(body.length).toBeLessThanOrEqual(65_536);
  });

  test('is left out without a pull request', async () => {
    using pull = await pullRequest([]);
    writeFileSync(pull.env.GITHUB_EVENT_PATH, '{"ref": "main"}');
    expect(await comment(pull.env)).toBe('no pull request');
    expect(pull.requests).toEqual([]);
  });

  test('fails with the status, which the step prints as a warning', async () => {
    using pull = await pullRequest([], { refuse: true });
    await expect(comment(pull.env)).rejects.toThrow(/^GET repos\/o\/r\/issues\/7\/comments.*: status 403$/);
  });
});

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Record<string, string>;
}

describe('action.yml', () => {
  const action = parse(readFileSync(path.join(root, 'action.yml'), 'utf8')) as {
    readonly inputs: Record<string, { readonly default?: string }>;
    readonly runs: { readonly steps: readonly Step[] };
  };

  /** Runs the commands of a step. Returns the arguments with which they call goldset. */
  function argumentsOf(name: string, inputs: Record<string, string>, outputs = '/dev/null'): string[] {
    const dir = temporary();
    mkdirSync(path.join(dir, 'src/cli'), { recursive: true });
    const print = 'console.log(JSON.stringify(process.argv.slice(2)))';
    writeFileSync(path.join(dir, 'src/cli/goldset.mjs'), print);
    const step = action.runs.steps.find((one) => one.name === name);
    const env = Object.entries(step?.env ?? {}).map(([key, value]) => {
      const input = /^\$\{\{ inputs\.(\w+) \}\}$/.exec(value)?.[1] ?? '';
      expect(Object.keys(action.inputs)).toContain(input);
      return [key, inputs[input] ?? action.inputs[input]?.default ?? ''];
    });
    const github = { GITHUB_ACTION_PATH: dir, GITHUB_OUTPUT: outputs };
    const options = { env: { PATH: process.env.PATH, ...github, ...Object.fromEntries(env) } };
    const text = execFileSync('bash', ['--norc', '-e', '-o', 'pipefail', '-c', step?.run ?? ''], options);
    return JSON.parse(text.toString()) as string[];
  }

  const inputs = {
    dataset: 'a b; rm -rf $HOME',
    policy: '$(touch x).yaml',
    arguments: '--versions  1.0,draft --only *',
    baseline: '`main`',
  };

  test('the workflow in docs/gate.md has at most 12 lines and gives the inputs that the action requires', () => {
    const page = readFileSync(path.join(root, 'docs/gate.md'), 'utf8');
    const text = /```yaml\n(on: pull_request\n.*?)```/s.exec(page)?.[1] ?? '';
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(12);
    const workflow = parse(text) as { jobs: { documents: { steps: { uses: string; with?: object }[] } } };
    const given = Object.keys(workflow.jobs.documents.steps.at(-1)?.with ?? {});
    const required = Object.entries(action.inputs).flatMap(([name, input]) =>
      'required' in input ? [name] : [],
    );
    expect(required).toEqual(['dataset', 'policy']);
    expect(given).toEqual(expect.arrayContaining(required));
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(given));
  });

  test('runs the dataset with further arguments, and treats every input as text', () => {
    const expected = [
      'run',
      inputs.dataset,
      '--versions',
      '1.0,draft',
      '--only',
      '*',
      '--out',
      'goldset',
      '--format',
      'json',
    ];
    expect(argumentsOf('Run', inputs)).toEqual(expected);
  });

  test('applies the gate, with the baseline if there is one, and writes the summary that the comment shows', () => {
    const gate = ['gate', 'goldset/record', '--policy', inputs.policy, '--out', 'goldset/gate', '--report'];
    expect(argumentsOf('Gate', inputs)).toEqual([...gate, '--baseline', '`main`']);
    expect(argumentsOf('Gate', { policy: inputs.policy })).toEqual(gate);
  });

  test('names the artefact by the folder, without slashes', () => {
    const outputs = path.join(temporary(), 'outputs');
    argumentsOf('Run', { ...inputs, out: 'reports/a/b' }, outputs);
    expect(readFileSync(outputs, 'utf8')).toBe('artefact=reports-a-b\n');
  });
});
