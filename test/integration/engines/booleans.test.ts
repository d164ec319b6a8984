import { describe, expect, it } from 'vitest';
import type { SchemaNode } from '../../../src/model/processor/processor-config.ts';
import { extract, textDocument } from '../../fixtures/documents/text-document.ts';

const booleanField = (description = ''): SchemaNode => ({ type: ['boolean', 'null'], description });

function answer(page: string, key: string, description = ''): unknown {
  return extract(textDocument(page), { [key]: booleanField(description) }).value[key];
}

describe('booleans about the document type', () => {
  const cancels = 'True if the document is a credit note, false if it is an invoice.';

  it.each([
    ['Gutschrift Nr. 12', true],
    ['CREDIT MEMO', true],
    ["Facture d'avoir A-4", true],
    ['Nota di credito 2031/4', true],
    ['Rechnung Nr. 12', false],
    ['TAX INVOICE', false],
    ['Facture FA-2031-4', false],
    ['Dear friend,\nwe write to you', null],
  ])('reads the title %j for any field name', (page, expected) => {
    expect(answer(page, 'cancels_earlier', cancels)).toBe(expected);
  });

  it('reads the title instead of the invoice that a credit note mentions', () => {
    const page = 'Invoice no: 77\n\n                CREDIT NOTE\n\nNumber: 12\nInvoice date: 3 May 2031';
    expect(answer(page, 'is_credit_note')).toBe(true);
    expect(answer(page, 'is_invoice')).toBe(false);
  });

  it('finds unlisted types by the words of the description', () => {
    const description = 'True if the document is a bill of lading, false if it is a sea waybill.';
    expect(answer('BILL OF LADING', 'negotiable', description)).toBe(true);
    expect(answer('Sea Waybill\nNo 4', 'negotiable', description)).toBe(false);
    expect(answer('Invoice', 'negotiable', description)).toBeNull();
  });

  it('returns null for other questions', () => {
    const page = 'Invoice\nBuyer: Example Ltd';
    expect(answer(page, 'insured', 'True if the buyer is insured, false if not.')).toBeNull();
  });
});

describe('booleans about printed words', () => {
  it('returns true if the words are printed, and false only if the description defines it', () => {
    const stamped = 'True if the document is marked "reverse charge", false otherwise.';
    expect(answer('Invoice\nReverse charge applies', 'reverse', stamped)).toBe(true);
    expect(answer('Invoice\nCharge reversed', 'reverse', stamped)).toBe(false);
    const open = 'True if the page mentions reverse charge.';
    expect(answer('Invoice\nReverse-charge applies', 'reverse', open)).toBe(true);
    expect(answer('Invoice', 'reverse', open)).toBeNull();
  });
});

describe('booleans about checkboxes', () => {
  it.each([
    ['Do you keep pets?   [x] Yes   [ ] No', true],
    ['Do you keep pets?   [ ] Yes   [x] No', false],
    ['Do you keep pets? no', false],
    ['[x] We keep pets', true],
    ['[ ] We keep pets', false],
    ['We keep pets in the yard, no doubt', null],
  ])('reads %j', (page, expected) => {
    expect(answer(page, 'keeps_pets')).toBe(expected);
  });
});
