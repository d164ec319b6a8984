import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TryResult, WatchCommand } from '../../../src/model/results/watch-results.ts';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { silentPorts } from '../../../src/usecases/ports.ts';
import type { RunRequest } from '../../../src/usecases/run/run-dataset.ts';
import { watchRun } from '../../../src/usecases/run/watch-run.ts';
import { FaultServer } from '../../fixtures/faults/fault-server.ts';

let server: FaultServer;
let dir: string;
beforeEach(async () => {
  // For the document `b`, the draft returns the second word of its extraction rules.
  server = await new FaultServer({
    read: (text, draft) => {
      const { extractionRules = '' } = draft as { extractionRules?: string };
      return text === 'b' ? (extractionRules.split(' ')[1] ?? text) : text;
    },
  }).start();
  dir = mkdtempSync(path.join(tmpdir(), 'goldset-watch-'));
  writeDataset({ a: 'a', b: 'right', c: 'c' });
  writeProcessor('read wrong');
  write('goldset.json', '{}');
});
afterEach(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

const file = (name: string) => path.join(dir, name);
function write(name: string, text: string): void {
  writeFileSync(file(name), text);
}
function writeDataset(goldOf: Readonly<Record<string, string>>): void {
  write('dataset.json', JSON.stringify({ name: 'texts', kind: 'EXTRACT' }));
  const items = Object.entries(goldOf).map(([text, gold]) => ({
    ...{ id: text, text },
    expectedOutput: { value: { text: gold } },
  }));
  write('items.jsonl', items.map((item) => JSON.stringify(item)).join('\n'));
}
const processorOf = (rules: string) => {
  const properties = { text: { type: ['string', 'null'] } };
  const schema = { type: 'object', properties, required: ['text'] };
  return { name: 'fixture', type: 'EXTRACT', config: { type: 'EXTRACT', schema, extractionRules: rules } };
};
function writeProcessor(rules: string): void {
  write('processor.json', JSON.stringify(processorOf(rules)));
}

interface Watched {
  readonly tries: readonly TryResult[];
  readonly problems: readonly string[];
  readonly opened: readonly string[];
  readonly exitCode: number;
}

/** What a test does when the watch waits for the nth time: changes files, presses a key or sends an interrupt. */
type Step = () => WatchCommand | 'interrupt' | undefined;

/** Watches the dataset, and performs one step whenever the watch waits. The last step is followed by the key `q`. */
async function watch(steps: readonly Step[], more: Partial<RunRequest> = {}): Promise<Watched> {
  const tries: TryResult[] = [];
  const problems: string[] = [];
  const opened: string[] = [];
  const left: Step[] = [...steps, () => 'quit'];
  let press: (command: WatchCommand) => void = () => undefined;
  let interrupt: () => void = () => undefined;
  const request = { dataset: dir, processor: file('processor.json'), versions: '1.0,draft' };
  const { exitCode } = await watchRun(
    {
      ...{ ...request, config: file('goldset.json'), out: file('reports/texts'), format: 'json' },
      ...{ target: server.url, token: 't', maxCredits: 1000 },
      ...more,
    },
    {
      ...silentPorts,
      onTry: (result) => tries.push(result),
      onProblem: ({ message }) => problems.push(message),
      onWaiting: () => {
        const command = left.shift()?.();
        if (command === 'interrupt') interrupt();
        else if (command !== undefined) press(command);
      },
      onCommand: (handle) => {
        press = handle;
        return () => undefined;
      },
      onInterrupt: (stop) => {
        interrupt = stop;
        return () => undefined;
      },
      openPage: (page) => opened.push(page),
    },
  );
  return { tries, problems, opened, exitCode };
}

const change =
  (work: () => void): Step =>
  () =>
    void work();

test('changed gold is scored without a run, and a changed config runs wrong documents first, then the others', async () => {
  const { tries, problems, exitCode } = await watch([
    change(() => writeDataset({ a: 'a', b: 'right', c: 'other' })),
    change(() => writeProcessor('read right')),
  ]);
  expect([problems, exitCode]).toEqual([[], 0]);
  expect(
    tries.map(({ number, selected, runs, reused, credits }) => [number, selected, runs, reused, credits]),
  ).toEqual([
    [1, null, 6, 0, 12],
    [2, null, 0, 6, 0],
    // Version 1.0 did not change, so only the draft runs: first on `b` and `c`, which are wrong, and then on `a`.
    [3, 2, 2, 2, 4],
    [3, null, 3, 3, 6],
  ]);
  expect(tries.map(({ changed }) => changed)).toEqual([
    [],
    ['gold of 1 document'],
    ['extractionRules'],
    ['extractionRules'],
  ]);
  expect(tries.map(({ fullyRight }) => fullyRight)).toEqual(['2 of 3', '2 → 1 of 3', null, '1 → 2 of 3']);
  const places = (values: readonly { itemId: string; path: string }[] = []) =>
    values.map(({ itemId, path }) => `${itemId} ${path}`);
  expect(tries.map(({ changes }) => places(changes?.fixed))).toEqual([[], [], ['b text'], ['b text']]);
  // A try on selected documents has no verdict. A try on all documents has one.
  expect(tries.map(({ outcome }) => outcome.state === 'selectedPart')).toEqual([false, false, true, false]);
  // Each try has its own record, and no run was executed twice.
  expect(readdirSync(file('reports')).sort()).toEqual(['texts', 'texts-2', 'texts-3', 'texts-4']);
  expect(server.runs.size).toBe(9);
  const plans = await Promise.all(
    ['texts', 'texts-2', 'texts-4'].map(
      async (name) => (await openRecord(file(`reports/${name}`))).plan.tries,
    ),
  );
  expect(plans).toEqual([1, 1, 2]);
});

test('reports invalid files with the line, waits on if nothing changed, and lists new errors', async () => {
  writeProcessor('read right');
  const before = readFileSync(file('items.jsonl'), 'utf8');
  const { tries, problems } = await watch([
    change(() => write('processor.json', '{\n"name": "fixture",\n"type": EXTRACT }')),
    // Writes the content of the previous try again, so nothing runs.
    change(() => writeProcessor('read right')),
    change(() => write('items.jsonl', `${before}\n{"id": `)),
    change(() => write('items.jsonl', before)),
    change(() => write('goldset.json', '{\n"failures": }')),
    change(() => write('goldset.json', '{ "failures": "exclude" }')),
    change(() => writeProcessor('read wrong')),
  ]);
  expect(problems).toEqual([
    expect.stringContaining(`${file('processor.json')}: line 3`),
    expect.stringContaining(`${file('items.jsonl')}, line 4`),
    expect.stringContaining(`${file('goldset.json')}: cannot load the configuration: line 2`),
  ]);
  expect(tries.map(({ runs, changed }) => [runs, changed])).toEqual([
    [6, []],
    [0, ['configuration']],
    [3, ['extractionRules']],
  ]);
  // Records with other scoring options are not compared.
  expect(tries[1]?.changes).toBeNull();
  expect(tries[2]?.changes?.newErrors).toEqual([
    { itemId: 'b', path: 'text', expected: 'right', before: 'right', now: 'wrong' },
  ]);
});

test('keys run wrong, failed or all documents again, open the report and quit', async () => {
  writeDataset({ a: 'a', b: 'right', 'fail:INTERNAL_ERROR': 'x' });
  const { tries, opened, problems, exitCode } = await watch([
    () => 'open',
    () => {
      server.isFailing = false;
      return 'failed';
    },
    () => 'wrong',
    () => 'all',
    () => 'failed',
  ]);
  expect(tries.map(({ again, runs, reused }) => [again, runs, reused])).toEqual([
    [null, 6, 0],
    ['failed', 2, 4],
    // The key `wrong` runs the draft on `b` and on the document that failed before, because the draft is
    // wrong in both.
    ['wrong', 2, 4],
    ['all', 6, 0],
  ]);
  expect(opened).toEqual([tries[0]?.report]);
  expect(problems).toEqual(['no run of the last try failed']);
  expect(exitCode).toBe(0);
});

test('the limit of credits applies to all tries together, and a record of a stopped try can be resumed', async () => {
  const { tries, problems } = await watch([change(() => writeProcessor('read right'))], { maxCredits: 13 });
  expect(tries).toHaveLength(1);
  expect(problems).toEqual([expect.stringContaining('limit of 1 credits')]);
  expect(server.runs.size).toBe(6);
  expect(existsSync(file('reports/texts-2/record/plan.json'))).toBe(true);
  expect(existsSync(file('reports/texts-2/record/summary.json'))).toBe(false);
});

test('an interrupt while waiting ends the watch with 130', async () => {
  expect((await watch([() => 'interrupt'])).exitCode).toBe(130);
});

test.each<[string, Partial<RunRequest>]>([
  ['no limit of credits', { maxCredits: 'none' }],
  ['--watch with --resume', { resume: 'record' }],
  ['--watch with --only-wrong', { onlyWrong: true }],
  ['--watch with --shard', { shard: '1/2' }],
  ['--watch without a dataset', { dataset: undefined as never }],
])('rejects %s', async (problem, more) => {
  await expect(watch([], more)).rejects.toThrow(problem);
  expect(server.runs.size).toBe(0);
});

test('the first try ends the command if it fails', async () => {
  await expect(watch([], { processor: file('missing.json') })).rejects.toThrow('missing.json');
});
