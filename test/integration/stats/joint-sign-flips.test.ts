import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { signPatterns } from '../../../src/stats/resampling/flip-signs.ts';
import { flipSums } from '../../../src/stats/resampling/flip-sums.ts';
import { type FlipQuestion, jointSignFlips } from '../../../src/stats/resampling/joint-sign-flips.ts';
import { mcnemarExact } from '../../../src/stats/tests/mcnemar-exact.ts';
import { times } from '../../fixtures/long-form.ts';

const unitId = (unit: number): string => `doc-${unit}`;

/**
 * Returns a question in which the candidate is worse in the first `lost` documents, and better in the next `won`
 * documents.
 */
function ask(lost: number, won: number, weight?: number): FlipQuestion {
  return {
    units: Array.from({ length: lost + won }, (_, unit) => unit),
    differences: Array.from({ length: lost + won }, (_, unit) => (unit < lost ? -1 : 1)),
    weight,
  };
}

/** Computes the test from its definition, with all 2^n sign patterns of n documents. */
function bruteForce(table: readonly (readonly number[])[], weights: readonly number[], alpha: number) {
  const units = table[0]?.length ?? 0;
  const patterns = Array.from({ length: 2 ** units }, (_, bits) =>
    Array.from({ length: units }, (_, unit) => ((bits >> unit) & 1 ? -1 : 1)),
  );
  const sums = table.map((row) =>
    patterns.map((signs) =>
      Math.abs(row.reduce((sum, value, unit) => sum + value * (signs[unit] as number), 0)),
    ),
  );
  const share = (holds: (pattern: number) => boolean) =>
    patterns.filter((_, pattern) => holds(pattern)).length / patterns.length;
  const p = sums.map((row) =>
    row.map((sum) => share((other) => (row[other] as number) >= sum - 1e-12 * units)),
  );
  const t = p.map((row, j) =>
    row.map((value) => (value === 1 ? Number.POSITIVE_INFINITY : value / (weights[j] as number))),
  );
  const first = t.map((row) => row[0] as number);
  const order = [...first.keys()].sort((a, b) => ((first[a] as number) < (first[b] as number) ? -1 : 1));
  const single = order.map((question, at) =>
    share(
      (pattern) =>
        Math.min(...order.slice(at).map((other) => t[other]?.[pattern] as number)) <=
        (first[question] as number) * (1 + 1e-9),
    ),
  );
  const minima = patterns.map((_, pattern) => Math.min(...t.map((row) => row[pattern] as number)));
  const reached = minima.filter(
    (c) => c < Number.POSITIVE_INFINITY && share((b) => (minima[b] as number) <= c * (1 + 1e-9)) <= alpha,
  );
  return {
    rawP: p.map((row) => row[0] as number),
    adjustedP: first.map((_, j) => Math.max(...single.slice(0, order.indexOf(j) + 1))),
    criticalValue: Math.max(...reached),
  };
}

