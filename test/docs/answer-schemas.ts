import { z } from 'zod';
import { compareAnswerSchema } from '../../src/model/compare-answer.ts';
import { gateOutcomeSchema } from '../../src/model/gate-outcome.ts';
import { mergeAnswerSchema } from '../../src/model/merge-answer.ts';
import { scoreAnswerSchema } from '../../src/model/score-answer.ts';
import { trendAnswerSchema } from '../../src/model/trend-answer.ts';
import { typeSchema } from './type-schema.ts';

/** What `--json` of a command writes, by the name of its file in docs/schemas; `report.json` is made from its type. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  'compare.json': compareAnswerSchema,
  'gate.json': gateOutcomeSchema,
  'merge.json': mergeAnswerSchema,
  'score.json': scoreAnswerSchema,
  'trend.json': trendAnswerSchema,
};

/** The JSON Schemas of docs/schemas, as text by file name. */
export function answerSchemas(): ReadonlyMap<string, string> {
  const text = (schema: unknown) => `${JSON.stringify(schema, null, 2)}\n`;
  return new Map([
    ...Object.entries(schemas).map(([name, schema]) => [name, text(z.toJSONSchema(schema))] as const),
    ['report.json', text(reportSchema())],
  ]);
}

/** What `report.json` holds: the model that every form of a report is made from. */
export function reportSchema(): Readonly<Record<string, unknown>> {
  return typeSchema('src/model/report-model.ts', 'ReportModel', 'test/docs/tsconfig.report-model.json');
}
