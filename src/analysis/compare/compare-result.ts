import { invariant } from '../../base/goldset-error.ts';
import type { ReportModel, ReportVersion } from '../../model/report/report-model.ts';
import type { CompareResult } from '../../model/results/score-results.ts';
import type { OptionsStatement } from '../../model/score/option-differences.ts';

/** Returns the output of `compare --json` for a report of two versions. */
export function compareResult(model: ReportModel, report: string | null = null): CompareResult {
  const [baseline, candidate] = model.versions;
  const { comparison, changeCounts } = model;
  const { outcome } = model.summary;
  invariant(baseline && candidate && comparison && changeCounts, 'a comparison has two versions');
  return {
    schemaVersion: 1,
    title: model.title,
    kind: model.kind,
    documents: model.documents.planned,
    baseline: sideOf(baseline),
    candidate: sideOf(candidate),
    recommendation: model.verdict.recommendation,
    outcome,
    sentence: model.verdict.sentence,
    reasons: model.verdict.reasons,
    changeCounts,
    changes: model.changes,
    ...comparison,
    fields: model.fields.flatMap((row) => (row.isLeaf && row.comparison !== null ? [row.comparison] : [])),
    configDifference: candidate.configDifference,
    scorerFingerprint: model.method.scorerFingerprint,
    ...optionsStatement(model),
    ...(model.labelNoise && { labelNoise: model.labelNoise }),
    report,
  };
}

/**
 * Returns the member `optionDifferences`: the options of the report that differ from the options of the record. Returns
 * an empty object if none differ.
 */
export function optionsStatement({ method: { optionDifferences } }: ReportModel): OptionsStatement {
  return optionDifferences === undefined ? {} : { optionDifferences };
}

function sideOf({ name, resolved, configHash }: ReportVersion): CompareResult['baseline'] {
  return { name, version: resolved, configHash };
}
