// Rows that contain arrays are first compared by upper bounds of their gains. Exact gains are computed only for pairs
// that can be in the best pairing. The pairing must be as good as with exact gains for all pairs, and no bound may be
// below the exact gain.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignRows } from '../../src/scorers/align/align-rows.ts';
import { bestPairing, boundedPairing } from '../../src/scorers/align/best-pairing.ts';
import { nestedBound } from '../../src/scorers/align/nested-bounds.ts';
import { compileRules, FieldPlan } from '../../src/scorers/extraction/field-plan.ts';
import { schemaTree } from '../../src/scorers/extraction/field-tree.ts';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../src/scorers/extraction/scoring-options.ts';
import { times } from '../fixtures/long-form.ts';

const range = (length: number) => Array.from({ length }, (_, at) => at);

describe('pairing by bounds', () => {
  it('is as good as the best pairing of all gains', () => {
    const cell = fc.record({ correct: fc.nat(3), more: fc.nat(2), similarity: fc.nat(20), slack: fc.nat(9) });
    const size = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(
        fc
          .tuple(size, size)
          .chain(([height, width]) =>
            fc.tuple(
              fc.constant(height),
              fc.constant(width),
              fc.array(cell, { minLength: height * width, maxLength: height * width }),
            ),
          ),
        ([height, width, cells]) => {
          const truth = {
            correct: Uint32Array.from(cells, ({ correct }) => correct),
            similarity: Float64Array.from(cells, ({ correct, similarity }) => (correct > 0 ? similarity : 0)),
          };
          const bounds = {
            correct: Uint32Array.from(cells, ({ correct, more }) => correct + more),
            similarity: Float64Array.from(cells, ({ similarity, slack }) => similarity + slack),
          };
          const measured = new Set<number>();
          const found = boundedPairing(bounds, range(height), range(width), (row, other) => {
            const at = row * width + other;
            expect(measured.has(at)).toBe(false);
            measured.add(at);
            return { correct: truth.correct[at] as number, similarity: truth.similarity[at] as number };
          });
          const worth = (partner: Int32Array) =>
            partner.reduce((sum, j, i) => {
              const at = i * width + j;
              return j === -1
                ? sum
                : sum + 1000 * (truth.correct[at] as number) + (truth.similarity[at] as number);
            }, 0);
          expect(worth(found as Int32Array)).toBe(worth(bestPairing(truth, range(height), range(width))));
        },
      ),
      { numRuns: times(150, 500) },
    );
  });

  it('returns null if the bounds are too large for exact sums', () => {
    const gains = { correct: Uint32Array.of(1000), similarity: Float64Array.of(2 ** 50) };
    expect(boundedPairing(gains, [0], [0], () => ({ correct: 1, similarity: 1 }))).toBeNull();
  });
});

const nullable = (type: string) => ({ type: [type, 'null'] });
const inner = {
  type: 'array',
  items: { type: 'object', properties: { name: nullable('string'), sum: nullable('number') } },
};
const schema = {
  type: 'array',
  items: { type: 'object', properties: { id: nullable('string'), cells: inner } },
};
const some = (values: readonly unknown[]) => fc.constantFrom(...values);
const cellRow = fc.record(
  { name: some(['a', 'A', 'ab', 'b', '', null]), sum: some([1, 2, '1', '1,0', null]), other: some(['x', 1]) },
  { requiredKeys: [], noNullPrototype: true },
);
const row = fc.record(
  { id: some(['a', 'b', null]), cells: fc.array(cellRow, { maxLength: 4 }) },
  { requiredKeys: [], noNullPrototype: true },
);
const chosen: readonly Partial<ExtractionScoringOptions>[] = [
  {},
  { emptiness: 'strict' },
  { comparators: [{ field: 'rows.cells.name', comparator: 'fuzzy', options: { threshold: 0.5 } }] },
  { exclude: ['rows.cells.sum'] },
];

describe('bounds of arrays', () => {
  it.each(chosen)('are at least the gain of the best pairing: %o', (options) => {
    const rules = compileRules({ ...defaultScoringOptions, ...options });
    const plan = new FieldPlan('rows', schemaTree({ schema }) ?? undefined, rules);
    fc.assert(
      fc.property(fc.array(row, { maxLength: 4 }), fc.array(row, { maxLength: 4 }), (expected, predicted) => {
        const { correct, similarity } = alignRows(plan, expected, predicted);
        const bound = nestedBound({ plan, expected: [expected], predicted: [predicted] }, new Map())(0, 0);
        expect(bound.correct).toBeGreaterThanOrEqual(correct);
        expect(bound.similarity).toBeGreaterThanOrEqual(similarity);
      }),
      { numRuns: times(100, 300) },
    );
  });
});
