import { describe, expect, test } from 'vitest';
import {
  cuesIn,
  documentTypeById,
  documentTypesIn,
} from '../../../../../../src/service/engines/local/text/find-document-types.ts';
import { documentTypes } from '../../../../../../src/service/engines/local/text/lexicon/document-types.ts';
import { stemsOf } from '../../../../../../src/service/engines/local/text/words.ts';

const typesIn = (text: string) => documentTypesIn(stemsOf(text)).map((hit) => hit.documentType.id);

describe('documentTypesIn', () => {
  test('finds a type by its names in several languages', () => {
    for (const name of ['Invoice', 'Rechnung', 'Facture', 'Factura', 'Fattura'])
      expect(typesIn(name)).toContain('invoice');
    for (const name of ['Kontoauszug', 'Relevé bancaire', 'Bank Statements'])
      expect(typesIn(name)).toContain('bank_statement');
  });

  test('prefers the longest name', () => {
    expect(typesIn('health insurance card')).toEqual(['health_insurance_card']);
    expect(typesIn('credit card statement')).not.toContain('credit_card');
    expect(typesIn('Gutschrift')).toEqual(['credit_note']);
  });

  test('finds a type in the last part of a compound', () => {
    expect(typesIn('Handelsrechnung')).toContain('invoice');
    expect(typesIn('Rechnungsabteilung')).not.toContain('invoice');
  });

  test('has types with unique ids, existing references and names', () => {
    const ids = documentTypes.map((documentType) => documentType.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const documentType of documentTypes) {
      expect(documentTypeById(documentType.id)).toBe(documentType);
      expect(documentType.names.length).toBeGreaterThan(0);
      for (const other of [...documentType.includes, ...documentType.related]) expect(ids).toContain(other);
    }
  });

  test('finds cues as whole phrases', () => {
    expect(cuesIn(stemsOf('Opening balance 5.00, closing balance 7.00')).get('bank_statement')).toEqual(
      new Set(['opening balance', 'closing balance', 'balance']),
    );
    expect(cuesIn([]).size).toBe(0);
  });
});
