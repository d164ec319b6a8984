import { z } from 'zod';
import { gateOutcomeSchema } from '../../../src/model/gate/gate-outcome.ts';
import { compareAnswerSchema } from '../../../src/model/results/compare-result.ts';
import { mergeAnswerSchema } from '../../../src/model/results/merge-result.ts';
import {
  recordUpgradeAnswerSchema,
  recordVerifyAnswerSchema,
} from '../../../src/model/results/record-results.ts';
import { scoreAnswerSchema } from '../../../src/model/results/score-result.ts';
import { trendAnswerSchema } from '../../../src/model/results/trend-result.ts';
import { typeSchemas } from './type-schema.ts';

/** What `--json` of a command writes, by the name of its file in docs/schemas; `report.json` is made from its type. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  'compare.json': compareAnswerSchema,
  'gate.json': gateOutcomeSchema,
  'merge.json': mergeAnswerSchema,
  'record-upgrade.json': recordUpgradeAnswerSchema,
  'record-verify.json': recordVerifyAnswerSchema,
  'score.json': scoreAnswerSchema,
  'trend.json': trendAnswerSchema,
};

/** Answers that are described by types alone. */
const answerTypes: Readonly<Record<string, string>> = {
  'apply-review.json': 'ApplyReviewAnswer',
  'bless.json': 'BlessAnswer',
  'dataset-check.json': 'DatasetCheckAnswer',
  'dataset-convert.json': 'ConvertAnswer',
  'dataset-push.json': 'PushAnswer',
  'dataset-stats.json': 'DatasetStatsAnswer',
  'demo.json': 'DemoAnswer',
  'init.json': 'InitAnswer',
  'plan.json': 'PlanAnswer',
  'reconcile.json': 'ReconcileAnswer',
  'run.json': 'RunAnswer',
  'serve.json': 'ServeAnswer',
  'stages.json': 'StagesAnswer',
  'suspects.json': 'SuspectsAnswer',
  'thresholds.json': 'ThresholdsAnswer',
};
const project = 'test/docs/tsconfig.report-model.json';

function commandSchemas(): [name: string, schema: unknown][] {
  const written = typeSchemas('src/model/results/command-results.ts', Object.values(answerTypes), project);
  return Object.keys(answerTypes).map((name, i) => [name, written[i]]);
}

/** The JSON Schemas of docs/schemas, as text by file name. */
export function answerSchemas(): ReadonlyMap<string, string> {
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
