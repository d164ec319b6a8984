// Tests the faster code for small tables of declared scalars. It must give the same pairs and counts as the general
// code.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignRows } from '../../src/scorers/align/align-rows.ts';
import { alignSmallTable } from '../../src/scorers/align/small-tables.ts';
import type { ComparatorName } from '../../src/scorers/compare/comparators/create-comparator.ts';
import { compileRules, FieldPlan } from '../../src/scorers/extraction/field-plan.ts';
import { schemaTree } from '../../src/scorers/extraction/field-tree.ts';
import { type ComparatorRule, defaultScoringOptions } from '../../src/scorers/extraction/scoring-options.ts';
import { SmallTable } from '../../src/scorers/walk/small-table.ts';
import { times } from '../fixtures/long-form.ts';

const nullable = (type: string) => ({ type: [type, 'null'] });
const schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      text: nullable('string'),
      code: nullable('string'),
      amount: nullable('number'),
      day: { ...nullable('string'), 'service:type': 'date' },
      paid: nullable('boolean'),
      kind: { enum: ['credit', 'debit', null] },
    },
  },
};

function planOf(
  comparators: readonly ComparatorRule[],
  exclude: readonly string[] = [],
  emptiness: 'service' | 'strict' = 'service',
): FieldPlan {
  const rules = compileRules({ ...defaultScoringOptions, comparators, exclude, emptiness });
  return new FieldPlan('rows', schemaTree({ schema }) ?? undefined, rules);
}

const rule = (field: string, comparator: ComparatorName, options = {}): ComparatorRule => ({
  field,
  comparator,
  options,
});
const plans: Readonly<Record<string, FieldPlan>> = {
  defaults: planOf([]),
  'case, punctuation and accents ignored': planOf([
    rule('rows.text', 'string', { ignoreCase: true, ignorePunctuation: true, ignoreDiacritics: true }),
    rule('rows.kind', 'enum', { ignoreCase: true }),
  ]),
  'identifiers, exact values, decimal commas, day first': planOf([
    rule('rows.code', 'identifier'),
    rule('rows.text', 'exact'),
    rule('rows.amount', 'number', { decimalSeparator: ',' }),
    rule('rows.day', 'date', { dayFirst: true }),
  ]),
  'thresholds and tolerances': planOf([
    rule('rows.text', 'fuzzy', { threshold: 0.7 }),
    rule('rows.amount', 'number', { absoluteTolerance: 0.5 }),
  ]),
  'words in any order': planOf([rule('rows.text', 'token-sort'), rule('rows.code', 'token-set')]),
  'an excluded field': planOf([], ['rows.code']),
};

const texts = [
  'red bolt',
  'Red  bolt',
  'red belt',
  'bolt, red',
  'Maß',
  'mass',
  'é',
  'e',
  '',
  ' ',
  '\u200b',
  null,
];
const unusual = [{ a: 1 }, [], ['x'], {}, 7, true, Number.POSITIVE_INFINITY];
const cell = (values: readonly unknown[]) =>
  fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: fc.constantFrom(...unusual) },
  );
const row = fc.record(
  {
    text: cell(texts),
    code: cell(['A-1', 'a1', 'A 1', 'B', null]),
    amount: cell([1, 1.0, -0, 0, 1e21, '1', '1,234.50', 1234.5, '1.234,50', '1,234', 1234, 'none', null]),
    day: cell(['2025-04-03', '03/04/2025', '3 April 2025', '2025-03-04', 'soon', null]),
    paid: cell([true, false, 'yes', 'no', 'maybe', null]),
    kind: cell(['credit', 'Credit', 'debit', null]),
  },
  { requiredKeys: [] },
);
const unusualRow = fc.constantFrom<unknown>(
  null,
  'row',
  3,
  [],
  ['x'],
  { other: 1 },
  { text: 'a', other: null },
);
const table = (most: number, withUnusualRows: boolean) =>
  fc.array<unknown>(
    withUnusualRows ? fc.oneof({ weight: 30, arbitrary: row }, { weight: 1, arbitrary: unusualRow }) : row,
    { maxLength: most },
  );

describe('small tables are paired like long ones', () => {
  it.each(Object.keys(plans))('%s', (name) => {
    const plan = plans[name] as FieldPlan;
    fc.assert(
      fc.property(table(9, true), table(9, true), (expected, predicted) => {
        const short = alignRows(plan, expected, predicted, 'optimal');
        const long = alignRows(plan, expected, predicted, 'optimal', false);
        const sorted = ({ pairs }: typeof short) => pairs.map((pair) => pair.join()).sort();
        expect(sorted(short)).toEqual(sorted(long));
        expect(short.correct).toBe(long.correct);
        expect(short.similarity).toBe(long.similarity);
        expect(short.method).toBe(long.method);
      }),
      { numRuns: times(60, 400) },
    );
  });

  it('takes the faster path exactly for declared scalars with an equivalence', () => {
    const rows = [{ text: 'a', amount: 1 }, { text: 'b' }];
    expect(alignSmallTable(plans.defaults as FieldPlan, rows, rows)?.correct).toBe(3);
    expect(alignSmallTable(plans['thresholds and tolerances'] as FieldPlan, rows, rows)).toBeNull();
    expect(alignSmallTable(plans['an excluded field'] as FieldPlan, rows, rows)).toBeNull();
    expect(alignSmallTable(plans.defaults as FieldPlan, [{ text: ['a'] }], rows)).toBeNull();
    expect(alignSmallTable(plans.defaults as FieldPlan, [{ other: 1 }], rows)).toBeNull();
    expect(alignSmallTable(plans.defaults as FieldPlan, new Array(25).fill(rows[0]), rows)).toBeNull();
  });

  it.each(['service', 'strict'] as const)('also during the walk (emptiness: %s)', (emptiness) => {
    const plan = planOf([], [], emptiness);
    const walked = new SmallTable({ ...defaultScoringOptions, emptiness }, null);
    // The predicted rows are a copy of the expected rows, with some cells of other rows. Sometimes a predicted row is
    // missing or has moved, but most rows keep their positions.
    const sides = fc
      .tuple(table(9, false), table(9, false), fc.array(fc.nat(200), { maxLength: 12 }), fc.nat(30))
      .map(([rows, others, changes, lost]) => {
        const predicted = rows.map((one) => ({ ...(one as Record<string, unknown>) }));
        for (const at of changes) {
          const from = others[at % Math.max(1, others.length)] as Record<string, unknown> | undefined;
          const key = Object.keys(from ?? {})[at % 5];
          const to = predicted[at % Math.max(1, predicted.length)];
          if (to !== undefined && key !== undefined) to[key] = from?.[key];
        }
        if (lost < 3) predicted.splice(lost, 1);
        if (lost > 15) predicted.push(...predicted.splice(lost % 4, 1));
        return [rows, predicted] as const;
      });
    let read = 0;
    fc.assert(
      fc.property(sides, ([expected, predicted]) => {
        if (!walked.read(plan, expected, predicted)) return;
        read++;
        const { pairs, pairCount } = walked;
        const found = Array.from({ length: pairCount }, (_, at) =>
          [...pairs.slice(2 * at, 2 * at + 2)].map((row) => (row === -1 ? null : row)).join(),
        );
        const long = alignRows(plan, expected, predicted, 'optimal', false);
        expect(found.sort()).toEqual(long.pairs.map((pair) => pair.join()).sort());
      }),
      { numRuns: 600 },
    );
    expect(read).toBeGreaterThan(100);
  });
});
