import { describe, expect, it } from 'vitest';
import { identifierCheck } from '../../../src/analysis/label-issues/label-checks.ts';
import { DocumentLabels, RepeatedLabels } from '../../../src/analysis/label-issues/label-index.ts';
import {
  type DocumentValues,
  documentValues,
  NameCounts,
  RelationCounts,
} from '../../../src/analysis/label-issues/relations.ts';
import { TextIndex } from '../../../src/analysis/text-index.ts';

describe('TextIndex', () => {
  const index = new TextIndex(
    'Invoice F-1 of 3 April 2026\nPaper, white  12   1.234,50 EUR  04/05/2026',
    true,
  );
  it('finds numbers, days and texts in any printed form', () => {
    expect(index.find(1234.5, 'number')).toBe('yes');
    expect(index.find({ amount: 1234.5, iso_4217_currency_code: 'EUR' }, 'currency')).toBe('yes');
    expect(index.find(12, 'number')).toBe('yes');
    expect(index.find('2026-04-03', 'date')).toBe('yes');
    // The index contains both dates that 04/05/2026 can mean.
    expect([index.find('2026-05-04', 'date'), index.find('2026-04-05', 'date')]).toEqual(['yes', 'yes']);
    expect(index.find('white PAPER', 'string')).toBe('yes');
  });
  it('returns no for an absent value, and unknown if the text cannot show it', () => {
    expect(index.find(1234.51, 'number')).toBe('no');
    expect(index.find('2026-04-13', 'date')).toBe('no');
    expect(index.find('Paper, black', 'string')).toBe('no');
    expect(index.find(0, 'number')).toBe('unknown');
    expect(index.find(true, 'boolean')).toBe('unknown');
    expect(index.find(null, 'string')).toBe('unknown');
    expect(new TextIndex('Paper', false).find('Card', 'string')).toBe('unknown');
  });
  it('counts the occurrences of a value, except in a partial text', () => {
    const twice = new TextIndex('Paper 12  Card 12,00  Paper, 3 April 2026 and 2026-04-03', true);
    const rarer = (times: number, value: string | number, type: 'string' | 'number' | 'date') =>
      twice.isRarerThan(times, value, type);
    expect([rarer(2, 12, 'number'), rarer(3, 12, 'number')]).toEqual([false, true]);
    expect([rarer(2, 'paper', 'string'), rarer(3, 'paper', 'string')]).toEqual([false, true]);
    expect([rarer(2, '2026-04-03', 'date'), rarer(1, '2026-04-04', 'date')]).toEqual([false, true]);
    expect(new TextIndex('Paper', false).isRarerThan(2, 'Paper', 'string')).toBe(false);
  });
});

describe('RepeatedLabels', () => {
  /**
   * In the first document, `buyer` has the same label as `seller`. In every document, `total` has the same
   * label as `net`.
   */
  const observations = Array.from({ length: 20 }, (_, at) =>
    Object.entries({
      seller: 'Firm & Co',
      buyer: at === 0 ? 'FIRM CO' : `Buyer ${at}`,
      net: 10 + at,
      total: 10 + at,
    }).map(([field, label]) => ({ itemId: `d${at}`, path: field, field, label, readings: [] })),
  ).flat();
  const documents = Map.groupBy(observations, ({ itemId }) => itemId);
  const labelsOf = (itemId: string) => new DocumentLabels(documents.get(itemId) ?? []);
  const repeated = new RepeatedLabels();
  for (const [itemId, labels] of documents) repeated.add(labels, labelsOf(itemId));
  const oddsOf = (itemId: string, field: string) => {
    const label = documents.get(itemId)?.find((one) => one.field === field)?.label ?? null;
    return repeated.odds(field, labelsOf(itemId).count(label));
  };
  it('counts labels that look alike on a page', () => {
    const [first, second] = [labelsOf('d0'), labelsOf('d1')];
    expect([first.count('firm & co'), second.count('Firm & Co'), second.count(11)]).toEqual([2, 1, 2]);
    expect([second.count(null), second.count(0)]).toEqual([0, 0]);
  });
  it('weighs a repeated label by its rarity in the field', () => {
    // Of the 80 labels of all fields, 42 occur twice in their document. Only one of the 20 buyers occurs twice.
    expect(oddsOf('d0', 'buyer')).toBeCloseTo(Math.log(0.25 / ((1 + (10 * 42.5) / 81) / 30)), 12);
    expect(oddsOf('d1', 'buyer')).toBe(0);
    // The total always equals the net amount, so the repetition is not evidence.
    expect(oddsOf('d1', 'total')).toBe(0);
  });
});

describe('identifierCheck', () => {
  // Examples of valid numbers that standards and tax offices have published.
  it.each([
    'GB82 WEST 1234 5698 7654 32',
    'DE89370400440532013000',
    'DE 136695976',
    'BE0428759497',
    'FR40303265045',
    'IT00743110157',
    'PL8567346215',
    'LU15027442',
    'DK13585628',
    'FI20774740',
  ])('knows %s as right, and as wrong with one digit changed', (text) => {
    expect(identifierCheck(text)?.isValid).toBe(true);
    const at = text.length - 3;
    const other = text.slice(0, at) + ((Number(text[at]) + 1) % 10) + text.slice(at + 1);
    expect(identifierCheck(other)?.isValid).toBe(false);
  });
  it('returns null for texts that are not identifiers', () => {
    expect([identifierCheck('F26-02935'), identifierCheck(''), identifierCheck('GB123456789')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('RelationCounts', () => {
  /**
   * Returns a document with these relations: net + tax = gross, count x price = amount, the amounts add up to net,
   * and due is not before issued. If `broken` is set, gross is too large by 1.
   */
  const document = (at: number, broken = false) =>
    documentValues({
      net: 30 + at,
      tax: { amount: 3, iso_4217_currency_code: `C${at % 4}` },
      gross: 33 + at + (broken ? 1 : 0),
      currency: `C${at % 4}`,
      issued: `2026-01-${10 + at}`,
      due: `2026-02-${10 + at}`,
      lines: [
        { count: 2, price: 10, amount: 20 },
        { count: 1, price: 10 + at, amount: 10 + at },
      ],
    });
  const learnRelations = (documents: readonly DocumentValues[]) => {
    const names = new NameCounts();
    for (const one of documents) names.add(one);
    const counts = new RelationCounts(names.candidates());
    for (const one of documents) counts.add(one);
    return counts.kept();
  };
  it('finds relations that hold in most documents', () => {
    const relations = learnRelations(Array.from({ length: 12 }, (_, at) => document(at, at === 3)));
    const texts = relations.map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining([
        'net + tax = gross',
        'lines: count × price = amount',
        'sum of lines.amount = net',
        'issued is not after due',
      ]),
    );
    expect(
      relations.some(({ kind, fields }) => kind === 'same' && fields.toSorted().join() === 'currency,tax'),
    ).toBe(true);
    const sum = relations.find(({ text }) => text === 'net + tax = gross');
    expect([sum?.holds(document(1), null), sum?.holds(document(1, true), null)]).toEqual([true, false]);
    expect(sum?.holds(documentValues({ net: 1 }), null)).toBeNull();
  });
  it('finds no relation in few documents', () => {
    expect(learnRelations(Array.from({ length: 7 }, (_, at) => document(at)))).toEqual([]);
  });
});
