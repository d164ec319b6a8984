import { expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/model/json/json-value.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { explainValues } from '../../../fixtures/comparisons/explain-values.ts';

const text = { type: ['string', 'null'] };
const config = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: {
      authors: {
        type: 'array',
        items: { type: 'object', properties: { name: text, place: text }, required: ['name', 'place'] },
      },
    },
    required: ['authors'],
  },
} as unknown as Extract<ProcessorConfig, { type: 'EXTRACT' }>;

type Values = Record<string, JsonValue>;
const explain = (...values: [expected: Values, predicted: Values]) => explainValues(config, ...values);

it('does not take a text that all rows have for a merged row', () => {
  const found = explain(
    {
      authors: [
        { name: 'Le Cun', place: 'Bell Laboratories' },
        { name: 'Denker', place: 'Bell Laboratories' },
      ],
    },
    {
      authors: [
        { name: 'Y. Le', place: 'Bell Laboratories, Holmdel' },
        { name: 'Denker', place: 'Bell Laboratories, Holmdel' },
      ],
    },
  );
  expect(found).toContainEqual({ path: 'authors[1].place', outcome: 'incorrect', cause: 'cut-or-joined' });
});

it('does not take a text that the output also has in the row for a split row', () => {
  const found = explain(
    { authors: [{ name: 'Denker', place: 'Bell Laboratories, Holmdel' }] },
    {
      authors: [
        { name: 'Denker', place: 'Bell Laboratories' },
        { name: 'Hubbard', place: 'Bell Laboratories' },
      ],
    },
  );
  expect(found).toContainEqual({ path: 'authors[0].place', outcome: 'incorrect', cause: 'cut-or-joined' });
  expect(found).toContainEqual({ path: 'authors[1].place', outcome: 'spurious', cause: 'extra-row' });
});
