import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readProcessorFile } from '../../src/runner/ensure-processor.ts';
import { root, temporaryFolder } from '../e2e/spawn-goldset.ts';
import { commandsWithoutOutput } from '../fixtures/commands/documented-commands.ts';
import { long } from '../fixtures/long-form.ts';
import { freePort } from '../fixtures/queue/free-port.ts';
import { writeSmallSets } from './examples/example-small-sets.ts';

// Runs the documented commands without an output on the pages. They need a service, a queue, a model, a browser or
// documents of the reader. `npm run test:long` runs all of them. `npm run check:package` installs the package in an
// empty project, and runs them with the installed command. GOLDSET_TESTED is then its path.
const launcher = process.env.GOLDSET_TESTED ?? path.join(root, 'src/cli/goldset.mjs');
const token = 'token-of-the-test-12345';

interface Place {
  /** Folder in which the commands run. */
  readonly dir: string;
  /** Actual values of the names and addresses that the pages use as examples. */
  readonly names: Map<string, string>;
  /** Runs a command to its end, and expects the exit code 0. */
  readonly run: (line: string) => Promise<void>;
}

interface Step {
  readonly line: string;
  /** Exit code, 0 by default. */
  readonly code?: number;
  /**
   * If set, the command runs until the end of the scenario. The next step begins when the output of the command matches
   * this pattern.
   */
  readonly ready?: RegExp;
  /** Whether the command only prepares the next commands, and is not on a page. */
  readonly isExtra?: boolean;
  /** Runs before the command. */
  readonly before?: (place: Place) => void;
  /** Runs when the command is ready or has ended. */
  readonly after?: (place: Place) => Promise<void>;
}

interface Scenario {
  readonly name: string;
  readonly prepare: (place: Place) => Promise<void>;
  readonly steps: readonly (Step | string)[];
}

const remote = (line: string): Step => ({ line, ready: /http:/, isExtra: true, after: nameProcessor });

