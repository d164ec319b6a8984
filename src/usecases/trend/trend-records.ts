import path from 'node:path';
import { recordTrend, type TrendSide } from '../../analysis/trend/record-trend.ts';
import { trendCharts } from '../../analysis/trend/trend-charts.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { TrendResult } from '../../model/results/score-results.ts';
import { writeFileAtomically } from '../../report/write-file-atomically.ts';
import { openSide } from '../inputs/open-side.ts';
import { resolveSettings, type SettingsRequest } from '../settings/resolve-settings.ts';

export interface TrendRequest extends SettingsRequest {
  /** Records, the folders around them, or names of baselines. */
  readonly records: readonly string[];
  /** Version of each record; the last one if it is not given. */
  readonly versions?: string;
  /** Compare consecutive records on their common items. */
  readonly commonItems?: boolean;
  /** Folder of the page; none is written if it is not given. */
  readonly out?: string;
}

/** Figures of all records, and the page if one was written. */
export interface TrendOutcome {
  readonly result: TrendResult;
  /** Path of the page; `null` if none was written. */
  readonly page: string | null;
}

/** Measures many records of one dataset over time, and compares each with the previous one. */
export async function trendRecords(request: TrendRequest): Promise<TrendOutcome> {
  const settings = await resolveSettings(request);
  const sides: TrendSide[] = [];
  for (const name of request.records) sides.push(await sideOf(name, request.versions, settings.baselines));
  const result = await recordTrend(sides, {
    common: request.commonItems,
    scoringOf: ({ dataset }) => settings.scoringOf(dataset.presence),
    statistics: settings.statistics,
  });
  return { result, page: request.out === undefined ? null : await write(result, path.resolve(request.out)) };
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
    problem: `${name} has no version "${asked}", expected one of ${versions.map(({ requested }) => requested).join(', ')}`,
    fix: 'Name another version, or omit --versions to use the last version of each record.',
  });
}

async function write(result: TrendResult, out: string): Promise<string> {
  const charts = trendCharts(result);
  const page = path.join(out, 'trend.html');
  // The chart library starts slowly, so load it only if there are charts.
  const { renderCharts } = await import('../../report/png/render-charts.ts');
  const { renderTrend } = await import('../../report/trend/render-trend.ts');
  await renderCharts(charts, path.join(out, 'charts'));
  await writeFileAtomically(page, renderTrend(result, charts));
  await writeFileAtomically(path.join(out, 'trend.json'), `${JSON.stringify(result, null, 2)}\n`);
  return page;
}
