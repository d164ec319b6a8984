import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { buildReport } from '../../src/analysis/sections/build-report.ts';
import type { ReportModel } from '../../src/model/report/report-model.ts';
import { jsonChunks } from '../../src/report/formats/render-json.ts';
import { confidentRecord } from '../fixtures/report/confident-record.ts';
import { sampleModels } from '../fixtures/report-model.ts';

// command-pages.test.ts checks that this schema file agrees with the TypeScript type.
const file = path.resolve(import.meta.dirname, '../../docs/schemas/report.json');
const validate = new Ajv2020({ strict: false, allErrors: true }).compile(
  JSON.parse(readFileSync(file, 'utf8')),
);
const renderJson = (model: ReportModel) => [...jsonChunks(model)].join('');
const complaints = (text: string) => {
  validate(JSON.parse(text));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

describe('report.json matches docs/schemas/report.json', () => {
  test.each(['extract', 'classify', 'splitter', 'single'] as const)('%s', (name) => {
    expect(complaints(renderJson(sampleModels[name]()))).toEqual([]);
  });

  test('a report of a record with all optional sections', async () => {
    const model = await buildReport(await confidentRecord(20), { sampleSize: { effects: [0.2] } });
    expect(model.sampleSize?.rows.length).toBeGreaterThan(0);
    expect(model.confidence).not.toBeNull();
    expect(complaints([...jsonChunks(model)].join(''))).toEqual([]);
  });

  test('finds an additional member, a missing one, and one of another type', () => {
    const model = sampleModels.classify() as ReportModel & { more?: string };
    expect(complaints(renderJson({ ...model, more: 'x' } as ReportModel))).toEqual([
      ' must NOT have additional properties',
    ]);
    const { title, ...rest } = model;
    expect(complaints(renderJson(rest as ReportModel))).toEqual([" must have required property 'title'"]);
    expect(complaints(renderJson({ ...model, title: 1 as never }))).toEqual(['/title must be string']);
    expect(title).not.toBe('');
  });
});
