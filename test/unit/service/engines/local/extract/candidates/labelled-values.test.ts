import { describe, expect, it } from 'vitest';
import type { ParsedDocument, ParsedLine } from '../../../../../../../src/service/engines/parsed-document.ts';
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

  describe('in drawn forms', () => {
    const formOf = (lines: readonly ParsedLine[]): ParsedDocument => {
      const page = { number: 1, width: 595, height: 842, source: 'text', lines: [...lines] } as const;
      return { type: 'PDF', pages: [page] };
    };
    const fields = {
      owner_name: text(),
      hull_number: text(),
      purchase_price: number(),
      owner_address: text(),
    };

    it('takes the larger text below a small caption, not the caption beside it', () => {
      const boxes = formOf([
        placedLine('1 Owner name', 49, 70, 0, 6.5),
        placedLine('2 Owner address', 301, 70, 1, 6.5),
        placedLine('Aisha Hartley', 58, 81, 2),
        placedLine('3 Hull number', 49, 104, 3, 6.5),
        placedLine('4 Purchase price', 301, 104, 4, 6.5),
        placedLine('1,250.00', 310, 115, 5),
      ]);
      expect(extract(boxes, fields).value).toEqual({
        owner_name: 'Aisha Hartley',
        owner_address: null,
        hull_number: null,
        purchase_price: 1250,
      });
    });

    it('takes the larger text above small captions if most captions are below a text', () => {
      const rows = ['Aisha Hartley', 'EMH9252', '1,250.00', '14 Alder Close'];
      const captions = ['Owner name', 'Hull number', 'Purchase price', 'Owner address'];
      const lines = formOf(
        rows.flatMap((row, at) => [
          placedLine(row, 49, 100 + at * 34, at * 2),
          placedLine(captions[at] ?? '', 46, 114 + at * 34, at * 2 + 1, 6.5),
        ]),
      );
      expect(extract(lines, fields).value).toEqual({
        owner_name: 'Aisha Hartley',
        owner_address: '14 Alder Close',
        hull_number: 'EMH9252',
        purchase_price: 1250,
      });
    });

    it('takes the crossed answer and the crossed option', () => {
      const options = formOf([
        placedLine('Escort required', 46, 174, 0),
        placedLine('Purpose', 298, 174, 1),
        placedLine('Yes', 59, 187, 2),
        placedLine('X No', 170, 187, 3),
        placedLine('Meeting', 311, 187, 4),
        placedLine('X Delivery', 381, 187, 5),
      ]);
      const choices = {
        escort_required: { type: ['boolean', 'null'] },
        purpose: { type: ['string', 'null'], enum: ['Meeting', 'Delivery', null] },
      };
      expect(extract(options, choices as never).value).toEqual({
        escort_required: false,
        purpose: 'Delivery',
      });
    });

    it('takes no answer if neither yes nor no is crossed', () => {
      const question = formOf([
        placedLine('Escort required', 46, 174, 0),
        placedLine('Yes', 170, 174, 1),
        placedLine('No', 230, 174, 2),
      ]);
      const fields = { escort_required: { type: ['boolean', 'null'] } };
      expect(extract(question, fields as never).value).toEqual({ escort_required: null });
    });
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
