import { describe, expect, it } from 'vitest';
import { booleanOf } from '../../../../../../../src/service/engines/local/extract/recognise/booleans.ts';
import {
  findCodes,
  findIdentifiers,
  hasIbanChecksum,
} from '../../../../../../../src/service/engines/local/extract/recognise/codes.ts';

describe('findCodes', () => {
  it.each([
    ['VAT DE136695976.', 'vat-id', 'DE136695976'],
    ['DE 232 446 240', 'vat-id', 'DE 232 446 240'],
    ['BTW NL810433941B01', 'vat-id', 'NL810433941B01'],
    ['IBAN DE89 3704 0044 0532 0130 00', 'iban', 'DE89 3704 0044 0532 0130 00'],
    ['Tel: 03-3271 9872', 'phone', '03-3271 9872'],
    ['+33 4 50 44 68 99', 'phone', '+33 4 50 44 68 99'],
    ['write to a.b@example.org, soon', 'email', 'a.b@example.org'],
    ['see www.example.org/x.', 'url', 'www.example.org/x'],
    ['BIC COBADEFFXXX', 'bic', 'COBADEFFXXX'],
    ['at 14:05:33', 'time', '14:05:33'],
  ] as const)('finds in "%s" the %s', (text, shape, expected) => {
    expect(findCodes(text, shape).map((code) => code.text)).toContain(expected);
  });

  it('does not find tax numbers in words', () => {
    expect(findCodes('DELIVERY NOTE 12', 'vat-id')).toEqual([]);
  });

  it('does not take an account number for a tax number', () => {
    expect(findCodes('IBAN DE89370400440532013000', 'vat-id')).toEqual([]);
    expect(findCodes('IBAN DE89 3704 0044 0532 0130 00', 'vat-id')).toEqual([]);
  });

  it('verifies the check digits of an IBAN', () => {
    expect(hasIbanChecksum('DE89 3704 0044 0532 0130 00')).toBe(true);
    expect(hasIbanChecksum('DE88 3704 0044 0532 0130 00')).toBe(false);
  });

  it('finds identifiers with their special characters', () => {
    expect(findIdentifiers('# RE-2015/504 of A4 and word').map((one) => one.text)).toEqual([
      'RE-2015/504',
      'A4',
    ]);
  });
});

describe('booleanOf', () => {
  it.each([
    ['☒', true],
    ['☐', false],
    ['[x] Yes [ ] No', true],
    ['[ ] Yes [x] No', false],
    ['ja', true],
    ['Nein', false],
    ['Oui', true],
    ['tidak', false],
    ['perhaps later', undefined],
    ['on', true],
    ['on demand', undefined],
  ])('reads %s', (text, expected) => {
    expect(booleanOf(text)).toBe(expected);
  });
});
