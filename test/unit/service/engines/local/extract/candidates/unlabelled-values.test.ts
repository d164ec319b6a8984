import { describe, expect, it } from 'vitest';
import { date, extract, textDocument } from '../../../../../../fixtures/documents/text-document.ts';

describe('the date of issue without a label', () => {
  it('is in the line below the title with the number', () => {
    const creditNote = textDocument(`
      Credit note (self-billed invoice) No. 471102
      of 05.03.2031

      Invoice for the order dated 13.02.2031
    `);
    expect(extract(creditNote, { issue_date: date() }).value).toEqual({ issue_date: '2031-03-05' });
  });
});
