import { Random } from '../src/base/random.ts';

const nullable = (type: string) => ({ type: [type, 'null'] });

/**
 * Schema with eight fields outside of tables, and a table with four columns. With 8 rows, a document has 40
 * leaves.
 */
export const invoiceSchema = {
  type: 'object',
  properties: {
    invoice_number: nullable('string'),
    issue_date: { ...nullable('string'), 'service:type': 'date' },
    due_date: { ...nullable('string'), 'service:type': 'date' },
    paid: nullable('boolean'),
    seller: {
      type: 'object',
      properties: { name: nullable('string'), tax_number: nullable('string'), city: nullable('string') },
    },
    total: nullable('number'),
    line_items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          description: nullable('string'),
          quantity: nullable('number'),
          unit_price: nullable('number'),
          amount: nullable('number'),
        },
      },
    },
  },
};

const words = [
  'hinge',
  'bracket',
  'washer',
  'steel',
  'oak',
  'panel',
  'hose',
  'valve',
  'long',
  'short',
  'blue',
];
const cities = ['Northfield', 'Easthaven', 'Westbrook', 'Southmere'];

interface Row {
  description: string | null;
  quantity: number | null;
  unit_price: number | null;
  amount: number | null;
}

/**
 * Returns pairs of gold and output. About a tenth of the values are misread or missing, and about a fifth of the
 * tables have a missing or moved row.
 */
export function invoicePairs(count: number, seed: string): { expected: unknown; predicted: unknown }[] {
  const random = new Random(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)] as T;
  const day = () => `2025-0${1 + Math.floor(random.next() * 9)}-${10 + Math.floor(random.next() * 18)}`;
  return Array.from({ length: count }, (_, at) => {
    const rows: Row[] = Array.from({ length: 8 }, () => {
      const quantity = 1 + Math.floor(random.next() * 20);
      const price = Math.floor(random.next() * 10_000) / 100;
      const description = `${pick(words)} ${pick(words)} ${Math.floor(random.next() * 1000)}`;
      return { description, quantity, unit_price: price, amount: Math.round(quantity * price * 100) / 100 };
    });
    const expected = {
      invoice_number: `INV-${100_000 + at}`,
      issue_date: day(),
      due_date: random.next() < 0.3 ? null : day(),
      paid: random.next() < 0.5,
      seller: {
        name: `${pick(words)} works ${pick(words)}`,
        tax_number: `T${Math.floor(random.next() * 1e8)}`,
        city: pick(cities),
      },
      total: rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
      line_items: rows,
    };
    const predicted = misread(expected, random) as { line_items: unknown[] };
    if (random.next() < 0.1) predicted.line_items.splice(Math.floor(random.next() * 8), 1);
    else if (random.next() < 0.12) predicted.line_items.push(predicted.line_items.shift());
    return { expected, predicted };
  });
}

function misread(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return value.map((one) => misread(one, random));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, misread(member, random)]));
  const chance = random.next();
  if (chance > 0.1) return value;
  if (chance > 0.07) return null;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' ? `${value.slice(0, 2)}x${value.slice(3)}` : value;
}
