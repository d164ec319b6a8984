import { describe, expect, it } from 'vitest';
import type { ItemLedger } from '../../../../src/model/ledger.ts';
import { CountedLedger } from '../../../../src/scorers/extraction/counted-ledger.ts';
import { scoreExtraction } from '../../../../src/scorers/extraction/score-extraction.ts';
import { defaultScoringOptions } from '../../../../src/scorers/extraction/scoring-options.ts';
import { writeLedger } from '../../../../src/scorers/extraction/write-ledger.ts';

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
  schema,
};
const fresh = () => {
  const ledger = scoreExtraction(pair);
  expect(ledger).toBeInstanceOf(CountedLedger);
  return ledger;
};
const atOnce = writeLedger(pair, defaultScoringOptions);

/** A ledger that notes how often it is written. */
function noted(write: () => ItemLedger): { ledger: CountedLedger; times: () => number } {
  let times = 0;
  const ledger = new CountedLedger(atOnce, () => {
    times++;
    return write();
  });
  return { ledger, times: () => times };
}

describe('a counted ledger', () => {
  it('has the leaves and rows of the ledger written at once', () => {
    // number incorrect; seller.name absent; bolt, kg missing; nut correct, its unit absent; the row {} says nothing
    expect(fresh().counts).toEqual({
      correct: 1,
      incorrect: 1,
      missing: 2,
      spurious: 0,
      absent: 2,
      excluded: 0,
      unscored: 0,
    });
    expect(fresh().leaves).toEqual(atOnce.leaves);
    expect(fresh().rows).toEqual(atOnce.rows);
    expect(fresh().rows[0]?.diagnostics).toEqual(atOnce.rows[0]?.diagnostics);
  });

  it('stays whole through spreading, copying, JSON and destructuring', () => {
    expect({ ...fresh() }).toEqual({ ...atOnce });
    expect(Object.keys(fresh())).toEqual(Object.keys(atOnce));
    expect(structuredClone(fresh())).toEqual(structuredClone({ ...atOnce }));
    expect(JSON.stringify(fresh())).toBe(JSON.stringify(atOnce));
    const { leaves, ...rest } = fresh();
    expect(leaves).toEqual(atOnce.leaves);
    expect(rest.rows).toEqual(atOnce.rows);
  });

  it('is written when leaves or rows are read, once', () => {
    const { ledger, times } = noted(() => atOnce);
    expect([ledger.counts.correct, ledger.exact, ledger.scorer.code]).toEqual([
      atOnce.counts.correct,
      false,
      atOnce.scorer.code,
    ]);
    expect(times()).toBe(0);
    expect(ledger.rows).toBe(atOnce.rows);
    expect(ledger.leaves).toBe(ledger.leaves);
    expect(times()).toBe(1);
  });

  it('refuses leaves that do not give its counts', () => {
    const counts = { ...atOnce.counts, correct: atOnce.counts.correct + 1 };
    expect(() => noted(() => ({ ...atOnce, counts })).ledger.leaves).toThrow(/other counts/);
    expect(() => noted(() => ({ ...atOnce, exact: true })).ledger.rows).toThrow(/other counts/);
  });

  it('leaves errors at the call', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 80; level++) deep = { down: deep };
    expect(() => scoreExtraction({ ...pair, predicted: deep })).toThrow(/64/);
    expect(() => scoreExtraction({ ...pair, predicted: { number: deep } })).toThrow(/64/);
    expect(() => scoreExtraction(pair, { emptiness: 'none' as never })).toThrow(/emptiness/);
  });
});
