import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { labelIssuesText } from '../../../../src/cli/commands/label-issues.ts';
import { summaryText } from '../../../../src/cli/terminal/summary-text.ts';
import { processorConfigSchema } from '../../../../src/model/processor/processor-config.ts';
import type { ReportModel } from '../../../../src/model/report/report-model.ts';
import type { LabelIssuesResult } from '../../../../src/model/results/command-results.ts';
import { renderMarkdown } from '../../../../src/report/markdown/render-markdown.ts';
import { findLabelIssues } from '../../../../src/usecases/label-issues/find-label-issues.ts';
import { reportRecord } from '../../../../src/usecases/report/report-record.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const config = processorConfigSchema.parse({
  type: 'EXTRACT',
  schema: {
    type: 'object',
    required: ['colour'],
    properties: { colour: { enum: ['red', 'blue'], description: 'd' } },
  },
});
const is = (colour: string) => ({ value: { colour }, metadata: {} });
const documents = 1_105;

describe('more label issues than a report holds', () => {
  let dir: string;
  let answer: LabelIssuesResult;
  let model: ReportModel;
  beforeAll(async () => {
    // The schema forbids all labels except for the last five, regardless of the outputs.
    const record = await writeRecord(
      config,
      ['1.0'],
      Array.from({ length: documents }, (_, at) => ({
        id: `doc-${String(at).padStart(4, '0')}`,
        expected: is(at < documents - 5 ? 'green' : 'red'),
        outputs: [is(at < documents - 5 ? 'green' : 'red')],
      })),
    );
    dir = await mkdtemp(path.join(os.tmpdir(), 'goldset-issues-'));
    const review = path.join(dir, 'review.csv');
    const flags = { format: 'json', replicates: '100' };
    answer = await findLabelIssues({ records: [record.dir], text: false, review, ...flags });
    ({ model } = await reportRecord({ record: record.dir, out: dir, labelIssues: true, ...flags }));
  });

  it('returns the first 1,000 and the total number, and writes all to the review list', async () => {
    const { issues, found, likely, labels } = answer;
    expect([issues.length, found, likely, labels]).toEqual([1_000, 1_100, 1_100, documents]);
    expect([issues[0]?.itemId, issues.at(-1)?.itemId]).toEqual(['doc-0000', 'doc-0999']);
    const listed = (await readFile(path.join(dir, 'review.csv'), 'utf8')).trimEnd().split('\r\n').slice(1);
    expect(listed.map((line) => line.split(',')[0])).toEqual(
      Array.from({ length: 1_100 }, (_, at) => `doc-${String(at).padStart(4, '0')}`),
    );
    expect(labelIssuesText(answer, 20)).toContain('\n       and 1080 more\n');
  });

  it('states in every format that the report shows only a part', async () => {
    const { labelIssues } = JSON.parse(await readFile(path.join(dir, 'report.json'), 'utf8')) as ReportModel;
    expect([labelIssues?.issues.length, labelIssues?.found, labelIssues?.likely]).toEqual([
      1_000, 1_100, 1_100,
    ]);
    const sentence =
      '1,100 of 1,105 labels are more likely wrong than right; 0 more are doubtful. 1,000 of 1,100 shown; goldset label-issues RECORD --review FILE lists all.';
    expect(summaryText(model).replaceAll('\n', ' ')).toContain(`Label issues: ${sentence}`);
    const markdown = renderMarkdown(model);
    expect(markdown).toContain(`### Label issues\n\n${sentence}\n`);
    expect(markdown).toContain('\nand 1,085 more\n');
  });
});

it('writes a review list again, but never over the decisions of a reviewer or over another file', async () => {
  const outputs = [is('red')];
  const record = await writeRecord(config, ['1.0'], [{ id: 'a', expected: is('green'), outputs }]);
  const review = path.join(await mkdtemp(path.join(os.tmpdir(), 'goldset-review-')), 'review.csv');
  const find = () => findLabelIssues({ records: [record.dir], review, text: false });
  await find();
  const list = await readFile(review, 'utf8');
  await find();
  expect(await readFile(review, 'utf8')).toBe(list);
  const [header = '', row = ''] = list.split('\r\n');
  const at = header.split(',').indexOf('decision') - header.split(',').length;
  const decided = row.split(',').with(at, 'keep').join(',');
  for (const text of [
    `${header}\r\n${decided}\r\n`,
    list.replace(row, decided.replace('keep', 'later')),
    'notes',
  ]) {
    await writeFile(review, text);
    await expect(find()).rejects.toMatchObject({ code: 'OUTPUT_NOT_WRITABLE' });
    expect(await readFile(review, 'utf8')).toBe(text);
  }
});
