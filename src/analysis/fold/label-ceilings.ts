import { labelCeiling, minDoubleLabels } from '../../metrics/label-ceiling.ts';
import type { LabelCeilingFigure } from '../../model/score/measurement.ts';
import { type MetricName, metricNamed, perLeafOf } from '../../model/score/metrics.ts';
import { ratioSeries } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';
import { type FoldedRun, positionsWithGold, type VersionColumns } from './folded-run.ts';
import { metricParts, type PartScope } from './parts.ts';
import { clusteredSettings } from './with-clusters.ts';

/** Labels that a second person gave to a sample of the documents, scored against the gold of the record. */
export interface SecondGold {
  readonly dataset: string;
  readonly isAdjudicated: boolean;
  readonly run: FoldedRun;
  /** For each document in `run`, its position in the record. */
  readonly positions: readonly number[];
}

/**
 * Computes the label ceiling of each figure: the value that a version without errors is expected to reach, given the
 * errors that second labels show in the gold.
 */
export class LabelCeilings {
  readonly #second: SecondGold;
  readonly #settings: StatisticsSettings;

  constructor(second: SecondGold, settings: StatisticsSettings) {
    this.#second = second;
    // The clusters in `settings` are those of the whole record, so compute the clusters of the sample here.
    this.#settings = clusteredSettings({ ...settings, clusters: undefined }, second.run);
  }

  /**
   * Returns the label ceiling of a metric, and the number of values that have two labels (`places`). If `documents` is
   * given, counts only the documents at these positions. The ceiling is `null` if fewer than 30 values have two labels,
   * or if the metric changes when the two labels are swapped, as precision does.
   */
  of(
    metric: MetricName,
    part: PartScope,
    documents?: Int32Array,
  ): { readonly places: number; readonly ceiling: LabelCeilingFigure | null } {
    const { run, positions: inRecord, isAdjudicated } = this.#second;
    const { symmetric, exactOf } = metricNamed(metric);
    if (!symmetric && exactOf === undefined) return { places: 0, ceiling: null };
    const chosen = documents && new Set(documents);
    const sample = positionsWithGold(run).filter(
      (position) => chosen === undefined || chosen.has(inRecord[position] as number),
    );
    const [labels] = run.versions as readonly [VersionColumns];
    const { numerators, denominators, positions } = ratioSeries(
      metric,
      'overall',
      sample,
      metricParts(metric, part, labels),
    );
    const { clusters, confidence } = this.#settings;
    const found = labelCeiling({
      differing: denominators.map((places, i) => places - (numerators[i] as number)),
      leaves: denominators,
      perLeaf: perLeafOf(metric),
      clusters: clusters && Array.from(positions, (position) => clusters[position] as string),
      // A classified document has only one label, its class. An extracted document has several labels, and so has a
      // packet.
      isWhole: exactOf === 'EXTRACT' || exactOf === 'SPLITTER',
      isAdjudicated,
      confidence,
    });
    if (found === null) return { places: 0, ceiling: null };
    const { leaves, ...figure } = found;
    const places = Math.floor(leaves);
    return { places, ceiling: places < minDoubleLabels ? null : { ...figure, places } };
  }
}
