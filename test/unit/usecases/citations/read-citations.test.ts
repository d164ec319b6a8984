import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReportModel } from '../../../../src/model/report/report-model.ts';
import { compareRecords } from '../../../../src/usecases/compare/compare-records.ts';
import { gateRecord } from '../../../../src/usecases/gate/gate-record.ts';
import { silentPorts } from '../../../../src/usecases/ports.ts';
import { reportRecord } from '../../../../src/usecases/report/report-record.ts';
import { recordPredictions } from '../../../../src/usecases/run/run-dataset.ts';
import { samplePdf } from '../../../fixtures/documents/sample-pdf.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'goldset-citations-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Returns a box around a line of text, from x1 to x2. The line is 12 points high, and its baseline is at y. */
const around = (x1: number, x2: number, y: number, page = 1) => ({
  page,
  polygon: [
    { x: x1, y: y - 12 },
    { x: x2, y: y - 12 },
    { x: x2, y: y + 4 },
    { x: x1, y: y + 4 },
  ],
});
const supplier = around(95, 200, 100);
const total = around(95, 200, 140);

const properties = {
  supplier: { type: ['string', 'null'], description: 'd' },
  total: { type: ['number', 'null'], description: 'd' },
  paid: { type: ['boolean', 'null'], description: 'd' },
};
const value = { supplier: 'ACME Ltd', total: 12.5, paid: true };

interface Output {
  readonly supplier?: object;
  readonly total?: object;
  readonly paid?: object;
}
const output = ({ supplier, total, paid }: Output, values: object = value) => ({
  value: values,
  metadata: Object.fromEntries(
    Object.entries({ supplier, total, paid })
      .filter(([, citation]) => citation !== undefined)
      .map(([field, citation]) => [field, { citations: [citation] }]),
  ),
});

const pdf = await samplePdf([
  [
    { text: 'Supplier', x: 20, y: 100 },
    { text: 'ACME Ltd', x: 100, y: 100 },
    { text: 'Total', x: 20, y: 140 },
    { text: '12.50', x: 100, y: 140 },
  ],
  Array.from({ length: 12 }, (_, line) => ({
    text: 'These are the terms of the delivery.',
    x: 20,
    y: 100 + 20 * line,
  })),
]);

/** Writes a dataset of PDFs and a record of the outputs, and returns the folder of the record. */
async function record(
  name: string,
  outputs: readonly object[],
  gold: object | ((at: number) => object | null) = { value },
): Promise<string> {
  const folder = path.join(dir, 'set');
  await mkdir(folder, { recursive: true });
  const lines = [];
  for (const [at] of outputs.entries()) {
    // The documents of a record have different contents. All records use the same files.
    const file = path.join(folder, `${at}.pdf`);
    if (!existsSync(file)) await writeFile(file, Buffer.concat([pdf, Buffer.from(`\n%${at}\n`)]));
    lines.push(
      JSON.stringify({
        id: `d${at}`,
        file: `${at}.pdf`,
        expectedOutput: typeof gold === 'function' ? gold(at) : gold,
      }),
    );
  }
  const schema = { type: 'object', properties, required: Object.keys(properties) };
  await writeFile(
    path.join(folder, 'dataset.json'),
    JSON.stringify({ name: 'set', kind: 'EXTRACT', config: { type: 'EXTRACT', schema } }),
  );
  await writeFile(path.join(folder, 'items.jsonl'), `${lines.join('\n')}\n`);
  const predictions = path.join(dir, `${name}.jsonl`);
  await writeFile(
    predictions,
    outputs.map((one, at) => `${JSON.stringify({ id: `d${at}`, output: one })}\n`).join(''),
  );
  const out = path.join(dir, name);
  await recordPredictions({ dataset: folder, predictions, out, format: 'json' });
  return path.join(out, 'record');
}

async function reportOf(folder: string): Promise<ReportModel> {
  return (await reportRecord({ record: folder, citations: true, format: 'json' })).model;
}

const statesOf = ({ items }: ReportModel) => items.map(({ versions }) => versions[0]?.cited);