const scenarios: readonly Scenario[] = [
  {
    name: 'a first project',
    prepare: async ({ dir, run }) => {
      await run('goldset init --name letters');
      writeTexts(dir, 'FOLDER');
    },
    steps: [
      'goldset dataset check datasets/letters',
      'goldset run datasets/letters --processor datasets/letters/processor.json --versions 1.0,draft',
      'goldset gate reports/letters/record',
      'goldset dataset prefill FOLDER --processor datasets/letters/processor.json',
      { line: 'goldset view FOLDER', ready: /http:/ },
    ],
  },
  {
    name: 'own documents without labels',
    prepare: async ({ dir }) => writeTexts(dir, 'my-folder'),
    steps: [
      'npx goldset init',
      'npx goldset dataset prefill my-folder --processor datasets/first/processor.json',
      { line: 'npx goldset view my-folder', ready: /http:/ },
      { line: 'npx goldset run my-folder', before: ({ dir }) => confirmAll(path.join(dir, 'my-folder')) },
    ],
  },
  {
    name: 'own documents',
    prepare: async (place) => {
      await writeLetters(place, 'my-set');
      cpSync(path.join(place.dir, 'processor.json'), path.join(place.dir, 'my-processor.json'));
      await writeReceipts(place.dir);
      writeTexts(place.dir, 'mail-2026');
    },
    steps: [
      'npx goldset run my-set --processor my-processor.json --versions 1.0,draft',
      'goldset run sroie:receipts --processor receipts.json --comparator company=fuzzy:0.85 --comparator address=fuzzy:0.85',
      'goldset report reports/sroie/record --comparator company=token-sort',
      'goldset dataset prefill mail-2026 --processor processor.json',
      { line: 'goldset view mail-2026', ready: /http:/ },
    ],
  },
  {
    name: 'labels of a dataset',
    prepare: async ({ dir, run }) => {
      writeSmallSets(dir);
      await run('goldset dataset convert csv:gold.csv --out native');
    },
    steps: [
      { line: 'goldset dataset check faulty --fix', code: 2 },
      'goldset dataset check forms --fix all,Total',
      'goldset dataset check native',
    ],
  },
  {
    name: 'shards',
    prepare: (place) => writeLetters(place, 'datasets/invoices'),
    steps: [
      'goldset run datasets/invoices --shard 1/2 --out shards/1',
      'goldset run datasets/invoices --shard 2/2 --out shards/2',
      { line: 'goldset merge shards/1 shards/2 --out whole', isExtra: true },
      'goldset report whole/record',
    ],
  },
  {
    name: 'a remote service, runs of selected documents and reuse',
    prepare: async (place) => {
      await writeLetters(place, 'invoices');
      addWrongAndFailed(path.join(place.dir, 'invoices'));
      place.names.set('8080', String(await freePort()));
    },
    steps: [
      { line: 'goldset run invoices --processor invoices/processor.json --versions 1.0,draft', code: 3 },
      {
        line: 'goldset run invoices --processor processor.json --versions 1.0,draft --watch',
        ready: /a all · f failed|try 1/,
      },
      { line: 'goldset view reports --no-open', ready: /http:/ },
      remote('goldset serve --port 8080 --token TOKEN'),
      {
        line: 'goldset run invoices --processor dp_Xj8m... --target https://... --token ...',
        code: 3,
        before: removed('reports/invoices'),
      },
      { line: 'goldset run invoices --processor dp_Xj8m... --reuse auto --max-credits 200', code: 3 },
      {
        line: 'goldset run invoices --processor dp_Xj8m... --reuse reports/invoices/record --out reports/invoices-2',
        code: 3,
        before: removed('reports/invoices-2'),
      },
      {
        line: 'goldset run --only-wrong reports/invoices/record --out reports/invoices-2',
        code: 3,
        before: removed('reports/invoices-2'),
      },
      {
        line: 'goldset run --only-failed reports/invoices/record --out reports/invoices-2',
        code: 3,
        before: removed('reports/invoices-2'),
      },
      { line: 'goldset run --resume reports/invoices/record --max-credits 400', code: 3 },
      {
        line: 'goldset run invoices --processor prc_invoices --versions 1.0,draft --primary total_amount',
        code: 3,
        before: removed('reports/invoices'),
      },
    ],
  },
  {
    name: 'a model as engine',
    prepare: async (place) => {
      await writeLetters(place, 'DATASET');
      const { chatServer } = await import('../fixtures/chat/chat-server.ts');
      const { loopbackModel } = await import('../fixtures/chat/loopback-model.ts');
      const model = await chatServer(loopbackModel);
      place.names.set('http://127.0.0.1:8000/v1', model.url).set('8080', String(await freePort()));
    },
    steps: [
      {
        line: 'goldset serve --engine chat-completions --engine-url http://127.0.0.1:8000/v1 --engine-model NAME --port 8080 --token TOKEN',
        ready: /http:/,
        after: nameProcessor,
      },
      'goldset run DATASET --processor processor.json --target http://127.0.0.1:8080 --token TOKEN',
      'goldset run DATASET --processor dp_1 --versions 1.0 --target https://hosted.example --token ... --out reports/hosted',
      'goldset run DATASET --processor processor.json --versions 1.0 --target http://127.0.0.1:8080 --token TOKEN --out reports/model',
      'goldset compare reports/hosted reports/model --versions 1.0 --out reports/hosted-and-model',
    ],
  },
  {
    name: 'a queue',
    prepare: async (place) => {
      await writeLetters(place, 'datasets/invoices');
      const { RedisServer } = await import('../fixtures/queue/redis-server.ts');
      const redis = await RedisServer.start();
      onTestFinished(() => redis.stop());
      place.names
        .set('redis://redis.internal:6379', redis.url)
        .set('8080', String(await freePort()))
        .set('http://10.0.0.5', 'http://127.0.0.1');
    },
    steps: [
      { line: 'goldset worker --queue redis://redis.internal:6379 --jobs engines', ready: /worker/i },
      {
        line: 'goldset serve --host 0.0.0.0 --port 8080 --queue redis://redis.internal:6379 --public-url http://10.0.0.5:8080',
        ready: /http:/,
        after: nameProcessor,
      },
      { line: 'goldset worker --queue redis://redis.internal:6379', ready: /worker/i },
      'goldset run datasets/invoices --processor dp_123 --target https://api.example.com --queue redis://redis.internal:6379 --rate 200',
    ],
  },
];

