import { describe, expect, it } from 'vitest';
import { conventionChanges } from '../../../../src/analysis/reconcile/convention-changes.ts';
import { baseConventions, type Conventions } from '../../../../src/analysis/reconcile/conventions.ts';
import { ExtractionParts } from '../../../../src/analysis/reconcile/document-parts.ts';
import { CellCounter, hasSameScore } from '../../../../src/analysis/reconcile/extraction-cells.ts';
import { figureValue, sumParts } from '../../../../src/analysis/reconcile/figure-parts.ts';
import { Random } from '../../../../src/base/random.ts';
import { extractConfigSchema } from '../../../../src/model/processor/processor-config.ts';
import { times } from '../../../fixtures/long-form.ts';

const text = { type: ['string', 'null'], description: 'd' };
const number = { type: ['number', 'null'], description: 'd' };
const money = {
  type: 'object',
  'service:type': 'currency',
  description: 'd',
  properties: { amount: number, iso_4217_currency_code: text },
  required: ['amount', 'iso_4217_currency_code'],
  additionalProperties: false,
};
const config = extractConfigSchema.parse({
  type: 'EXTRACT',
  schema: {
    type: 'object',
    required: ['a', 'n', 'm', 'rows'],
    properties: {
      a: text,
      n: number,
      m: money,
      rows: {
        type: 'array',
        items: { type: 'object', required: ['x', 'y'], properties: { x: text, y: number } },
      },
    },
  },
});
const base = baseConventions({ fuzzyMatchFields: ['a'], excludeFields: ['n'] });
const counted = (expected: object, output: object, change: Partial<Conventions> = {}) => {
  const { cells } = new CellCounter(config, { ...base, fuzzyFields: [], exclude: [], ...change }).count(
    { value: expected },
    { value: output },
  );
  const of = (field: string) => {
    const {
      expected: wanted,
      predicted,
      correct,
    } = cells.get(field) ?? { expected: 0, predicted: 0, correct: 0 };
    return [wanted, predicted, correct];
  };
  return of;
};

