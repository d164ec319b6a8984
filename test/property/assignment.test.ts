import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignment } from '../../src/stats/numeric/assignment.ts';
import { times } from '../fixtures/long-form.ts';

/** Returns the smallest cost over all one-to-one assignments, by trying them all. */
function bruteForce(costs: readonly (readonly number[])[]): number {
  const height = costs.length;
  const width = costs[0]?.length ?? 0;
  if (height > width)
    return bruteForce(Array.from({ length: width }, (_, j) => costs.map((row) => row[j] as number)));
  const used = new Set<number>();
  const least = (i: number): number => {
    if (i === height) return 0;
    let best = Number.POSITIVE_INFINITY;
    for (let j = 0; j < width; j++) {
      if (used.has(j)) continue;
      used.add(j);
      best = Math.min(best, (costs[i]?.[j] as number) + least(i + 1));
      used.delete(j);
    }
    return best;
  };
  return least(0);
}

const matrix = (highest: number) =>
  fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })).chain(([height, width]) =>
    fc.array(fc.array(fc.integer({ min: -highest, max: highest }), { minLength: width, maxLength: width }), {
      minLength: height,
      maxLength: height,
    }),
  );

describe('assignment', () => {
  it.each([2, 1000])('equals brute force up to 6 x 6, costs up to %i', (highest) => {
    fc.assert(
      fc.property(matrix(highest), (costs) => {
        const width = costs[0]?.length ?? 0;
        expect(assignment(costs.flat(), costs.length, width).cost).toBe(bruteForce(costs));
      }),
      { numRuns: times(100, 300) },
    );
  });

  it('assigns as many as the shorter side has, each column once, at the returned cost', () => {
    fc.assert(
      fc.property(matrix(50), (costs) => {
        const width = costs[0]?.length ?? 0;
        const { columnOfRow, cost } = assignment(costs.flat(), costs.length, width);
        const used = [...columnOfRow].filter((column) => column !== -1);
        expect(used.length).toBe(Math.min(costs.length, width));
        expect(new Set(used).size).toBe(used.length);
        expect(
          [...columnOfRow].reduce((sum, j, i) => sum + (j === -1 ? 0 : (costs[i]?.[j] as number)), 0),
        ).toBe(cost);
      }),
    );
  });

  it('proves its optimum by dual prices', () => {
    fc.assert(
      fc.property(matrix(50), (costs) => {
        const width = costs[0]?.length ?? 0;
        const { columnOfRow, u, v } = assignment(costs.flat(), costs.length, width);
        costs.forEach((row, i) => {
          row.forEach((cost, j) => {
            expect((u[i] as number) + (v[j] as number)).toBeLessThanOrEqual(cost);
            if (columnOfRow[i] === j) expect((u[i] as number) + (v[j] as number)).toBe(cost);
          });
        });
        const longer = costs.length <= width ? v : u;
        for (const price of longer) expect(price).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('accepts empty matrices and rejects values that are not numbers', () => {
    expect(assignment([], 0, 5).cost).toBe(0);
    expect([...assignment([], 3, 0).columnOfRow]).toEqual([-1, -1, -1]);
    expect(() => assignment([Number.NaN], 1, 1)).toThrow(/finite/);
    expect(() => assignment([1], 2, 2)).toThrow(/expected 2 x 2/);
  });
});
