import { describe, expect, it } from 'vitest';
import { extract, schemaOf, text, textDocument } from '../../../../../../fixtures/documents/text-document.ts';

describe('personNames', () => {
  const tenant = schemaOf({ first_name: text(), last_name: text() });
  const read = (printed: string): unknown => extract(textDocument(printed), { tenant }).value.tenant;

  it.each([
    ['Tenant          Mrs Ada Fern Rowan', 'Ada', 'Rowan'],
    ["Tenant: Liam O'Dell", 'Liam', "O'Dell"],
    ['Name            Herr Jonas Müller-Berg', 'Jonas', 'Müller-Berg'],
  ])('divides %s', (line, first, last) => {
    expect(read(`${line}\nRent            700.00`)).toEqual({ first_name: first, last_name: last });
  });

  it.each(['Tenant          Rowan', 'Tenant          the person who pays', 'Tenant          12 Hill Road'])(
    'finds no name in %s',
    (line) => {
      expect(read(`${line}\nRent            700.00`)).toEqual({ first_name: null, last_name: null });
    },
  );

  it('prefers the label of the person to the label of any name', () => {
    expect(read('Name            Joe Roe\nTenant          Ada Fern')).toEqual({
      first_name: 'Ada',
      last_name: 'Fern',
    });
  });
});
