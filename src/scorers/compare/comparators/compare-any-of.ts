import { z } from 'zod';
import type { JsonValue } from '../../../model/json/json-value.ts';
import { type Comparison, defineBuiltIn, different } from '../comparator.ts';

/**
 * Compares the prediction with each value of a gold list and returns the best result. A single value is a
 * list of one.
 */
export const anyOfComparator = defineBuiltIn({
  name: 'any-of',
  doc: 'the gold is a list of correct values, and the output matches at least one of them; a null in the list has no effect',
  options: {
    of: z
      .looseObject({
        comparator: z.unknown().optional().describe('name of a comparator, or a function'),
        options: z.record(z.string(), z.unknown()).optional().describe('options of this comparator'),
      })
      .optional()
      .describe(
        'for `any-of`, where the gold is a list of correct values: the comparator for the values of this list (default: the comparator for the type of the field)',
      ),
  },
  example: {
    match: [['ACME Ltd', 'ACME Limited'], 'ACME Limited'],
    different: [['ACME Ltd', 'ACME Limited'], 'ACME'],
  },
  create({ of }, create) {
    const inner = of?.comparator === 'any-of' ? create() : create(of?.comparator, of?.options);
    return {
      graded: inner.graded,
      compare(expected, predicted) {
        const answers: readonly JsonValue[] = Array.isArray(expected) ? expected : [expected as JsonValue];
        let best: Comparison = different;
        for (const answer of answers) {
          if (answer === null) continue;
          const comparison = inner.compare(answer, predicted);
          if (comparison.match) return withNote(comparison, answers.length);
          if (comparison.similarity > best.similarity) best = comparison;
        }
        return best;
      },
      key: () => null,
    };
  },
});

function withNote(comparison: Comparison, answers: number): Comparison {
  if (answers < 2) return comparison;
  const note = `matched one of ${answers} correct values`;
  return { ...comparison, note: comparison.note === undefined ? note : `${note}; ${comparison.note}` };
}
