import { describe, expect, it } from 'vitest';
import type { ParsedDocument, ParsedLine } from '../../../../../../../src/service/engines/parsed-document.ts';
import { extract, number, rowsOf, text } from '../../../../../../fixtures/documents/text-document.ts';

/** Returns a line of words, each at its own left edge. A letter is 5 points wide. */
function line(top: number, ...words: (readonly [left: number, text: string])[]): ParsedLine {
  const placed = words.map(([left, word]) => ({
    text: word,
    box: { left, top, right: left + word.length * 5, bottom: top + 10 },
    confidence: 1,
    fontSize: 10,
  }));
  const right = placed.at(-1)?.box.right ?? 0;
  const box = { left: words[0]?.[0] ?? 0, top, right, bottom: top + 10 };
  return { text: words.map(([, word]) => word).join(' '), words: placed, box, block: top };
}

describe('a text below several headers', () => {
  it('gives words before a number to the description', () => {
    const lines = [
      line(20, [74, 'Code'], [140, 'Description'], [258, 'Price'], [344, 'Quantity'], [434, 'Total']),
      line(40, [74, 'MA197'], [140, 'STRETCH'], [180, 'ROLL'], [258, '16.62'], [344, '5'], [434, '83.10']),
      line(
        60,
        ...([
          [74, 'JF991'],
          [140, 'BUBBLE'],
          [173, 'FILM'],
          [196, 'ROLL'],
          [219, 'LARGE'],
          [246, 'CL.'],
          [264, '15.46'],
          [344, '12'],
          [434, '185.52'],
        ] as const),
      ),
    ];
    const invoice: ParsedDocument = {
      type: 'PDF',
      pages: [{ number: 1, width: 595, height: 842, source: 'text', lines }],
    };
    const items = rowsOf({ description: text(), unit_price: number(), quantity: number(), total: number() });
    expect(extract(invoice, { items }).value).toEqual({
      items: [
        { description: 'STRETCH ROLL', unit_price: 16.62, quantity: 5, total: 83.1 },
        { description: 'BUBBLE FILM ROLL LARGE CL.', unit_price: 15.46, quantity: 12, total: 185.52 },
      ],
    });
  });
});
