import { describe, expect, it } from 'vitest';
import { spacedName } from '../../../../../../../src/service/engines/local/extract/lists/field-words.ts';

describe('spacedName', () => {
  it.each([
    ['workExperience', 'work Experience'],
    ['work_experience', 'work experience'],
    ['payerTINType', 'payer TIN Type'],
    ['2ndTIN', '2nd TIN'],
    ['409AForm', '409A Form'],
    ['SSN_ITIN', 'SSN ITIN'],
    ['total', 'total'],
  ])('divides %s into %s', (name, words) => {
    expect(spacedName(name)).toBe(words);
  });
});
