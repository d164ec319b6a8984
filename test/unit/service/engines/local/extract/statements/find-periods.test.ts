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
    expect(metadata['revenue[0].value']?.logprobsConfidence).toBeLessThan(0.9);
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
});