describe('citations of a record', () => {
  it('are supported if the cited box contains the value', async () => {
    const model = await reportOf(
      await record('states', [
        output({ supplier, total, paid: total }),
        output({ supplier: total, total: around(95, 200, 100, 2) }),
        output({ supplier: { page: 1 }, total: around(95, 200, 100, 9) }),
      ]),
    );
    const is = (state: string) => ({ state, ocr: false });
    expect(statesOf(model)).toEqual([
      { supplier: is('supported'), total: is('supported'), paid: is('unchecked') },
      { supplier: is('unsupported'), total: is('unsupported'), paid: is('uncited') },
      { supplier: is('uncited'), total: is('unsupported'), paid: is('uncited') },
    ]);
    const [all, ...fields] = model.citations?.rows ?? [];
    expect(all).toMatchObject({
      field: '',
      counts: [{ supported: 2, unsupported: 3, uncited: 3, unchecked: 1, ocr: 0, located: 0 }],
      support: [{ value: 2 / 5, n: 3 }],
      coverage: [{ value: 6 / 9 }],
      page: [{ value: null }],
      comparison: null,
    });
    expect(fields.map(({ field, support }) => [field, support[0]?.value])).toEqual([
      ['supplier', 1 / 2],
      ['total', 1 / 3],
      ['paid', null],
    ]);
  });

  it('are absent from a report that does not read them, and stay in the record once read', async () => {
    const folder = await record('kept', [output({ supplier, total })]);
    const before = (await reportRecord({ record: folder, format: 'json' })).model;
    expect([before.citations, statesOf(before)]).toEqual([null, [undefined]]);
    await reportOf(folder);
    await rm(path.join(dir, 'set'), { recursive: true });
    const { model } = await reportRecord({ record: folder, format: 'json' });
    expect(model.citations?.rows[0]?.support[0]?.value).toBe(1);
  });

  it('cannot be checked without the document of the run', async () => {
    const folder = await record('gone', [output({ supplier }), output({ supplier })]);
    await rm(path.join(dir, 'set', '0.pdf'));
    await writeFile(
      path.join(dir, 'set', '1.pdf'),
      await samplePdf([[{ text: 'ACME Ltd', x: 100, y: 100 }]]),
    );
    const notices: string[] = [];
    const ports = { ...silentPorts, notice: (text: string) => notices.push(text) };
    const { model } = await reportRecord({ record: folder, citations: true, format: 'json' }, ports);
    expect(model.citations?.rows[0]?.counts[0]).toMatchObject({ supported: 0, unsupported: 0, unchecked: 2 });
    expect(notices.join()).toContain(
      'the citations of 2 documents cannot be checked (d0: the file does not exist, d1: the file has changed since the run)',
    );
  });

  it('of another record are not used', async () => {
    const folder = await record('stale', [output({ supplier })]);
    await reportOf(folder);
    const file = path.join(folder, 'citations.jsonl');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/"rows":"./, '"rows":"x'));
    const notices: string[] = [];
    const ports = { ...silentPorts, notice: (line: string) => notices.push(line) };
    const { model } = await reportRecord({ record: folder, format: 'json' }, ports);
    expect(model.citations).toBeNull();
    expect(notices.join()).toContain('citations.jsonl was written for other outputs and is ignored');
    await writeFile(file, text.replace('"cited":{', '"cited":{"x":[],'));
    await expect(reportRecord({ record: folder, format: 'json' })).rejects.toMatchObject({
      code: 'RECORD_INVALID',
    });
  });

  it('are compared with the boxes in the gold', async () => {
    const half = around(95, 147.5, 100);
    const gold = output({ supplier, total: around(95, 200, 140) });
    const model = await reportOf(
      await record('boxes', [output({ supplier: half, total: around(95, 200, 140, 2) })], gold),
    );
    expect(model.citations?.hasGoldBoxes).toBe(true);
    expect(model.citations?.rows[0]?.counts[0]).toMatchObject({ located: 2, rightPage: 1 });
    expect(model.citations?.rows[0]?.overlap[0]?.value).toBeCloseTo(0.25, 6);
  });

  it('are marked if their words come from character recognition', async () => {
    const folder = await record('ocr', [output({ supplier })]);
    await reportOf(folder);
    const file = path.join(folder, 'citations.jsonl');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"ocr":false', '"ocr":true'));
    const { model } = await reportRecord({ record: folder, format: 'json' });
    expect(statesOf(model)[0]?.supplier).toEqual({ state: 'supported', ocr: true });
    expect(model.citations?.rows[0]?.counts[0]).toMatchObject({ supported: 1, ocr: 1 });
  });

  it('of two versions are compared, also in a gate, and have a CSV table', async () => {
    const good = Array.from({ length: 12 }, () => output({ supplier, total }));
    const bad = good.map((one, at) => (at < 10 ? output({ supplier: total, total }) : one));
    const [before, after] = [await record('before', good), await record('after', bad)];
    const out = path.join(dir, 'compared');
    await compareRecords({ baseline: before, candidate: after, citations: true, out, format: 'json,csv' });
    const { citations } = JSON.parse(await readFile(path.join(out, 'report.json'), 'utf8')) as ReportModel;
    const row = citations?.rows.find(({ field }) => field === 'supplier');
    expect(row?.support.map((one) => one.value)).toEqual([1, 1 / 6]);
    expect(row?.comparison).toMatchObject({ metric: 'citation_support', verdict: 'regressed' });
    const policy = path.join(dir, 'policy.json');
    await writeFile(
      policy,
      JSON.stringify({
        limits: [
          { metric: 'citation_support', field: 'supplier', min: 0.9 },
          { metric: 'citation_support', field: 'total', min: 0.9 },
        ],
        regressions: [{ metric: 'citation_support', margin: 0.05 }],
      }),
    );
    const { outcome } = await gateRecord({ record: after, baseline: before, policy, annotations: 'none' });
    const checks = outcome.checks.filter(({ name }) => name.includes('citations'));
    expect(checks.map(({ name, status }) => [name, status])).toEqual([
      ['supported citations of supplier, at least 90.0 %', 'fail'],
      ['supported citations of total, at least 90.0 %', 'pass'],
      ['supported citations loses at most 5.0 points', 'fail'],
    ]);
    expect(checks[0]?.reason).toContain('10 documents with missing or wrong citations: d0, d1');
    expect(checks[0]?.leaves?.[0]).toMatchObject({
      path: 'supplier',
      candidate: 'ACME Ltd (not supported)',
    });
    const text = await readFile(path.join(out, 'csv', 'citations.csv'), 'utf8');
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
    expect(rows.map(({ field }) => field)).toEqual([
      '(all)',
      '(all)',
      ...['supplier', 'total', 'paid'].flatMap((one) => [one, one]),
    ]);
    const [baseline, candidate] = rows.filter(({ field }) => field === 'supplier');
    expect(baseline).toMatchObject({
      supported: '12',
      unsupported: '0',
      citation_support: '1',
      difference: '',
      verdict: '',
    });
    expect(candidate).toMatchObject({
      supported: '2',
      unsupported: '10',
      uncited: '0',
      verdict: 'regressed',
    });
    expect(Number(candidate?.citation_support)).toBeCloseTo(1 / 6, 10);
    expect(Number(candidate?.difference)).toBeCloseTo(-5 / 6, 10);
    expect(Number(candidate?.citation_support_low)).toBeLessThan(1 / 6);
    expect(candidate?.citation_page).toBe('');
  });

  it.each(['absent', 'ignore'] as const)(
    'are checked without gold, with the policy unlabelled: %s',
    async (unlabelled) => {
      const outputs = [output({ supplier, total }), output({ supplier: total, total }), output({ supplier })];
      // Only the first document has gold.
      const folder = await record('bare', outputs, (at) => (at === 0 ? { value } : null));
      const { model } = await reportRecord({ record: folder, citations: true, unlabelled, format: 'json' });
      const [all, ...fields] = model.citations?.rows ?? [];
      expect(all).toMatchObject({
        counts: [{ supported: 4, unsupported: 1, uncited: 4, unchecked: 0 }],
        support: [{ value: 4 / 5 }],
        coverage: [{ value: 5 / 9, n: 3 }],
      });
      expect(fields.find(({ field }) => field === 'supplier')?.support[0]?.value).toBe(2 / 3);
      // Figures of correctness count only the document with gold.
      expect(model.fields.find(({ field }) => field === 'supplier')?.support).toBe(1);
    },
  );

  it('without any gold are compared and gated', async () => {
    const good = Array.from({ length: 12 }, () => output({ supplier, total }));
    const bad = good.map((one, at) => (at < 10 ? output({ supplier: total, total }) : one));
    const [before, after] = [
      await record('before', good, () => null),
      await record('after', bad, () => null),
    ];
    const policy = path.join(dir, 'policy.json');
    await writeFile(
      policy,
      JSON.stringify({
        limits: [
          { metric: 'citation_support', field: 'supplier', min: 0.9 },
          { metric: 'citation_support', min: 0.5 },
          { metric: 'recall', min: 0.5 },
        ],
        regressions: [{ metric: 'citation_support', margin: 0.05 }],
      }),
    );
    const { outcome } = await gateRecord({ record: after, baseline: before, policy, annotations: 'none' });
    const statusOf = (text: string) => outcome.checks.find(({ name }) => name.startsWith(text))?.status;
    expect(statusOf('supported citations of supplier')).toBe('fail');
    expect(statusOf('supported citations, at least')).toBe('pass');
    expect(statusOf('supported citations loses')).toBe('fail');
    const correctness = outcome.checks.find(({ name }) => /recall/i.test(name));
    expect([correctness?.status, correctness?.reason]).toEqual([
      'inconclusive',
      expect.stringContaining('gold'),
    ]);
    const [listed] = outcome.checks.find(({ status }) => status === 'fail')?.leaves ?? [];
    expect(listed).toMatchObject({ path: 'supplier', candidate: 'ACME Ltd (not supported)' });
  });

  it('are read by a gate whose policy needs them', async () => {
    const folder = await record('gated', [output({ supplier: total })]);
    const policy = path.join(dir, 'policy.json');
    await writeFile(policy, JSON.stringify({ limits: [{ metric: 'citation_support', min: 0.5 }] }));
    const { outcome } = await gateRecord({ record: folder, policy, annotations: 'none' });
    const check = outcome.checks.find(({ name }) => name.includes('citations'));
    expect(check).toMatchObject({ status: 'fail', value: 0 });
  });
});
