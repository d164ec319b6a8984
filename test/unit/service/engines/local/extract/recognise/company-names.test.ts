import { describe, expect, it } from 'vitest';
import {
  endsInLegalForm,
  lengthWithoutCapacity,
} from '../../../../../../../src/service/engines/local/extract/recognise/company-names.ts';

describe('endsInLegalForm', () => {
  it.each(['Tern Works Ltd.', 'Tern GmbH', 'Tern Bank, N.A.', 'TERN BANK, N.A'])('accepts %s', (name) => {
    expect(endsInLegalForm(name)).toBe(true);
  });

  it.each(['Ltd', 'Tern Bank', 'Tern Ltd and its', ''])('rejects %j', (name) => {
    expect(endsInLegalForm(name)).toBe(false);
  });
});

describe('lengthWithoutCapacity', () => {
  it.each([
    ['Tern Bank, N.A., as agent of the', 'Tern Bank, N.A.'],
    ['Tern Ltd in its capacity as lender', 'Tern Ltd'],
    ['Tern GmbH, in ihrer Eigenschaft als Bürge', 'Tern GmbH'],
    ['Known as Tern Ltd', 'Known as Tern Ltd'],
    ['The same as before', 'The same as before'],
  ])('ends the name in %j', (text, name) => {
    expect(text.slice(0, lengthWithoutCapacity(text))).toBe(name);
  });
});
