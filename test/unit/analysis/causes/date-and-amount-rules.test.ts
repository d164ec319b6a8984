import { expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/model/json/json-value.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { explainValues } from '../../../fixtures/comparisons/explain-values.ts';

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
const explain = (...values: [expected: Values, predicted: Values]) => explainValues(config, ...values);

const paid = (price: number | null, currency: string | null): Values => ({ paid: { price, currency } });

it('takes a currency that is missing or extra for a wrong currency if its amount is present', () => {
  expect(explain(paid(16.62, 'GBP'), paid(16.62, null))).toMatchObject([{ cause: 'currency' }]);
  expect(explain(paid(16.62, null), paid(16.62, 'GBP'))).toMatchObject([{ cause: 'currency' }]);
  expect(explain(paid(16.62, 'GBP'), paid(null, null)).map(({ cause }) => cause)).toEqual([
    'missing',
    'missing',
  ]);
});
