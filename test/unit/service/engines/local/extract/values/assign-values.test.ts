import { describe, expect, it } from 'vitest';
import type { SchemaNode } from '../../../../../../../src/model/processor/processor-config.ts';
import { assignValues } from '../../../../../../../src/service/engines/local/extract/values/assign-values.ts';
import {
  date,
  extract,
  number,
  schemaOf,
  text,
  textDocument,
} from '../../../../../../fixtures/documents/text-document.ts';

const sureness = (printed: string, fields: Record<string, SchemaNode>, path: string): number =>
  extract(textDocument(printed), fields).metadata[path]?.logprobsConfidence ?? 0;

describe('assignValues', () => {
  it('is less sure of a field that takes the text of another field', () => {
    const printed = `
      Invoice No. 77          Dated 27-Feb-2031
    `;
    const fields = { invoice_date: date(), signature: schemaOf({ date: date() }) };
    const [own, shared] = ['invoice_date', 'signature.date'].map((path) => sureness(printed, fields, path));
    expect(shared).toBeGreaterThan(0);
    expect(shared).toBeLessThan(own ?? 0);
  });

  it('does not count a text as repeated if the other place belongs to another field', () => {
    const once = 'Invoice 77\nDelivery date: 27-Feb-2031';
    const fields = { delivery_date: date(), signature: schemaOf({ date: date() }) };
    const twice = `${once}\nCollection date: 27-Feb-2031`;
    const alone = sureness(twice, { signature: schemaOf({ date: date() }) }, 'signature.date');
    const next = sureness(twice, fields, 'signature.date');
    expect(next).toBeGreaterThan(0);
    expect(next).toBeLessThan(alone);
  });

  it('is at most as sure of the currency of an amount as of the amount', () => {
    const printed = `
      Total due     USD 12.00
      Amount        USD 8.00
    `;
    const money = schemaOf({ amount: number(), currency_code: text() });
    const fields = { invoice_total: money, total_discount: money };
    const currency = sureness(printed, fields, 'total_discount.currency_code');
    const own = sureness(printed, fields, 'invoice_total.currency_code');
    expect(currency).toBeGreaterThan(0);
    expect(currency).toBeLessThan(own);
  });

  it('notes another spelling of a text, which is neither a repetition nor another value', () => {
    const candidate = { field: 0, spans: [], text: 'Tern  Works Ltd', score: 1, labelled: true, reason: '' };
    const assigned = (text: string, score: number) =>
      assignValues([candidate, { ...candidate, text, score }], []).get(0);
    expect(assigned('TERN WORKS, LTD.', 0.5)).toMatchObject({ hasOtherSpelling: true, rival: 0 });
    expect(assigned('TERN WORKS, LTD.', 0.3)).toMatchObject({ hasOtherSpelling: false, rival: 0 });
    expect(assigned('Tern Works Ltd', 0.5)).toMatchObject({ hasOtherSpelling: false, rival: 0 });
    expect(assigned('Tern Mills Ltd', 0.5)).toMatchObject({ hasOtherSpelling: false, rival: 0.5 });
  });
});
