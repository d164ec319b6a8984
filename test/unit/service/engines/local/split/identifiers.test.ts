import { describe, expect, test } from 'vitest';
import {
  chooseIdentifier,
  identifierEvidence,
  identifierKeysIn,
  identifiersOn,
} from '../../../../../../src/service/engines/local/split/identifiers.ts';
import { pageFeatures } from '../../../../../../src/service/engines/local/text/page-features.ts';
import { parsedDocument } from '../../../../../fixtures/documents/parsed-document.ts';

function found(text: string): Record<string, string> {
  const page = parsedDocument(text).pages[0];
  if (page === undefined) throw new Error('no page was made');
  return Object.fromEntries(identifiersOn(pageFeatures(page)).map(({ key, value }) => [key, value]));
}

describe('identifiersOn', () => {
  test('reads labelled numbers in several languages', () => {
    expect(found('Invoice no.: INV-2024/7')).toEqual({ invoic: 'INV-2024/7' });
    expect(found('Rechnungsnummer: 4711')).toEqual({ rechnung: '4711' });
    expect(found('Kunden-Nr. K 9')).toEqual({});
    expect(found('Rechnung Nr. 471102 vom 05.03.2018')).toMatchObject({ rechnung: '471102' });
    expect(found('Account number 0000 9263')).toMatchObject({ account: '0000 9263' });
  });

  test('ignores dates, telephone numbers and words without a digit', () => {
    expect(found('Phone no. 555 0100\nInvoice no. 03/04/2024\nReference number pending')).toEqual({});
  });
});

describe('identifierEvidence', () => {
  const invoice = (value: string) => [{ key: 'invoic', label: 'Invoice', value }];

  test('is positive for a changed number and negative for the same number', () => {
    expect(identifierEvidence(invoice('7'), invoice('8'), []).score).toBeGreaterThan(1);
    expect(identifierEvidence(invoice('7'), invoice('7'), []).score).toBeLessThan(-1);
    expect(identifierEvidence(invoice('7'), [], []).score).toBe(0);
  });

  test('is stronger for numbers that the rules name', () => {
    const plain = identifierEvidence(invoice('7'), invoice('8'), []).score;
    expect(identifierEvidence(invoice('7'), invoice('8'), ['invoic']).score).toBeGreaterThan(plain);
  });
});

describe('identifierKeysIn and chooseIdentifier', () => {
  test('return the labels that the rules name', () => {
    expect(identifierKeysIn('Invoices by invoice number, loans by Loan ID.')).toEqual(['invoic', 'loan']);
    expect(identifierKeysIn('')).toEqual([]);
  });

  test('choose the identifier that the rules name, otherwise that of the class', () => {
    const both = [
      { key: 'customer', label: 'Customer', value: 'K-1' },
      { key: 'invoic', label: 'Invoice', value: 'A-1' },
    ];
    expect(chooseIdentifier(both, ['customer'], ['invoic'])).toBe('K-1');
    expect(chooseIdentifier(both, [], ['invoic'])).toBe('A-1');
    expect(chooseIdentifier([], [], ['invoic'])).toBeNull();
  });
});
