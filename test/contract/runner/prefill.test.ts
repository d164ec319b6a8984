import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadDataset } from '../../../src/loaders/load-dataset.ts';
import type { PrefillResult } from '../../../src/model/results/command-results.ts';
import { datasetStats, inspectDataset } from '../../../src/usecases/dataset/inspect-dataset.ts';
import { type PrefillRequest, prefillDataset } from '../../../src/usecases/dataset/prefill-dataset.ts';
import { FaultServer } from '../../fixtures/faults/fault-server.ts';

describe('goldset dataset prefill', () => {
  let dir: string;
  let server: FaultServer;
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'goldset-prefill-'));
    server = await new FaultServer().start();
  });
  afterEach(async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  });
  const write = (name: string, text: string) => writeFileSync(path.join(dir, name), text);
  const read = (name: string) => readFileSync(path.join(dir, name), 'utf8');
  const prefill = (more: Partial<PrefillRequest> = {}): Promise<PrefillResult> =>
    prefillDataset({ dataset: dir, processor: 'dp_1', target: server.url, token: 't', ...more });
  const proposals = () =>
    read('proposals.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const documents = (count: number) => {
    for (let n = 1; n <= count; n++) write(`letter-${n}.txt`, `text ${n}`);
  };

  it('writes dataset.json and one proposal per document of a folder, and no item', async () => {
    documents(2);
    mkdirSync(path.join(dir, 'more'));
    write('more/letter-3.html', '<p>text 3');
    write('README.md', 'not a document');
    write('.hidden.txt', 'not a document');
    const result = await prefill();
    expect(result).toMatchObject({
      exitCode: 0,
      documents: 3,
      added: 3,
      missing: 0,
      waiting: 3,
      labelled: 0,
    });
    expect(proposals().map(({ id, file }) => [id, file])).toEqual([
      ['letter-1', 'letter-1.txt'],
      ['letter-2', 'letter-2.txt'],
      ['more/letter-3', 'more/letter-3.html'],
    ]);
    expect(proposals()[0]).toMatchObject({
      proposedBy: { version: 'draft', configHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      output: { value: { text: 'text 1' } },
    });
    expect(JSON.parse(read('dataset.json'))).toMatchObject({ kind: 'EXTRACT', config: { type: 'EXTRACT' } });
    expect(existsSync(path.join(dir, 'items.jsonl'))).toBe(false);
    await expect(loadDataset(dir)).rejects.toMatchObject({
      code: 'DATASET_NOT_RECOGNISED',
      message: expect.stringContaining('no labels yet'),
    });
  });

  it('proposes only for items without gold, and changes no file and no count of a dataset', async () => {
    const config = {
      type: 'EXTRACT',
      schema: { type: 'object', properties: { text: { type: ['string', 'null'] } }, required: ['text'] },
    };
    const manifest = `${JSON.stringify({ name: 'set', kind: 'EXTRACT', config })}\n`;
    const items = [
      { id: 'done', text: 'a', expectedOutput: { value: { text: 'a' } } },
      { id: 'open', text: 'b' },
    ];
    write('dataset.json', manifest);
    write('items.jsonl', `${items.map((item) => JSON.stringify(item)).join('\n')}\n`);
    write('notes.txt', 'not an item');
    const figures = async () => [
      await datasetStats({ dataset: dir }),
      await inspectDataset({ dataset: dir }),
    ];
    const before = [read('items.jsonl'), await figures()];
    expect(await prefill()).toMatchObject({ documents: 1, added: 1, waiting: 1, labelled: 1 });
    expect(proposals().map(({ id, text }) => [id, text])).toEqual([['open', 'b']]);
    expect([read('items.jsonl'), await figures()]).toEqual(before);
    expect(read('dataset.json')).toBe(manifest);
    // The second call still ignores the files that are not documents.
    expect(await prefill()).toMatchObject({ documents: 1, added: 0, waiting: 1, record: null });
  });

  it('keeps the id of a document when a file with the same name and another ending is added', async () => {
    documents(1);
    await prefill();
    write('letter-1.html', '<p>text 2');
    expect(await prefill()).toMatchObject({ documents: 2, added: 1, waiting: 2 });
    expect(proposals().map(({ id, file }) => [id, file])).toEqual([
      ['letter-1', 'letter-1.txt'],
      ['letter-1.html', 'letter-1.html'],
    ]);
  });

  it('keeps earlier proposals, and runs only new documents', async () => {
    documents(2);
    await prefill();
    const edited = read('proposals.jsonl').replaceAll('text 1', 'other');
    write('proposals.jsonl', edited);
    const { size } = server.runs;
    expect(await prefill()).toMatchObject({ added: 0, waiting: 2, record: null });
    expect(server.runs.size).toBe(size);
    documents(3);
    expect(await prefill()).toMatchObject({ added: 1, waiting: 3 });
    expect(server.runs.size).toBe(size + 1);
    expect(read('proposals.jsonl').startsWith(edited)).toBe(true);
  });

  it('tries documents without an output again', async () => {
    write('bad.txt', 'fail:PARSING_ERROR');
    write('good.txt', 'good');
    expect(await prefill()).toMatchObject({ exitCode: 3, added: 1, missing: 1, waiting: 1 });
    server.isFailing = false;
    expect(await prefill()).toMatchObject({ exitCode: 0, added: 1, missing: 0, waiting: 2 });
  });

  it('continues an interrupted run, and writes outputs whose proposals were lost', async () => {
    documents(3);
    await prefill();
    const record = path.join(dir, 'prefill/1/record');
    const cut = (name: string) => {
      const lines = readFileSync(path.join(record, name), 'utf8').trimEnd().split('\n');
      writeFileSync(path.join(record, name), `${lines.slice(0, -1).join('\n')}\n`);
    };
    cut('rows.jsonl');
    cut('runs.jsonl');
    rmSync(path.join(record, 'summary.json'));
    rmSync(path.join(dir, 'proposals.jsonl'));
    const { size } = server.runs;
    expect(await prefill()).toMatchObject({ added: 3, missing: 0 });
    expect(server.runs.size).toBeLessThanOrEqual(size + 1);
    expect(existsSync(path.join(dir, 'prefill/2'))).toBe(false);
  });

  it('draws the same sample for the same seed, and extends a smaller one', async () => {
    documents(8);
    await prefill({ sample: 3, seed: 'a' });
    const first = proposals().map(({ id }) => id);
    expect(first).toHaveLength(3);
    expect(await prefill({ sample: 3, seed: 'a' })).toMatchObject({ added: 0, chosen: 3, documents: 8 });
    await prefill({ sample: 5, seed: 'a' });
    const ids = proposals().map(({ id }) => id);
    expect(ids).toHaveLength(5);
    expect(ids).toEqual(expect.arrayContaining(first));
  });

  it('takes the outputs of a record for documents with equal content', async () => {
    documents(2);
    await prefill();
    const other = await mkdtemp(path.join(tmpdir(), 'goldset-prefill-'));
    writeFileSync(path.join(other, 'renamed.txt'), 'text 2');
    writeFileSync(path.join(other, 'unknown.txt'), 'text 9');
    const { size } = server.runs;
    const fromRecord = path.join(dir, 'prefill/1');
    expect(await prefillDataset({ dataset: other, fromRecord })).toMatchObject({
      exitCode: 3,
      added: 1,
      missing: 1,
    });
    const [proposal] = readFileSync(path.join(other, 'proposals.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(proposal ?? '')).toMatchObject({
      id: 'renamed',
      output: { value: { text: 'text 2' } },
    });
    expect(server.runs.size).toBe(size);
    await rm(other, { recursive: true });
  });

  it.each<[string, Partial<PrefillRequest>, string]>([
    ['neither processor nor record', { processor: undefined as never }, 'found neither --processor'],
    ['processor and record', { fromRecord: 'x' }, '--processor with --from-record'],
    ['several versions', { versions: '1.0,draft' }, 'expected one version'],
  ])('rejects %s', async (_, request, problem) => {
    documents(1);
    await expect(prefill(request)).rejects.toThrow(problem);
    expect(existsSync(path.join(dir, 'proposals.jsonl'))).toBe(false);
  });

  it('rejects a folder without documents, and labelled documents of another format', async () => {
    await expect(prefill()).rejects.toThrow('found no document');
    write('a.txt', 'a');
    write('a.json', '{"text":"a"}');
    await expect(prefill()).rejects.toThrow('in another format');
  });
});
