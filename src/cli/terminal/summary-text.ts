import { grouped, oneLine, percentWithin, pluralise } from '../../base/phrases.ts';
import { labelIssuesText } from '../../model/report/label-issue.ts';
import { labelNoiseLines } from '../../model/report/label-noise.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import { type Measurement, smallSampleText } from '../../model/score/measurement.ts';
import { optionDifferencesText } from '../../model/score/option-differences.ts';
import { textTable } from './text-table.ts';

/** Formats the first screen of a report for the terminal. `index` is the path of the report. */
export function reportText(model: ReportModel, index: string): string {
  return `\n${summaryText(model)}\n\nReport: ${index}`;
}

export function summaryText(model: ReportModel): string {
  const rows = model.tiles.map((tile) => [
    tile.label,
    ...tile.values.map(figure),
    tile.difference === null ? '' : difference(tile.difference),
  ]);
  const header = [
    `${model.title} (${pluralise(model.documents.planned, 'document')})`,
    ...model.versions.map(({ name }) => name),
    model.versions.length === 2 ? 'change' : '',
  ];
  const table = textTable(header, rows, { left: 1 });
  const rule = table.split('\n')[1] ?? '';
  const notScored = model.method.facts
    .filter(({ name }) => name.startsWith('Not scored'))
    .map(({ name, value }) => `${name}: ${value}`);
  const issues = model.labelIssues ? [`Label issues: ${labelIssuesText(model.labelIssues)}`] : [];
  const noise = labelNoiseLines(
    model.labelNoise,
    model.versions.map(({ name }) => name),
  );
  const options = optionDifferencesText(model.method.optionDifferences);
  const other = options === null ? [] : [`Note: ${options}.`];
  const small = smallSampleText(model.tiles[0]?.values.at(-1));
  const sample = small === null ? [] : [small];
  const below = [
    model.verdict.sentence,
    ...sample,
    ...other,
    ...notScored,
    ...noise,
    ...issues,
    ...failedRuns(model),
  ];
  return [table, rule, ...below.map(oneLine)].join('\n');
}

const failuresShown = 5;

/** Formats the first documents without an output, with the reasons. */
function failedRuns({ method: { unscored, unscoredCount } }: ReportModel): string[] {
  const shown = unscored
    .slice(0, failuresShown)
    .map(({ itemId, version, reason }) => `  ${itemId} (${version}): ${reason}`);
  if (shown.length === 0) return [];
  const more = unscoredCount - shown.length;
  return ['Without a result:', ...shown, ...(more > 0 ? [`  and ${more} more, in the report`] : [])];
}

function figure(value: Measurement | null): string {
  if (value === null || value.value === null) return '—';
  if (value.unit !== 'share') return grouped(value.value);
  return percentWithin(value.value, value.interval);
}

function difference(value: Measurement): string {
  if (value.value === null) return '—';
  const sign = value.value > 0 ? '+' : '';
  return `${sign}${(value.value * 100).toFixed(1)}`;
}
