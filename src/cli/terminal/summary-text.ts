import { oneLine } from '../../base/one-line.ts';
import { counted, grouped, percentWithin } from '../../base/phrases.ts';
import { labelIssuesText } from '../../model/report/label-issues-text.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { Measurement } from '../../model/score/measurement.ts';

/** The first screen in the terminal: a table of the tiles, the sentence, the path. */
export function printSummary(model: ReportModel, index: string): void {
  process.stdout.write(`\n${summaryText(model)}\n\nReport: ${index}\n`);
}

export function summaryText(model: ReportModel): string {
  const names = model.versions.map((version) => version.name);
  const rows = model.tiles.map((tile) => [
    tile.label,
    ...tile.values.map(figure),
    tile.difference === null ? '' : difference(tile.difference),
  ]);
  const header = [
    `${model.title} (${counted(model.documents.planned, 'document')})`,
    ...names,
    model.versions.length === 2 ? 'change' : '',
  ];
  const widths = header.map((cell, i) => Math.max(cell.length, ...rows.map((row) => (row[i] ?? '').length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] as number) : cell.padStart(widths[i] as number)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('──');
  const notJudged = model.method.facts
    .filter(({ name }) => name.startsWith('Not judged'))
    .map(({ name, value }) => `${name}: ${value}`);
  const issues = model.labelIssues ? [`Label issues: ${labelIssuesText(model.labelIssues)}`] : [];
  const below = [model.verdict.sentence, ...notJudged, ...issues, ...unread(model)];
  return [line(header), rule, ...rows.map(line), rule, ...below].map(oneLine).join('\n');
}

const unreadShown = 5;

/** The first documents without an output, each with its reason. */
function unread({ method: { unscored, unscoredCount } }: ReportModel): string[] {
  const shown = unscored
    .slice(0, unreadShown)
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
