import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { pushedText } from '../../../src/cli/commands/dataset.ts';
import { type Client, createClient } from '../../../src/client/create-client.ts';
import { loadDataset } from '../../../src/loaders/load-dataset.ts';
import type { ItemRun } from '../../../src/model/record/run-record.ts';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { checkProcessorFile, ensureProcessor } from '../../../src/runner/ensure-processor.ts';
import { pullEvaluationSet, pushEvaluationSet } from '../../../src/runner/evaluation-sets.ts';
import { recordFromPredictions } from '../../../src/runner/record-from-predictions.ts';
import { runPlan } from '../../../src/runner/run-plan.ts';
import { textSet } from '../../fixtures/faults/text-set.ts';
import { testService } from '../../fixtures/service/service-harness.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'goldset-local-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function connect(): Promise<Client> {
  const service = await testService();
  const client = createClient({ baseUrl: service.url, token: service.token });
  onTestFinished(() => client.close());
  return client;
}

const config = (rules?: string, baseProcessor = 'extraction_performance') => ({
  type: 'EXTRACT',
  baseProcessor,
  schema: { type: 'object', properties: { text: { type: ['string', 'null'] } }, required: ['text'] },
  ...(rules === undefined ? {} : { extractionRules: rules }),
});

const file = (more: object = {}) =>
  checkProcessorFile(
    {
      name: 'bills',
      type: 'EXTRACT',
      versions: [
        { version: '1.0', config: config(undefined, 'extraction_light') },
        { version: '1.1', config: config('one') },
      ],
      config: config('two'),
      ...more,
    },
    'processor.json',
  );

async function rowsOf(recordDir: string): Promise<ItemRun[]> {
  const rows: ItemRun[] = [];
  for await (const row of (await openRecord(recordDir)).rows()) rows.push(row);
  return rows;
}

describe('a processor file', () => {
  test('takes over the members of an earlier version of the file', () => {
    const versions = [
      { version: '1.0', config: config('one') },
      { version: '1.1', config: { extends: '1.0', extractionRules: 'two' } },
    ];
    const draft = { extends: '1.1', baseProcessor: 'extraction_light' };
    const { versions: published, config: own } = file({ versions, config: draft });
    expect(published?.map((one) => one.config)).toEqual([config('one'), config('two')]);
    expect(own).toEqual(config('two', 'extraction_light'));
    const messageOf = (more: object) => {
      try {
        return String(file(more));
      } catch (thrown) {
        return String(thrown);
      }
    };
    expect(messageOf({ versions, config: { extends: '2.0' } })).toContain(
      'processor.json: config.extends: found "2.0", expected 1.0 or 1.1',
    );
    expect(messageOf({ versions: [{ version: '1.0', config: { extends: '1.0' } }] })).toContain(
      'versions.0.config.extends: found "1.0", expected a whole config',
    );
    expect(messageOf({ versions, config: { extends: '1.0', baseProcessor: 'other' } })).toContain(
      'config.baseProcessor: found "other"',
    );
  });

  test('creates the processor with its versions and draft once', async () => {
    const client = await connect();
    const first = await ensureProcessor(client, file(), 'processor.json');
    expect(first).toMatchObject({ published: ['1.0', '1.1'] });
    const versions = await client.processors.versions(first.id);
    expect(versions.map(({ version }) => version).sort()).toEqual(['1.0', '1.1', 'draft']);
    expect(versions.find(({ version }) => version === 'draft')?.config).toMatchObject({
      extractionRules: 'two',
    });
    expect(versions.find(({ version }) => version === '1.0')?.config).toMatchObject({
      baseProcessor: 'extraction_light',
    });
    expect(await ensureProcessor(client, file(), 'processor.json')).toEqual({
      id: first.id,
      published: [],
    });
    expect((await client.processors.versions(first.id)).length).toBe(3);
  });

  test('changes the draft and rejects changes of published versions', async () => {
    const client = await connect();
    const { id } = await ensureProcessor(client, file(), 'processor.json');
    await ensureProcessor(client, file({ config: config('three') }), 'processor.json');
    const draft = (await client.processors.versions(id)).find(({ version }) => version === 'draft');
    expect(draft?.config).toMatchObject({ extractionRules: 'three' });
    const other = file({ versions: [{ version: '1.0', config: config('changed') }] });
    await expect(ensureProcessor(client, other, 'processor.json')).rejects.toMatchObject({
      code: 'PROCESSOR_FILE_INVALID',
    });
  });

  test.each<[string, object, string]>([
    [
      'a version that is not a number',
      { versions: [{ version: 'v1', config: config() }] },
      'versions[0].version',
    ],
    ['a config of another kind', { type: 'CLASSIFY' }, 'config.type'],
    ['an unknown base processor', { config: config(undefined, 'best') }, 'config.baseProcessor'],
    [
      'a schema against the rules',
      {
        config: {
          type: 'EXTRACT',
          schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        },
      },
      'config.schema.properties.a',
    ],
  ])('is rejected with the path for %s', (_, more, at) => {
    expect(() => file(more)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ path: at }) }),
    );
  });
});

