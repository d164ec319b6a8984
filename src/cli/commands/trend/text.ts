import { oneLine } from '../../../base/one-line.ts';
import { percentWithin } from '../../../base/phrases.ts';
import { recommendationLabels } from '../../../model/report/recommendation-labels.ts';
import type { TrendResult } from '../../../model/results/trend-result.ts';
import type { TrendOutcome } from '../../../usecases/trend/trend-records.ts';
import { printJson } from '../../terminal/print-json.ts';
import { textTable } from '../../terminal/text-table.ts';

/** Prints the figures of many records, one line each. */
export function printTrend({ result, page }: TrendOutcome, json: boolean): void {
  if (json) printJson(result);
  else process.stdout.write(`${trendText(result)}${page === null ? '' : `\n\nTrend: ${page}`}\n`);
}

function trendText({ dataset, points }: TrendResult): string {
  const shown = (points.at(-1)?.headline ?? []).filter(({ value }) => value.unit === 'share').slice(0, 2);
  const rows = points.map((point) => [
    point.createdAt.slice(0, 10),
    point.record,
    point.version,
    String(point.documents),
    ...shown.map(({ value: { metric } }) => {
      const value = point.headline.find((entry) => entry.value.metric === metric)?.value;
      return percentWithin(value?.value ?? null, value?.interval);
    }),
    point.change === null ? '' : recommendationLabels[point.change.recommendation],
  ]);
  const notes = points.flatMap(({ record, change, notCompared }, i) => {
    if (!points[i]?.finished) return [`${record}: its run has not ended`];
    if (change === null) return i === 0 ? [] : [`${record}: not compared: ${notCompared}`];
    const parts = [
      change.regressed.length > 0 ? `worse: ${change.regressed.join(', ')}` : '',
      change.improved.length > 0 ? `better: ${change.improved.join(', ')}` : '',
    ].filter((part) => part !== '');
    return parts.length === 0 ? [] : [`${record}: ${parts.join('; ')}`];
  });
  const head = [
    'run',
    'record',
    'version',
    'documents',
    ...shown.map(({ label }) => label),
    'against the one before',
  ];
  return [
    `${dataset}, ${points.length} runs`,
    textTable(head, rows, { left: 3 }),
    ...notes.map(oneLine),
  ].join('\n');
}
