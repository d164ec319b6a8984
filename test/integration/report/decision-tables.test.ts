import { mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { ReportModel } from '../../../src/model/report/report-model.ts';
import { writeReport } from '../../../src/report/formats/write-report.ts';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { changedValues } from '../../fixtures/changed-values.ts';
import { sampleModels } from '../../fixtures/report-model.ts';

const check = { name: '=recall', status: 'fail', value: 0.5, bound: 0.9, n: 20, reason: 'is 50 %' } as const;
const interval = { low: 0.3, high: 0.7, confidence: 0.95, method: 'wilson' };
const model: ReportModel = {
  ...sampleModels.splitter(),
  gate: {
    status: 'fail',
    sentence: 'The gate failed: 1 of 1 check fails.',
    against: '1.0',
    checks: [{ ...check, rule: 'limit', unit: 'share', interval, documents: 10 }],
  },
  sampleSize: {
    effects: [0.03, 0.05],
    power: 0.8,
    confidence: 0.95,
    looks: 1,
    basis: 'observed',
    documents: 18,
    clusters: null,
    curve: { effects: [], questions: [] },
    advice: [],
    rows: [
      {
        scope: 'overall',
        metric: 'packet_exact',
        label: 'fully right packets',
        observedOn: 18,
        rate: 0.7,
        discordant: 0.4,
        needed: [
          { effect: 0.03, power: 0.8, level: 0.0071, documents: 4099, conservative: 5243 },
          { effect: 0.05, power: 0.8, level: null, documents: null, conservative: null },
        ],
      },
    ],
  },
  attribution: {
    method: 'rerun',
    packets: 1,
    documents: 2,
    expected: 4,
    errors: 3,
    byStage: { splitting: 4, classification: -1, 'row-alignment': 0, value: 0, presence: 0 },
    remaining: { original: 3, goldSplits: -1, goldClasses: 0 },
    byPacket: [],
  },
};

type Table = Record<string, string>[];

async function tables(of: ReportModel): Promise<Map<string, Table>> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'goldset-tables-'));
  const { files } = await writeReport(of, dir, ['csv'], { images: 'none' });
  const read = async (file: string) =>
    [path.basename(file), parse(await readFile(file, 'utf8'), { columns: true }) as Table] as const;
  return new Map(await Promise.all(files.map(read)));
}

test('gate, sample size and attribution have separate tables if the report has them', async () => {
  const found = await tables(model);
  expect(found.get('gate.csv')).toEqual([
    {
      check: "'=recall",
      rule: 'limit',
      status: 'fail',
      value: '0.5',
      low: '0.3',
      high: '0.7',
      bound: '0.9',
      unit: 'share',
      n: '20',
      documents: '10',
      reason: 'is 50 %',
    },
  ]);
  expect(
    found
      .get('sample-size.csv')
      ?.map(({ effect, documents, documents_conservative }) => [effect, documents, documents_conservative]),
  ).toEqual([
    ['0.03', '4099', '5243'],
    ['0.05', '', ''],
  ]);
  expect(found.get('attribution.csv')?.[0]).toMatchObject({
    errors: '3',
    splitting: '4',
    classification: '-1',
  });
  const without = await tables({ ...sampleModels.splitter(), gate: null });
  expect(['gate.csv', 'sample-size.csv', 'attribution.csv'].filter((name) => without.has(name))).toEqual([]);
});

test('the summary marks a class as not comparable', async () => {
  const plain = sampleModels.classify();
  const { classes } = plain;
  const [first, ...others] = classes?.perClass ?? [];
  const perClass = first && [{ ...first, notComparable: 'only the candidate has it' }, ...others];
  const comparison = {
    headline: [],
    classes: [],
    slices: [],
    speed: [],
    notComparable: [],
    restrictions: [],
    documentsNeeded: null,
  };
  const found = await tables({
    ...plain,
    comparison,
    classes: classes && perClass ? { ...classes, perClass } : null,
  });
  const rows = found.get('summary.csv')?.filter(({ verdict }) => verdict === 'not comparable');
  expect(rows?.map(({ label, undefined_because }) => [label, undefined_because])).toEqual([
    [first?.label, 'only the candidate has it'],
  ]);
});

test('the summary of a comparison has the gate next to the recommendation, and the stages', () => {
  const text = renderMarkdown(model);
  expect(text).toContain(`**${model.summary.outcome.sign} ${model.summary.outcome.headline}**`);
  expect(text).toContain('| ✗ fail |');
  expect(text).toContain('| classification | -1 |');
});

test('changes.csv has one line per changed value, and the summary has the headline under other policies', async () => {
  const sample = sampleModels.extract(60);
  const values = [sample.fields[0]?.f1.slice() ?? []];
  const sensitivity = [{ policy: 'emptiness = strict', metrics: ['f1'], values }];
  const plain = { ...sample, method: { ...sample.method, sensitivity } };
  const found = await tables(plain);
  const changes = new Map(plain.changes.map((document) => [document.itemId, document]));
  // The documents are in the order of the record.
  const lines = plain.items.flatMap(({ itemId }) => {
    const { state, values = [] } = changes.get(itemId) ?? {};
    return values.map(({ change }) => `${change} ${state} ${itemId}`);
  });
  expect(found.get('changes.csv')?.map(({ change, state, item }) => `${change} ${state} ${item}`)).toEqual(
    lines,
  );
  expect(changedValues(plain.changes, 'newError').length).toBeGreaterThan(0);
  // The values of a document are in the order of its leaves, not sorted by their effect.
  for (const { itemId, versions } of plain.items) {
    const paths = found
      .get('changes.csv')
      ?.flatMap(({ item, path }) => (item === itemId ? (path as string) : []));
    const order = versions.flatMap(({ leaves }) => leaves.map((leaf) => leaf.path));
    const places = (paths ?? []).filter((path) => !path.includes('[')).map((path) => order.indexOf(path));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  }
  const policies = found.get('summary.csv')?.filter(({ section }) => section === 'policies');
  expect(policies?.map(({ label, version, value }) => [label, version, Number(value)])).toEqual(
    plain.versions.map(({ name }, at) => ['emptiness = strict', name, values[0]?.[at]?.value]),
  );
});
