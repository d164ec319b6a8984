import { grouped } from '../../../base/phrases.ts';
import type { ConfidenceSection } from '../../../model/report/confidence-section.ts';
import type { Tile } from '../../../model/report/report-model.ts';
import type { PairedComparison } from '../../../model/score/comparison.ts';
import type { RunState } from '../../fold/documents/document-scores.ts';
import { allPositions, type FoldedRun, type VersionColumns } from '../../fold/folded-run.ts';
import type { Headline } from '../../fold/headline.ts';
import { exactShare, overallParts } from '../../fold/parts.ts';
import { measureRatio, measureShare, plainMeasurement, ratioSeries } from '../../measure/ratio-series.ts';
import type { StatisticsSettings } from '../../measure/settings.ts';

/** Returns the tiles of the first screen: fully right, headline rate, straight-through rate and unread documents. */
export function tiles(
  run: FoldedRun,
  headline: Headline,
  comparisons: readonly PairedComparison[],
  settings: StatisticsSettings,
  confidence: ConfidenceSection | null,
): Tile[] {
  const documents = allPositions(run.count);
  const compared = (metric: string) => comparisons.find((entry) => entry.metric === metric);
  const exact: Tile = {
    label: headline.exactLabel,
    values: run.versions.map((version) =>
      measureShare(headline.exactMetric, 'overall', documents, exactShare(version), settings),
    ),
    difference: compared(headline.exactMetric)?.difference ?? null,
    verdict: compared(headline.exactMetric)?.verdict ?? null,
    better: 'higher',
  };
  const rate: Tile = {
    label: headline.label,
    values: run.versions.map((version) =>
      measureRatio(ratioSeries(headline.metric, 'overall', documents, headline.parts(version)), settings),
    ),
    difference: compared(headline.metric)?.difference ?? null,
    verdict: compared(headline.metric)?.verdict ?? null,
    better: 'higher',
  };
  const made = headline.metric === headline.exactMetric ? [exact] : [exact, rate];
  if (run.plan.dataset.kind === 'EXTRACT') {
    if (confidence !== null) made.push(straightThroughTile(confidence));
    made.push(ratioTile(run, 'precision', 'predicted values that are right (precision)', settings));
  }
  return [...made, ...notRunTile(run), unreadTile(run)];
}

function ratioTile(
  run: FoldedRun,
  name: 'precision' | 'recall',
  label: string,
  settings: StatisticsSettings,
): Tile {
  const values = run.versions.map((version) => {
    const series = ratioSeries(name, 'overall', allPositions(run.count), overallParts(version, name));
    return measureRatio(series, settings);
  });
  return { label, values, difference: null, verdict: null, better: 'higher' };
}

/** Returns the share of documents accepted at the certified threshold; no value without a certificate. */
function straightThroughTile({ scopes, maxError }: ConfidenceSection): Tile {
  const verdicts = scopes[0]?.versions.map((version) => version?.certificate ?? null) ?? [];
  return {
    label: `straight-through at ≤ ${grouped(maxError * 100)} % error`,
    values: verdicts.map((verdict) => verdict?.straightThrough ?? null),
    difference: null,
    verdict: null,
    better: 'higher',
    notes: verdicts.map((verdict) => {
      if (verdict === null) return 'no confidence';
      return verdict.threshold === null ? null : `certified, threshold ${verdict.threshold.toFixed(2)}`;
    }),
  };
}

/** Returns a tile with the documents that were never run or were cancelled; no tile if there are none. */
function notRunTile(run: FoldedRun): Tile[] {
  const tile = stateTile(run, 'not run', 'not_run', ['not-run', 'cancelled']);
  return tile.values.every((value) => value?.value === 0) ? [] : [tile];
}

function unreadTile(run: FoldedRun): Tile {
  return stateTile(run, 'could not be read', 'unread', ['failed']);
}

function stateTile(run: FoldedRun, label: string, metric: string, states: readonly RunState[]): Tile {
  const values = run.versions.map((version) =>
    plainMeasurement(metric, 'overall', documentsIn(version, run.count, states), run.count, 'count'),
  );
  return { label, values, difference: null, verdict: null, better: 'lower' };
}

/** Counts the documents whose first repeat is in one of these states. */
export function documentsIn({ states }: VersionColumns, count: number, wanted: readonly RunState[]): number {
  const isWanted = states.map((state) => wanted.includes(state));
  return allPositions(count).reduce((found, position) => (isWanted(position) ? found + 1 : found), 0);
}
