import { expect, test } from 'vitest';
import { figureRows } from '../../../../src/cli/terminal/figure-rows.ts';
import type { ReportModel } from '../../../../src/model/report/report-model.ts';

test.each([
  [1, '100'],
  [0.997, '>99'],
  [0.002, '<1'],
  [0, '0'],
  [0.48, '48'],
])('shows a share of %d as %s of 100', (value, text) => {
  const tile = { label: 'right', values: [{ value, unit: 'share' }], difference: null, verdict: null };
  const model = { tiles: [tile], versions: [{ name: '1.0' }], summary: { numbers: [] } };
  expect(figureRows(model as unknown as ReportModel, false).rows).toEqual([['right, of 100', text]]);
});
