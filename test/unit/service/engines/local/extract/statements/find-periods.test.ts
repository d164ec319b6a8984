import { describe, expect, it } from 'vitest';
import type { SchemaNode } from '../../../../../../../src/model/processor/processor-config.ts';
import {
  extract,
  number,
  rowsOf,
  text,
  textDocument,
} from '../../../../../../fixtures/documents/text-document.ts';

const statement = textDocument(`
HARBOUR MILLS PLC
                                    Three Months Ended             Six Months Ended
                                       June 30,                       June 30,
(In thousands)                      2031           2030            2031           2030
Revenue                            12,354         13,388          23,943         26,327
Cost of sales                       6,965          7,417          13,297         14,636
Interest expense, net                 (24)           (22)            (67)           (56)
`);

const figure = (description = ''): SchemaNode => ({
  ...rowsOf({ period: text(description), value: number(), scale: number() }),
});

describe('figures of several periods', () => {
  it('gives one entry per period of the line that the field names', () => {
    const { value, metadata } = extract(statement, { revenue: figure(), interest_expense: figure() });
    expect((value.revenue as { value: number }[]).map((entry) => entry.value)).toEqual([
      12354, 13388, 23943, 26327,
    ]);
    expect((value.interest_expense as { value: number }[]).map((entry) => entry.value)).toEqual([
      -24, -22, -67, -56,
    ]);
    expect((value.revenue as { scale: number }[])[0]?.scale).toBe(1000);
    const confidenceOf = (place: string) => metadata[place]?.logprobsConfidence ?? 0;
    // `Revenue` is exactly the name of its field, and `Interest expense, net` is only similar to it.
    expect(confidenceOf('revenue[0].value')).toBeGreaterThan(confidenceOf('interest_expense[0].value'));
  });

  it('writes the period in the form that the description shows', () => {
    const { value } = extract(statement, { revenue: figure("such as 'FY2025 Q3' or 'FY2025 H1'") });
    expect((value.revenue as { period: string }[]).map(({ period }) => period)).toEqual([
      'FY2031 Q2',
      'FY2030 Q2',
      'FY2031 H1',
      'FY2030 H1',
    ]);
  });

  it('returns no entry for a figure that the statement does not have', () => {
    expect(extract(statement, { goodwill: figure() }).value.goodwill).toEqual([]);
  });

  const report = textDocument(
    `
HARBOUR MILLS PLC
                                        June 30,        March 31,
(In thousands)                             2031             2031
Inventories, net of reserves of $5        1,400            1,300
Other current assets                         90               80
Total current assets                      2,500            2,400
Capital in excess of par value              700              600
`,
    `
                                        Three Months Ended
                                             June 30,
(In thousands)                           2031        2030      % Change
Net sales                               9,100       8,400           8 %
Gross margin                           41.0 %      40.5 %
Inventories                              (49)        (12)
Purchases of property and equipment     (510)       (780)
`,
  );
  const valuesOf = (output: unknown): number[] => (output as { value: number }[]).map(({ value }) => value);

  it('knows other names of a line, and leaves out a column with changes', () => {
    const { value } = extract(report, {
      revenue: figure(),
      current_assets: figure(),
      additional_paid_in_capital: figure(),
    });
    expect(valuesOf(value.revenue)).toEqual([9100, 8400]);
    expect(valuesOf(value.current_assets)).toEqual([2500, 2400]);
    expect(valuesOf(value.additional_paid_in_capital)).toEqual([700, 600]);
  });

  it('prefers the statement that the parent of the field names', () => {
    const object = (name: string): SchemaNode => ({
      type: 'object',
      properties: { inventories: { ...figure(), description: name } },
    });
    const { value } = extract(report, { balance_sheet: object(''), cash_flow_statement: object('') });
    expect(valuesOf((value.balance_sheet as { inventories: unknown }).inventories)).toEqual([1400, 1300]);
    expect(valuesOf((value.cash_flow_statement as { inventories: unknown }).inventories)).toEqual([-49, -12]);
  });

  it('returns money paid as a positive number, and percentages only for rates', () => {
    const { value } = extract(report, { capex: figure(), gross_margin: figure(), revenue_growth: figure() });
    expect(valuesOf(value.capex)).toEqual([510, 780]);
    expect(valuesOf(value.gross_margin)).toEqual([41, 40.5]);
    expect(value.revenue_growth).toEqual([]);
  });
});
