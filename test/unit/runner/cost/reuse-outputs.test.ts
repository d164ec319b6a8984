import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ItemRun, RecordedItem, RunPlan } from '../../../../src/model/record/run-record.ts';
import type { ServiceIdentity } from '../../../../src/model/record/service-identity.ts';
import type { RecordedDocument } from '../../../../src/record/read/open-record.ts';
import { type ReuseSource, reuseOutputs } from '../../../../src/runner/cost/reuse-outputs.ts';

const config = { type: 'EXTRACT' as const, schema: { type: 'object' as const, properties: {} } };
const local: ServiceIdentity = { kind: 'local', goldset: '1.0.0', engine: 'local aa', ocr: 'ocr 1' };
const remote: ServiceIdentity = { kind: 'remote', baseUrl: 'https://one.example' };

interface Facts {
  readonly service: ServiceIdentity | undefined;
  readonly apiVersion: string;
  readonly versionId: string;
  readonly resolved: string;
  readonly configHash: string;
  readonly documentHash: string;
  readonly fileName: string;
  readonly repeat: number;
}

const facts: Facts = {
  service: local,
  apiVersion: '2025-04-21',
  versionId: 'dpv_1',
  resolved: '1.0',
  configHash: 'c1',
  documentHash: 'd1',
  fileName: 'a.pdf',
  repeat: 1,
};

function planOf({ service, apiVersion, versionId, resolved, configHash }: Facts, repeats = 1): RunPlan {
  return {
    schemaVersion: 2,
    recordId: 'earlier',
    createdAt: '2026-01-01T00:00:00.000Z',
    tool: { name: 'goldset', version: '1.0.0', node: 'v24', dependencies: {} },
    gitCommit: null,
    options: {},
    target: {
      kind: service?.kind ?? 'local',
      baseUrl: 'http://127.0.0.1:1',
      apiVersion,
      ...(service && { service }),
    },
    dataset: { name: 'd', kind: 'EXTRACT', path: 'd', checksum: 'c' },
    processor: { id: 'dp_1', name: 'p', kind: 'EXTRACT' },
    versions: [{ requested: 'latest', resolved, versionId, configHash, config }],
    repeats,
    seed: 's',
    items: { count: 1, bytes: null, sha256: null },
  };
}

function itemOf({ documentHash, fileName }: Facts, kind: 'file' | 'url' | 'text' = 'file'): RecordedItem {
  const document = { kind, path: fileName, name: fileName };
  return {
    position: 0,
    id: 'one',
    documentHash,
    expectationHash: 'e',
    expectedOutput: {},
    tags: {},
    document,
  };
}

function rowOf({ repeat }: Facts, more: Partial<ItemRun> = {}): ItemRun {
  return {
    itemId: 'one',
    version: 'latest',
    repeat,
    state: 'processed',
    runId: 'dpr_1',
    processorVersionId: 'dpv_1',
    output: { value: { a: 1 } },
    latencyMs: 250,
    credits: 3,
    pages: 1,
    attempts: 1,
    finishedAt: '2026-01-01T00:00:01.000Z',
    ...more,
  };
}

function sourceOf(
  of: Facts,
  { row, ...more }: Partial<ReuseSource> & { row?: Partial<ItemRun> } = {},
): ReuseSource {
  const document: RecordedDocument = { position: 0, item: itemOf(of), runs: [[rowOf(of, row)]] };
  return {
    dir: 'reports/earlier',
    plan: planOf(of, of.repeat),
    summary: { finishedAt: '' } as ReuseSource['summary'],
    documents: async function* () {
      yield document;
    },
    ...more,
  };
}

async function reuse(planned: Facts, sources: readonly ReuseSource[], item = itemOf(planned)) {
  const rows: ItemRun[] = [];
  const onUnreadable = (_: string, thrown: unknown) => {
    throw thrown;
  };
  const [found] = await reuseOutputs(
    planOf(planned),
    (async function* () {
      yield item;
    })(),
    { sources, onUnreadable },
    (row) => rows.push(row),
  );
  return { rows, found };
}

it.each([
  ['local', local],
  ['remote', remote],
])(
  'copies an output of a %s service with its latency and credits, and names its record',
  async (_, service) => {
    const own = { ...facts, service };
    const { rows, found } = await reuse(own, [sourceOf(own)]);
    expect(rows).toEqual([rowOf(own, { reused: { recordId: 'earlier' } })]);
    expect(found).toEqual({ version: 'latest', planned: 1, outputs: 1, credits: 3, reason: null });
  },
);

it('ignores the ids and the address of a local service, which change at each start', async () => {
  const { rows } = await reuse({ ...facts, versionId: 'dpv_9' }, [
    sourceOf(facts, {
      plan: { ...planOf(facts), target: { ...planOf(facts).target, baseUrl: 'http://127.0.0.1:2' } },
    }),
  ]);
  expect(rows).toHaveLength(1);
});

it('names the record that ran the output if the earlier record reused it too', async () => {
  const { rows } = await reuse(facts, [sourceOf(facts, { row: { reused: { recordId: 'first' } } })]);
  expect(rows[0]?.reused).toEqual({ recordId: 'first' });
});

