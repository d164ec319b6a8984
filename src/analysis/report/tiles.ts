import type { PairedComparison } from '../../model/comparison.ts';
import type { ConfidenceSection } from '../../model/confidence-section.ts';
import type { Tile } from '../../model/report-model.ts';
import { measureRatio, measureShare, plainMeasurement, ratioSeries } from '../ratio-series.ts';
import type { ScoredRun } from '../scored-run.ts';
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
  return [...made, unreadTile(run)];
}

export function exactAt(item: ScoredRun['items'][number], version: number): boolean | null {
  const scored = item.versions[version];
  return scored === undefined ? null : exactOf(scored.judgement);
}

function ratioTile(
  run: ScoredRun,
  name: 'precision' | 'recall',
  label: string,
  settings: StatisticsSettings,
): Tile {
  const values = run.versions.map((version) => {
    const parts = run.items.map((item) => {
      const judgement = item.versions[version]?.judgement;
      return judgement?.kind === 'EXTRACT' ? scoredParts(name, judgement.ledger.counts) : null;
    });
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

function unreadTile(run: ScoredRun): Tile {
  const values = run.versions.map((version) => {
    const unread = run.items.filter((item) => item.versions[version]?.state !== 'scored').length;
    return plainMeasurement('unread', 'overall', unread, run.items.length, 'count');
  });
  return { label: 'could not be read', values, difference: null, verdict: null, better: 'lower' };
}
