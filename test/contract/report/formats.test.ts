import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { type ReportFormat, reportFormats } from '../../../src/report/formats/formats.ts';
import { writeReport } from '../../../src/report/formats/write-report.ts';
import { readPdf } from '../../fixtures/documents/read-pdf.ts';
import { readWorkbook } from '../../fixtures/documents/read-workbook.ts';
import { sampleModels } from '../../fixtures/report-model.ts';

const model = sampleModels.extract(6);
const f1 = model.fields.map((row) => row.f1.at(-1)?.value);

/** Reads the files of each format with an independent parser, and compares them with the model. */
const checks: Readonly<Record<ReportFormat, (file: (name: string) => string) => void | Promise<void>>> = {
  html(file) {
    const page = readFileSync(file('index.html'), 'utf8');
    const head = /id="block-head">([^<]*)</.exec(page)?.[1] ?? '';
    expect(JSON.parse(head)).toMatchObject({ title: model.title, versions: model.versions });
    expect(page).toContain(model.summary.outcome.headline);
  },
  csv(file) {
    const rows: Record<string, string>[] = parse(readFileSync(file('csv/fields.csv')), { columns: true });
    const candidate = rows.filter(({ version }) => version === model.versions[1]?.name);
    expect(candidate.map((row) => Number(row.f1))).toEqual(f1);
  },
  md(file) {
    const text = readFileSync(file('summary.md'), 'utf8');
    expect(text).toContain(`## ${model.summary.heading.title}\n`);
    expect(text).toContain(model.summary.outcome.headline);
    expect(text).toContain(`New errors (${model.changeCounts?.newErrors})`);
  },
  async pdf(file) {
    const { title, pages } = await readPdf(readFileSync(file('report.pdf')));
    expect(title).toBe(model.summary.heading.title);
    expect(pages[0]?.text).toContain(model.summary.outcome.headline);
  },
  xlsx(file) {
    const sheets = readWorkbook(file('report.xlsx'));
    expect([...sheets.keys()]).toEqual(['Summary', 'Fields', 'Documents', 'Errors']);
    const [, heads = [], ...rows] = sheets.get('Fields')?.rows ?? [];
    const column = heads.indexOf(`Both together (F1), ${model.versions[1]?.name}`);
    const leaves = model.fields.filter(({ isLeaf }) => isLeaf);
    expect(rows.map((row) => row[column])).toEqual(leaves.map((row) => row.f1.at(-1)?.value));
    expect(sheets.get('Documents')?.rows).toHaveLength(model.items.length + 2);
  },
  junit(file) {
    const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
    const { testsuites } = parser.parse(readFileSync(file('gate.junit.xml'), 'utf8'));
    expect(testsuites.tests).toBe(String(model.gate?.checks.length));
  },
  json(file) {
    const report = JSON.parse(readFileSync(file('report.json'), 'utf8')) as typeof model;
    expect(report.fields.map((row) => row.f1.at(-1)?.value)).toEqual(f1);
    const lines = readFileSync(file('documents.jsonl'), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(model.items.length * model.versions.length);
  },
  png(file) {
    const names = readdirSync(file('charts'));
    expect(names).toHaveLength(model.charts.length);
    for (const name of names)
      expect(
        readFileSync(file(`charts/${name}`))
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG');
  },
};

test.each(reportFormats)('the format %s can be read back, and agrees with the model', async (format) => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-format-'));
  const { files } = await writeReport(model, dir, [format], { images: 'none' });
  expect(files.length).toBeGreaterThan(0);
  await checks[format]((name) => path.join(dir, name));
});