/** Parts of command lines that are not complete commands. */
const fragments = ['goldset compare ... --labels labels.jsonl'];

test('each documented command either shows its output or is part of a scenario', () => {
  const inScenarios = scenarios
    .flatMap(({ steps }) => steps)
    .flatMap((step) => (typeof step === 'string' ? [step] : step.isExtra ? [] : [step.line]));
  expect([...inScenarios, ...fragments].toSorted()).toEqual(commandsWithoutOutput().toSorted());
});

test.runIf(long).for(scenarios)(
  '$name: all commands work as documented',
  { timeout: 300_000 },
  async (scenario, { skip }) => {
    const needsRedis = scenario.name === 'a queue';
    if (needsRedis && spawnSync('redis-server', ['--version']).status !== 0)
      skip('redis-server is not installed');
    const place = openPlace();
    await scenario.prepare(place);
    for (const entry of scenario.steps) {
      const step = typeof entry === 'string' ? { line: entry } : entry;
      step.before?.(place);
      if (step.ready === undefined) await finish(place, step);
      else await start(place, step, step.ready);
      await step.after?.(place);
    }
  },
);

/** Writes the items that a person would get by confirming all proposals of a folder. */
function confirmAll(folder: string): void {
  const items = readFileSync(path.join(folder, 'proposals.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ id, file, output }) => JSON.stringify({ id, file, expectedOutput: { value: output.value } }));
  writeFileSync(path.join(folder, 'items.jsonl'), `${items.join('\n')}\n`);
}

function openPlace(): Place {
  const names = new Map([
    ['--token ...', `--token ${token}`],
    ['TOKEN', token],
    ['NAME', 'loopback'],
    ['total_amount', 'total'],
  ]);
  const place: Place = { dir: temporaryFolder(), names, run: (line) => finish(place, { line }) };
  return place;
}

async function finish(place: Place, { line, code = 0 }: Step): Promise<void> {
  const { child, output } = spawnLine(place, line);
  const status = await new Promise((resolve) => child.once('close', resolve));
  expect(status, `${line}\n${output()}`).toBe(code);
}

async function start(place: Place, { line }: Step, ready: RegExp): Promise<void> {
  const { child, output } = spawnLine(place, line);
  const ended = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGINT');
    expect([0, 130], `${line}\n${output()}`).toContain(await ended);
  });
  await expect
    .poll(() => child.exitCode !== null || ready.test(output()), { timeout: 60_000, interval: 50 })
    .toBe(true);
}

