import { describe, expect, it } from 'vitest';
import type { ParsedDocument } from '../../../../../../../src/service/engines/parsed-document.ts';
import { placedLine } from '../../../../../../fixtures/documents/parsed-document.ts';
import { extract, number, text, textDocument } from '../../../../../../fixtures/documents/text-document.ts';

describe('values next to labels', () => {
  it('takes the amount below the label, not below another header in the same cell', () => {
    const words = ['Rate', 'Amount', 'Tax', 'Amount'].map((word, index) => {
      const left = [355, 380, 414, 434][index] as number;
      const box = { left, top: 40, right: left + word.length * 5, bottom: 50 };
      return { text: word, box, confidence: 1, fontSize: 10 };
    });
    const header = { ...placedLine('Rate Amount Tax Amount', 355, 40, 1), words };
    const invoice: ParsedDocument = {
      type: 'PDF',
      pages: [
        {
          number: 1,
          width: 595,
          height: 842,
          source: 'text',
          lines: [
            placedLine('Taxable value', 230, 40, 0),
            header,
            placedLine('2,287.50', 234, 54, 2),
            placedLine('320.25', 386, 54, 3),
            placedLine('640.50', 434, 54, 4),
          ],
        },
      ],
    };
    expect(extract(invoice, { tax_amount: number() }).value).toEqual({ tax_amount: 640.5 });
  });

  it('takes the value below a header, not the header to its right', () => {
    const lines = [
      placedLine('GSTIN', 57, 40, 0),
      placedLine('Corporate ID', 302, 40, 1),
      placedLine('06AABCO6063D1ZQ', 57, 55, 2),
      placedLine('U63090DL2012PTC231770', 302, 55, 3),
    ];
    const page = { number: 1, width: 595, height: 842, source: 'text', lines } as const;
    const receipt: ParsedDocument = { type: 'PDF', pages: [page] };
    expect(extract(receipt, { gstin: text() }).value).toEqual({ gstin: '06AABCO6063D1ZQ' });
  });

  it('does not take a page number of a table of contents for a text', () => {
    const contents = textDocument(`
      6.10 Notices                    58
      6.11 Use of Proceeds            59
    `);
    expect(extract(contents, { use_of_proceeds: text() }).value).toEqual({ use_of_proceeds: null });
  });

  it('does not take a note in brackets for a truth value', () => {
    const note = textDocument(`
      Video delivery (on demand):
      Printed copies (yes or no): no
    `);
    const fields = {
      video_delivery: { type: ['boolean', 'null'] },
      printed_copies: { type: ['boolean', 'null'] },
    };
    expect(extract(note, { ...fields, sold_to: text() } as never).value).toEqual({
      video_delivery: null,
      printed_copies: false,
      sold_to: null,
    });
  });
});
