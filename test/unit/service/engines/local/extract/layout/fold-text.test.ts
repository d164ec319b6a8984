import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  foldText,
  joinedForm,
} from '../../../../../../../src/service/engines/local/extract/layout/fold-text.ts';

test('folds case, accents, compatibility forms and ligatures', () => {
  expect(foldText('Größe Ærø ﬁn cœur')).toBe('grosse aero fin coeur');
});

test('joins letters and digits of a phrase, and drops all other characters', () => {
  expect(joinedForm('Rechnungs-Nr. 12_a')).toBe('rechnungsnr12a');
  expect(joinedForm('N° de l’entête')).toBe('ndelentete');
  expect(joinedForm(' \u007f-!')).toBe('');
});

test('folds ASCII letters in the same way with and without other letters', () => {
  const plain = fc.string({ unit: 'grapheme-ascii' });
  fc.assert(
    fc.property(plain, (text) => {
      expect(joinedForm(`${text} é`)).toBe(`${joinedForm(text)}e`);
      expect(foldText(`${text} é`)).toBe(`${foldText(text)} e`);
    }),
  );
});
