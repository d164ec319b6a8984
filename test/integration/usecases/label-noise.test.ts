import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/base/hash.ts';
import { comparisonText } from '../../../src/cli/commands/compare.ts';
import { reportText } from '../../../src/cli/terminal/summary-text.ts';
import { plainLook } from '../../../src/cli/terminal/terminal-look.ts';
import { gateRecord, reportRecord } from '../../../src/index.ts';
import type { ProcessorConfig } from '../../../src/model/processor/processor-config.ts';
import type { ReportModel } from '../../../src/model/report/report-model.ts';
import {
  isWithinLabelNoise,
  labelCeilingText,
  withinLabelNoise,
} from '../../../src/model/score/measurement.ts';
import type { RecordReader } from '../../../src/record/read/open-record.ts';
import { compareRecords } from '../../../src/usecases/compare/compare-records.ts';
import { gateText } from '../../../src/usecases/gate/gate-text.ts';
import { readWorkbook } from '../../fixtures/documents/read-workbook.ts';
import { rewriteRecord } from '../../fixtures/records/rewrite-record.ts';
import { type RecordedPair, writeRecord } from '../../fixtures/records/write-record.ts';

const text = { type: ['string', 'null'], description: 'd' };
const config: ProcessorConfig = {
  type: 'EXTRACT',
  schema: { type: 'object', required: ['a', 'b'], properties: { a: text, b: text } },
};
const types = ['A', 'B'].map((type) => ({ id: type, type, description: type }));
const splitter: ProcessorConfig = { type: 'SPLITTER', splitClassifications: types };
const classifier: ProcessorConfig = { type: 'CLASSIFY', classifications: types };
const documentText = (i: number) => `document ${i}`;

/** Writes a record of text documents, with the hashes that a run would store. */
async function recordOf(
  own: ProcessorConfig,
  versions: readonly string[],
  pairOf: (i: number) => Omit<RecordedPair, 'id'>,
): Promise<RecordReader> {
  const pairs = Array.from({ length: 100 }, (_, i) => ({ id: `d${i}`, ...pairOf(i) }));
  const written = await writeRecord(own, versions, pairs);
  return rewriteRecord(written, {
    item: (item) => ({ ...item, documentHash: sha256(documentText(Number(item.id.slice(1)))) }),
  });
}

interface Labels {
  readonly config?: ProcessorConfig;
  readonly count: number;
  readonly goldOf?: (i: number) => unknown;
  readonly textOf?: (i: number) => string;
}

/** Writes second labels for the first `count` documents. By default, `a` differs in the first two of them. */
async function secondLabels(name: string, labels: Labels): Promise<string> {
  const dir = path.join(folder, name);
  await mkdir(dir);
  const { config: own = config, count, textOf = documentText } = labels;
  const goldOf = labels.goldOf ?? ((i: number) => ({ value: { a: i < 2 ? 'other' : 'x', b: 'y' } }));
  await writeFile(path.join(dir, 'dataset.json'), JSON.stringify({ name, kind: own.type, config: own }));
  const items = Array.from({ length: count }, (_, i) => ({
    id: `d${i}`,
    text: textOf(i),
    expectedOutput: goldOf(i),
  }));
  await writeFile(path.join(dir, 'items.jsonl'), items.map((item) => JSON.stringify(item)).join('\n'));
  return dir;
}

let record: RecordReader;
let folder: string;
/** Second labels of 40 documents. In two of them, `a` differs from the first labels. */
let forty: string;

/** 100 documents. Version 1.0 has `a` wrong in the last 10 documents, and the draft is right. */
beforeAll(async () => {
  record = await recordOf(config, ['1.0', 'draft'], (i) => ({
    expected: { value: { a: 'x', b: 'y' } },
    outputs: [{ value: { a: i < 90 ? 'x' : 'z', b: 'y' } }, { value: { a: 'x', b: 'y' } }],
  }));
  folder = path.dirname(record.dir);
  forty = await secondLabels('forty', { count: 40 });
});

