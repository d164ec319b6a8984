import path from 'node:path';
import { recordTrend, type TrendSide } from '../analysis/trend/record-trend.ts';
import { trendCharts } from '../analysis/trend/trend-charts.ts';
import { GoldsetError } from '../base/goldset-error.ts';
import { oneLine } from '../base/one-line.ts';
import { percentWithin } from '../base/spelled.ts';
import type { TrendAnswer } from '../model/trend-answer.ts';
import { recommendationWords } from '../report/trend/recommendation-words.ts';
import { writeFileAtomically } from '../report/write-file-atomically.ts';
import { openSide } from '../usecases/inputs/open-side.ts';
import { baselinesDir } from '../usecases/settings/baselines-dir.ts';
import { loadConfig } from '../usecases/settings/load-config.ts';
import {
  type ScoringFlags,
  scoringOptions,
  statisticsSettings,
} from '../usecases/settings/scoring-settings.ts';
import { textTable } from './terminal/text-table.ts';

export interface TrendFlags extends ScoringFlags {
  readonly versions?: string;
  readonly common?: boolean;
  readonly out?: string;
  readonly config?: string;
  readonly json?: boolean;
}

/** The work of `goldset trend`. */
export async function runTrend(records: readonly string[], flags: TrendFlags): Promise<void> {
  const loaded = await loadConfig(flags.config);
  const sides: TrendSide[] = [];
  for (const name of records) sides.push(await sideOf(name, flags.versions, baselinesDir(loaded)));
  const answer = await recordTrend(sides, {
    common: flags.common,
    scoringOf: ({ dataset }) => scoringOptions(loaded.config, flags, dataset.presence),
    statistics: statisticsSettings(loaded.config, flags),
  });
  const page = flags.out === undefined ? null : await write(answer, path.resolve(flags.out));
  if (flags.json) process.stdout.write(`${JSON.stringify(answer)}\n`);
  else process.stdout.write(`${trendText(answer)}${page === null ? '' : `\n\nTrend: ${page}`}\n`);
}

async function sideOf(name: string, asked: string | undefined, baselines: string): Promise<TrendSide> {
  const { reader, version } = await openSide(name, baselines);
  const { versions } = reader.plan;
  const found =
    asked === undefined
      ? (version ?? versions.at(-1)?.requested)
      : versions.find(({ requested, resolved }) => requested === asked || resolved === asked)?.requested;
  if (found !== undefined) return { reader, name, version: found };
  throw new GoldsetError('USAGE', {
    problem: `${name} has no version "${asked}"; it has ${versions.map(({ requested }) => requested).join(', ')}`,
    mend: 'Name another with --versions, or leave it out for the last of each.',
  });
}

async function write(answer: TrendAnswer, out: string): Promise<string> {
  const charts = trendCharts(answer);
  const page = path.join(out, 'trend.html');
  // Loaded only when charts are drawn: the drawing library is slow to start.
  const { renderCharts } = await import('../report/png/render-charts.ts');
  const { renderTrend } = await import('../report/trend/render-trend.ts');
  await renderCharts(charts, path.join(out, 'charts'));
  await writeFileAtomically(page, renderTrend(answer, charts));
  await writeFileAtomically(path.join(out, 'trend.json'), `${JSON.stringify(answer, null, 2)}\n`);
  return page;
}

function trendText({ dataset, points }: TrendAnswer): string {
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
    point.change === null ? '' : recommendationWords[point.change.recommendation],
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