describe('jointSignFlips', () => {
  it('gives the p-values and the critical value of the definition for random tables', () => {
    const random = new Random('tables');
    const sizes = [[1], [1, 2, 3], [0.1, 0.2, 0.3], [1 / 3, 2 / 3, 1]] as const;
    for (let run = 0; run < 200; run++) {
      const units = 1 + random.integer(run < times(190, 0) ? 7 : 10);
      const table = Array.from({ length: 1 + random.integer(4) }, () => {
        const values = random.pick(sizes);
        return Array.from(
          { length: units },
          () => random.pick([0, ...values]) * (random.next() < 0.7 ? 1 : -1),
        );
      });
      const raw = table.map(() => random.pick([1, 1, 3]));
      const total = raw.reduce((sum, weight) => sum + weight, 0);
      const alpha = random.pick([0.05, 0.2]);
      const wanted = bruteForce(
        table,
        raw.map((weight) => (weight * raw.length) / total),
        alpha,
      );
      const found = jointSignFlips(
        table.map((differences, j) => ({
          units: differences.map((_, unit) => unit),
          differences,
          weight: raw[j],
        })),
        { unitId, alpha },
      );
      expect(found.isExact).toBe(true);
      for (const [j, p] of wanted.rawP.entries()) {
        expect(Math.abs((found.rawP[j] as number) - p)).toBeLessThan(1e-12);
        expect(Math.abs((found.adjustedP[j] as number) - (wanted.adjustedP[j] as number))).toBeLessThan(
          1e-12,
        );
      }
      if (Number.isFinite(wanted.criticalValue))
        expect(Math.abs(found.criticalValue - wanted.criticalValue)).toBeLessThan(1e-12);
      else expect(found.criticalValue).toBeLessThanOrEqual(alpha);
    }
  });

  it('computes two dependent questions by hand', () => {
    // In the first question, all six documents favour the candidate, so p = 2/64. In the second question, only four of
    // the six documents differ, so p = 2/16. Of the 64 sign patterns, 2 give equal signs to all six documents, and 8
    // give equal signs to the four documents.
    const found = jointSignFlips([ask(0, 6), ask(0, 4)], { unitId });
    expect(found).toMatchObject({
      adjustedP: [2 / 64, 8 / 64],
      differingUnits: 6,
      patterns: 32,
      isExact: true,
    });
    expect(found.rawP[0]).toBeCloseTo(2 / 64, 12);
    expect(found.rawP[1]).toBeCloseTo(2 / 16, 12);
    expect(found.criticalValue).toBeCloseTo(2 / 64, 12);
  });

  it.each([
    [5, 20],
    [9, 21],
    [70, 100],
    [0, 15],
  ])('gives the exact McNemar p for one question with %i losses and %i gains', (lost, won) => {
    const exact = mcnemarExact(lost, won);
    const { rawP, adjustedP, isExact } = jointSignFlips([ask(lost, won)], { unitId });
    const error = Math.sqrt((exact * (1 - exact)) / 10_000);
    expect(isExact).toBe(false);
    expect(rawP[0]).toBeCloseTo(exact, 12);
    // One of the 10,000 sign patterns changes no sign, so the adjusted p is at least 1 / 10,000.
    expect(Math.abs((adjustedP[0] as number) - exact)).toBeLessThan(3 * error + 1e-4);
  });

  it.each([
    [9000, 1],
    [9000, 3],
    [300, 64],
    [300, 65],
    [4097, 500],
  ])('sums the signs of %i units with %i sizes as plain addition does', (units, distinct) => {
    const random = new Random(`sums ${units} ${distinct}`);
    const patterns = signPatterns(
      Array.from({ length: units }, (_, unit) => unitId(unit)),
      100,
      'sums',
    );
    const rows = Int32Array.from({ length: units }, (_, row) => row).filter(() => random.next() < 0.9);
    const values = Float64Array.from(rows, (_, i) => (1 + (i % distinct)) * random.pick([1, 1, -1]));
    const [found] = flipSums([{ rows, values }], units, patterns);
    const sums = new Float64Array(100);
    const positives = new Float64Array(100);
    const signs = new Int32Array(patterns.words);
    for (const [i, row] of rows.entries()) {
      patterns.write(row, signs, 0);
      for (let pattern = 0; pattern < 100; pattern++) {
        const isPlus = ((signs[pattern >> 5] as number) >>> (pattern & 31)) & 1;
        const flipped = (isPlus ? 1 : -1) * (values[i] as number);
        sums[pattern] = (sums[pattern] as number) + flipped;
        positives[pattern] = (positives[pattern] as number) + (flipped > 0 ? 1 : 0);
      }
    }
    expect(found?.absoluteSums()).toEqual(sums.map(Math.abs));
    expect(found?.positives?.() ?? null).toEqual(distinct === 1 ? positives : null);
    expect(sums[0]).toBe(values.reduce((sum, value) => sum + value, 0));
  });

  it('gives the same digits for every order of the units and questions', () => {
    const random = new Random('order');
    const questions = [1, 3, 100].map((distinct) => {
      const units = Array.from({ length: 300 }, (_, unit) => unit).filter(() => random.next() < 0.6);
      return {
        units,
        differences: units.map(() => ((1 + random.integer(distinct)) / distinct) * random.pick([1, 1, -1])),
      };
    });
    const found = jointSignFlips(questions, { unitId });
    const shuffled = questions.map(({ units, differences }) => {
      const order = random.shuffle([...units.keys()]);
      return {
        units: order.map((i) => 1000 - (units[i] as number)),
        differences: order.map((i) => differences[i] as number),
      };
    });
    const other = jointSignFlips(shuffled.toReversed(), { unitId: (unit) => unitId(1000 - unit) });
    expect(other.rawP.toReversed()).toEqual(found.rawP);
    expect(other.adjustedP.toReversed()).toEqual(found.adjustedP);
    expect(other.criticalValue).toBe(found.criticalValue);
    const alone = jointSignFlips(questions.slice(2), { unitId });
    expect(alone.rawP).toEqual(found.rawP.slice(2));
  });

  it('gives p = 1 without differences, and nothing for no questions', () => {
    const none = jointSignFlips([ask(0, 0), { units: [3, 4], differences: [0, 0] }], { unitId });
    expect(none).toMatchObject({ rawP: [1, 1], adjustedP: [1, 1], differingUnits: 0, criticalValue: 0.05 });
    expect(jointSignFlips([], { unitId })).toMatchObject({ rawP: [], adjustedP: [], differingUnits: 0 });
  });

  it('cannot reach .05 with five differing units, and can with six', () => {
    expect(jointSignFlips([ask(5, 0)], { unitId }).adjustedP).toEqual([2 / 32]);
    expect(jointSignFlips([ask(6, 0)], { unitId }).adjustedP).toEqual([2 / 64]);
  });

  it('is not affected by questions with too few differences for a small p', () => {
    const alone = jointSignFlips([ask(3, 20)], { unitId });
    const family = jointSignFlips([ask(3, 20), ...Array.from({ length: 12 }, () => ask(1, 0))], { unitId });
    expect(family.adjustedP[0]).toBe(alone.adjustedP[0]);
  });

  it('gives a primary question a larger part of the error', () => {
    const random = new Random('primary');
    const field = () => ({
      units: Array.from({ length: 30 }, () => 0).map((_, i) => i * 7 + random.integer(7)),
      differences: Array.from({ length: 30 }, () => random.pick([1, -1])),
    });
    const others = Array.from({ length: 12 }, field);
    const equal = jointSignFlips([ask(4, 16), ...others], { unitId });
    const primary = jointSignFlips([{ ...ask(4, 16), weight: 12 }, ...others], { unitId });
    expect(primary.weights[0]).toBeCloseTo(13 / 2, 12);
    expect(primary.weights[1]).toBeCloseTo(13 / 24, 12);
    expect(primary.rawP).toEqual(equal.rawP);
    expect(primary.adjustedP[0]).toBeLessThan((equal.adjustedP[0] as number) / 2);
  });

  it('uses the number of patterns and the seed that it is given', () => {
    const of = (flips: number, seed: string) => jointSignFlips([ask(9, 21)], { unitId, flips, seed });
    expect(of(1000, 'a')).toEqual(of(1000, 'a'));
    expect(of(1000, 'a').patterns).toBe(1000);
    expect(new Set(['a', 'b', 'c', 'd'].map((seed) => of(1000, seed).adjustedP[0])).size).toBeGreaterThan(1);
  });

  it('finds one false alarm in 20 families of equal versions, whatever the dependence', () => {
    const runs = times(200, 4000);
    let alarms = 0;
    const random = new Random('equal versions');
    for (let run = 0; run < runs; run++) {
      const shared = Array.from({ length: 60 }, () => random.pick([1, -1]));
      const questions = Array.from({ length: 8 }, () => {
        const units = shared
          .keys()
          .toArray()
          .filter(() => random.next() < 0.4);
        return {
          units,
          differences: units.map((unit) =>
            random.next() < 0.8 ? (shared[unit] as number) : random.pick([1, -1]),
          ),
        };
      });
      const { adjustedP } = jointSignFlips(questions, { unitId, flips: 999, seed: `${run}` });
      if (adjustedP.some((p) => p <= 0.05)) alarms++;
    }
    const error = Math.sqrt((0.05 * 0.95) / runs);
    expect(alarms / runs).toBeLessThan(0.05 + 2.5 * error);
    expect(alarms / runs).toBeGreaterThan(0.01);
  });
});