async function reportOf(secondGold: string, more: object = {}): Promise<ReportModel> {
  const request = { record: record.dir, out: path.join(folder, 'out'), format: 'json', secondGold };
  const { model } = await reportRecord({ ...request, ...more });
  return model;
}

describe('label noise of a report', () => {
  it('shows the values of each figure next to its ceiling', async () => {
    const { labelNoise, method } = await reportOf(forty);
    expect(labelNoise).toMatchObject({ dataset: 'forty', documents: 40, isAdjudicated: false });
    const rows = labelNoise?.rows ?? [];
    expect(rows.map(({ metric, scope, places }) => [metric, scope, places])).toEqual([
      ['document_exact', 'overall', 40],
      ['f1', 'overall', 80],
      ['field_accuracy', 'overall', 80],
      ['f1', 'field:a', 40],
      ['f1', 'field:b', 40],
    ]);
    // 2 of 40 documents and 2 of 80 leaves differ. The F1 between the two annotations is 2 x 78 / (80 + 80).
    const agreements = [0.95, 0.975, 0.975, 0.95, 1];
    for (const [i, agreement] of agreements.entries()) {
      expect(rows[i]?.ceiling?.agreement.value).toBeCloseTo(agreement, 12);
      // The two annotators can make errors in different fields of one document. So the ceiling for whole documents is
      // the square root of the agreement.
      const ceiling = i === 0 ? Math.sqrt(agreement) : 1 - (1 - agreement) / 2;
      expect(rows[i]?.ceiling?.value).toBeCloseTo(ceiling, 12);
    }
    const a = rows[3];
    expect(a?.values.map(({ value }) => value)).toEqual([0.9, 1]);
    // Wilson's interval of 2 / 40 ends at .165. So the labels agree in at least 83.5 %, and the ceiling is at least 1 -
    // .165 / 2 = 91.7 %.
    expect(a?.ceiling?.low).toBeCloseTo(0.917, 3);
    expect(a?.ceiling?.agreement.low).toBeCloseTo(0.835, 3);
    expect(a?.ceiling && labelCeilingText(a.ceiling)).toBe(
      'a faultless reader reaches 97.5 % (91.7 to 99.3), estimated from 40 documents annotated twice',
    );
    expect(method.facts.at(-1)).toEqual({
      name: 'Label noise',
      value: '40 documents were annotated twice (second labels: forty)',
    });
  });

  it('adds the ceiling to headline figures, fields and comparisons, and changes no figure', async () => {
    const model = await reportOf(forty);
    const [exact, f1, precision] = model.tiles;
    expect(exact?.values.map((value) => value?.labelCeiling?.value)).toEqual([
      Math.sqrt(0.95),
      Math.sqrt(0.95),
    ]);
    expect(f1?.values[0]?.labelCeiling?.value).toBeCloseTo(0.9875, 12);
    // Precision has no label ceiling, because it changes if the two annotations are swapped.
    expect(precision?.values[0]).toMatchObject({ metric: 'precision' });
    expect(precision?.values[0]?.labelCeiling).toBeUndefined();
    const field = model.fields.find(({ field }) => field === 'a');
    expect(field?.f1.map(isWithinLabelNoise)).toEqual([false, true]);
    expect(field?.comparison?.candidate.labelCeiling?.value).toBeCloseTo(0.975, 12);
    const plain = await reportRecord({ record: record.dir, out: path.join(folder, 'plain'), format: 'json' });
    const without = (value: unknown) =>
      JSON.parse(JSON.stringify(value, (key, own) => (key === 'labelCeiling' ? undefined : own)));
    expect(without(model.tiles)).toEqual(without(plain.model.tiles));
    expect(without(model.fields)).toEqual(without(plain.model.fields));
    expect(model.verdict).toEqual(plain.model.verdict);
  });

  it('counts every label that adjudication changed', async () => {
    const { labelNoise } = await reportOf(forty, { adjudicated: true });
    expect(labelNoise?.rows[3]?.ceiling?.value).toBeCloseTo(0.95, 12);
  });

  it('states that the noise of a figure with fewer than 30 places is unknown', async () => {
    const { labelNoise, fields } = await reportOf(await secondLabels('few', { count: 29 }));
    const [exact, f1, , a] = labelNoise?.rows ?? [];
    expect(exact).toMatchObject({ places: 29, ceiling: null });
    expect(f1).toMatchObject({ places: 58 });
    expect(f1?.ceiling).not.toBeNull();
    expect(a).toMatchObject({ places: 29, ceiling: null });
    expect(fields[0]?.f1[0]?.labelCeiling).toBeUndefined();
  });

  it('states once that label noise is unknown without second labels', async () => {
    const out = path.join(folder, 'unknown');
    const { model, result } = await reportRecord({ record: record.dir, out, format: 'json,md' });
    expect(model.labelNoise).toBeNull();
    expect(model.method.facts.at(-1)?.value).toMatch(/^unknown/);
    expect(readFileSync(path.join(out, 'summary.md'), 'utf8')).not.toContain('a faultless reader');
    expect(reportText(model, result.report)).not.toContain('a faultless reader');
  });

  it('prints the ceiling on the row of the figure, in the terminal and in Markdown', async () => {
    const out = path.join(folder, 'printed');
    const model = await reportOf(forty, { out, format: 'md' });
    const lines = reportText(model, 'x').split('\n');
    expect(lines.find((line) => line.includes('Documents fully right'))).toMatch(
      /90 \(83–94\) +100 \(9\d–100\) ≈/,
    );
    expect(lines.join(' ').replaceAll(/ +/g, ' ')).toContain(
      'fully right documents: a faultless reader reaches 97.5 % (91.4 to 99.3), estimated from 40 documents annotated twice',
    );
    expect(lines.join(' ')).toContain(
      'Label noise: 40 documents were annotated twice (second labels: forty). ≈ means: not distinguishable from label noise.',
    );
    const markdown = readFileSync(path.join(out, 'summary.md'), 'utf8');
    expect(markdown).toMatch(
      /\| fully right documents \| .+ \| a faultless reader reaches 97\.5 % \(91\.4 to 99\.3\), estimated from 40 documents annotated twice \|/,
    );
    expect(markdown).toMatch(/\| a \| 90\.0.+\| 100\.0.+≈ \| a faultless reader reaches 97\.5 %/);
  });

  it('writes the ceiling into the rows of the CSV files', async () => {
    const out = path.join(folder, 'csv');
    await reportOf(forty, { out, format: 'csv' });
    const rowsOf = (name: string): Record<string, string>[] =>
      parse(readFileSync(path.join(out, 'csv', name)), { columns: true, bom: true });
    const a = rowsOf('fields.csv').filter(({ field }) => field === 'a');
    expect(a.map((row) => [row.version, row.f1, row.label_ceiling, row.annotated_twice])).toEqual([
      ['1.0', '0.9', '0.975', '40'],
      ['draft', '1', '0.975', '40'],
    ]);
    expect(a.map((row) => row.within_label_noise)).toEqual(['false', 'true']);
    expect(Number(a[0]?.label_ceiling_low)).toBeCloseTo(0.917, 3);
    expect(a[0]?.label_agreement).toBe('0.95');
    const exact = rowsOf('summary.csv').find(
      ({ metric, version }) => metric === 'document_exact' && version === '1.0',
    );
    expect(exact).toMatchObject({ value: '0.9', within_label_noise: 'false' });
    expect(Number(exact?.label_ceiling)).toBeCloseTo(Math.sqrt(0.95), 6);
    expect(rowsOf('summary.csv').find(({ metric }) => metric === 'precision')?.label_ceiling).toBe('');
  });

  it('writes the ceiling into the Excel file, and no columns without second labels', async () => {
    const out = path.join(folder, 'excel');
    await reportOf(forty, { out, format: 'xlsx' });
    const sheets = readWorkbook(path.join(out, 'report.xlsx'));
    const [, heads = [], ...rows] = sheets.get('Fields')?.rows ?? [];
    const cells = (row: readonly unknown[] | undefined) =>
      heads.flatMap((head, i) =>
        /^(A faultless|Documents annotated|Reading)/.test(String(head)) ? [row?.[i]] : [],
      );
    expect(cells(heads)).toEqual([
      'A faultless reader reaches',
      'A faultless reader reaches, at least',
      'A faultless reader reaches, at most',
      'Documents annotated twice',
      'Reading',
    ]);
    // Field `a` differs in 2 of 40 documents, which is a share of .05. One annotator makes half of these errors, so the
    // ceiling is 1 - .05 / 2. The draft has the field right in all documents.
    const a = cells(rows.find(([name]) => name === 'a'));
    expect(a).toEqual([0.975, expect.closeTo(0.917, 3), expect.closeTo(0.993, 3), 40, withinLabelNoise]);
    const summary = new Map(
      sheets.get('Summary')?.rows.map(([first, second]) => [String(first), String(second)]),
    );
    expect(summary.get('Second labels')).toBe('40 documents were annotated twice (second labels: forty)');
    expect(summary.get('fully right documents')).toBe(
      'a faultless reader reaches 97.5 % (91.4 to 99.3), estimated from 40 documents annotated twice; draft: not distinguishable from label noise',
    );
    const plain = path.join(folder, 'excel-plain');
    await reportRecord({ record: record.dir, out: plain, format: 'xlsx' });
    const [, without = []] = readWorkbook(path.join(plain, 'report.xlsx')).get('Fields')?.rows ?? [];
    expect(without.filter((head) => String(head).startsWith('A faultless'))).toEqual([]);
  });

  it('appears in a comparison', async () => {
    const { result } = await compareRecords({ baseline: record.dir, secondGold: forty });
    expect(result.labelNoise?.rows[3]?.ceiling?.value).toBeCloseTo(0.975, 12);
    expect(result.headline[0]?.baseline.labelCeiling?.value).toBe(Math.sqrt(0.95));
    const row = comparisonText(result, { ...plainLook, width: 140 })
      .split('\n')
      .find((line) => line.startsWith('fully right documents'));
    expect(row).toMatch(/90\.0 % +100\.0 % ≈ .+97\.5 % \[91\.4–99\.3\]/);
  });

  it('rejects second labels of other items, of other documents and of another kind, and --adjudicated alone', async () => {
    const others = await secondLabels('others', { count: 1 });
    await writeFile(
      path.join(others, 'items.jsonl'),
      JSON.stringify({ id: 'unknown', text: 't', expectedOutput: { value: { a: 'x', b: 'y' } } }),
    );
    await expect(reportOf(others)).rejects.toThrow('has no label for any labelled item of the record');
    const swapped = await secondLabels('swapped', {
      count: 40,
      textOf: (i) => (i < 7 ? 'another text' : documentText(i)),
    });
    await expect(reportOf(swapped)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(
        /--second-gold: .+swapped and the record have different documents for 7 items: d0, d1, d2, d3, d4 and 2 more/,
      ),
    });
    const kind = await secondLabels('kind', {
      config: classifier,
      count: 1,
      goldOf: () => ({ type: 'A' }),
    });
    await expect(reportOf(kind)).rejects.toThrow('is for CLASSIFY, and the record is for EXTRACT');
    const alone = { record: record.dir, out: path.join(folder, 'x'), format: 'json', adjudicated: true };
    await expect(reportRecord(alone)).rejects.toThrow('--adjudicated was given without --second-gold');
  });
});

