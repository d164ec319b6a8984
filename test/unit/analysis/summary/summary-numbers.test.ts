import { describe, expect, test } from 'vitest';
import type { VersionWork } from '../../../../src/analysis/summary/business.ts';
import { type NumberFacts, summaryNumbers } from '../../../../src/analysis/summary/summary-numbers.ts';
import { share } from './outcome-cases.ts';

const work = (value: number, low: number, high: number): VersionWork => ({
  name: 'v',
  wrong: { value, low, high },
  accepted: 0,
  acceptedWrong: 0,
  credits: 1,
});
const facts: NumberFacts = {
  kind: 'EXTRACT',
  labelled: 54,
  between: ' → ',
  exact: [share(0), share(26)],
  recall: [share(29), share(52)],
  cuts: [],
  work: [work(1, 0.9, 1), work(28 / 54, 0.389, 0.646)],
  valuesPerDocument: [21.9, 4.14],
  review: 'all',
  target: null,
  trivial: null,
};

test('shows no change if the figures are not compared', () => {
  const texts = summaryNumbers({ ...facts, between: ' and ' }).map(({ text, detail }) => `${text} ${detail}`);
  expect(texts.join(' ')).not.toContain('→');
  expect(texts[0]).toContain('0 and 48 of 100');
});

test('shows fully right documents, right values and the remaining work', () => {
  expect(summaryNumbers(facts).map(({ label, text, range, detail }) => [label, text, range, detail])).toEqual(
    [
      ['Documents fully right', '0 → 48 of 100', 'range 38 to 58', null],
      ['Values right', '54 → 96 of 100', 'range 86 to 100', 'of the values that the documents have'],
      [
        'Remaining work per 1,000 documents',
        '1,000 → 519 to correct',
        'range 389 to 646',
        '22 → 4 values each; all documents need a review',
      ],
    ],
  );
});

test('gives the counts behind each figure', () => {
  expect(summaryNumbers(facts).map(({ counts }) => counts)).toEqual([
    '26 of 54 documents, 0 of 54 before',
    '52 of 54 values, 29 of 54 before',
    '28 of 54 documents, 54 of 54 before',
  ]);
});

describe('the reference', () => {
  const reference = (change: Partial<NumberFacts>) => summaryNumbers({ ...facts, ...change })[0]?.reference;

  test('is a target, then a trivial answer, and names the key if there is no target', () => {
    const target = { share: 0.7, from: 'business.target' };
    const trivial = { name: 'always answering invoice', share: 0.11 };
    expect(reference({ target, trivial })).toBe('target 70 of 100 (business.target): missed by 22');
    expect(reference({ target: { ...target, share: 0.4 } })).toBe(
      'target 40 of 100 (business.target): reached',
    );
    expect(reference({ trivial })).toBe(
      'always answering invoice is right for 11 of 100; no target set (business.target.fullyRight)',
    );
    expect(reference({ trivial: { name: 'a cut at every page', share: 8 / 18 }, labelled: 18 })).toBe(
      'a cut at every page is right for 8 of 18; no target set (business.target.fullyRight)',
    );
    expect(reference({})).toBe('no target set (business.target.fullyRight)');
  });
});

test('shows counts in place of rates for few documents', () => {
  const few = summaryNumbers({
    ...facts,
    labelled: 8,
    exact: [share(0, 8), share(3, 8)],
    work: [work(1, 0.9, 1), work(5 / 8, 0.3, 0.9)],
  });
  expect(few[0]?.text).toBe('0 → 3 of 8');
  expect(few[0]?.fewCounts).toEqual({ versions: ['0 of 8', '3 of 8'], change: '+3' });
  expect(few[1]?.fewCounts).toEqual({ versions: ['29 of 54', '52 of 54'], change: '+23' });
  const counts = (exact: NumberFacts['exact']) =>
    summaryNumbers({ ...facts, labelled: 8, exact })[0]?.fewCounts;
  expect(counts([share(3, 8), share(1.5, 8)])?.change).toBe('−1.5');
  expect(counts([share(3, 8), share(3, 7)])?.change).toBe('');
  expect(counts([share(3, 8)])).toEqual({ versions: ['3 of 8'], change: '' });
  expect(summaryNumbers(facts)[0]?.fewCounts).toBeUndefined();
  expect(few[2]).toMatchObject({ label: 'Remaining work', text: '8 → 5 of 8 to correct', range: '' });
});

test('shows the documents to review, and the undetected errors in the others', () => {
  const accepted = { ...work(0.3, 0.2, 0.4), accepted: 0.4, acceptedWrong: 0.05 };
  const [, , left] = summaryNumbers({ ...facts, review: 'confidence', work: [accepted], exact: [share(26)] });
  expect(left?.text).toBe('280 to correct');
  expect(left?.detail).toContain('600 of 1,000 need a review, and 20 wrong documents pass without a review');
});

test('shows right types, and documents sent to the wrong place', () => {
  const found = summaryNumbers({
    ...facts,
    kind: 'CLASSIFY',
    labelled: 81,
    exact: [share(67, 81), share(77, 81)],
    work: [work(14 / 81, 0.1, 0.3), work(4 / 81, 0.019, 0.12)],
  });
  expect(found.map(({ label, text, range }) => [label, text, range])).toEqual([
    ['Documents with the right type', '83 → 95 of 100', 'range 85 to 100'],
    ['Sent to the wrong place per 1,000 documents', '173 → 49', 'range 19 to 120'],
  ]);
});

test('shows fully right packets, and cuts to move per 1,000 pages', () => {
  const cuts = [share(30, 1000), share(10, 1000)];
  const found = summaryNumbers({ ...facts, kind: 'SPLITTER', cuts });
  expect(found.map(({ label, text }) => [label, text])).toEqual([
    ['Packets fully right', '0 → 48 of 100'],
    ['Cuts to move per 1,000 pages', '30 → 10'],
  ]);
  const few = summaryNumbers({ ...facts, kind: 'SPLITTER', cuts, labelled: 18 });
  expect(few[1]).toMatchObject({ label: 'Cuts to move', text: '30 → 10 in 1,000 pages' });
});

test('omits figures that were not measured', () => {
  const none = { ...share(0), value: null };
  expect(summaryNumbers({ ...facts, exact: [none, none], recall: [none, none], work: [] })).toEqual([]);
});