describe('CellCounter', () => {
  // The last column has the counts [expected, predicted, correct] of one cell.
  it.each([
    ['a null against a null', null, null, {}, [0, 0, 0]],
    ['counted', null, null, { nulls: 'value' }, [1, 1, 1]],
    ['counted, against nothing', null, undefined, { nulls: 'value' }, [1, 0, 0]],
    ['right by absence', null, undefined, { nulls: 'absence-is-right' }, [1, 1, 1]],
    ['right by absence, against a value', null, 'x', { nulls: 'absence-is-right' }, [1, 1, 0]],
    ['a blank', ' ', 'x', {}, [0, 1, 0]],
    ['a counted blank', ' ', '', { emptyTexts: 'value' }, [1, 1, 1]],
    ['what the gold has no key for', undefined, 'x', {}, [0, 1, 0]],
    ['not compared', undefined, 'x', { unlabelled: 'ignore' }, [0, 0, 0]],
    ['letter case', 'Ann', 'ann', {}, [1, 1, 0]],
    ['ignored', 'Ann', 'ann', { letterCase: 'ignored' }, [1, 1, 1]],
    ['white space', 'a  b', ' a b', {}, [1, 1, 1]],
    ['kept', 'a  b', ' a b', { spaces: 'kept' }, [1, 1, 0]],
    ['not dropped', 'a b', 'ab', {}, [1, 1, 0]],
    ['dropped', 'a b', 'ab', { spaces: 'dropped' }, [1, 1, 1]],
    ['printed numbers', '1,234.50', '1234.5', {}, [1, 1, 0]],
    ['read', '1,234.50', '1234.5', { numbers: 'printed' }, [1, 1, 1]],
    ['alike', 'Norwood', 'Norwod', { fuzzyFields: ['a'] }, [1, 1, 1]],
    ['below the similarity', 'Norwood', 'Norwod', { fuzzyFields: ['a'], fuzzyThreshold: 0.9 }, [1, 1, 0]],
  ] as const)('%s', (_, expected, output, change, cells) => {
    const own = (value: unknown) => (value === undefined ? {} : { a: value });
    expect(counted(own(expected), own(output), change as Partial<Conventions>)('a')).toEqual(cells);
  });

  it('compares numbers, money and rows', () => {
    expect(counted({ n: 12.5 }, { n: '12.50' })('n')).toEqual([1, 1, 1]);
    expect(counted({ n: 12.5 }, { n: '12.50' }, { numbers: 'as-written' })('n')).toEqual([1, 1, 0]);
    const euro = { amount: 5, iso_4217_currency_code: 'EUR' };
    const dollar = { ...euro, iso_4217_currency_code: 'USD' };
    expect(counted({ m: euro }, { m: dollar })('m')).toEqual([1, 1, 0]);
    expect(counted({ m: euro }, { m: dollar }, { currencyCodes: 'ignored' })('m')).toEqual([1, 1, 1]);
    const rows = [
      { x: 'p', y: 1 },
      { x: 'q', y: 2 },
    ];
    const turned = { rows: [rows[1], rows[0]] };
    expect(counted({ rows }, turned)('rows')).toEqual([4, 4, 4]);
    expect(counted({ rows }, turned, { pairing: 'index' })('rows.x')).toEqual([2, 2, 0]);
    expect(counted({ rows }, turned, { exclude: ['rows'] })('rows')).toEqual([0, 0, 0]);
  });

  it('compares money to the cent, its code as written, and treats a non-numeric amount as a value', () => {
    const money = (amount: unknown, code: unknown) => ({ m: { amount, iso_4217_currency_code: code } });
    const euro = money(5, 'EUR');
    expect(counted(euro, money(5, 'eur'))('m')).toEqual([1, 1, 0]);
    expect(counted(euro, money(5, '€'))('m')).toEqual([1, 1, 0]);
    expect(counted(euro, money(5, ' EUR '))('m')).toEqual([1, 1, 0]);
    expect(counted(euro, money(5, 'eur'), { currencyCodes: 'ignored' })('m')).toEqual([1, 1, 1]);
    expect(counted(euro, money('5.00', 'EUR'))('m')).toEqual([1, 1, 1]);
    // Rounded to cents, .2841 and .28 are equal.
    expect(counted(money(0.2841, 'EUR'), money(0.28, 'EUR'))('m')).toEqual([1, 1, 1]);
    expect(counted(euro, money('some', null))('m')).toEqual([1, 1, 0]);
    expect(counted(euro, money(null, null))('m')).toEqual([1, 0, 0]);
    expect(counted(money(5, null), euro)('m')).toEqual([1, 1, 1]);
  });

  it('counts a row without equal cells as a gold row if unlabelled cells are not scored', () => {
    const gold = { rows: [{ x: 'p' }] };
    const read = {
      rows: [
        { x: 'z', y: 3 },
        { x: 'w', y: 4 },
      ],
    };
    const plain = counted(gold, read);
    expect([plain('rows.x'), plain('rows.y')]).toEqual([
      [1, 2, 0],
      [0, 2, 0],
    ]);
    // With `ignore`, the first predicted row is compared with the gold row, which has no label for y. The second row
    // has no gold row, so none of its cells is scored.
    const ignoring = counted(gold, read, { unlabelled: 'ignore' });
    expect([ignoring('rows.x'), ignoring('rows.y')]).toEqual([
      [1, 1, 0],
      [0, 0, 0],
    ]);
  });

  it('divides right cells of all documents by the larger of both sums, not by the sum of the larger ones', () => {
    const row = (x: string) => ({ x, y: 1 });
    const documents = [
      { expected: [row('a'), row('b')], output: [row('a')] },
      { expected: [row('a')], output: [row('a'), row('b')] },
    ].map(({ expected, output }, at) => ({
      id: `d${at}`,
      expected: { value: { rows: expected } },
      output: { value: { rows: output } },
      pages: 1,
      latencyMs: null,
    }));
    const accuracy = (fields: Conventions['fields']) => {
      const parts = new ExtractionParts(config, { ...base, fields });
      const sums = sumParts(documents.map((document) => parts.partsOf(document)));
      return figureValue(sums.get('fieldMetrics.rows.accuracyPerc'));
    };
    // With `cells`, the cells of both documents are added up first: 4 of 6 are right. With `document-means`, the
    // result is the mean of 2/4 and 2/4.
    expect(accuracy('cells')).toBeCloseTo(4 / 6, 12);
    expect(accuracy('document-means')).toBe(0.5);
  });

  it('reuses cells of other conventions only if counting again gives the same', () => {
    const random = new Random('cells');
    const words = ['A', 'a', 'A b', 'Ab', '1,5', '1.5', '', null, undefined];
    const value = () => {
      const row = () => ({ x: random.pick(words), y: random.pick([1, '1', 2, null]) });
      const fields = {
        a: random.pick(words),
        n: random.pick([1.5, '1.50', null]),
        m: random.pick([
          null,
          { amount: 1, iso_4217_currency_code: random.pick(['EUR', 'eur', 'USD', null]) },
        ]),
        rows: Array.from({ length: random.integer(3) }, row),
      };
      return JSON.parse(JSON.stringify({ value: fields }));
    };
    const own = new CellCounter(config, base);
    let taken = 0;
    for (let document = 0; document < times(25, 60); document++) {
      const [expected, output] = [value(), value()];
      const known = own.count(expected, output);
      for (const change of conventionChanges(base, 'EXTRACT')) {
        const other = new CellCounter(config, { ...base, ...change.change });
        if (!other.hasEqualCells(expected, output, own)) continue;
        taken++;
        expect([change.id, other.count(expected, output)]).toEqual([change.id, known]);
      }
    }
    expect(taken).toBeGreaterThan(200);
  });
});

it('detects in hasSameScore that two values become equal, or that equal values become different', () => {
  const isSame = (one: [string, string], other: [string, string]) =>
    hasSameScore([{ a: one[0] }, { a: one[1] }], [{ a: other[0] }, { a: other[1] }], () => false);
  expect(isSame(['A', 'B'], ['a', 'b'])).toBe(true);
  expect(isSame(['A', 'a'], ['a', 'a'])).toBe(false);
  expect(isSame(['a', 'a'], ['a', 'b'])).toBe(false);
  expect(hasSameScore([{ a: 'x' }, {}], [{ a: 'y' }, {}], () => true)).toBe(false);
});

it('compares money with members of any name in hasSameScore', () => {
  const amount = (member: number) => ({
    m: { amount: 1, iso_4217_currency_code: 'EUR', valueOf: member, toString: 'x' },
  });
  const same = (one: number, other: number) =>
    hasSameScore([amount(one), {}], [amount(other), {}], () => false);
  expect([same(1, 1), same(1, 2)]).toEqual([true, false]);
});