function spawnLine({ dir, names }: Place, line: string): { child: ChildProcess; output: () => string } {
  const inventions = [...names].sort(([a], [b]) => b.length - a.length);
  const actual = inventions.reduce((text, [invented, name]) => text.replaceAll(invented, name), line);
  const child = spawn(process.execPath, [launcher, ...actual.split(/.*?goldset | /).filter(Boolean)], {
    cwd: dir,
    env: {
      ...process.env,
      GOLDSET_BASE_URL: names.get('https://...') ?? '',
      GOLDSET_API_TOKEN: token,
      GOLDSET_CACHE_DIR: path.join(dir, '.cache'),
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk;
    });
  return { child, output: () => text };
}

/**
 * Creates a processor on the service of the scenario, and stores the address of the service and the id of the processor
 * in `names`.
 */
async function nameProcessor({ dir, names }: Place): Promise<void> {
  const url = `http://127.0.0.1:${names.get('8080')}`;
  for (const invented of ['https://...', 'https://hosted.example', 'https://api.example.com'])
    names.set(invented, url);
  const { config } = await readProcessorFile(path.join(dir, 'processor.json'));
  const send = async (resource: string, body: object) => {
    const response = await fetch(`${url}${resource}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-service-api-version': '2025-04-21',
      },
      body: JSON.stringify(body),
    });
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as { processor: { id: string } };
  };
  const { processor } = await send('/processors', { name: 'remote', type: 'EXTRACT', config });
  await send(`/processors/${processor.id}/publish`, { releaseType: 'major' });
  for (const invented of ['dp_Xj8m...', 'dp_123', 'dp_1', 'prc_invoices']) names.set(invented, processor.id);
}

/** Writes the dataset and the processor file of `goldset init` under other names. */
async function writeLetters(place: Place, name: string): Promise<void> {
  await place.run('goldset init letters-project --name letters');
  const letters = path.join(place.dir, 'letters-project/datasets/letters');
  const target = path.join(place.dir, name);
  cpSync(letters, target, { recursive: true });
  const manifest = JSON.parse(readFileSync(path.join(target, 'dataset.json'), 'utf8'));
  writeFileSync(
    path.join(target, 'dataset.json'),
    JSON.stringify({ ...manifest, name: path.basename(name) }),
  );
  cpSync(path.join(letters, 'processor.json'), path.join(place.dir, 'processor.json'));
}

/** Changes the label of the first document, and adds a document that cannot be read. */
function addWrongAndFailed(dataset: string): void {
  const file = path.join(dataset, 'items.jsonl');
  const broken = {
    id: 'broken',
    file: 'broken.pdf',
    expectedOutput: { value: { invoice_number: null, total: null } },
  };
  const labels = readFileSync(file, 'utf8').replace('"total":10.5', '"total":11.5');
  writeFileSync(file, `${labels.trimEnd()}\n${JSON.stringify(broken)}\n`);
  writeFileSync(path.join(dataset, 'broken.pdf'), '%PDF-1.4\nno pages\n');
}

/** Writes documents without labels. */
function writeTexts(dir: string, name: string): void {
  mkdirSync(path.join(dir, name));
  for (const number of [1, 2])
    writeFileSync(
      path.join(dir, name, `letter-${number}.txt`),
      `Invoice number: R-${number}\nTotal: ${number}0.50 EUR\n`,
    );
}

/** Writes a dataset of one scanned receipt, and a processor for it. */
async function writeReceipts(dir: string): Promise<void> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const lines = ['NORTH STREET BAKERY', '12 NORTH STREET', '01/02/2026', 'TOTAL 12.50'];
  const canvas = createCanvas(900, 600);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, 900, 600);
  context.fillStyle = 'black';
  context.font = '44px sans-serif';
  for (const [i, line] of lines.entries()) context.fillText(line, 60, 100 + 110 * i);
  for (const folder of ['img', 'key']) mkdirSync(path.join(dir, 'receipts', folder), { recursive: true });
  writeFileSync(path.join(dir, 'receipts/img/001.png'), canvas.toBuffer('image/png'));
  const [company, address, date] = lines;
  writeFileSync(
    path.join(dir, 'receipts/key/001.json'),
    JSON.stringify({ company, date, address, total: '12.50' }),
  );
  const text = { type: ['string', 'null'] };
  const properties = { company: text, date: text, address: text, total: text };
  const config = {
    type: 'EXTRACT',
    schema: { type: 'object', properties, required: Object.keys(properties) },
  };
  const versions = [{ version: '1.0', config }];
  writeFileSync(
    path.join(dir, 'receipts.json'),
    JSON.stringify({ name: 'receipts', type: 'EXTRACT', config, versions }),
  );
}

/** Returns a function that removes a folder, so that a later command can create it again. */
function removed(folder: string): (place: Place) => void {
  return ({ dir }) => rmSync(path.join(dir, folder), { recursive: true, force: true });
}
