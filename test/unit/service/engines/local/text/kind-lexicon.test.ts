import { describe, expect, test } from 'vitest';
import { documentKinds } from '../../../../../../src/service/engines/local/text/document-types.ts';
import {
  cuesIn,
  kindById,
  kindsNamedIn,
} from '../../../../../../src/service/engines/local/text/kind-lexicon.ts';
import { stemsOf } from '../../../../../../src/service/engines/local/text/words.ts';

const kinds = (text: string) => kindsNamedIn(stemsOf(text)).map((hit) => hit.kind.id);

describe('the lexicon of document kinds', () => {
  test('knows a kind by its names in several languages', () => {
    for (const name of ['Invoice', 'Rechnung', 'Facture', 'Factura', 'Fattura'])
      expect(kinds(name)).toContain('invoice');
    for (const name of ['Kontoauszug', 'Relevé bancaire', 'Bank Statements'])
      expect(kinds(name)).toContain('bank_statement');
  });

  test('the longest name wins over those inside it', () => {
    expect(kinds('health insurance card')).toEqual(['health_insurance_card']);
    expect(kinds('credit card statement')).not.toContain('credit_card');
    expect(kinds('Gutschrift')).toEqual(['credit_note']);
  });

  test('the last part of a compound names the thing', () => {
    expect(kinds('Handelsrechnung')).toContain('invoice');
    expect(kinds('Rechnungsabteilung')).not.toContain('invoice');
  });

  test('every kind is known by its id, refers to kinds that exist, and has names', () => {
    const ids = documentKinds.map((kind) => kind.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const kind of documentKinds) {
      expect(kindById(kind.id)).toBe(kind);
      expect(kind.names.length).toBeGreaterThan(0);
      for (const other of [...kind.includes, ...kind.kin]) expect(ids).toContain(other);
    }
  });

  test('cues are found as whole phrases', () => {
    expect(cuesIn(stemsOf('Opening balance 5.00, closing balance 7.00')).get('bank_statement')).toEqual(
      new Set(['opening balance', 'closing balance', 'balance']),
    );
    expect(cuesIn([]).size).toBe(0);
  });
});