test('a processor file with several mismatches is rejected with all of them', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' }, B: { type: ['date', 'null'] } },
    required: ['a'],
  };
  const expected = expect.stringMatching(
    /^rule 3: .*; config\.schema\.properties\.B: found .*, expected rule 5: .*; .* expected rule 2: /,
  );
  expect(() => file({ config: { type: 'EXTRACT', schema } })).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({ path: 'config.schema.properties.a', expected }),
    }),
  );
  const unknown = { type: 'EXTRACT', baseProcessor: 'best' };
  expect(() => file({ name: '', config: unknown })).toThrow(/name.*config\.baseProcessor/s);
});

describe('a run against the local service', () => {
  test('uploads each file once and writes a failed row for an unreadable file', async () => {
    const client = await connect();
    await mkdir(path.join(dir, 'set/files'), { recursive: true });
    const write = (name: string, text: string) => writeFile(path.join(dir, 'set', name), text);
    await write('files/a.txt', 'alpha');
    await write('files/same-as-a.txt', 'alpha');
    await write('files/broken.txt', 'corrupt');
    await write('files/locked.txt', 'locked');
    await write('files/empty.txt', '');
    await write('dataset.json', JSON.stringify({ name: 'set', kind: 'EXTRACT', config: config() }));
    const names = ['a', 'same-as-a', 'broken', 'locked', 'empty'];
    const lines = names.map((id) =>
      JSON.stringify({ id, file: `files/${id}.txt`, expectedOutput: { value: { text: 'alpha' } } }),
    );
    await write('items.jsonl', lines.join('\n'));
    const { id } = await ensureProcessor(client, file(), 'processor.json');
    const recordDir = path.join(dir, 'record');
    const set = await loadDataset(path.join(dir, 'set'));
    const outcome = await runPlan({
      client,
      set,
      processor: id,
      versions: ['1.0', 'latest', 'draft'],
      recordDir,
    });
    expect(outcome).toMatchObject({ planned: 15, processed: 6, failed: 9 });
    const rows = await rowsOf(recordDir);
    expect(rows.filter(({ state }) => state === 'failed').map(({ failure }) => failure?.reason)).toEqual(
      Array.from({ length: 9 }, () => 'document_unreadable'),
    );
    expect(rows.find(({ itemId, version }) => itemId === 'a' && version === 'draft')?.output).toMatchObject({
      value: { text: 'alpha' },
    });
    let files = 0;
    for await (const _ of client.files.list()) files++;
    expect(files).toBeLessThanOrEqual(4);
    const { plan } = await openRecord(recordDir);
    expect(plan.versions.map(({ resolved }) => resolved)).toEqual(['1.0', '1.1', 'draft']);
  });

  test('rejects a wrong token before it writes a record', async () => {
    const service = await testService();
    const client = createClient({ baseUrl: service.url, token: 'sk_wrong' });
    onTestFinished(() => client.close());
    const recordDir = path.join(dir, 'record');
    const running = runPlan({ client, set: textSet(['x']), processor: 'dp_1', recordDir });
    await expect(running).rejects.toMatchObject({ code: 'SERVICE_UNAUTHORISED' });
    await expect(openRecord(recordDir)).rejects.toMatchObject({ code: 'RECORD_NOT_FOUND' });
  });
});

