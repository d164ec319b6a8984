import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { bestPairing } from '../../../src/scorers/align/best-pairing.ts';
import { likelyPairing, nearbyPairing } from '../../../src/scorers/align/likely-pairing.ts';
import { pairGains } from '../../../src/scorers/align/pair-gains.ts';
import { PairTable } from '../../../src/scorers/align/pair-table.ts';
import { createComparator } from '../../../src/scorers/compare/comparators/create-comparator.ts';
import { scoreExtraction } from '../../../src/scorers/score-extraction.ts';

const text = { type: ['string', 'null'] };
const schema = {
  type: 'object',
  properties: {
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: { sku: text, text, unit: text, amount: { type: ['number', 'null'] } },
      },
    },
  },
};
const score = (expected: unknown[], predicted: unknown[]) =>
  scoreExtraction({ expected: { lines: expected }, predicted: { lines: predicted }, schema });

// The time limits are at least ten times the measured times. They detect a higher order of growth, and a slow machine
// stays within them.
describe('long tables', () => {
  it('pair equal rows immediately', () => {
    const row = { sku: 'A', text: 'same', unit: 'pc', amount: 1 };
    const started = performance.now();
    const ledger = score(new Array(2205).fill(row), new Array(2100).fill(row));
    expect(ledger.counts).toMatchObject({ correct: 4 * 2100, missing: 4 * 105, spurious: 0 });
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('pair rows that all differ optimally', () => {
    // `sku` and `unit` are right in all rows. The texts and amounts are shifted, so none of them is right.
    const rows = (shift: number) =>
      Array.from({ length: 400 }, (_, i) => ({
        sku: `S${i}`,
        text: `line ${7 * i + shift}`,
        unit: 'pc',
        amount: 1000 * shift + i,
      }));
    const started = performance.now();
    const ledger = score(rows(1), rows(3).toReversed());
    expect(ledger.rows[0]).toMatchObject({ method: 'optimal', exactRows: 0, inversions: (400 * 399) / 2 });
    expect(ledger.counts).toMatchObject({ correct: 800, incorrect: 800, missing: 0, spurious: 0 });
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('a document of forty leaves takes far less than a millisecond', () => {
    const rows = (change: number) =>
      Array.from({ length: 10 }, (_, i) => ({
        sku: `S${i}`,
        text: `line ${i}`,
        unit: 'pc',
        amount: i + (i % 3 === 0 ? change : 0),
      }));
    for (let i = 0; i < 200; i++) score(rows(0), rows(1));
    const started = performance.now();
    for (let i = 0; i < 200; i++) score(rows(0), rows(1));
    expect((performance.now() - started) / 200).toBeLessThan(5);
  });

  it('pair rows above the limit by rare values at any distance', () => {
    // 3,100 x 3,100 pairs exceed the limit of 9,000,000. The order is reversed, and one of four cells is wrong in every
    // row.
    const rows = (change: number) =>
      Array.from({ length: 3100 }, (_, i) => ({
        sku: `S${i}`,
        text: `line ${i % 50}`,
        unit: 'pc',
        amount: i + change,
      }));
    const ledger = score(rows(0), rows(5000).toReversed());
    expect(ledger.rows[0]?.method).toBe('approximate');
    expect(ledger.counts).toMatchObject({ correct: 3 * 3100, incorrect: 3100, missing: 0, spurious: 0 });
  });

  it('take the best free row nearby above the limit', () => {
    const left = [5, 2, 9];
    const right = [9, 5, 2];
    const gain = (i: number, j: number) => (left[i] === right[j] ? 2 : 0);
    expect([...nearbyPairing(gain, 3, 3, 2)]).toEqual([1, 2, 0]);
    // If a row can move by at most one position, the third row cannot be paired with the first.
    expect([...nearbyPairing(gain, 3, 3, 1)]).toEqual([1, 2, -1]);
  });

  it('keep at least half of the correct leaves of the best pairing above the limit, usually all', () => {
    const random = new Random('likely');
    let found = 0;
    let most = 0;
    for (let round = 0; round < 200; round++) {
      const values = (spread: number) => Array.from({ length: 12 }, () => random.integer(spread));
      const table = () => [values(3), values(6), values(12)];
      const [expected, predicted] = [table(), table()];
      const tables = expected.map((column, c) => {
        const given = predicted[c] as number[];
        const interned = {
          expected: Int32Array.from(column),
          predicted: Int32Array.from(given),
          values: Array.from({ length: 12 }, (_, value) => value),
          equivalence: true,
          graded: false,
          comparatorOf: () => createComparator('number'),
        };
        return new PairTable(interned, false);
      });
      const rows = values(1).map((_, row) => row);
      const gains = pairGains(tables, [], rows, rows);
      const worth = (partner: Int32Array) =>
        partner.reduce((sum, j, i) => sum + (j === -1 ? 0 : (gains.correct[i * 12 + j] as number)), 0);
      const likely = worth(likelyPairing(tables, [], rows, rows));
      const best = worth(bestPairing(gains, rows, rows));
      expect(2 * likely).toBeGreaterThanOrEqual(best);
      found += likely;
      most += best;
    }
    expect(found / most).toBeGreaterThan(0.9);
    expect(found).toBeLessThanOrEqual(most);
  });
});
