import { describe, expect, test } from 'vitest';
import type { InvoiceGold } from '../../datasets/generate/documents/invoice-gold.ts';
import { customTypeOf, typesOf } from '../../src/model/processor/json-schema-rules.ts';
import type { SchemaNode } from '../../src/model/processor/processor-config.ts';
import { someOf } from '../fixtures/long-form.ts';
import { type BundledItem, readItems, readJson, tally } from '../unit/datasets/bundled-set.ts';
import { pagesOf } from '../unit/datasets/item-words.ts';

const items = readItems('invoices');
const schema = (readJson('invoices', 'dataset.json').config as { schema: SchemaNode }).schema;
const goldOf = (item: BundledItem): InvoiceGold => item.expectedOutput.value as InvoiceGold;

/** Returns the paths of values that violate the schema, or an empty list. */
function violations(value: unknown, node: SchemaNode, path = ''): string[] {
  const type = typesOf(node)[0];
  const nullable = Array.isArray(node.type) && node.type.includes('null');
  if (value === null) return nullable ? [] : [`${path}: null`];
  if (node.enum !== undefined && !node.enum.includes(value as string))
    return [`${path}: ${String(value)} not in the enum`];
  if (type === 'array') {
    if (!Array.isArray(value)) return [`${path}: no array`];
    return value.flatMap((row, i) => violations(row, node.items!, `${path}[${i}]`));
  }
  if (type === 'object') {
    if (typeof value !== 'object') return [`${path}: no object`];
    const members = node.properties!;
    const unknown = Object.keys(value as object).filter((key) => members[key] === undefined);
    return [
      ...unknown.map((key) => `${path}.${key}: not in the schema`),
      ...Object.entries(members).flatMap(([key, member]) => {
        const inside = (value as Record<string, unknown>)[key];
        return inside === undefined
          ? [`${path}.${key}: missing`]
          : violations(inside, member, `${path}.${key}`);
      }),
    ];
  }
  if (typeof value !== type) return [`${path}: ${typeof value}, not ${type}`];
  if (customTypeOf(node) === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(value as string))
    return [`${path}: no ISO date`];
  return [];
}

test('every gold value conforms to the schema', () => {
  expect(items.flatMap((item) => violations(goldOf(item), schema, item.id))).toEqual([]);
});

test('the schema check finds a wrong type, a missing key and an unknown key', () => {
  const good = goldOf(items[0]!);
  const { issue_date: _, ...without } = good;
  expect(violations({ ...good, invoice_number: 7 }, schema)).toHaveLength(1);
  expect(violations(without, schema)).toHaveLength(1);
  expect(violations({ ...good, extra: 1 }, schema)).toHaveLength(1);
});

test('the set covers all layouts, languages, currencies and forms', () => {
  const tags = (name: string): Record<string, number> => tally(items.map((item) => item.tags[name]));
  expect(items.length).toBeGreaterThanOrEqual(48);
  expect(Object.values(tags('layout')).filter((count) => count >= 4)).toHaveLength(7);
  expect(Object.keys(tags('currency')).sort()).toEqual(['CHF', 'EUR', 'GBP', 'JPY', 'USD', 'none']);
  expect(Object.keys(tags('language')).sort()).toEqual(['de', 'en', 'fr']);
  expect(tags('quality').scan).toBeGreaterThanOrEqual(8);
  expect(tags('quality').text).toBeGreaterThanOrEqual(4);
  expect(tags('dates').ambiguous).toBeGreaterThanOrEqual(4);
  expect(tags('kind')['credit-note']).toBeGreaterThanOrEqual(4);
  expect(Object.keys(tags('pages')).sort()).toEqual(['1', '2', '3']);
});

test('the gold has the documented irregularities', () => {
  const golds = items.map(goldOf);
  const count = (condition: (gold: InvoiceGold) => boolean): number => golds.filter(condition).length;
  expect(count((gold) => gold.due_date === null && gold.payment_terms !== null)).toBeGreaterThanOrEqual(4);
  expect(count((gold) => gold.purchase_order === null)).toBeGreaterThanOrEqual(10);
  expect(count((gold) => gold.seller_vat_id === null)).toBeGreaterThanOrEqual(5);
  expect(count((gold) => gold.subtotal.amount === null)).toBeGreaterThanOrEqual(2);
  expect(count((gold) => gold.tax_amount.amount === null)).toBeGreaterThanOrEqual(2);
  expect(count((gold) => gold.subtotal.amount === gold.total_amount.amount)).toBeGreaterThanOrEqual(3);
  expect(count((gold) => gold.line_items.length === 0)).toBeGreaterThanOrEqual(2);
  expect(count((gold) => gold.line_items.length > 30)).toBeGreaterThanOrEqual(4);
  expect(
    count((gold) => gold.shipping_address.city !== null && gold.shipping_address.country === null),
  ).toBeGreaterThanOrEqual(2);
});

test('the lines add up to the subtotal, and credit notes are negative throughout', () => {
  for (const item of items) {
    const gold = goldOf(item);
    const sum = gold.line_items.reduce((total, line) => total + line.amount, 0);
    if (gold.line_items.length > 0 && gold.subtotal.amount !== null)
      expect(sum, item.id).toBeCloseTo(gold.subtotal.amount, 2);
    expect(gold.total_amount.amount! < 0, item.id).toBe(gold.is_credit_note);
  }
});

/** Returns all words of an item without spaces, so that wrapped lines do not matter. */
async function wordsOf(item: BundledItem): Promise<string> {
  return squeezed((await pagesOf('invoices', item)).flat().join(''));
}

function squeezed(text: string): string {
  return text.replace(/\s/g, '');
}

/** Returns the amount in each notation. */
function writings(amount: number, digits: number): string[] {
  const [whole = '', fraction] = Math.abs(amount).toFixed(digits).split('.');
  const grouped = (mark: string): string => whole.replace(/\B(?=(\d{3})+$)/g, mark);
  if (fraction === undefined) return [grouped(',')];
  return [
    `${grouped(',')}.${fraction}`,
    `${grouped('.')},${fraction}`,
    `${grouped("'")}.${fraction}`,
    `${whole},${fraction}`,
  ];
}

describe('the page shows the gold values', () => {
  const readable = items.filter((item) => item.tags.quality !== 'scan');

  test.each(someOf(readable, 6).map((item) => [item.id, item] as const))('%s', async (_, item) => {
    const words = await wordsOf(item);
    const gold = goldOf(item);
    const { invoice_number, purchase_order, seller_name, seller_vat_id, buyer_name, payment_terms } = gold;
    const texts = [invoice_number, purchase_order, seller_name, seller_vat_id, buyer_name, payment_terms];
    const rows = gold.line_items.flatMap((line) => [line.item_code, line.description]);
    for (const text of [...texts, ...Object.values(gold.shipping_address), ...rows]) {
      if (text !== null && item.text === undefined) expect(words).toContain(squeezed(text));
      if (text !== null && item.text !== undefined)
        for (const word of text.split(' ')) expect(words).toContain(word);
    }
    const digits = item.tags.currency === 'JPY' ? 0 : 2;
    const amounts = gold.line_items.flatMap((line) => [line.unit_price, line.amount]);
    for (const amount of [
      ...amounts,
      gold.subtotal.amount,
      gold.tax_amount.amount,
      gold.total_amount.amount,
    ]) {
      if (amount === null) continue;
      expect(
        writings(amount, digits).some((writing) => words.includes(writing)),
        String(amount),
      ).toBe(true);
    }
  });
});