describe('label noise of packets and classes', () => {
  const packet = (firstPages: number) => ({
    splits: [
      { type: 'A', startPage: 1, endPage: firstPages },
      { type: 'B', startPage: firstPages + 1, endPage: 3 },
    ],
  });

  it('compares the two annotations of packets as split documents, boundaries and pages', async () => {
    const packets = await recordOf(splitter, ['1.0'], (i) => ({
      expected: packet(1),
      outputs: [packet(i < 80 ? 1 : 2)],
      pages: 3,
    }));
    const second = await secondLabels('packets', {
      config: splitter,
      count: 40,
      goldOf: (i) => packet(i < 4 ? 2 : 1),
    });
    const out = path.join(folder, 'packets-out');
    const { model } = await reportRecord({ record: packets.dir, out, format: 'json', secondGold: second });
    const rows = new Map(model.labelNoise?.rows.map((row) => [`${row.metric} ${row.scope}`, row]));
    // In 4 of 40 packets, the second labels have another boundary, so the two documents of the packet differ as well. In
    // each of these packets, one of the three pages has another type.
    const agreements = {
      'packet_exact overall': [0.9, 40, 0.8],
      'document_f1 overall': [0.9, 80, 0.8],
      'boundary_f1 overall': [0.9, 40, 0.8],
      'page_type_accuracy overall': [116 / 120, 120, 280 / 300],
    };
    for (const [name, [agreement, places, value]] of Object.entries(agreements)) {
      const row = rows.get(name);
      expect(row?.ceiling?.agreement.value, name).toBeCloseTo(agreement as number, 12);
      const share = agreement as number;
      const ceiling = name.startsWith('packet_exact') ? Math.sqrt(share) : 1 - (1 - share) / 2;
      expect(row?.ceiling?.value, name).toBeCloseTo(ceiling, 12);
      expect(row?.places, name).toBe(places);
      expect(row?.values[0]?.value, name).toBeCloseTo(value as number, 12);
    }
    expect(model.tiles[0]?.values[0]?.labelCeiling?.value).toBeCloseTo(Math.sqrt(0.9), 12);
    const f1 = model.packets?.metrics.find(({ metric }) => metric === 'document_f1');
    expect(f1?.values[0]?.labelCeiling?.value).toBeCloseTo(0.95, 12);
    expect(f1?.trivial[0]?.labelCeiling).toBeUndefined();
  });

  it('shows the ceiling of accuracy and of each class', async () => {
    const classes = await recordOf(classifier, ['1.0'], (i) => ({
      expected: { type: i % 2 === 0 ? 'A' : 'B' },
      outputs: [{ type: 'A' }],
    }));
    // The second annotator labels 8 of the 40 documents of class A as B, so 8 of 80 labels differ.
    const second = await secondLabels('classes', {
      config: classifier,
      count: 80,
      goldOf: (i) => ({ type: i % 2 === 0 && i >= 16 ? 'A' : 'B' }),
    });
    const out = path.join(folder, 'classes-out');
    const { model } = await reportRecord({ record: classes.dir, out, format: 'json', secondGold: second });
    expect(model.tiles[0]?.values[0]).toMatchObject({ value: 0.5, labelCeiling: { documents: 80 } });
    expect(model.tiles[0]?.values[0]?.labelCeiling?.value).toBeCloseTo(0.95, 12);
    const a = model.classes?.perClass.find(({ label }) => label === 'A');
    // One annotator gives class A to 40 documents, and the other to 32 of them. So F1 is 2 x 32 / (40 + 32).
    expect(a?.f1[0]?.labelCeiling?.agreement.value).toBeCloseTo(64 / 72, 12);
  });
});

