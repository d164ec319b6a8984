import {
  dateText,
  figure,
  type Invoice,
  metaFields,
  money,
  netOf,
  quantityText,
  taxOf,
  titleOf,
  totalOf,
} from '../documents/invoice.ts';
import { Flow, marginLeft, marginRight } from '../drawing/flow.ts';
import { boldOf } from '../drawing/font-metrics.ts';
import { grey, type Sheet } from '../drawing/sheet.ts';
import { addressLines } from '../wording/companies.ts';
import { amountOf, minorDigits } from '../wording/formats.ts';
import { numberWords } from '../wording/number-words.ts';
import { footers, foreignCountry, vatLine } from './invoice-blocks.ts';

/**
 * Layout of a letter that invoices in prose, with the total in figures and words. The items are listed in a sentence,
 * not in a table.
 */
export function letter(invoice: Invoice): Sheet[] {
  const { family } = invoice.style;
  const flow = new Flow((sheet) => {
    sheet.text(marginRight, 64, invoice.seller.name, { font: boldOf(family), size: 13, align: 'right' });
    sheet.lines(marginRight, 78, [...addressLines(invoice.seller.address, null), ...vatLine(invoice)], {
      font: family,
      size: 8.5,
      align: 'right',
      colour: grey,
    });
    const lines = [invoice.buyer.name, ...addressLines(invoice.buyer.address, foreignCountry(invoice))];
    const end = sheet.lines(marginLeft, 158, lines, { font: family, size: 10.5 });
    sheet.text(marginRight, end + 12, dateText(invoice, invoice.issueDate), {
      font: family,
      size: 10.5,
      align: 'right',
    });
    return end + 46;
  });
  const body = { family, size: 10.5 };
  flow.paragraph(`${titleOf(invoice)} no. ${invoice.number}`, { ...body, bold: true });
  flow.paragraph('Dear Sir or Madam,', body);
  for (const sentence of letterSentences(invoice)) flow.paragraph(sentence, body);
  flow.y += 6;
  flow.paragraph('Yours faithfully,', body);
  flow.y += 22;
  flow.paragraph(invoice.seller.name, body);
  footers(flow.sheets, invoice);
  return flow.sheets;
}

function letterSentences(invoice: Invoice): string[] {
  const work = invoice.lines
    .map(
      (line) =>
        `${line.description} (${quantityText(invoice, line.quantity)} at ${figure(invoice, line.unitPrice)})`,
    )
    .join('; ');
  const references = metaFields(invoice)
    .filter(
      (field) => field.label !== invoice.labels.invoiceNumber && field.label !== invoice.labels.issueDate,
    )
    .map((field) => `${field.label}: ${field.value}`);
  const tax = taxOf(invoice);
  const subtotal = invoice.subtotalShown
    ? `The fee comes to ${money(invoice, netOf(invoice))} net`
    : 'The fee is as agreed';
  const taxClause =
    invoice.taxes.length === 0 ? '' : `, to which ${invoice.labels.tax} of ${money(invoice, tax)} is added`;
  return [
    `In the past weeks we have carried out the following for you: ${work}.`,
    ...(references.length === 0 ? [] : [references.join('. ')]),
    `${subtotal}${taxClause}. We therefore ask you to remit the sum of ${money(invoice, totalOf(invoice))} (in words: ${totalInWords(invoice)}).`,
    ...(invoice.terms !== null && invoice.termsAs === 'sentence' ? [`${invoice.terms}.`] : []),
    ...invoice.notes,
    'Thank you for your confidence in our work.',
  ];
}

const unitWords = { EUR: 'euros', USD: 'dollars', GBP: 'pounds', CHF: 'francs', JPY: 'yen' } as const;

function totalInWords(invoice: Invoice): string {
  const total = Math.abs(amountOf(totalOf(invoice), invoice.currency));
  const cents = Math.round((total - Math.floor(total)) * 100);
  const fraction = minorDigits(invoice.currency) === 0 ? '' : ` and ${String(cents).padStart(2, '0')}/100`;
  return `${numberWords(Math.floor(total))} ${unitWords[invoice.currency]}${fraction}`;
}
