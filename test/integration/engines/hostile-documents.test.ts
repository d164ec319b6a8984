import { describe, expect, it } from 'vitest';
import type { ParsedDocument } from '../../../src/service/engines/parsed-document.ts';
import { date, extract, number, rowsOf, text, textDocument } from '../../fixtures/documents/text-document.ts';
import { someOf } from '../../fixtures/long-form.ts';

const properties = {
  invoice_number: text(),
  date: date(),
  company: text(),
  address: text(),
  total: number(),
  tax_total: number(),
  iban: text(),
  vat_id: text(),
  kind: { enum: ['invoice', 'order', null] },
  skills: { type: 'array', items: text() },
  experience: rowsOf({ title: text(), company: text(), start_date: text() }),
  line_items: rowsOf({ description: text(), quantity: number(), amount: number() }),
};

/**
 * Time limit in milliseconds. Reading usually takes about 1 s. A step with quadratic time would take much longer than
 * the limit.
 */
const limit = 20_000;

const pages: [string, ParsedDocument][] = [
  ['no page', { type: 'PDF', pages: [] }],
  ['an empty page', textDocument('')],
  ['a huge line of labels', textDocument('total '.repeat(60_000))],
  ['a word without end', textDocument('1.'.repeat(200_000))],
  ['capitals and digits', textDocument('AB12 '.repeat(30_000))],
  [
    'a long word in a number column',
    textDocument(`Description        Quantity     Amount\n- ${'a'.repeat(60)} - § 3      1      4.00`),
  ],
  ['a list with a long line of dots', textDocument(`Skills\n${'. '.repeat(120_000)}x`)],
  ['an entry with many commas', textDocument(`Experience\n${'A., '.repeat(60_000)}x`)],
  ['a list with a long line of commas', textDocument(`Skills\n${'a, '.repeat(80_000)}`)],
  [
    'half a surrogate and marks of direction',
    textDocument('\u202e\u0000\ud800 total \u{1f600} ٣٤٥ １２３４ \u0301\u0301'),
  ],
  [
    'many pages',
    textDocument(...Array.from({ length: 60 }, (_, page) => `Invoice no: ${page}\nTotal 5.00\n`.repeat(20))),
  ],
];

describe('extractFields on hostile text', () => {
  // `npm test` reads only with the effort that executes more steps.
  for (const effort of someOf(['performance', 'light'] as const, 2)) {
    it.each(pages)(`finishes in time (${effort}): %s`, (_name, document) => {
      const started = performance.now();
      const { value } = extract(document, properties, {}, effort);
      expect(Object.keys(value)).toEqual(Object.keys(properties));
      expect(performance.now() - started).toBeLessThan(limit);
    });
  }

  it('keeps a field with the name of an Object member', () => {
    const schema = JSON.parse(
      '{"__proto__":{"type":["string","null"]},"constructor":{"type":["string","null"]}}',
    );
    const { value } = extract(textDocument('constructor: Hill'), schema);
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(value.constructor).toBe('Hill');
  });
});
