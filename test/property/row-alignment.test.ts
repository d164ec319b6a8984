import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemScore } from '../../src/model/score/item-score.ts';
import { bestPairing } from '../../src/scorers/align/best-pairing.ts';
import { countInversions } from '../../src/scorers/align/row-order.ts';
import { createComparator } from '../../src/scorers/compare/comparators/create-comparator.ts';
import { defaultScoringOptions } from '../../src/scorers/extraction/scoring-options.ts';
import { scoreExtraction } from '../../src/scorers/score-extraction.ts';
import { times } from '../fixtures/long-form.ts';

interface Row {
  readonly text?: string | null;
  readonly code?: string | null;
  readonly amount?: number | null;
}

const nullable = (type: string) => ({ type: [type, 'null'] });
const schema = {
  type: 'object',
  properties: {
    rows: {
      type: 'array',
      items: {
        type: 'object',
        properties: { text: nullable('string'), code: nullable('string'), amount: nullable('number') },
      },
    },
  },
};

const row: fc.Arbitrary<Row> = fc.record({
  text: fc.constantFrom('red bolt', 'red belt', 'blue bolt', 'nut', null),
  code: fc.constantFrom('A', 'B', null),
  amount: fc.constantFrom(1, 2, 3, null),
});
const rows = (most: number) => fc.array(row, { maxLength: most });

/** Yields every one-to-one pairing of two lists of the given lengths, including partial ones. */
function* pairings(
  height: number,
  width: number,
  from = 0,
  used = new Set<number>(),
): Generator<(number | null)[]> {
  if (from === height) {
    yield [];
    return;
  }
  for (const rest of pairings(height, width, from + 1, used)) yield [null, ...rest];
  for (let j = 0; j < width; j++) {
    if (used.has(j)) continue;
    used.add(j);
    for (const rest of pairings(height, width, from + 1, used)) yield [j, ...rest];
    used.delete(j);
  }
}

const columns = ['text', 'code', 'amount'] as const;

/** Returns the number of correct leaves and the similarity of a pair, computed directly from the definition. */
function gain(
  a: Row,
  b: Row,
  used: readonly (keyof Row)[],
  fuzzy: boolean,
): { correct: number; similarity: number } {
  let correct = 0;
  let similarity = 0;
  let alike = true;
  for (const key of used) {
    const [x, y] = [a[key] ?? null, b[key] ?? null];
    if (x === null || y === null) {
      if (x === y) similarity += 1;
      else alike = false;
      continue;
    }
    const name = key === 'amount' ? 'number' : key === 'text' && fuzzy ? 'fuzzy' : 'string';
    const found = createComparator(name).compare(x, y);
    if (found.match) correct++;
    else alike = false;
    similarity += found.match ? 1 : found.similarity;
  }
  return { correct, similarity: alike ? 2 * similarity : similarity };
}

const hasValue = (candidate: Row): boolean => Object.values(candidate).some((value) => value !== null);

type Pairs = readonly (readonly [number | null, number | null])[];

function worthOf(expected: readonly Row[], predicted: readonly Row[], pairs: Pairs, fuzzy: boolean) {
  const used = columns.filter((key) =>
    [...expected, ...predicted].some((candidate) => candidate[key] !== null),
  );
  const sum = { correct: 0, similarity: 0 };
  for (const [i, j] of pairs) {
    if (i === null || j === null) continue;
    const { correct, similarity } = gain(expected[i] as Row, predicted[j] as Row, used, fuzzy);
    if (correct === 0) continue;
    sum.correct += correct;
    sum.similarity += similarity;
  }
  return sum;
}

function best(expected: readonly Row[], predicted: readonly Row[], fuzzy: boolean) {
  const cells = expected.map((_, i) =>
    predicted.map((__, j) => worthOf(expected, predicted, [[i, j]], fuzzy)),
  );
  let found = { correct: 0, similarity: 0 };
  for (const pairing of pairings(expected.length, predicted.length)) {
    const sum = { correct: 0, similarity: 0 };
    for (const [i, j] of pairing.entries()) {
      sum.correct += j === null ? 0 : (cells[i]?.[j]?.correct as number);
      sum.similarity += j === null ? 0 : (cells[i]?.[j]?.similarity as number);
    }
    if ((sum.correct - found.correct || sum.similarity - found.similarity) > 0) found = sum;
  }
  return found;
}

const optionsOf = (fuzzy: boolean) => ({
  ...defaultScoringOptions,
  comparators: fuzzy ? [{ field: 'rows.text', comparator: 'fuzzy' as const }] : [],
});
const plain = optionsOf(false);
const withFuzzy = optionsOf(true);

function score(expected: readonly Row[], predicted: readonly Row[], fuzzy = false): ItemScore {
  return scoreExtraction(
    { expected: { rows: expected }, predicted: { rows: predicted }, schema },
    fuzzy ? withFuzzy : plain,
  );
}

