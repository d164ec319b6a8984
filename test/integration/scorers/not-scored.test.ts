import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcomes } from '../../../src/model/score/item-score.ts';
import { compileScorer } from '../../../src/scorers/compile-scorer.ts';

const text = { type: ['string', 'null'] };
const row = { type: 'object', properties: { sku: text, count: { type: 'number' } } };
const schema = {
  type: 'object',
  properties: {
    number: text,
    party: { type: 'object', properties: { name: text, city: text } },
    lines: { type: 'array', items: row },
  },
};
const expected = { number: '1', party: { name: 'Ann' }, lines: [{ sku: 'a', count: 1 }, { sku: 'b' }] };
const predicted = {
  number: '1',
  party: { name: 'Ann', city: 'Ulm' },
  lines: [
    { sku: 'a', count: 2 },
    { sku: 'b', count: 3 },
  ],
};
const none = { correct: 0, incorrect: 0, missing: 0, spurious: 0, absent: 0, excluded: 0, unscored: 0 };

describe('values that are not scored', () => {
  // If all values are scored, 4 values are correct: the number, the party name and both skus. The count of row 0 is
  // incorrect. The city and the count of row 1 are spurious.
  it.each<[string, string[], object]>([
    ['none', [], { correct: 4, incorrect: 1, spurious: 2 }],
    ['a member', ['party.city'], { correct: 4, incorrect: 1, spurious: 1 }],
    ['a cell', ['lines[1].count'], { correct: 4, incorrect: 1, spurious: 1 }],
    ['an object', ['party'], { correct: 3, incorrect: 1, spurious: 1 }],
    ['a table', ['lines'], { correct: 2, spurious: 1 }],
    ['a table and a cell of it', ['lines', 'lines[1].count'], { correct: 2, spurious: 1 }],
    ['a value that neither side has', ['party.phone'], { correct: 4, incorrect: 1, spurious: 2 }],
    [
      'a cell of a row that the gold does not have',
      ['lines[7].count'],
      { correct: 4, incorrect: 1, spurious: 2 },
    ],
  ])('have no leaf and are in no count: %s', (_, notScored, counts) => {
    const scorer = compileScorer({ schema });
    const pair = { expected, predicted, notScored };
    const counted = scorer.score(pair);
    expect(counted.total).toEqual({ ...none, ...counts });
    const { leaves, counts: ofLeaves } = counted.itemScore();
    expect(ofLeaves).toEqual(counted.total);
    expect(scorer.score(pair, 'leaves').total).toEqual(counted.total);
    for (const { path } of leaves)
      expect(
        notScored.some(
          (outer) => path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`),
        ),
      ).toBe(false);
  });

  it('can make a document exact, or leave nothing to score', () => {
    const scorer = compileScorer({ schema });
    const wrong = { expected: { number: '1' }, predicted: { number: '2', lines: [] } };
    expect(scorer.score(wrong).exact).toBe(false);
    expect(scorer.score({ ...wrong, notScored: ['number'] }).exact).toBe(true);
    const all = scorer.score({ ...wrong, notScored: ['number', 'party', 'lines'] });
    expect(all.total).toEqual(none);
  });

  it('are in no count without an output, and in those of other policies', () => {
    const scorer = compileScorer({ schema });
    const counted = scorer.score({ expected, predicted: undefined, notScored: ['lines', 'party.city'] });
    expect(counted.total).toMatchObject({ missing: 2, spurious: 0 });
    for (const policies of [...scorer.lanes]) {
      const other = compileScorer({ schema }, policies);
      for (const pair of [{ expected, predicted, notScored: ['lines[0].count', 'party.city'] }]) {
        const lane = scorer.score(pair).lanes.find((one) => one.policies === policies);
        expect(lane?.total).toEqual(other.score(pair).total);
      }
    }
  });

  it('do not affect the next document', () => {
    const scorer = compileScorer({ schema });
    const first = scorer.score({ expected, predicted }).total;
    scorer.score({ expected, predicted, notScored: ['lines[0].count', 'number'] });
    expect(scorer.score({ expected, predicted }).total).toEqual(first);
  });

  it('give the counts of a schema without the field', () => {
    const value = fc.option(fc.constantFrom('x', 'y', ''), { nil: null });
    const rows = fc.array(fc.record({ sku: value, count: fc.nat(2) }, { requiredKeys: [] }), {
      maxLength: 3,
    });
    const document = fc.record(
      { number: value, lines: rows, party: fc.record({ name: value, city: value }) },
      { requiredKeys: [] },
    );
    const scorer = compileScorer({ schema });
    const without = (path: 'number' | 'lines' | 'party') => {
      const { [path]: _, ...properties } = schema.properties;
      return compileScorer({ schema: { ...schema, properties } });
    };
    const others = { number: without('number'), lines: without('lines'), party: without('party') };
    fc.assert(
      fc.property(
        document,
        document,
        fc.constantFrom('number' as const, 'lines' as const, 'party' as const),
        (gold, output, path) => {
          const drop = ({ [path]: _, ...rest }: object & Partial<Record<typeof path, unknown>>) => rest;
          const marked = scorer.score({ expected: gold, predicted: output, notScored: [path] });
          const plain = others[path].score({ expected: drop(gold), predicted: drop(output) });
          expect(outcomes.map((name) => marked.total[name])).toEqual(
            outcomes.map((name) => plain.total[name]),
          );
          expect(marked.exact).toBe(plain.exact);
        },
      ),
      { numRuns: 100 },
    );
  });
});
