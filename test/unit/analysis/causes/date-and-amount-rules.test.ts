import { expect, it } from 'vitest';
import { causes } from '../../../../src/analysis/causes/causes.ts';
import { pagesOf } from '../../../../src/analysis/causes/document-pages.ts';
import { compileFindCauses } from '../../../../src/analysis/causes/find-causes.ts';
import type { JsonValue } from '../../../../src/model/json/json-value.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { compileScorer } from '../../../../src/scorers/compile-scorer.ts';

const nullable = (type: string) => ({ type: [type, 'null'] });
const config = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: {
      paid: {
        type: 'object',
        properties: { price: nullable('number'), currency: nullable('string') },
        required: ['price', 'currency'],
      },
    },
    required: ['paid'],
  },
} as unknown as Extract<ProcessorConfig, { type: 'EXTRACT' }>;

type Values = Record<string, JsonValue>;

/** Returns path, outcome and cause of each wrong value. */
function explain(expected: Values, predicted: Values) {
  const score = compileScorer(config).itemScore({
    expected: { value: expected },
    predicted: { value: predicted },
  });
  return compileFindCauses(config)({ ...score, pages: () => pagesOf(''), hasOutput: true }).map(
    ({ leaf, cause }) => ({
      path: leaf.path,
      outcome: leaf.outcome,
      cause: causes[cause]?.name,
    }),
  );
}

const paid = (price: number | null, currency: string | null): Values => ({ paid: { price, currency } });

it('takes a currency that is missing or extra for a wrong currency if its amount is present', () => {
  expect(explain(paid(16.62, 'GBP'), paid(16.62, null))).toMatchObject([{ cause: 'currency' }]);
  expect(explain(paid(16.62, null), paid(16.62, 'GBP'))).toMatchObject([{ cause: 'currency' }]);
  expect(explain(paid(16.62, 'GBP'), paid(null, null)).map(({ cause }) => cause)).toEqual([
    'missing',
    'missing',
  ]);
});