describe('pairing of rows', () => {
  it.each([false, true])('equals brute force up to 6 x 6 (fuzzy text: %s)', (fuzzy) => {
    fc.assert(
      fc.property(rows(6), rows(6), (expected, predicted) => {
        const wanted = best(expected.filter(hasValue), predicted.filter(hasValue), fuzzy);
        const ledger = score(expected, predicted, fuzzy);
        expect(ledger.counts.correct).toBe(wanted.correct);
      }),
      { numRuns: times(fuzzy ? 30 : 50, fuzzy ? 60 : 120) },
    );
  });

  it.each([false, true])(
    'takes the most similar pairing among those with the most correct leaves (fuzzy text: %s)',
    (fuzzy) => {
      fc.assert(
        fc.property(rows(5), rows(5), (some, others) => {
          const expected = some.filter(hasValue);
          const predicted = others.filter(hasValue);
          const pairs = score(expected, predicted, fuzzy).rows[0]?.pairs ?? [];
          const found = worthOf(expected, predicted, pairs, fuzzy);
          const wanted = best(expected, predicted, fuzzy);
          expect(found.correct).toBe(wanted.correct);
          // The alignment rounds similarities to 1/10,000 per leaf.
          expect(Math.abs(found.similarity - wanted.similarity)).toBeLessThan(0.004);
        }),
        { numRuns: times(25, 150) },
      );
    },
  );

  it('is never worse than a random pairing, at any size', () => {
    fc.assert(
      fc.property(rows(30), rows(30), fc.infiniteStream(fc.nat()), (some, others, draws) => {
        const expected = some.filter(hasValue);
        const predicted = others.filter(hasValue);
        const free = predicted.map((_, j) => j);
        const random = expected.map((_, i): [number, number | null] => {
          const [j] = free.splice((draws.next().value as number) % Math.max(1, free.length), 1);
          return [i, j ?? null];
        });
        const { counts } = score(expected, predicted);
        expect(counts.correct).toBeGreaterThanOrEqual(worthOf(expected, predicted, random, false).correct);
      }),
    );
  });

  it('does not depend on the order of predicted rows', () => {
    fc.assert(
      fc.property(
        rows(7),
        rows(7),
        fc.array(fc.nat(), { minLength: 7, maxLength: 7 }),
        (expected, predicted, keys) => {
          const shuffled = predicted
            .map((value, i) => ({ value, key: keys[i] as number }))
            .sort((a, b) => a.key - b.key);
          const other = score(
            expected,
            shuffled.map(({ value }) => value),
          );
          const one = score(expected, predicted);
          expect(other.counts.correct).toBe(one.counts.correct);
          expect(other.counts.correct + other.counts.incorrect + other.counts.missing).toBe(
            one.counts.correct + one.counts.incorrect + one.counts.missing,
          );
        },
      ),
    );
  });

  it('uses every row with a value exactly once', () => {
    fc.assert(
      fc.property(rows(9), rows(9), (expected, predicted) => {
        const [pairing] = score(expected, predicted).rows;
        const numbers = (list: readonly Row[]) => list.flatMap((value, i) => (hasValue(value) ? [i] : []));
        const left = pairing?.pairs.flatMap(([i]) => (i === null ? [] : [i])) ?? [];
        const right = pairing?.pairs.flatMap(([, j]) => (j === null ? [] : [j])) ?? [];
        expect(left.toSorted((a, b) => a - b)).toEqual(numbers(expected));
        expect(right.toSorted((a, b) => a - b)).toEqual(numbers(predicted));
        expect(left).toEqual(left.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('the three criteria of an alignment', () => {
  const cell = fc.record({ correct: fc.nat(2), similarity: fc.nat(3), move: fc.nat() });
  const table = fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
    .chain(([height, width]) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
        minLength: height,
        maxLength: height,
      }),
    );

  // If similarities are counted in units of 1, all three criteria fit into one cost, so one assignment problem is
  // solved. With units of 10^12, this cost would exceed the exact integers, so two assignment problems are solved.
  it.each([1, 1e12])('are correct leaves, then similarity in units of %d, then moves', (unit) => {
    fc.assert(
      fc.property(table, (cells) => {
        const height = cells.length;
        const width = cells[0]?.length as number;
        const flat = cells.flat();
        const gains = {
          correct: Uint32Array.from(flat, ({ correct }) => correct),
          similarity: Float64Array.from(flat, ({ correct, similarity }) =>
            correct === 0 ? 0 : similarity * unit,
          ),
        };
        const value = (pairing: readonly (number | null)[]): [number, number, number] => {
          const sum: [number, number, number] = [0, 0, 0];
          for (const [i, j] of pairing.entries()) {
            if (j === null || j === -1 || gains.correct[i * width + j] === 0) continue;
            sum[0] += gains.correct[i * width + j] as number;
            sum[1] += gains.similarity[i * width + j] as number;
            sum[2] -= (i - j) ** 2;
          }
          return sum;
        };
        let wanted: [number, number, number] = [0, 0, Number.NEGATIVE_INFINITY];
        for (const pairing of pairings(height, width)) {
          const found = value(pairing);
          if ((found[0] - wanted[0] || found[1] - wanted[1] || found[2] - wanted[2]) > 0) wanted = found;
        }
        const range = (length: number) => Array.from({ length }, (_, i) => i);
        const found = value([...bestPairing(gains, range(height), range(width))]);
        expect(found.map((part) => part + 0)).toEqual(wanted.map((part) => part + 0));
      }),
      { numRuns: times(25, 150) },
    );
  });
});

describe('reading order', () => {
  it('counts inversions by definition', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50), { maxLength: 12 }), (values) => {
        let wanted = 0;
        for (const [i, a] of values.entries()) for (const b of values.slice(i + 1)) if (a > b) wanted++;
        expect(countInversions(values)).toBe(wanted);
      }),
    );
  });
});
