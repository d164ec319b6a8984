import { describe, expect, test } from 'vitest';
import {
  stemOf,
  stemsOf,
  stemsOfName,
  wordsOf,
} from '../../../../../../src/service/engines/local/text/words.ts';

describe('words', () => {
  test('folds case, accents, ligatures and quotation marks', () => {
    expect(wordsOf('Übertrag GROẞE Straße, l’œuvre “Reçu”')).toEqual([
      'ubertrag',
      'grosse',
      'strasse',
      'loeuvre',
      'recu',
    ]);
  });

  test('keeps a form code as one word in any spelling', () => {
    for (const written of ['W-9', 'w_9', 'W9']) expect(wordsOf(`Form ${written}`)).toEqual(['form', 'w9']);
    expect(wordsOf('W-8BEN')).toEqual(['w8ben']);
    for (const written of ['1099-MISC', '1099misc', '1099_misc'])
      expect(wordsOf(written)).toEqual(['1099', 'misc']);
  });

  test('joins letters with spaces between them, but not short words of a sentence', () => {
    expect(wordsOf('R E C H N U N G Nr. 5')).toEqual(['rechnung', 'nr', '5']);
    expect(wordsOf('Schedule A b is')).toEqual(['schedule', 'a', 'b', 'is']);
  });

  test('returns one stem for the forms of a word', () => {
    expect(stemOf('distributor')).toBe(stemOf('distribution'));
    expect(stemOf('invoices')).toBe(stemOf('invoice'));
    expect(stemOf('policies')).toBe(stemOf('policy'));
    expect(stemOf('consulting')).toBe(stemOf('consultant'));
    expect(stemOf('statement')).not.toBe(stemOf('state'));
    expect(stemOf('district')).not.toBe(stemOf('distributor'));
    expect(stemOf('1099')).toBe('1099');
  });

  test('splits names at capitals, underscores and hyphens', () => {
    const same = ['BankStatement', 'bank_statement', 'Bank-Statements', 'bank statement'].map(stemsOfName);
    for (const stems of same) expect(stems).toEqual(same[0]);
  });

  test('omits stop words, and keeps words in all scripts', () => {
    expect(stemsOf('the bill of lading')).toEqual(['bill', 'lading']);
    expect(stemsOf('请求书 № 5')).toContain('请求书');
    expect(stemsOf('')).toEqual([]);
  });
});
