import type { PairedComparison } from '../../model/comparison.ts';
import type { ConfidenceSection } from '../../model/confidence-section.ts';
import type { Tile } from '../../model/report-model.ts';
import { overRepeats, shareOfRepeats } from '../over-repeats.ts';
import {
  measureRatio,
  measureShare,
  plainMeasurement,
  type RatioName,
  ratioSeries,
} from '../ratio-series.ts';
import type { ScoredRun, ScoredVersion } from '../scored-run.ts';
import type { StatisticsSettings } from '../statistics-settings.ts';
import { exactOf } from './document-rows.ts';
import { scoredParts } from './field-rows.ts';
import type { Headline } from './headline.ts';

/** The tiles of the first screen: fully right, the headline rate, what could go through unseen, what could not be read. */
export function tiles(
  run: ScoredRun,
  headline: Headline,
  comparisons: readonly PairedComparison[],
  settings: StatisticsSettings,
  confidence: ConfidenceSection | null,
): Tile[] {
  const compared = (metric: string) => comparisons.find((entry) => entry.metric === metric);
  const exact: Tile = {
    label: headline.exactLabel,
    values: run.versions.map((version) =>
      measureShare(
        headline.exactMetric,
        'overall',
        run.items.map((item) => exactAt(item, version)),
        settings,
      ),
    ),
    difference: compared(headline.exactMetric)?.difference ?? null,
    verdict: compared(headline.exactMetric)?.verdict ?? null,
    better: 'higher',
  };
  const rate: Tile = {
    label: headline.label,
    values: run.versions.map((version) =>
      measureRatio(
        ratioSeries(
          headline.metric,
          'overall',
          run.items.map((item) => headline.parts(item, version)),
        ),
        settings,
      ),
    ),
    difference: compared(headline.metric)?.difference ?? null,
    verdict: compared(headline.metric)?.verdict ?? null,
    better: 'higher',
  };
  const made = headline.metric === headline.exactMetric ? [exact] : [exact, rate];
  if (run.plan.dataset.kind === 'EXTRACT') {
    if (confidence !== null) made.push(straightThroughTile(confidence));
    made.push(ratioTile(run, 'precision', 'values given that are right (precision)', settings));
  }
  return [...made, ...notRunTile(run), unreadTile(run)];
}

/** The share of a document's repeats that are fully right; null where none could be scored. */
export function exactAt(item: ScoredRun['items'][number], version: number): number | null {
  return shareOfRepeats(item.versions[version], ({ judgement }) => exactOf(judgement));
}

/** One document's parts in a rate over all leaves. */
export function leafPartsAt(item: ScoredRun['items'][number], version: number, name: RatioName) {
  return overRepeats(item.versions[version], ({ judgement }) =>
    judgement.kind === 'EXTRACT' ? scoredParts(name, judgement.ledger.counts) : null,
  );
}

function ratioTile(
  run: ScoredRun,
  name: 'precision' | 'recall',
  label: string,
  settings: StatisticsSettings,
): Tile {
  const values = run.versions.map((version) => {
    const parts = run.items.map((item) => leafPartsAt(item, version, name));
    return measureRatio(ratioSeries(name, 'overall', parts), settings);
  });
  return { label, values, difference: null, verdict: null, better: 'higher' };
}

/** Of whole documents, at the certified threshold; without a certificate there is no number that could be relied on. */
function straightThroughTile({ scopes, maxError }: ConfidenceSection): Tile {
  const verdicts = scopes[0]?.versions.map((version) => version?.certificate ?? null) ?? [];
  return {
    label: `straight-through at ≤ ${(maxError * 100).toLocaleString('en-US')} % error`,
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

/** Item runs that have no result because they were never run or were cancelled; no tile if there are none. */
function notRunTile(run: ScoredRun): Tile[] {
  const tile = stateTile(run, 'not run', 'not_run', ['not-run', 'cancelled']);
  return tile.values.every((value) => value?.value === 0) ? [] : [tile];
}

function unreadTile(run: ScoredRun): Tile {
  return stateTile(run, 'could not be read', 'unread', ['failed']);
}

function stateTile(run: ScoredRun, label: string, metric: string, states: readonly ScoredState[]): Tile {
  const values = run.versions.map((version) => {
    const found = run.items.filter((item) => states.includes(item.versions[version]?.state ?? 'not-run'));
    return plainMeasurement(metric, 'overall', found.length, run.items.length, 'count');
  });
  return { label, values, difference: null, verdict: null, better: 'lower' };
}

type ScoredState = ScoredVersion['state'];
