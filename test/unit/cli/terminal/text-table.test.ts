import fc from 'fast-check';
import { expect, it } from 'vitest';
import { displayWidth } from '../../../../src/cli/terminal/display-width.ts';
import { textTable } from '../../../../src/cli/terminal/text-table.ts';

it('aligns texts to the left and figures to the right, also with wide characters', () => {
  const rows = [
    ['total', '1'],
    ['合計', '12'],
  ];
  expect(textTable(['field', 'n'], rows, { left: 1 })).toBe(
    ['field   n', '─────────', 'total   1', '合計   12'].join('\n'),
  );
});

it('breaks headings, and puts texts that are too long on their own lines, instead of cutting figures', () => {
  const rows = [
    ['shipping_address.postal_code', '12.5 %', '3'],
    ['total', '100.0 %', '4'],
  ];
  const table = textTable(['field', 'share of documents', 'errors'], rows, { left: 1, width: 40 });
  expect(table).toBe(
    [
      '                        share of',
      'field                  documents  errors',
      '────────────────────────────────────────',
      'shipping_address.postal_code',
      '                          12.5 %       3',
      'total                    100.0 %       4',
    ].join('\n'),
  );
});

it('writes the note of a row below it', () => {
  const table = textTable(
    ['', 'n'],
    [
      ['a', '1'],
      ['b', '2'],
    ],
    { left: 1, notes: ['too few', ''] },
  );
  expect(table.split('\n').slice(2)).toEqual(['a  1', '    too few', 'b  2']);
});

it('is not wider than the terminal, and keeps all figures', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  const row = fc.tuple(text, text, fc.integer(), fc.integer());
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 60, max: 120 }),
      (rows, width) => {
        const cells = rows.map((cell) => cell.map(String));
        const table = textTable(['name', 'what', 'one', 'two'], cells, { left: 2, width });
        for (const line of table.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        for (const [, , one = '', two = ''] of cells)
          expect(table).toMatch(new RegExp(`${one} +${two}(\\n|$)`));
      },
    ),
    { numRuns: 60 },
  );
});
