// Every output of an unfinished run covers the same documents: the documents that ended in every version. The expected
// figures were computed by hand.
import { mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { summaryText } from '../../../src/cli/terminal/summary-text.ts';
import type { ProcessorConfig } from '../../../src/model/processor/processor-config.ts';
import type { ReportModel } from '../../../src/model/report/report-model.ts';
import { reportRecord } from '../../../src/usecases/report/report-record.ts';
import { readPdf } from '../../fixtures/documents/read-pdf.ts';
import { rewriteRecord } from '../../fixtures/records/rewrite-record.ts';
import { writeRecord } from '../../fixtures/records/write-record.ts';

const text = { type: ['string', 'null'] } as const;
const config = {
  type: 'EXTRACT',
  schema: { type: 'object', properties: { x: text, y: text }, required: ['x', 'y'] },
} as unknown as ProcessorConfig;
const value = (x: string | null, y: string | null) => ({ value: { x, y } });

/**
 * Writes a record with five documents. Documents a and e ended in both versions. The run of b was cancelled in the draft,
 * c did not run in version 1.0, and d did not run at all.
 */
async function unfinishedRecord() {
  const gold = value('1', '2');
  const reader = await writeRecord(
    config,
    ['1.0', 'draft'],
    [
      { id: 'a', expected: gold, outputs: [value('1', '9'), gold] },
      { id: 'b', expected: gold, outputs: [gold, gold] },
      { id: 'c', expected: gold, outputs: [undefined, value('9', '9')] },
      { id: 'd', expected: gold, outputs: [undefined, undefined] },
      { id: 'e', expected: gold, outputs: [new Error('no service'), value('1', null)] },
    ],
  );
  return rewriteRecord(reader, {
    rows: (row) => [
      row.itemId === 'b' && row.version === 'draft' ? { ...row, state: 'cancelled', output: null } : row,
    ],
  });
}

describe('the figures of an unfinished run', () => {
  let out = '';
  let model: ReportModel;
  beforeAll(async () => {
    const { dir } = await unfinishedRecord();
    out = await mkdtemp(path.join(os.tmpdir(), 'goldset-unfinished-'));
    ({ model } = await reportRecord({ record: dir, out, format: 'json,csv,md,pdf', maxFailureRate: '1' }));
  });
  const read = (file: string) => readFile(path.join(out, file), 'utf8');
  const table = async (file: string): Promise<Record<string, string>[]> =>
    parse(await read(file), { columns: true });

  // Version 1.0: a has x right and y wrong, and the failed run of e has two missing values. So 1 of 4 expected values is
  // right, no document is fully right, and F1 = 2 · 1 / (4 expected + 2 predicted).
  // Draft: a is fully right, and e has x right and y missing. So 3 of 4 expected values are right, 1 of 2 documents is
  // fully right, and F1 = 2 · 3 / (4 expected + 3 predicted).
  it('are those of the documents that ended in every version, on page one and in the sections', () => {
    expect(model.summary.numbers.map(({ text: shown }) => shown).slice(0, 2)).toEqual([
      '0 and 1 of 2',
      '1 and 3 of 4',
    ]);
    const f1 = model.tiles.find(({ values }) => values[0]?.metric === 'f1')?.values;
    expect(f1).toMatchObject([
      { numerator: 2, denominator: 6, n: 2 },
      { numerator: 6, denominator: 7, n: 2 },
    ]);
    const counts = model.fields.map(({ field, counts: of }) => [
      field,
      ...of.map(({ correct, incorrect, missing, unscored }) => [correct, incorrect, missing, unscored]),
    ]);
    expect(counts).toEqual([
      ['x', [1, 0, 1, 3], [2, 0, 0, 3]],
      ['y', [0, 1, 1, 3], [1, 0, 1, 3]],
    ]);
    // a has fewer errors and is fully right now, and e has a result now.
    expect(model.changes.map(({ itemId }) => itemId).toSorted()).toEqual(['a', 'e']);
    expect(model.changeCounts?.states).toMatchObject({ noResult: 0, newlyWrong: 0, nowRight: 1 });
    expect([model.causes?.documents, model.causes?.wrongValues]).toEqual([
      [2, 2],
      [3, 1],
    ]);
  });

  it('are equal in fields.csv, summary.csv and report.json', async () => {
    const rows = (await table('csv/fields.csv')).map(
      ({ field, version, correct, incorrect, missing, unscored }) =>
        [field, version, correct, incorrect, missing, unscored].join(' '),
    );
    expect(rows).toEqual(['x 1.0 1 0 1 3', 'x draft 2 0 0 3', 'y 1.0 0 1 1 3', 'y draft 1 0 1 3']);
    const headline = (await table('csv/summary.csv')).filter(({ section }) => section === 'headline');
    expect(
      headline
        .filter(({ metric }) => metric === 'document_exact' || metric === 'f1')
        .map(({ version, numerator, denominator }) => [version, numerator, denominator].join(' ')),
    ).toEqual(['1.0 0 2', 'draft 1 2', '1.0 2 6', 'draft 6 7']);
    const stored = JSON.parse(await read('report.json')) as ReportModel;
    expect(stored.summary).toEqual(JSON.parse(JSON.stringify(model.summary)));
    // Rates under other policies cover the same documents.
    const policies = model.method.sensitivity.flatMap(({ values }) => values.flat());
    expect(policies.length).toBeGreaterThan(0);
    for (const one of policies) {
      expect(one?.n).toBeLessThanOrEqual(2);
      expect(one?.unscored).toBeGreaterThanOrEqual(3);
    }
  });

  it('come with how many documents are left out and why, in every format', async () => {
    const sentence =
      'The figures so far cover 2 of 5 documents: 2 did not run in every version and 1 was cancelled.';
    const pdf = (await readPdf(await readFile(path.join(out, 'report.pdf')))).pages
      .map((page) => page.text)
      .join(' ');
    for (const shown of [
      summaryText(model),
      await read('summary.md'),
      await read('csv/summary.csv'),
      model.verdict.sentence,
      pdf,
    ])
      expect(shown.replaceAll('\\', '').replaceAll(/\s+/g, ' ')).toContain(sentence);
    expect(summaryText(model)).toMatch(/Documents fully right +0 of 2 .*1 of 2/);
  });

  it('show the values of a document that ended in one version, without an outcome', () => {
    const [, b, c] = model.items.map(({ versions }) => versions);
    expect(b?.[0]?.leaves.map(({ outcome, predicted }) => [outcome, predicted])).toEqual([
      ['unscored', '1'],
      ['unscored', '2'],
    ]);
    expect(c?.map(({ state }) => state)).toEqual(['not-run', 'scored']);
    expect(c?.[1]?.leaves.map(({ outcome, predicted }) => [outcome, predicted])).toEqual([
      ['unscored', '9'],
      ['unscored', '9'],
    ]);
  });
});