describe('label noise of a gate', () => {
  const policy = {
    limits: [
      { metric: 'f1', field: 'a', min: 0.995 },
      { metric: 'f1', field: 'a', min: 0.98 },
      { metric: 'document_exact', min: 0.9 },
      { metric: 'precision', min: 0.9 },
    ],
    regressions: [{ metric: 'f1', field: 'a', margin: 0.05 }],
  };
  const gate = async (more: object, own: object = policy) => {
    const file = path.join(folder, 'policy.json');
    await writeFile(file, JSON.stringify(own));
    return gateRecord({ record: record.dir, policy: file, annotations: 'none', ...more });
  };

  it('states the ceiling, a minimum above it and results within label noise, and changes no verdict', async () => {
    const [plain, noisy] = [await gate({}), await gate({ secondGold: forty })];
    const found = (rule: string) => noisy.outcome.checks.filter((check) => check.rule === rule);
    const ceiling =
      'a faultless reader reaches 97.5 % (91.7 to 99.3), estimated from 40 documents annotated twice';
    const limits = found('limit').map(({ reason }) => reason.slice(reason.indexOf('; ') + 1).trim());
    expect(limits).toEqual([
      `${ceiling}; the minimum of 99.5 % is above this interval, so no processor is expected to reach it; the result is not distinguishable from label noise`,
      `${ceiling}; the minimum of 98.0 % is above this value, but inside its interval; the result is not distinguishable from label noise`,
      `${ceiling.replace('91.7 to 99.3', '91.4 to 99.3')}; the result is not distinguishable from label noise`,
      expect.stringMatching(/^precision is 100.0 % .+ n = 100$/),
    ]);
    expect(found('regression')[0]?.reason).toMatch(
      /a faultless reader reaches 97\.5 % .+; the candidate is not distinguishable from label noise$/,
    );
    expect(noisy.outcome.labelNoise).toEqual({ dataset: 'forty', isAdjudicated: false, documents: 40 });
    expect(gateText(noisy.outcome)).toContain(
      'Label noise: 40 documents were annotated twice (second labels: forty)',
    );
    const statuses = ({ outcome }: typeof plain) => outcome.checks.map(({ name, status }) => [name, status]);
    expect(statuses(noisy)).toEqual(statuses(plain));
    expect([noisy.outcome.status, noisy.exitCode]).toEqual([plain.outcome.status, plain.exitCode]);
    expect(plain.outcome.labelNoise).toBeUndefined();
  });

  it('states the ceiling of a result below it without a mark', async () => {
    const { outcome } = await gate({ secondGold: forty, candidateVersion: '1.0' }, { limits: policy.limits });
    expect(outcome.status).toBe('fail');
    const [first] = outcome.checks.filter(({ rule }) => rule === 'limit');
    expect(first?.reason).toContain('so no processor is expected to reach it');
    expect(first?.reason).not.toContain('not distinguishable');
  });

  it('restricts the ceiling to the documents of a slice, and leaves it out with fewer than 30 of them', async () => {
    const tagged = await rewriteRecord(record, {
      item: (item) => ({ ...item, tags: { half: Number(item.id.slice(1)) < 35 ? 'first' : 'second' } }),
    });
    const limit = { metric: 'document_exact', min: 0.5, by: 'half' };
    const { outcome } = await gate({ record: tagged.dir, secondGold: forty }, { limits: [limit] });
    const reasons = outcome.checks.filter(({ rule }) => rule === 'limit').map(({ reason }) => reason);
    // 2 of 35 documents differ, so the ceiling is the square root of 33 / 35. In the other slice, only 5 documents have
    // two labels.
    expect(reasons[0]).toContain('a faultless reader reaches 97.1 %');
    expect(reasons[0]).toContain('35 documents annotated twice');
    expect(reasons[1]).not.toContain('a faultless reader');
  });

  it('is part of the gate in a report, and of the report of a gate', async () => {
    const file = path.join(folder, 'policy.json');
    await writeFile(file, JSON.stringify(policy));
    const model = await reportOf(forty, { policy: file });
    expect(
      model.gate?.checks.some(({ reason }) => reason.includes('a faultless reader reaches 97.5 %')),
    ).toBe(true);
    const out = path.join(folder, 'gate-report');
    await gate({ secondGold: forty, out, report: true });
    const json: ReportModel = JSON.parse(readFileSync(path.join(out, 'report.json'), 'utf8'));
    expect(json.labelNoise?.documents).toBe(40);
    expect(readFileSync(path.join(out, 'gate.junit.xml'), 'utf8')).toContain(
      'a faultless reader reaches 97.5 %',
    );
  });
});
