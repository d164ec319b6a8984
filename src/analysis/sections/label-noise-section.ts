import { labelCeiling, minDoubleLabels } from '../../metrics/label-ceiling.ts';
import type { LabelNoiseRow, LabelNoiseSection } from '../../model/report/label-noise.ts';
import type { MetricName } from '../../model/score/metrics.ts';
import { fieldList } from '../config-changes/scoring-config.ts';
import { type FoldedRun, positionsWithGold, type VersionColumns } from '../fold/folded-run.ts';
import { metricParts, type PartScope } from '../fold/parts.ts';
import { clusteredSettings } from '../fold/with-clusters.ts';
import { measureRatio, ratioSeries } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

/** Second labels of a sample of the documents, scored against the gold of the record. */
export interface SecondGold {
  readonly dataset: string;
  readonly isAdjudicated: boolean;
  readonly run: FoldedRun;
}

/** Builds the section on label noise: per field, the accuracy next to the ceiling that the gold permits. */
export function labelNoiseSection(
  run: FoldedRun,
  second: SecondGold,
  settings: StatisticsSettings,
): LabelNoiseSection {
  const { clusters } = clusteredSettings(settings, second.run);
  const context = { run, second, settings, clusters };
  const isClassify = run.plan.dataset.kind === 'CLASSIFY';
  const metric: MetricName = isClassify ? 'accuracy' : 'field_accuracy';
  const overall = { scope: 'overall', label: isClassify ? 'all documents' : 'all fields' };
  const extraction = second.run.versions[0]?.extraction;
  const fields = extraction == null ? [] : [...extraction.fields.keys()];
  const leaves = fieldList(run.config, fields).filter(({ field }) => extraction?.fields.has(field));
  return {
    dataset: second.dataset,
    isAdjudicated: second.isAdjudicated,
    documents: second.run.count,
    rows: [
      rowOf(context, metric, overall, {}),
      ...leaves.map(({ field }) =>
        rowOf(context, metric, { scope: `field:${field}`, label: field }, { fields: new Set([field]) }),
      ),
    ],
  };
}

function rowOf(
  {
    run,
    second,
    settings,
    clusters,
  }: {
    readonly run: FoldedRun;
    readonly second: SecondGold;
    readonly settings: StatisticsSettings;
    readonly clusters: readonly string[] | undefined;
  },
  metric: MetricName,
  { scope, label }: { readonly scope: string; readonly label: string },
  part: PartScope,
): LabelNoiseRow {
  const [labels] = second.run.versions as readonly [VersionColumns];
  const { numerators, denominators, positions } = ratioSeries(
    metric,
    scope,
    positionsWithGold(second.run),
    metricParts(metric, part, labels),
  );
  const found = labelCeiling({
    differing: denominators.map((leaves, i) => leaves - (numerators[i] as number)),
    leaves: denominators,
    clusters: clusters && Array.from(positions, (position) => clusters[position] as string),
    isAdjudicated: second.isAdjudicated,
    confidence: settings.confidence,
  });
  const places = found?.leaves ?? 0;
  const ceiling = found === null || places < minDoubleLabels ? null : found;
  const sample = { documents: positionsWithGold(run), settings };
  const accuracy = run.versions.map((version) =>
    measureRatio(metric, scope, sample, metricParts(metric, part, version)),
  );
  return {
    scope,
    label,
    places,
    ceiling: ceiling && {
      value: ceiling.value,
      low: ceiling.low,
      high: ceiling.high,
      documents: ceiling.documents,
      differing: ceiling.differing,
    },
    accuracy,
    isWithinNoise: accuracy.map(({ value }) =>
      ceiling === null || value === null ? null : value > ceiling.low,
    ),
  };
}
