import { grouped } from '../../../base/phrases.ts';
import type { Tile } from '../../../model/report/report-model.ts';
import type { ConfidenceSection } from '../../../model/report/sections/confidence-section.ts';
import type { PairedComparison } from '../../../model/score/comparison.ts';
import type { MetricName } from '../../../model/score/metrics.ts';
import type { RunState } from '../../fold/documents/document-scores.ts';
import { countStates, endedPositions, type FoldedRun } from '../../fold/folded-run.ts';
import { headlines } from '../../fold/headline.ts';
import { exactShare, metricParts } from '../../fold/parts.ts';
import { measureRatio, measureShare, plainMeasurement } from '../../measure/ratio-series.ts';
import type { StatisticsSettings } from '../../measure/settings.ts';

/**
 * Returns the key figures for the first screen of a report, such as the headline rate and the number of failed
 * documents.
 */
export function tiles(
  run: FoldedRun,
  comparisons: readonly PairedComparison[],
  settings: StatisticsSettings,
  confidence: ConfidenceSection | null,
): Tile[] {
  const { kind } = run.plan.dataset;
  const { metric, label, exactMetric, exactLabel } = headlines[kind];
  const documents = endedPositions(run);
  const sample = { documents, settings };
  const shareTile = (name: MetricName, words: string, values: Tile['values']): Tile => {
    // In an unfinished run, the comparisons and the tiles cover different documents. So the tiles show no comparison.
    const compared =
      documents.length < run.count ? undefined : comparisons.find((comparison) => comparison.metric === name);
    const { difference = null, verdict = null } = compared ?? {};
    return { label: words, values, difference, verdict, better: 'higher' };
  };
  const rateTile = (name: MetricName, words: string) => {
    const values = run.versions.map((version) =>
      measureRatio(name, 'overall', sample, metricParts(name, {}, version)),
    );
    return shareTile(name, words, values);
  };
  const exact = run.versions.map((version) =>
    measureShare(exactMetric, 'overall', sample, exactShare(version)),
  );
  const made = [shareTile(exactMetric, exactLabel, exact)];
  if (metric !== exactMetric) made.push(rateTile(metric, label));
  if (kind === 'EXTRACT') {
    if (confidence !== null) made.push(straightThroughTile(confidence));
    made.push(rateTile('precision', 'predicted values that are right (precision)'));
  }
  return [...made, ...notRunTile(run), unreadTile(run)];
}

/**
 * Returns the share of documents that the certified threshold accepts. The tile has no value if no threshold is
 * certified.
 */
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

/**
 * Returns a tile for documents that were not run or were cancelled. Returns an empty list if there are no such
 * documents.
 */
function notRunTile(run: FoldedRun): Tile[] {
  const tile = stateTile(run, 'not run', 'not_run', ['not-run', 'cancelled']);
  return tile.values.every((value) => value?.value === 0) ? [] : [tile];
}

function unreadTile(run: FoldedRun): Tile {
  return stateTile(run, 'could not be read', 'unread', ['failed']);
}

function stateTile(run: FoldedRun, label: string, metric: string, states: readonly RunState[]): Tile {
  const values = run.versions.map((version) => {
    const counts = countStates(version, run.count);
    const count = states.reduce((sum, state) => sum + counts[state], 0);
    return plainMeasurement(metric, 'overall', count, run.count, 'count');
  });
  return { label, values, difference: null, verdict: null, better: 'lower' };
}
