import { typeSchemas } from './type-schema.ts';

const results = 'src/model/results';

/** Modules with types of `--json` output. Each type has the name of its schema file in docs/schemas. */
const resultTypes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [`${results}/score-results.ts`]: {
    CompareResult: 'compare.json',
    ScoreResult: 'score.json',
    TrendResult: 'trend.json',
  },
  [`${results}/label-results.ts`]: {
    LabelListResult: 'compare-label-list.json',
    LabelComparisonResult: 'compare-labels.json',
  },
  'src/model/gate/gate-evidence.ts': { GateOutcome: 'gate.json' },
  'src/model/report/report-model.ts': { ReportJson: 'report.json' },
  [`${results}/record-list.ts`]: { ReportHead: 'summary.json' },
  [`${results}/command-results.ts`]: {
    ApplyReviewResult: 'apply-review.json',
    AttributionResult: 'attribution.json',
    BaselineList: 'baseline-list.json',
    SetBaselineResult: 'baseline-set.json',
    DatasetCheckResult: 'dataset-check.json',
    ConvertResult: 'dataset-convert.json',
    PrefillResult: 'dataset-prefill.json',
    PushResult: 'dataset-push.json',
    SplitResult: 'dataset-split.json',
    DatasetStatsResult: 'dataset-stats.json',
    DemoResult: 'demo.json',
    InitResult: 'init.json',
    LabelIssuesResult: 'label-issues.json',
    ReconcileResult: 'reconcile.json',
    RunResult: 'run.json',
    SampleSizeResult: 'sample-size.json',
    ServeResult: 'serve.json',
    WorkerResult: 'worker.json',
    ViewResult: 'view.json',
    OpenResult: 'open.json',
    ThresholdsResult: 'thresholds.json',
    RecordVerifyResult: 'record-verify.json',
    RecordUpgradeResult: 'record-upgrade.json',
    MergeResult: 'merge.json',
  },
};

/** Returns the JSON Schemas of docs/schemas, as texts by file name. */
export function resultSchemas(): ReadonlyMap<string, string> {
  const types = Object.entries(resultTypes).flatMap(([file, names]) =>
    Object.keys(names).map((name) => ({ file, name })),
  );
  const schemas = typeSchemas(types, 'test/docs/tsconfig.report-model.json');
  return new Map(
    types.map(({ file, name }, at) => [
      resultTypes[file]?.[name] as string,
      `${JSON.stringify(schemas[at], null, 2)}\n`,
    ]),
  );
}
