import { describe, expect, it } from 'vitest';
import type { ItemCounts } from '../../../src/model/score/item-score.ts';
import { outcomes } from '../../../src/model/score/item-score.ts';
import { compileScorer } from '../../../src/scorers/compile-scorer.ts';
import { scoreExtraction } from '../../../src/scorers/score-extraction.ts';

const text = { type: ['string', 'null'] };
const schema = {
  type: 'object',
  properties: {
    number: text,
    seller: { type: 'object', properties: { name: text } },
    lines: { type: 'array', items: { type: 'object', properties: { text, unit: text } } },
  },
};
const pair = {
  expected: { number: 'A-1', lines: [{ text: 'bolt', unit: 'kg' }, { text: 'nut' }, {}] },
  predicted: { number: 'A-2', seller: null, lines: [{ text: 'nut', unit: '' }] },
};

function fieldCounts({ fields, byField }: ItemCounts): Record<string, Record<string, number>> {
  return Object.fromEntries(
    fields.map((field, number) => [
      field,
      Object.fromEntries(
        outcomes
          .map((outcome, at) => [outcome, byField[number * outcomes.length + at] as number] as const)
          .filter(([, count]) => count > 0),
      ),
    ]),
  );
}

describe('a compiled scorer', () => {
  it('counts a document by outcome, field and array', () => {
    const counts = compileScorer({ schema }).score(pair);
    // The number is incorrect, and `seller.name` is absent. In the rows, `bolt` and `kg` are missing, and `nut` is
    // correct and has no unit. The row {} has no value.
    expect(counts.total).toEqual({
      correct: 1,
      incorrect: 1,
      missing: 2,
      spurious: 0,
      absent: 2,
      excluded: 0,
      unscored: 0,
    });
    expect(counts.exact).toBe(false);
    expect(fieldCounts(counts)).toEqual({
      number: { incorrect: 1 },
      'seller.name': { absent: 1 },
      'lines.text': { correct: 1, missing: 1 },
      'lines.unit': { missing: 1, absent: 1 },
    });
    expect(counts.arrays).toEqual([
      {
        field: 'lines',
        tables: 1,
        equalTables: 0,
        expectedRows: 2,
        predictedRows: 1,
        pairedRows: 1,
        exactRows: 1,
        inversions: 0,
        cells: { correct: 1, expected: 3, predicted: 1 },
      },
    ]);
  });

  it('gives the item score of the same document', () => {
    const counts = compileScorer({ schema }).score(pair);
    expect(JSON.stringify(counts.itemScore())).toBe(JSON.stringify(scoreExtraction({ ...pair, schema })));
  });

  it('appends undeclared fields and keeps the numbers of the others', () => {
    const scorer = compileScorer({ schema });
    expect(scorer.fields).toEqual(['number', 'seller.name', 'lines.text', 'lines.unit']);
    scorer.score({ expected: { number: 'A', other: 1 }, predicted: { number: 'A', extra: 2, other: 1 } });
    expect(scorer.fields.slice(4)).toEqual(['other', 'extra']);
    const counts = scorer.score({ expected: { number: 'A' }, predicted: { number: 'A' } });
    expect(fieldCounts(counts)).toMatchObject({ number: { correct: 1 }, other: {}, extra: {} });
  });

  it('ignores later changes of the configuration or the options', () => {
    const own = structuredClone(schema);
    const rules = [{ field: 'number', comparator: 'fuzzy' as const, options: { threshold: 0.5 } }];
    const scorer = compileScorer({ schema: own }, { comparators: rules });
    (own.properties as Record<string, unknown>).number = { type: 'number' };
    rules.pop();
    expect(scorer.score({ expected: { number: 'bolt' }, predicted: { number: 'belt' } }).exact).toBe(true);
  });

  it('rejects invalid options and configurations before the first document', () => {
    expect(() => compileScorer({ schema }, { emptiness: 'none' as never })).toThrow(/emptiness/);
    expect(() => compileScorer({ schema: [] as never })).toThrow(/schema: found/);
    expect(() => compileScorer({ fields: [null] as never })).toThrow(/fields\[0\]/);
  });

  it('counts under every other choice of policies', () => {
    const scorer = compileScorer({ schema });
    expect(scorer.lanes).toHaveLength(7);
    const { lanes } = scorer.score({
      expected: { number: null, seller: { name: 'A' } },
      predicted: { number: '', seller: { name: 'A' }, extra: 1 },
    });
    const lane = (emptiness: string, unlabelled: string) =>
      lanes.find(
        ({ policies }) =>
          policies.emptiness === emptiness &&
          policies.unlabelled === unlabelled &&
          policies.failures === 'missing',
      );
    // In the lane `strict`, null and "" are two different values. In the lane `service`, both are empty.
    expect(lane('strict', 'absent')?.total).toMatchObject({
      correct: 1,
      incorrect: 1,
      spurious: 1,
      absent: 0,
    });
    expect(lane('service', 'ignore')?.total).toMatchObject({
      correct: 1,
      absent: 1,
      excluded: 1,
      spurious: 0,
    });
    expect(lane('service', 'ignore')?.exact).toBe(true);
    expect(lane('strict', 'ignore')?.exact).toBe(false);
  });

  it('scores a document without output by the failures policy', () => {
    const expected = { number: 'A', seller: { name: null } };
    const counts = compileScorer({ schema }).score({ expected, predicted: null });
    expect(counts.total).toMatchObject({ missing: 1, unscored: 1 });
    expect(counts.exact).toBe(false);
    expect(counts.arrays).toEqual([]);
    const left = compileScorer({ schema }, { failures: 'exclude' }).score({ expected, predicted: undefined });
    expect(left.total).toMatchObject({ missing: 0, unscored: 2 });
    expect(left.exact).toBeNull();
  });
});
