import type { Command } from 'commander';
import { oneLine, percentWithin, pluralise } from '../../base/phrases.ts';
import { statesWithoutVerdict } from '../../model/report/summary.ts';
import type { TrendResult } from '../../model/results/score-results.ts';
import { trendNotes } from '../../model/results/trend-notes.ts';
import { optionDifferencesText } from '../../model/score/option-differences.ts';
import type { TrendRequest } from '../../usecases/trend/trend-records.ts';
import { addSharedFlags, type JsonFlag, print } from '../terminal/flags.ts';
import { plainLook, type TerminalLook, wideFrom } from '../terminal/terminal-look.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';
import { textTable } from '../terminal/text-table.ts';

/** `goldset trend RECORD...`: shows the figures of one dataset over many runs. */
export function define(command: Command): void {
  command
    .argument('<records...>', 'folders of records, or the folders that contain them')
    .option('--versions <version>', 'version of each record (default: the last)')
    .option('--common-items', 'compare consecutive records on their common items')
    .option('--out <dir>', 'write trend.html, its charts and trend.json to this folder');
  addSharedFlags(command, {
    scoring: 'record',
    failures: true,
    json: 'trend',
    examples: ['goldset trend reports/*/record --out reports/trend'],
  });
  command.action(async (records: string[], flags: Omit<TrendRequest, 'records'> & JsonFlag) => {
    const { trendRecords } = await import('../../usecases/trend/trend-records.ts');
    const { result, page, exitCode } = await trendRecords({ ...flags, records }, terminalPorts());
    print(result, flags, (_, look) => trendText(result, page, look));
    process.exitCode = exitCode;
  });
}

/** Formats a trend, one line per record. `page` is the path of the page if one was written. */
export function trendText(
  result: TrendResult,
  page: string | null,
  { width }: TerminalLook = plainLook,
): string {
  const { dataset, points } = result;
  const shown = (points.at(-1)?.headline ?? []).filter(({ value }) => value.unit === 'share').slice(0, 2);
  const rows = points.map((point) => [
    point.createdAt.slice(0, 10),
    point.record,
    point.version,
    String(point.documents),
    ...shown.map(({ value: { metric } }) => {
      const value = point.headline.find((entry) => entry.value.metric === metric)?.value;
      return percentWithin(value?.value ?? null, width < wideFrom ? undefined : value?.interval);
    }),
  ]);
  const verdicts = points.map(({ outcome }) =>
    outcome === null ? '' : `${outcome.sign} ${outcome.headline}`,
  );
  const notes = points.flatMap(({ record, outcome, change, problem }) => {
    if (outcome !== null && statesWithoutVerdict.includes(outcome.state))
      return [`${record}: ${outcome.sentences.join(' ')}`];
    if (problem !== null) return [`${record}: ${problem.sentence}`];
    if (change === null) return [];
    const parts = [
      change.regressed.length > 0 ? `worse: ${change.regressed.join(', ')}` : '',
      change.improved.length > 0 ? `better: ${change.improved.join(', ')}` : '',
    ].filter((part) => part !== '');
    return parts.length === 0 ? [] : [`${record}: ${parts.join('; ')}`];
  });
  for (const { record, optionDifferences } of points) {
    const options = optionDifferencesText(optionDifferences);
    if (options !== null) notes.push(`${record}: ${options}`);
  }
  const head = ['run', 'record', 'version', 'documents', ...shown.map(({ label }) => label)];
  return [
    `${oneLine(dataset)}, ${pluralise(points.length, 'run')}`,
    textTable(head, rows, { left: 3, width, notes: verdicts }),
    ...[...notes, ...trendNotes(result)].map(oneLine),
    ...(page === null ? [] : ['', `Trend: ${page}`]),
  ].join('\n');
}
