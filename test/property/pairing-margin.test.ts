import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bestPairing } from '../../src/scorers/align/best-pairing.ts';
import { pairingMargin } from '../../src/scorers/align/pairing-margin.ts';
import { outOfOrder } from '../../src/scorers/align/row-order.ts';
import { times } from '../fixtures/long-form.ts';

type Pairing = readonly (readonly [number, number])[];

/** Yields every set of pairs of rows. Rows without a common correct leaf are not paired. */
function* pairings(
  correct: readonly (readonly number[])[],
  i = 0,
  used: ReadonlySet<number> = new Set(),
): Generator<Pairing> {
  const row = correct[i];
  if (row === undefined) {
    yield [];
    return;
  }
  yield* pairings(correct, i + 1, used);
  for (const [j, count] of row.entries()) {
    if (count === 0 || used.has(j)) continue;
    for (const rest of pairings(correct, i + 1, new Set([...used, j]))) yield [[i, j], ...rest];
  }
}

const table = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
  .chain(([height, width]) =>
    fc.array(
      fc.array(fc.record({ correct: fc.nat(2), alike: fc.nat(2) }), { minLength: width, maxLength: width }),
      {
        minLength: height,
        maxLength: height,
      },
    ),
  );

it('ties and margin equal the result of trying all pairings without each pair', () => {
  fc.assert(
    fc.property(table, (cells) => {
      const width = cells[0]?.length as number;
      const gains = {
        correct: Uint32Array.from(cells.flat(), ({ correct }) => correct),
        similarity: Float64Array.from(cells.flat(), ({ correct, alike }) => (correct === 0 ? 0 : alike)),
      };
      const worthOf = (pairing: Pairing): readonly [number, number] => [
        pairing.reduce((sum, [i, j]) => sum + (gains.correct[i * width + j] as number), 0),
        pairing.reduce((sum, [i, j]) => sum + (gains.similarity[i * width + j] as number), 0),
      ];
      const isBetter = (a: readonly [number, number], b: readonly [number, number]) =>
        a[0] > b[0] || (a[0] === b[0] && a[1] > b[1]);
      const all = [...pairings(cells.map((row) => row.map(({ correct }) => correct)))];
      const bestOf = (list: readonly Pairing[]) =>
        list.map(worthOf).reduce((best, value) => (isBetter(value, best) ? value : best), [0, 0] as const);
      const partner = bestPairing(
        gains,
        cells.map((_, i) => i),
        Array.from({ length: width }, (_, j) => j),
      );
      const formed = [...partner].flatMap((j, i) => (j === -1 ? [] : [[i, j] as const]));
      const best = bestOf(all);
      expect(worthOf(formed)).toEqual(best);
      const without = formed.map(([i, j]) =>
        bestOf(all.filter((one) => !one.some(([a, b]) => a === i && b === j))),
      );
      const ties = without.filter((value) => value[0] === best[0] && value[1] === best[1]).length;
      const margin = without.length === 0 ? null : Math.min(...without.map((value) => best[0] - value[0]));
      expect(pairingMargin(gains, partner, width)()).toEqual({ ties, margin });
    }),
    { numRuns: times(100, 300) },
  );
});

it('the smallest number of moved rows equals the result of trying all subsequences', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30), { maxLength: 8 }), (values) => {
      let longest = 0;
      for (let mask = 0; mask < 1 << values.length; mask++) {
        const kept = values.filter((_, at) => mask & (1 << at));
        if (kept.every((value, at) => at === 0 || value > (kept[at - 1] as number)))
          longest = Math.max(longest, kept.length);
      }
      expect(outOfOrder(values)).toBe(values.length - longest);
    }),
  );
});