const text = fc.string({ minLength: 1, maxLength: 8 });
const parts = {
  goldset: (value: string, of: Facts): Facts => ({ ...of, service: { ...local, goldset: value } }),
  engine: (value: string, of: Facts): Facts => ({ ...of, service: { ...local, engine: value } }),
  ocr: (value: string, of: Facts): Facts => ({ ...of, service: { ...local, ocr: value } }),
  injectedErrors: (value: string, of: Facts): Facts => ({
    ...of,
    service: { ...local, injectedErrors: value },
  }),
  baseUrl: (value: string, of: Facts): Facts => ({ ...of, service: { ...remote, baseUrl: value } }),
  versionId: (value: string, of: Facts): Facts => ({ ...of, service: remote, versionId: value }),
  resolved: (value: string, of: Facts): Facts => ({ ...of, resolved: value }),
  apiVersion: (value: string, of: Facts): Facts => ({ ...of, apiVersion: value }),
  configHash: (value: string, of: Facts): Facts => ({ ...of, configHash: value }),
  documentHash: (value: string, of: Facts): Facts => ({ ...of, documentHash: value }),
  extension: (value: string, of: Facts): Facts => ({ ...of, fileName: `a.${value.length}x` }),
};

it.each(Object.entries(parts))('reuses nothing if %s differs, and names both values', async (_, change) => {
  await fc.assert(
    fc.asyncProperty(text, text, async (a, b) => {
      const [planned, recorded] = [change(a, facts), change(`${a}-${b}`, facts)];
      expect((await reuse(planned, [sourceOf(planned)])).rows).toHaveLength(1);
      const { rows, found } = await reuse(planned, [sourceOf(recorded)]);
      expect(rows).toEqual([]);
      expect(found?.reason).toMatch(/^the [\s\S]+ is [\s\S]+ in this run and [\s\S]+ in reports\/earlier$/);
    }),
    { numRuns: 20 },
  );
});

it('states the part that differs with both values', async () => {
  const reasonOf = async (other: Partial<Facts>) =>
    (await reuse(facts, [sourceOf({ ...facts, ...other })])).found?.reason;
  expect(await reasonOf({ configHash: 'c2' })).toBe('the config is c1 in this run and c2 in reports/earlier');
  expect(await reasonOf({ service: { ...local, goldset: '0.9.0' } })).toBe(
    'the version of goldset is 1.0.0 in this run and 0.9.0 in reports/earlier',
  );
  expect(await reasonOf({ service: remote })).toBe(
    'the kind of service is local in this run and remote in reports/earlier',
  );
  expect(await reasonOf({ documentHash: 'd2' })).toBe(
    'the document of "one" is file.pdf d1 in this run and file.pdf d2 in reports/earlier',
  );
  expect(await reasonOf({ service: undefined })).toBe(
    'reports/earlier does not name its service, because an earlier version of goldset wrote this record',
  );
});

it('names the record with the most equal parts', async () => {
  const far = sourceOf({ ...facts, configHash: 'c2', resolved: '2.0' }, { dir: 'reports/far' });
  const near = sourceOf({ ...facts, configHash: 'c3' }, { dir: 'reports/near' });
  expect((await reuse(facts, [far, near])).found?.reason).toBe(
    'the config is c1 in this run and c3 in reports/near',
  );
});

it('does not use the second repeat of an output as the first', async () => {
  const { rows } = await reuse(facts, [sourceOf({ ...facts, repeat: 2 })]);
  expect(rows).toEqual([]);
});

it.each(['failed', 'cancelled'] as const)('never reuses a %s item run', async (state) => {
  const { rows, found } = await reuse(facts, [sourceOf(facts, { row: { state, output: null } })]);
  expect(rows).toEqual([]);
  expect(found?.reason).toBe('the item runs of reports/earlier failed');
});

it('does not reuse an output of another service than the plan states', async () => {
  const { rows } = await reuse(facts, [
    sourceOf(facts, { row: { service: { ...local, goldset: '2.0.0' } } }),
  ]);
  expect(rows).toEqual([]);
});

it('does not reuse the output of an address, because its content can change', async () => {
  const item = itemOf(facts, 'url');
  const documents = async function* () {
    yield { position: 0, item, runs: [[rowOf(facts)]] };
  };
  const { rows, found } = await reuse(facts, [sourceOf(facts, { documents })], item);
  expect(rows).toEqual([]);
  expect(found?.reason).toBe('the document of "one" is an address, whose content can change');
});

it('does not reuse a draft that was or may have been edited during its run', async () => {
  const draft = { ...facts, resolved: 'draft', service: remote };
  const edited = { finishedAt: '', draftEdited: true } as ReuseSource['summary'];
  expect((await reuse(draft, [sourceOf(draft)])).rows).toHaveLength(1);
  const reasonOf = async (summary: ReuseSource['summary']) =>
    (await reuse(draft, [sourceOf(draft, { summary })])).found?.reason;
  expect(await reasonOf(edited)).toBe('the draft was edited during the earlier run (reports/earlier)');
  expect(await reasonOf(null)).toMatch(/did not end, so its draft may have been edited/);
  // A published version cannot be edited, and nobody can edit the draft of a local service.
  const published = { ...draft, resolved: '1.0' };
  expect((await reuse(published, [sourceOf(published, { summary: null })])).rows).toHaveLength(1);
  const own = { ...draft, service: local };
  expect((await reuse(own, [sourceOf(own, { summary: null })])).rows).toHaveLength(1);
});

it('uses the first record that has the output, once', async () => {
  const second = sourceOf(facts, { plan: { ...planOf(facts), recordId: 'second' } });
  const { rows } = await reuse(facts, [second, sourceOf(facts)]);
  expect(rows.map(({ reused }) => reused)).toEqual([{ recordId: 'second' }]);
});

it('uses the output of an equal document with another id', async () => {
  const item = { ...itemOf(facts), id: 'renamed' };
  expect((await reuse(facts, [sourceOf(facts)], item)).rows[0]?.itemId).toBe('renamed');
});
