import { describe, expect, test } from 'vitest';
import { readSplitRules } from '../../../../../../src/service/engines/local/split/split-rules.ts';

describe('readSplitRules', () => {
  test('returns no rules for an empty text', () => {
    expect(readSplitRules(undefined, undefined)).toEqual({
      everyPage: false,
      blankAlone: false,
      blankSeparates: false,
      startPhrases: [],
      stayPhrases: [],
      identifierKeys: [],
    });
  });

  test('distinguishes every page from some pages', () => {
    expect(readSplitRules('Each page is a separate document.', '').everyPage).toBe(true);
    expect(readSplitRules('Each page with a logo starts a new document.', '').everyPage).toBe(false);
  });

  test('distinguishes blank pages that separate documents from blank pages that are documents', () => {
    expect(readSplitRules('Documents are separated by a blank page.', '')).toMatchObject({
      blankSeparates: true,
      blankAlone: false,
    });
    expect(readSplitRules('A blank page is a document of its own.', '')).toMatchObject({
      blankSeparates: false,
      blankAlone: true,
    });
    expect(readSplitRules('Blank pages are never separate documents.', '')).toMatchObject({
      blankSeparates: false,
      blankAlone: false,
    });
  });

  test('assigns quoted words by the meaning of their sentence', () => {
    const rules = readSplitRules(
      'A page headed "Cover Sheet" starts a new document. A page headed "Annex" belongs to the same document.',
      'Use the policy number.',
    );
    expect(rules.startPhrases).toHaveLength(1);
    expect(rules.stayPhrases).toHaveLength(1);
    expect(rules.identifierKeys).toHaveLength(1);
  });
});
