import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ReportModel } from '../../../../src/model/report/report-model.ts';
import type { LookFirstDocument } from '../../../../src/model/report/summary.ts';
import { withFoundCrops } from '../../../../src/report/formats/find-crops.ts';
import { samplePdf } from '../../../fixtures/documents/sample-pdf.ts';
import { sampleModels } from '../../../fixtures/report-model.ts';

const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-crops-'));
const file = path.join(dir, 'a.pdf');
writeFileSync(
  file,
  await samplePdf([
    [{ text: 'Invoice', x: 50, y: 50 }],
    [
      { text: 'Seller: Acme Ltd, Basel', x: 306, y: 396 },
      { text: 'Total 12.50', x: 50, y: 600 },
      { text: 'Paid 12.50', x: 50, y: 700 },
    ],
  ]),
);
const model = sampleModels.extract(5);
const note = 'No picture';

/** Searches for values in a PDF file of two pages. Returns the first document that page one of the report lists. */
async function found(
  change: Partial<LookFirstDocument>,
  document: ReportModel['items'][number]['document'] = { kind: 'file', path: file },
): Promise<LookFirstDocument | undefined> {
  const [first] = model.summary.lookFirst.documents as [LookFirstDocument];
  const documents = [{ ...first, crop: null, cropNote: note, ...change }];
  const items = model.items.map((item) => ({ ...item, name: 'a.pdf', document }));
  const summary = { ...model.summary, lookFirst: { ...model.summary.lookFirst, documents } };
  return (await withFoundCrops({ ...model, items, summary })).summary.lookFirst.documents[0];
}

it('finds the words of the expected value, without letter case and punctuation', async () => {
  const document = await found({ expected: 'ACME LTD', values: ['x', 'Basel'] });
  expect(document?.cropNote).toBe(
    'No output cites a position. The picture shows the words of the expected value.',
  );
  const [box] = document?.crop?.boxes ?? [];
  expect(document?.crop).toMatchObject({ page: 2, boxes: [{ version: 1 }] });
  // The page is 612 x 792 points large. The line starts at x = 306, with its baseline at y = 396. The value follows the
  // word `Seller:`.
  expect(box?.left).toBeGreaterThan(0.5);
  expect(box?.right).toBeLessThan(0.75);
  expect(box?.top).toBeGreaterThan(0.46);
  expect(box?.bottom).toBeLessThan(0.52);
});

it('finds the value of the last version if the expected value is not there', async () => {
  const document = await found({ expected: 'nothing', values: ['x', 'Basel'] });
  expect(document?.crop?.page).toBe(2);
  expect(document?.cropNote).toContain('the words of the value of draft');
});

it.each([
  ['that is at two places', { expected: '12.50', values: ['x', 'y'] }],
  ['that is a part of a word', { expected: 'Inv', values: ['x', 'y'] }],
  ['that is too short', { expected: 'x', values: ['x', 'y'] }],
])('keeps the note of a value %s', async (_, change) => {
  const document = await found(change);
  expect([document?.crop, document?.cropNote]).toEqual([null, note]);
});

it('keeps a cited place, and the note of a file that cannot be read', async () => {
  const crop = { page: 1, boxes: [] };
  expect((await found({ expected: 'Acme Ltd', crop }))?.crop).toBe(crop);
  const missing = await found({ expected: 'Acme Ltd' }, { kind: 'file', path: path.join(dir, 'none.pdf') });
  expect([missing?.crop, missing?.cropNote]).toEqual([null, note]);
  expect((await found({ expected: 'Acme Ltd' }, null))?.crop).toBeNull();
});
