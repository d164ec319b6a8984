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
  const model = { tiles: [tile], versions: [{ name: '1.0' }], summary: { numbers: [], outcome: {} } };
  expect(figureRows(model as unknown as ReportModel, false).rows).toEqual([['right, of 100', text]]);
});

test.each([
  [false, ['1 of 8', '3 of 8', '+2', '▲'], ['20 of 30', '29 of 30', '+9', '']],
  [true, ['1 of 8', '3 of 8', '+2', '', '8', '▲ better'], ['20 of 30', '29 of 30', '+9', '', '', '']],
])('shows the counts of few documents, without ranges (wide: %s)', (isWide, exact, right) => {
  const values = [0.125, 0.375].map((value) => ({ value, interval: { low: 0.1, high: 0.6 }, unit: 'share' }));
  const difference = { value: 0.25, n: 8, interval: { low: 0.1, high: 0.4 } };
  const tile = { label: 'right', values, difference, verdict: 'improved' };
  const mark = { before: 0.67, after: 0.97, low: 0.9, high: 1, target: null };
  const numbers = [
    { key: 'fullyRight', label: 'Right', mark, fewCounts: { versions: ['1 of 8', '3 of 8'], change: '+2' } },
    {
      key: 'valuesRight',
      label: 'Values',
      mark,
      fewCounts: { versions: ['20 of 30', '29 of 30'], change: '+9' },
    },
  ];
  const rowsIn = (state: string) => {
    const summary = { numbers, outcome: { state } };
    const model = { tiles: [tile], versions: [{ name: '1.0' }, { name: 'draft' }], summary };
    return figureRows(model as unknown as ReportModel, isWide).rows;
  };
  expect(rowsIn('better')).toEqual([
    ['Right', ...exact],
    ['Values', ...right],
  ]);
  expect(rowsIn('unfinished')).toEqual([
    ['Right', '1 of 8', '3 of 8'],
    ['Values', '20 of 30', '29 of 30'],
  ]);
});
