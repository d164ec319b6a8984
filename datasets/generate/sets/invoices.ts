import { Random } from '../../../src/base/random.ts';
import type { Invoice } from '../documents/invoice.ts';
import { invoiceGold } from '../documents/invoice-gold.ts';
import { withVariations } from '../documents/invoice-variations.ts';
import { makeInvoice } from '../documents/make-invoice.ts';
import { invoiceLayouts } from '../layouts/layout-table.ts';
import type { ConfigVersion, GeneratedItem, GeneratedSet } from './dataset-folder.ts';
import { documentOf, qualityOf } from './document-form.ts';
import { type InvoiceCase, invoiceCases } from './invoice-cases.ts';
import { invoiceSchema } from './invoice-schema.ts';

/** Returns the invoice of a case, with its variations and without the parts that its layout cannot show. */
export function invoiceOfCase(random: Random, wanted: InvoiceCase): Invoice {
  const { country, language, kind, lines, dates } = wanted;
  const sector = wanted.layout === 'letter' ? 'consulting' : undefined;
  const made = makeInvoice(random, { country, language, kind, lines, dates, sector });
  const invoice = withVariations(made, wanted.variations ?? [], random);
  return invoiceLayouts[wanted.layout].omissions.shipping ? { ...invoice, shipTo: null } : invoice;
}

export async function makeInvoiceSet(): Promise<GeneratedSet> {
  const items: GeneratedItem[] = [];
  for (const [index, wanted] of invoiceCases.entries()) items.push(await makeItem(index, wanted));
  return {
    name: 'invoices',
    kind: 'EXTRACT',
    description:
      'Invoices and credit notes in seven layouts, three languages and five currencies: digital, scanned-looking and raw text, with missing fields and decoy numbers.',
    versions: [published],
    draft,
    items,
  };
}

async function makeItem(index: number, wanted: InvoiceCase): Promise<GeneratedItem> {
  const id = `invoice-${String(index + 1).padStart(3, '0')}`;
  const invoice = invoiceOfCase(new Random(`invoices ${id}`), wanted);
  const { draw, omissions } = invoiceLayouts[wanted.layout];
  const sheets = draw(invoice);
  const form = wanted.form ?? 'pdf';
  return {
    id,
    document: await documentOf(id, sheets, form),
    expectedOutput: { value: invoiceGold(invoice, omissions) },
    tags: {
      layout: wanted.layout,
      language: invoice.language,
      currency: invoice.currencyShown ? invoice.currency : 'none',
      quality: qualityOf(form),
      kind: invoice.kind,
      pages: String(sheets.length),
      dates: isAmbiguous(invoice) ? 'ambiguous' : invoice.style.dates,
    },
  };
}

/** Returns whether day and month of the date are ambiguous. */
function isAmbiguous(invoice: Invoice): boolean {
  const slashes = invoice.style.dates === 'gb-slash' || invoice.style.dates === 'us-slash';
  const [, month, day] = invoice.issueDate.split('-').map(Number) as [number, number, number];
  return slashes && day <= 12 && day !== month;
}

const published: ConfigVersion = {
  version: '1.0',
  description: 'Light base, schema with plain descriptions.',
  config: {
    type: 'EXTRACT',
    baseProcessor: 'extraction_light',
    schema: invoiceSchema(
      'Date by which payment is due, if it is printed. Null if only terms such as "30 days" are given.',
    ),
    advancedOptions: { documentKind: 'invoice', citationsEnabled: true },
  },
};

const draft: ConfigVersion = {
  version: 'draft',
  description:
    'Against 1.0: performance base instead of light; extraction rules and key definitions added; due_date described as the payment target, also computed from the terms (may get worse: the gold holds only printed dates).',
  config: {
    type: 'EXTRACT',
    baseProcessor: 'extraction_performance',
    schema: invoiceSchema(
      'Payment target: the date by which payment is due, printed or computed from the terms of payment.',
    ),
    extractionRules: [
      'Amounts on credit notes are negative.',
      'Skip rows that carry a sum forward to the next page; they are not line items.',
      'The total is the amount including tax, before deposits.',
      'Dates with slashes: month first where the seller is in the USA, day first elsewhere.',
    ].join('\n'),
    advancedOptions: {
      documentKind: 'invoice or credit note',
      keyDefinitions: [
        'invoice_number: also called bill number, document number, Rechnungsnummer, numéro de facture',
        'purchase_order: the order number that the buyer gave, also called PO, your order, Ihre Bestellnummer, bon de commande',
        'subtotal: also called net total, Nettobetrag, total HT',
        'total_amount: also called grand total, amount due, Gesamtbetrag, Rechnungsbetrag, total TTC, net à payer',
      ].join('\n'),
      citationsEnabled: true,
    },
  },
};
