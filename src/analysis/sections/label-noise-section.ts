import type { ReportModel } from '../../model/report/report-model.ts';
import type { LabelNoiseRow, LabelNoiseSection } from '../../model/report/sections/label-noise.ts';
import type { PairedComparison } from '../../model/score/comparison.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import type { MetricName } from '../../model/score/metrics.ts';
import { fieldList } from '../config-changes/scoring-config.ts';
import { type FoldedRun, positionsWithGold } from '../fold/folded-run.ts';
import { headlines } from '../fold/headline.ts';
import { LabelCeilings, type SecondGold } from '../fold/label-ceilings.ts';
import { metricParts, type PartScope } from '../fold/parts.ts';
import { measureRatio } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

/** Figures with a label ceiling, in addition to the headline metrics. Measured over all documents. */
const further: Readonly<
  Record<ReportModel['kind'], readonly (readonly [metric: MetricName, label: string])[]>
> = {
  EXTRACT: [['field_accuracy', 'field accuracy']],
  CLASSIFY: [],
  SPLITTER: [
    ['boundary_f1', 'boundaries (F1)'],
    ['page_type_accuracy', 'pages with the right type'],
  ],
};

/**
 * Builds the section on label noise. For each figure, the section has the value of each version and the label ceiling.
 */
export function labelNoiseSection(
  run: FoldedRun,
  second: SecondGold,
  settings: StatisticsSettings,
): LabelNoiseSection {
  const { kind } = run.plan.dataset;
  const ceilings = new LabelCeilings(second, settings);
  const sample = { documents: positionsWithGold(run), settings };
  const rowOf = (metric: MetricName, scope: string, label: string, part: PartScope): LabelNoiseRow => ({
    scope,
    metric,
    label,
    ...ceilings.of(metric, part),
    values: run.versions.map((version) =>
      measureRatio(metric, scope, sample, metricParts(metric, part, version)),
    ),
  });
  const { metric, label, exactMetric, exactLabel } = headlines[kind];
  return {
    dataset: second.dataset,
    isAdjudicated: second.isAdjudicated,
    documents: second.run.count,
    rows: [
      rowOf(exactMetric, 'overall', exactLabel, {}),
      ...(metric === exactMetric ? [] : [rowOf(metric, 'overall', label, {})]),
      ...further[kind].map(([name, words]) => rowOf(name, 'overall', words, {})),
      ...partsOf(run, second).map(({ scope, name, part }) => rowOf('f1', scope, name, part)),
    ],
  };
}

/**
 * Returns the parts of the dataset for which label noise is measured. For an extraction, these are the leaf fields. For
 * other kinds of processors, these are the classes.
 */
function partsOf(run: FoldedRun, { run: { versions, expectedClasses } }: SecondGold) {
  const extraction = versions[0]?.extraction;
  if (extraction == null)
    return [...expectedClasses.keys()].map((label) => ({
      scope: `class:${label}`,
      name: label,
      part: { label },
    }));
  return fieldList(run.config, [...extraction.fields.keys()])
    .filter(({ field }) => extraction.fields.has(field))
    .map(({ field }) => ({ scope: `field:${field}`, name: field, part: { fields: new Set([field]) } }));
}

/** Parts of a report whose figures get a label ceiling. */
type Figures = Pick<ReportModel, 'tiles' | 'fields' | 'classes' | 'packets' | 'comparison'>;

/** Adds the label ceilings of the section to the figures of the report that have the same metric and scope. */
export function withLabelCeilings<Model extends Figures>(
  model: Model,
  section: LabelNoiseSection | null | undefined,
): Model {
  if (!section) return model;
  const known = new Map(section.rows.map((row) => [`${row.metric} ${row.scope}`, row.ceiling]));
  const attach = <Value extends Measurement | null>(value: Value): Value => {
    const labelCeiling = value === null ? null : known.get(`${value.metric} ${value.scope}`);
    return labelCeiling ? { ...value, labelCeiling } : value;
  };
  const compared = (comparison: PairedComparison): PairedComparison => ({
    ...comparison,
    baseline: attach(comparison.baseline),
    candidate: attach(comparison.candidate),
  });
  const { tiles, fields, classes, packets, comparison } = model;
  return {
    ...model,
    tiles: tiles.map((tile) => ({ ...tile, values: tile.values.map(attach) })),
    fields: fields.map((row) => ({
      ...row,
      f1: row.f1.map(attach),
      comparison: row.comparison && compared(row.comparison),
    })),
    ...(comparison && {
      comparison: {
        ...comparison,
        headline: comparison.headline.map(compared),
        classes: comparison.classes.map(compared),
      },
    }),
    ...(classes && {
      classes: {
        ...classes,
        overall: classes.overall.map((row) => ({ ...row, values: row.values.map(attach) })),
        perClass: classes.perClass.map((row) => ({ ...row, f1: row.f1.map(attach) })),
      },
    }),
    ...(packets && {
      packets: {
        ...packets,
        metrics: packets.metrics.map((row) => ({ ...row, values: row.values.map(attach) })),
      },
    }),
  };
}
