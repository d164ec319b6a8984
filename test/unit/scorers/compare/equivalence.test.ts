import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/model/json-value.ts';
import type { ComparatorName, ComparatorOptions } from '../../../../src/scorers/compare/comparator.ts';
import { createComparator } from '../../../../src/scorers/compare/create-comparator.ts';

type Row = readonly [
  expected: JsonValue,
  predicted: JsonValue,
  match: boolean,
  note?: RegExp,
  options?: ComparatorOptions,
];

const money = (amount: JsonValue, code: JsonValue = null): JsonValue => ({
  amount,
  iso_4217_currency_code: code,
});

/** What is equal, what is not, and what the note says. A match is checked both ways for comparators without sides. */
const tables: readonly {
  readonly name: ComparatorName;
  readonly sided?: boolean;
  readonly rows: readonly Row[];
}[] = [
  {
    name: 'string',
    rows: [
      ['ACME Ltd', 'ACME Ltd', true],
      ['ACME  Ltd ', 'ACME Ltd', true, /^matched after: spaces$/],
      ['ACME\u00a0Ltd', 'ACME Ltd', true, /Unicode form|spaces/],
      ['ﬁne', 'fine', true, /^matched after: Unicode form$/],
      ['Cafe\u0301', 'Café', true, /^matched after: Unicode form$/],
      ['ACME', 'Acme', false],
      ['ACME', 'Acme', true, /^matched after: case$/, { ignoreCase: true }],
      ['Straße', 'STRASSE', true, /case/, { ignoreCase: true }],
      ['Café', 'Cafe', false],
      ['Café', 'Cafe', true, /^matched after: accents$/, { ignoreDiacritics: true }],
      ['ACME, Ltd.', 'ACME Ltd', false],
      ['ACME, Ltd.', 'ACME Ltd', true, /punctuation/, { ignorePunctuation: true }],
      [
        'A.C.M.E. ltd',
        'a c m e LTD',
        true,
        /punctuation.*case|case.*punctuation/,
        { ignorePunctuation: true, ignoreCase: true },
      ],
      ['12.50', '12.5', false],
      [12.5, '12.5', true],
      [true, 'true', true],
      ['a', 'b', false],
      ['a\u0000b', 'a\u0000b', true],
    ],
  },
  {
    name: 'exact',
    rows: [
      ['a', 'a', true],
      ['a', 'a ', false],
      [12.5, '12.5', false],
      [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    ],
  },
  {
    name: 'fuzzy',
    rows: [
      ['Main Street 12', 'Main Street 1Z', true, /similarity 0\.929 reaches 0\.85/],
      ['Main Street 12', 'Main Street 1Z', false, /is below 0\.95/, { threshold: 0.95 }],
      ['Main Street 12', 'Side Road 7', false, /is below/],
      ['Main  Street', 'Main Street', true, /^matched after: spaces$/],
      ['MAIN STREET', 'main street', true, /case/, { ignoreCase: true }],
      ['', '', true],
    ],
  },
  {
    name: 'identifier',
    rows: [
      ['DE 89-370', 'de89370', true, /^matched after: case, spaces and hyphens$/],
      ['INV–2025‑7', 'INV-2025-7', true, /^matched after: spaces and hyphens$/],
      ['inv1', 'INV1', true, /^matched after: case$/],
      ['INV-001', 'INV-01', false],
      ['INV-001', 'INV-00l', false],
      ['INV/001', 'INV001', false],
      [12345, '12345', true],
    ],
  },
  {
    name: 'number',
    rows: [
      [1234.5, 1234.5, true],
      [1234.5, '1,234.50', true, /^matched after: number written as text$/],
      [1234.5, '1.234,50', true, /text/],
      [1234.5, '1 234,50', true, /text/],
      [1234.5, "1'234.50", true, /text/],
      [1234.5, '€ 1.234,50', true, /text/],
      [1234.5, '1234.50 EUR', true, /text/],
      [1234567, '1.234.567', true, /text/],
      [1234567, '12,34,567', true, /text/],
      [-12.5, '(12.50)', true, /text/],
      [-12.5, '12.50-', true, /text/],
      [-12.5, '−12.50', true, /text/],
      [12, '12,--', true, /text/],
      [19, '19 %', true, /text/],
      [0, '-0', true, /text/],
      [0, -0, true],
      [1e21, '1000000000000000000000', true, /text/],
      [0.1, 0.1 + 0.2 - 0.2, false],
      [0.3, 0.1 + 0.2, false],
      [0.3, 0.1 + 0.2, true, /within the tolerance/, { absoluteTolerance: 1e-9 }],
      [100, 101, true, /within the tolerance/, { relativeTolerance: 0.01 }],
      [100, 102, false, undefined, { relativeTolerance: 0.01 }],
      [100, 100.1, true, /within/, { absoluteTolerance: 0.1 }],
      [100, 100.11, false, undefined, { absoluteTolerance: 0.1 }],
      [1234, '1,234', true, /ambiguous number 1,234 read as 1234 \(decimal mark "\."\)/],
      [
        1234,
        '1,234',
        false,
        /ambiguous number 1,234 read as 1\.234 \(decimal mark ","\)/,
        { decimalSeparator: ',' },
      ],
      [1.234, '1,234', true, /ambiguous/, { decimalSeparator: ',' }],
      [1.234, '1.234', true, /ambiguous number 1\.234 read as 1\.234/],
      [0.123, '0,123', true, /text/],
      ['12.50', '12.5', true, /number writing/],
      [12, 'twelve', false, /not a number, compared as text/],
      ['n/a', 'n/a', true],
      [12, '12 34 56', false],
      [5, '2025-01-05', false, /not a number/],
    ],
  },
  {
    name: 'currency',
    sided: true,
    rows: [
      [money(12.5, 'EUR'), money(12.5, 'EUR'), true],
      [money(12.5, 'EUR'), money('12.50', 'eur'), true],
      [money(12.5, 'EUR'), money(12.5, '€'), true],
      [money(12.5, 'EUR'), '€ 12,50', true],
      [money(12.5, 'EUR'), 'EUR 12.50', true],
      [money(12.5, 'EUR'), money(12.499999999999, 'EUR'), true, /rounding to 2 decimals/],
      [money(12.5, 'EUR'), money(12.51, 'EUR'), false],
      [money(0.2841, 'EUR'), money(0.28, 'EUR'), false],
      [money(0.2841, 'EUR'), money(0.28412, 'EUR'), true, /rounding to 4 decimals/],
      [money(12.5, 'EUR'), money(12.5, 'USD'), false, /amount equal, currency USD instead of EUR/],
      [money(12.5, 'EUR'), money(12.5), false, /currency missing instead of EUR/],
      [money(12.5), money(12.5, 'USD'), true, /currency code not compared/],
      [money(12.5, 'EUR'), 12.5, false, /missing/],
      [money(12.5), 12.5, true],
      [money(null, 'EUR'), money(12.5, 'EUR'), false],
      [money(null, 'EUR'), money(null, 'EUR'), true],
      [money(12.5, 'EUR'), money(12.6, 'EUR'), true, /tolerance/, { absoluteTolerance: 0.1 }],
      [money('n/a', 'EUR'), money('n/a', 'EUR'), true],
      [money(1000, 'USD'), money('1,000', 'USD'), true, /ambiguous/],
    ],
  },
  {
    name: 'date',
    rows: [
      ['2025-04-03', '2025-04-03', true],
      ['2025-04-03', '3 April 2025', true, /^matched after: date writing$/],
      ['2025-04-03', '3rd of April, 2025', true, /writing/],
      ['2025-04-03', 'April 3, 2025', true, /writing/],
      ['2025-04-03', 'Apr. 3rd 2025', true, /writing/],
      ['2025-04-03', '03-APR-25', true, /year of 03-APR-25 completed/],
      ['2025-03-03', '3. März 2025', true, /writing/],
      ['2025-03-03', '3 de marzo de 2025', true, /writing/],
      ['2025-08-03', '3 août 2025', true, /writing/],
      ['2025-04-03', '03.04.2025', true, /writing/],
      ['2025-04-03', '3. 4. 2025', true, /writing/],
      ['2025-04-03', '20250403', true, /writing/],
      ['2025-04-03', '2025/4/3', true, /writing/],
      ['2025-04-03', '2025-04-03T23:30:00Z', true, /writing/],
      ['2025-04-03', 'Thursday, 3 April 2025', true, /writing/],
      ['2025-04-13', '13/04/2025', true, /^matched after: date writing$/],
      ['2025-04-13', '04/13/2025', true, /^matched after: date writing$/],
      [
        '2025-04-03',
        '03/04/2025',
        false,
        /ambiguous date 03\/04\/2025 could be 2025-04-03 or 2025-03-04; no order is declared/,
      ],
      [
        '2025-04-03',
        '03/04/2025',
        true,
        /ambiguous date .* read as 2025-04-03 \(day first\)/,
        { dayFirst: true },
      ],
      ['2025-04-03', '03/04/2025', false, /read as 2025-03-04 \(month first\)/, { dayFirst: false }],
      ['2025-03-04', '03/04/2025', true, /month first/, { dayFirst: false }],
      ['3/4/2025', '03/04/2025', true, /ambiguous/],
      ['03/04/2025', '03/04/2025', true, /ambiguous/],
      ['04/04/2025', '2025-04-04', true, /^matched after: date writing$/],
      ['2025-02-28', '2025-02-30', false, /not a date/],
      ['2024-02-29', '29 Feb 2024', true, /writing/],
      ['2025-04-03', '2025-04-04', false],
      ['2025-04-03', '03/04/25', true, /completed/, { dayFirst: true }],
      ['2025-04-03', '03/04/2025', true, /writing/, { formats: ['dd/MM/yyyy'] }],
      ['2025-04-03', '3 April 2025', false, /not a date/, { formats: ['dd/MM/yyyy'] }],
      ['2025-04-03', '3. April 25', true, /completed/, { formats: ['d. MMMM yy'] }],
      ['soon', 'soon', true],
    ],
  },
  {
    name: 'boolean',
    rows: [
      [true, true, true],
      [true, false, false],
      [true, 'true', true, /boolean written as text/],
      [true, 'Yes', true, /text/],
      [false, 0, true, /text/],
      [true, 'maybe', false],
    ],
  },
  {
    name: 'enum',
    rows: [
      ['paid', 'paid', true],
      ['paid', 'paid ', true, /spaces/],
      ['paid', 'Paid', false],
      ['paid', 'Paid', true, /case/, { ignoreCase: true }],
      ['paid', 'unpaid', false],
    ],
  },
  {
    name: 'token-sort',
    rows: [
      ['John Smith', 'Smith John', true, /word order/],
      ['John Smith', 'John A Smith', false, /similarity/],
      ['John Smith', 'John A Smith', true, /reaches 0\.8/, { threshold: 0.8 }],
    ],
  },
  {
    name: 'token-set',
    rows: [
      ['to be or not to be', 'not be to or', true, /word order and repetition/],
      ['ACME Ltd', 'ACME', false, /similarity 0\.500 is below 1/],
      ['ACME Ltd', 'ACME', true, /reaches 0\.5/, { threshold: 0.5 }],
    ],
  },
  {
    name: 'any-of',
    sided: true,
    rows: [
      [['ACME Ltd', 'ACME Limited'], 'ACME Limited', true, /one of 2 right answers/],
      [['ACME Ltd', 'ACME Limited'], 'ACME', false],
      ['ACME', 'ACME', true],
      [[10, 12.5], '12.50', true, /one of 2/, { of: { comparator: 'number' } }],
      [['ACME'], 'acme', true, undefined, { of: { comparator: 'string', options: { ignoreCase: true } } }],
    ],
  },
];

describe.each(tables)('$name', ({ name, sided, rows }) => {
  const cases = rows.map(([expected, predicted, match, note, options = {}]) => ({
    expected,
    predicted,
    match,
    note,
    options,
  }));

  it.each(cases)('$expected against $predicted: $match', ({ expected, predicted, match, note, options }) => {
    const comparator = createComparator(name, options);
    const found = comparator.compare(expected, predicted);
    expect(found.match).toBe(match);
    if (match)
      expect(found.similarity === 1 || name === 'fuzzy' || options.threshold !== undefined).toBe(true);
    else expect(found.similarity).toBeLessThan(1);
    expect(found.similarity).toBeGreaterThanOrEqual(0);
    if (note !== undefined) expect(found.note).toMatch(note);
    else if (match && name !== 'any-of') expect(found.note).toBeUndefined();
    if (!sided) expect(comparator.compare(predicted, expected).match, 'the other way').toBe(match);
  });

  it.each(cases)(
    'the key of $expected and of $predicted agrees',
    ({ expected, predicted, match, options }) => {
      const comparator = createComparator(name, options);
      const a = comparator.key(expected);
      const b = comparator.key(predicted);
      if (a !== null && b !== null) expect(a === b).toBe(match);
    },
  );
});

it('takes a relative tolerance from the expected value', () => {
  const { compare } = createComparator('number', { relativeTolerance: 0.01 });
  // 1 % of 100 is 1 and of 101.01 is 1.0101
  expect(compare(100, 101.01).match).toBe(false);
  expect(compare(101.01, 100).match).toBe(true);
});

describe('similarity', () => {
  const similarity = (name: ComparatorName, a: JsonValue, b: JsonValue) =>
    createComparator(name).compare(a, b).similarity;

  it('of texts is 1 - edits / longer length', () => {
    // kitten -> sitting: 3 edits of 7
    expect(similarity('string', 'kitten', 'sitting')).toBeCloseTo(4 / 7, 14);
    expect(similarity('string', 'ab', 'cd')).toBe(0);
  });

  it('of money, numbers, dates, identifiers and options is all or nothing', () => {
    expect(similarity('currency', money(100, 'EUR'), money(100.01, 'EUR'))).toBe(0);
    expect(similarity('number', 100, 100.01)).toBe(0);
    expect(similarity('date', '2025-01-01', '2025-01-02')).toBe(0);
    expect(similarity('identifier', 'INV-0001', 'INV-0002')).toBe(0);
    expect(similarity('enum', 'paid', 'paidd')).toBe(0);
  });

  it('of endless texts is found in time, and says that it is a bound', () => {
    const long = 'lorem ipsum '.repeat(20_000);
    const other = 'dolor sit am '.repeat(20_000);
    const started = performance.now();
    const found = createComparator('string').compare(long, other);
    expect(performance.now() - started).toBeLessThan(2000);
    expect(found.match).toBe(false);
    expect(found.note).toMatch(/upper bound/);
    const nearly = createComparator('fuzzy').compare(long, `${long}!`);
    expect(nearly.match).toBe(true);
  });
});
