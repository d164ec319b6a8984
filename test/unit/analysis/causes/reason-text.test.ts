import { expect, it } from 'vitest';
import { pagesOf } from '../../../../src/analysis/causes/document-pages.ts';
import { compileFindCauses } from '../../../../src/analysis/causes/find-causes.ts';
import { reasonText } from '../../../../src/analysis/causes/reason-text.ts';
import type { JsonValue } from '../../../../src/model/json/json-value.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { compileScorer } from '../../../../src/scorers/compile-scorer.ts';

const nullable = (type: string) => ({ type: [type, 'null'] });
const config = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: {
      text: nullable('string'),
      due_date: nullable('string'),
      number: nullable('number'),
      yes: nullable('boolean'),
    },
    required: [],
  },
} as unknown as Extract<ProcessorConfig, { type: 'EXTRACT' }>;
const find = compileFindCauses(config);

/** Returns the reasons of the wrong values by path. */
function reasonsOf(expected: Record<string, JsonValue>, predicted: Record<string, JsonValue>) {
  const scorer = compileScorer(config, { comparators: [{ field: '**', comparator: 'exact' }] });
  const { leaves, rows } = scorer.itemScore({
    expected: { value: expected },
    predicted: { value: predicted },
  });
  return Object.fromEntries(
    find({ leaves, rows, pages: () => pagesOf(''), hasOutput: true }).map((explained) => [
      explained.leaf.path,
      reasonText(explained, leaves),
    ]),
  );
}

it.each([
  ['due_date', '2026-03-04', '2026-04-03', 'day and month swapped'],
  ['number', 12.5, 125, '10 times too large'],
  ['number', 1234.5, 1.2345, '1,000 times too small'],
  // 2381.5 / 100 is 23.815, which is rounded to 23.82.
  ['number', 2381.5, 23.82, '100 times too small'],
  ['number', -3, 3, 'minus sign lost'],
  ['number', 3, -3, 'minus sign added'],
  ['text', '$104.30', '104.3', 'without currency'],
  ['text', '104.30', 'USD 104.30', 'with a currency'],
  ['text', 'EUR 104.30', 'USD 104.30', 'another currency'],
  ['text', 'Acme Ltd', 'ACME LTD', 'only capital and small letters differ'],
  ['text', 'F26-0293', 'F26 0293', 'only spaces or punctuation marks differ'],
  ['text', '12 Mill Lane, Basel', '12 Mill Lane', 'text cut off'],
  ['text', '12 Mill Lane', '12 Mill Lane, Basel', 'joined with other text'],
  ['text', 'INV-O052', 'INV-0052', 'O read as 0'],
  ['text', 'Waiting staff', 'Waitlng staff', 'i read as l'],
  ['text', 'Acme Ltd', 'Thank you', null],
  ['text', 'Acme Ltd', null, null],
  ['yes', true, false, null],
] as const)('%s: %s and %s is %s', (field, expected, predicted, reason) => {
  expect(reasonsOf({ [field]: expected }, { [field]: predicted })[field]).toBe(reason);
});

it('names the field whose value was read', () => {
  const expected = { text: 'Net 30 days', due_date: '2026-04-01' };
  expect(reasonsOf(expected, { text: '2026-04-01', due_date: '2026-04-01' })).toEqual({
    text: 'value of due_date',
  });
});
