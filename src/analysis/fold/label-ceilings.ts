import { labelCeiling, minDoubleLabels } from '../../metrics/label-ceiling.ts';
import type { LabelCeilingFigure } from '../../model/score/measurement.ts';
import { type MetricName, metricNamed, perLeafOf } from '../../model/score/metrics.ts';
import { ratioSeries } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';
import { type FoldedRun, positionsWithGold, type VersionColumns } from './folded-run.ts';
import { metricParts, type PartScope } from './parts.ts';
import { clusteredSettings } from './with-clusters.ts';

/** Second labels of a sample of the documents, scored against the gold of the record. */
export interface SecondGold {
  readonly dataset: string;
  readonly isAdjudicated: boolean;
  readonly run: FoldedRun;
  /** Position in the record of each document of `run`. */
  readonly positions: readonly number[];
}

/** Label ceilings of the figures of a record, from second labels. */
export class LabelCeilings {
  readonly #second: SecondGold;
  readonly #settings: StatisticsSettings;

  constructor(second: SecondGold, settings: StatisticsSettings) {
    this.#second = second;
    // The clusters in the settings are those of the whole record.
    this.#settings = clusteredSettings({ ...settings, clusters: undefined }, second.run);
  }

  /**
   * Returns the number of places with two labels, and the ceiling of a metric in a scope. `documents` restricts it to
   * these positions of the record. The ceiling is `null` with fewer than 30 places, and for a metric that is not the same
   * for swapped labels, such as precision.
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
      // A classified document has one label. Documents with fields and packets have several.
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
