import type { ReportModel } from '../../model/report/report-model.ts';
import type { ScoreResult } from '../../model/results/score-results.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import type { ScorerDescription } from '../../model/score/scorer-description.ts';

/** Returns the output of `score --json` for a scored record. */
export function scoreResult(
  model: ReportModel,
  context: {
    readonly recordId: string;
    readonly scorer: ScorerDescription;
    readonly gold: ScoreResult['gold'];
  },
): Omit<ScoreResult, 'file'> {
  return {
    schemaVersion: 1,
    recordId: context.recordId,
    kind: model.kind,
    dataset: { name: model.dataset.name, checksum: model.dataset.checksum },
    scorer: { ...context.scorer, options: { ...context.scorer.options } },
    gold: context.gold,
    ...(model.method.optionDifferences && { optionDifferences: model.method.optionDifferences }),
    versions: model.versions.map(({ name, resolved, configHash }, i) => ({
      name,
      version: resolved,
      configHash,
      items: statesOf(model, i),
      headline: model.tiles.flatMap((tile) => tile.values[i] ?? []),
      fields: model.fields
        .filter((row) => row.isLeaf && row.counts[i] !== undefined)
        .map((row) => ({ field: row.field, counts: row.counts[i] as ReportCounts, ...ratesOf(row, i) })),
      classes: (model.classes?.perClass ?? []).map((row) => ({
        label: row.label,
        support: row.support,
        ...ratesOf(row, i),
      })),
    })),
  };
}

type ReportCounts = ReportModel['fields'][number]['counts'][number];
type Rates = Readonly<Record<'precision' | 'recall' | 'f1', readonly Measurement[]>>;

function ratesOf(row: Rates, i: number): Record<'precision' | 'recall' | 'f1', Measurement> {
  return {
    precision: row.precision[i] as Measurement,
    recall: row.recall[i] as Measurement,
    f1: row.f1[i] as Measurement,
  };
}

/** Returns the number of documents by state. Omits states without documents. */
export function statesOf(model: ReportModel, version: number): Record<string, number> {
  const states = Object.entries(model.versions[version]?.states ?? {}).filter(([, count]) => count > 0);
  return { planned: model.documents.planned, ...Object.fromEntries(states) };
}
