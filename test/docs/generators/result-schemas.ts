import { z } from 'zod';
import { gateOutcomeSchema } from '../../../src/model/gate/gate-outcome.ts';
import { compareResultSchema } from '../../../src/model/results/compare-result.ts';
import {
  mergeResultSchema,
  recordUpgradeResultSchema,
  recordVerifyResultSchema,
} from '../../../src/model/results/record-results.ts';
import { scoreResultSchema } from '../../../src/model/results/score-result.ts';
import { trendResultSchema } from '../../../src/model/results/trend-result.ts';
import { typeSchemas } from './type-schema.ts';

/** What `--json` of a command writes, by the name of its file in docs/schemas; `report.json` is made from its type. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  'compare.json': compareResultSchema,
  'gate.json': gateOutcomeSchema,
  'merge.json': mergeResultSchema,
  'record-upgrade.json': recordUpgradeResultSchema,
  'record-verify.json': recordVerifyResultSchema,
  'score.json': scoreResultSchema,
  'trend.json': trendResultSchema,
};

/** Answers that are described by types alone. */
const resultTypes: Readonly<Record<string, string>> = {
  'apply-review.json': 'ApplyReviewResult',
  'attribution.json': 'AttributionResult',
  'baseline-list.json': 'BaselineList',
  'baseline-set.json': 'SetBaselineResult',
  'dataset-check.json': 'DatasetCheckResult',
  'dataset-convert.json': 'ConvertResult',
  'dataset-push.json': 'PushResult',
  'dataset-stats.json': 'DatasetStatsResult',
  'demo.json': 'DemoResult',
  'init.json': 'InitResult',
  'label-issues.json': 'LabelIssuesResult',
  'reconcile.json': 'ReconcileResult',
  'run.json': 'RunResult',
  'sample-size.json': 'SampleSizeResult',
  'serve.json': 'ServeResult',
  'thresholds.json': 'ThresholdsResult',
};
const project = 'test/docs/tsconfig.report-model.json';

function commandSchemas(): [name: string, schema: unknown][] {
  const written = typeSchemas('src/model/results/command-results.ts', Object.values(resultTypes), project);
  return Object.keys(resultTypes).map((name, i) => [name, written[i]]);
}

/** The JSON Schemas of docs/schemas, as text by file name. */
export function resultSchemas(): ReadonlyMap<string, string> {
  const text = (schema: unknown) => `${JSON.stringify(schema, null, 2)}\n`;
  return new Map([
    ...Object.entries(schemas).map(([name, schema]) => [name, text(z.toJSONSchema(schema))] as const),
    ...commandSchemas().map(([name, schema]) => [name, text(schema)] as const),
    ['report.json', text(reportSchema())],
  ]);
}

/** What `report.json` holds: the model of a report without its index. */
export function reportSchema(): Readonly<Record<string, unknown>> {
  const [schema] = typeSchemas('src/model/report/report-model.ts', ['ReportJson'], project);
  return schema ?? {};
}
