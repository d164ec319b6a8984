import { describe, expect, it } from 'vitest';
import type { ParsedDocument } from '../../../../../../../src/service/engines/parsed-document.ts';
import { placedLine } from '../../../../../../fixtures/documents/parsed-document.ts';
import { extract, text } from '../../../../../../fixtures/documents/text-document.ts';

describe('a name in a table of party data', () => {
  const buyerTable = (firstTop: number): ParsedDocument => ({
    type: 'PDF',
    pages: [
      {
        number: 1,
        width: 595,
        height: 842,
        source: 'text',
        lines: [
          placedLine('Buyer', 70, 300, 0),
          placedLine('Mrs', 260, firstTop, 1),
          placedLine('Name:', 70, 332, 2),
          placedLine('Ada Example', 260, 332, 1),
          placedLine('Address:', 70, 362, 3),
          placedLine('12 Quay Street', 260, 362, 4),
        ],
      },
    ],
  });

  it('includes a first line above the row of its label', () => {
    expect(extract(buyerTable(320), { buyer_name: text() }).value).toEqual({ buyer_name: 'Mrs Ada Example' });
  });

  it('excludes a line that is nearer to the row above', () => {
    expect(extract(buyerTable(312), { buyer_name: text() }).value).toEqual({ buyer_name: 'Ada Example' });
  });
});
