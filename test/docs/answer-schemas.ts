import { z } from 'zod';
import { compareAnswerSchema } from '../../src/model/compare-answer.ts';
import { gateOutcomeSchema } from '../../src/model/gate-outcome.ts';
import { scoreAnswerSchema } from '../../src/model/score-answer.ts';
import { trendAnswerSchema } from '../../src/model/trend-answer.ts';

/** What `--json` of a command writes, by the name of its file in docs/schemas. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  'compare.json': compareAnswerSchema,
  'gate.json': gateOutcomeSchema,
  'score.json': scoreAnswerSchema,
  'trend.json': trendAnswerSchema,
};

/** The JSON Schemas of docs/schemas, as text by file name. */
export function answerSchemas(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      `${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n`,
    ]),
  );
}
