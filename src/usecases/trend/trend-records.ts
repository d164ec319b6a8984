import path from 'node:path';
import { recordTrend, type TrendSide } from '../../analysis/trend/record-trend.ts';
import { trendCharts } from '../../analysis/trend/trend-charts.ts';
import { writeFileAtomically } from '../../base/write-file.ts';
import type { TrendResult } from '../../model/results/score-results.ts';
import { versionOf } from '../../record/read/open-record.ts';
import { type ExitCode, reportExitCode } from '../exit-code.ts';
import { openSide } from '../inputs/open-side.ts';
import { type Ports, silentPorts } from '../ports.ts';
import { checkScored } from '../settings/check-patterns.ts';
import { resolveSettings, type SettingsRequest } from '../settings/resolve-settings.ts';
import { summaryOptions } from '../settings/summary-options.ts';

export interface TrendRequest extends SettingsRequest {
  /** Folders of records, the folders that contain them, or names of baselines. */
  readonly records: readonly string[];
  /** Version to use in each record. By default, the last one. */
  readonly versions?: string;
  /** Compares consecutive records only on the items that both have. */
  readonly commonItems?: boolean;
  /** Folder of the trend page. If not set, no page is written. */
  readonly out?: string;
}

/** Figures of all records, and the path of the trend page. */
export interface TrendOutcome {
  readonly result: TrendResult;
  /** Path of the trend page; `null` if none was written. */
  readonly page: string | null;
  readonly exitCode: ExitCode;
}

/** Measures several records of one dataset over time, and compares each record with the one before it. */
export async function trendRecords(request: TrendRequest, ports: Ports = silentPorts): Promise<TrendOutcome> {
  const settings = await resolveSettings(request);
  const sides = await Array.fromAsync(request.records, async (name): Promise<TrendSide> => {
    const { reader, version } = await openSide(name, settings.baselines);
    return { reader, name, version: versionOf(reader, request.versions ?? version).requested };
  });
  const plans = sides
    .map(({ reader: { plan } }) => plan)
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  const newest = plans.at(-1);
  const { statistics } = newest === undefined ? settings.newOptions() : settings.optionsOf(newest);
  const reported = new Set<string>();
  const notice = (text: string) => {
    if (!reported.has(text)) ports.notice(text);
    reported.add(text);
  };
  const result = await recordTrend(sides, {
    ...(newest && summaryOptions(settings, newest)),
    common: request.commonItems,
    // Use the same confidence level and margin for all records, so that their intervals can be compared.
    optionsOf: (plan) => {
      const own = settings.optionsOf(plan);
      const { primary } = own.statistics;
      return { scoring: own.scoring, statistics: { ...statistics, primary } };
    },
    acceptedFailuresOf: settings.acceptedFailures,
    onScored: (run) => checkScored(settings.optionsOf(run.plan), run, { notice }),
  });
  const page = request.out === undefined ? null : await write(result, path.resolve(request.out));
  return { result, page, exitCode: reportExitCode(...result.points.map(({ problem }) => problem?.code)) };
}

async function write(result: TrendResult, out: string): Promise<string> {
  const charts = trendCharts(result);
  const page = path.join(out, 'trend.html');
  // Load the chart library only if a page is written, because loading it takes long.
  const { renderCharts } = await import('../../report/png/render-charts.ts');
  const { renderTrend } = await import('../../report/trend/render-trend.ts');
  await renderCharts(charts, path.join(out, 'charts'));
  await writeFileAtomically(page, renderTrend(result, charts));
  await writeFileAtomically(path.join(out, 'trend.json'), `${JSON.stringify(result, null, 2)}\n`);
  return page;
}