test('pushes a dataset as an evaluation set once', async () => {
  const client = await connect();
  const { id } = await ensureProcessor(client, file(), 'processor.json');
  const texts = Array.from({ length: 120 }, (_, index) => `text ${index % 100}`);
  const pushed = await pushEvaluationSet(client, textSet(texts), id);
  expect(pushed).toMatchObject({ items: 120, skipped: [], reused: false });
  const items = [];
  for await (const item of client.evaluationSets.items(pushed.evaluationSetId)) items.push(item);
  expect(items.length).toBe(120);
  expect(new Set(items.map(({ fileId }) => fileId)).size).toBe(100);
  expect(items.map(({ expectedOutput }) => expectedOutput)).toContainEqual({ value: { text: 'text 7' } });
  expect(await pushEvaluationSet(client, textSet(texts), id)).toMatchObject({
    evaluationSetId: pushed.evaluationSetId,
    reused: true,
  });
  const { manifest, items: back } = await pullEvaluationSet(client, pushed.evaluationSetId);
  expect(manifest).toMatchObject({ name: 'texts', kind: 'EXTRACT' });
  expect(manifest.config).toHaveProperty('schema');
  const gold = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).sort();
  expect(gold(back.map(({ expectedOutput }) => expectedOutput))).toEqual(
    gold(texts.map((text) => ({ value: { text } }))),
  );
  for (const { source } of back) expect(source.kind).toBe('fileId');
  await expect(pullEvaluationSet(client, 'ev_none')).rejects.toThrow('no evaluation set "ev_none"');
  expect((await pushEvaluationSet(client, textSet(['other']), id)).reused).toBe(false);
});

test('states what an evaluation set of the service cannot have', async () => {
  const client = await connect();
  const { id } = await ensureProcessor(client, file(), 'processor.json');
  const set = textSet(['a', 'b', 'c']);
  const goldSource = { proposedBy: { processor: 'p', version: '1.0' }, confirmedUnchanged: 1, changed: 0 };
  const more = [
    { goldSource },
    { goldSource, notScored: { text: 'not-annotated' as const } },
    { tags: { a: 'b' } },
  ];
  const items = async function* () {
    let n = 0;
    for await (const item of set.items()) yield { ...item, tags: {}, ...more[n++] };
  };
  const pushed = await pushEvaluationSet(client, { ...set, items }, id);
  expect(pushed.notTransferred).toEqual({ goldSource: 2, notScored: 1, tags: 1 });
  expect(pushedText(pushed)).toContain(
    'Not transferred: the ids of the items, goldSource of 2 items, tags of 1 item, notScored of 1 item',
  );
  const again = await pushEvaluationSet(client, { ...set, items }, id);
  expect(again).toMatchObject({ reused: true, notTransferred: pushed.notTransferred });
});

test('creates at most the given number of runs per second', async () => {
  const client = await connect();
  const { id } = await ensureProcessor(client, file(), 'processor.json');
  const created: number[] = [];
  client.listen((event) => {
    if (event.kind === 'response' && event.operation.startsWith('POST /processor_runs'))
      created.push(event.sentAt);
  });
  const set = textSet(['one', 'two', 'three', 'four', 'five']);
  const recordDir = path.join(dir, 'record');
  const outcome = await runPlan({ client, set, processor: id, versions: ['draft'], recordDir, rate: 25 });
  expect(outcome).toMatchObject({ planned: 5, processed: 5 });
  expect(created).toHaveLength(5);
  expect((created.at(-1) as number) - (created[0] as number)).toBeGreaterThan(150);
});

test('creates a complete record from predictions', async () => {
  const set = textSet(['one', 'two', 'three']);
  const withConfig = { ...set, manifest: { ...set.manifest, config: file().config } };
  const lines = ['{"id":"item-0001","output":{"value":{"text":"one"}}}', '{"id":"item-0002","output":null}'];
  await writeFile(path.join(dir, 'p.jsonl'), lines.join('\n'));
  const recordDir = path.join(dir, 'record');
  const source = path.join(dir, 'p.jsonl');
  const outcome = await recordFromPredictions({
    set: withConfig,
    predictions: source,
    recordDir,
  });
  expect(outcome).toMatchObject({ planned: 3, processed: 1, failed: 2 });
  const { plan, summary } = await openRecord(recordDir);
  expect([plan.target.kind, summary?.byState.notRun]).toEqual(['predictions', 0]);
  const rows = await rowsOf(recordDir);
  expect(rows.map(({ version, state }) => `${version} ${state}`)).toEqual([
    'predictions processed',
    'predictions failed',
    'predictions failed',
  ]);
  await expect(
    recordFromPredictions({ set, predictions: source, recordDir: path.join(dir, 'x') }),
  ).rejects.toMatchObject({ code: 'DATASET_INVALID' });
});
