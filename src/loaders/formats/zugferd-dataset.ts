import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import type { EvaluationSetItem } from '../../model/dataset/evaluation-set.ts';
import type { DatasetEntry } from '../../model/dataset/loader.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { Attachment } from '../../pages/open/attachments.ts';
import { defineLoader, entryOf } from '../reading/define-loader.ts';
import { withoutGoldNotice } from '../reading/unpaired-notice.ts';

const text = (description: string) => ({ type: ['string', 'null'], description });
const date = (description: string) => ({ ...text(description), 'service:type': 'date' });
const number = (description: string) => ({ type: ['number', 'null'], description });

const properties = {
  invoice_number: text('Number of the invoice itself, not of an order, a delivery or a customer.'),
  issue_date: date('Date on which the invoice was issued.'),
  due_date: date('Date by which payment is due.'),
  currency: text('Three-letter code (ISO 4217) of the currency of the invoice.'),
  net_total: number('Total without tax.'),
  tax_total: number('Total of all value added tax.'),
  grand_total: number('Total including tax.'),
  seller_name: text('Name of the company that issued the invoice.'),
  seller_vat_id: text('VAT identification number of the seller, with its country code.'),
  buyer_name: text('Name of the company or person that the invoice is addressed to.'),
  line_items: {
    type: 'array',
    description: 'The invoiced items, in the order of the table.',
    items: {
      type: 'object',
      properties: {
        description: text('Name of the product or service.'),
        quantity: number('Quantity that is invoiced.'),
        unit_price: number('Net price of one unit.'),
        amount: number('Net amount of the line.'),
      },
      required: ['description', 'quantity', 'unit_price', 'amount'],
    },
  },
};

/** Fields that the XML of an invoice contains and that a reader can also see on its pages. */
const config: ProcessorConfig = {
  type: 'EXTRACT',
  baseProcessor: 'extraction_performance',
  schema: { type: 'object', properties, required: Object.keys(properties) },
};

/** ZUGFeRD and Factur-X invoices: PDFs whose gold is the embedded XML. A PDF without an embedded XML has no gold. */
export const zugferdLoader = defineLoader({
  name: 'zugferd',
  doc: 'PDFs with an embedded invoice as XML (CII or UBL), in the folder or in its subfolder `pdf/`',
  withoutGold: 'a PDF without an embedded invoice XML',
  open: async (folder) => {
    const pdfFolder = existsSync(path.join(folder, 'pdf')) ? path.join(folder, 'pdf') : folder;
    const names = (await readdir(pdfFolder)).filter((name) => /\.pdf$/i.test(name)).sort();
    if (names.length === 0)
      throw new GoldsetError('DATASET_INVALID', {
        file: pdfFolder,
        path: '*.pdf',
        found: 'no file',
        expected: 'at least one PDF file',
        fix: 'Add the PDF files, or name another dataset folder.',
      });
    const entries: DatasetEntry[] = [];
    for (const name of names) entries.push(await entryOf(() => readPdf(path.join(pdfFolder, name), name)));
    const plain = names.filter((_, at) => {
      const entry = entries[at] as DatasetEntry;
      return 'item' in entry && entry.item.expectedOutput === null;
    });
    return {
      manifest: {
        name: path.basename(path.resolve(folder)),
        kind: 'EXTRACT',
        description: 'Invoices with their data embedded as XML',
        config,
        // Small profiles of the standard omit fields, so the XML may lack values that are printed on a page.
        presence: { unlabelled: 'ignore' },
      },
      manifestFile: folder,
      path: folder,
      notices: withoutGoldNotice(plain, 'an embedded invoice XML'),
      entries: () => entries,
    };
  },
});

async function readPdf(file: string, name: string): Promise<EvaluationSetItem> {
  const xml = await embeddedXml(file, name);
  return {
    id: name.replace(/\.pdf$/i, ''),
    source: { kind: 'file', path: path.resolve(file), name },
    expectedOutput: xml === undefined ? null : { value: await goldOf(xml, file) },
    tags: {},
    origin: { file },
  };
}

async function goldOf(xml: Attachment, file: string): Promise<JsonValue> {
  const { readInvoiceXml } = await import('./invoice-xml.ts');
  try {
    return readInvoiceXml(new TextDecoder('utf-8').decode(xml.bytes));
  } catch (thrown) {
    throw new GoldsetError(
      'DATASET_INVALID',
      {
        file,
        path: xml.name,
        found: messageOf(thrown),
        expected: 'an invoice as CII or UBL',
        fix: 'Remove the file, or embed a valid invoice.',
      },
      { cause: thrown },
    );
  }
}

async function embeddedXml(file: string, name: string): Promise<Attachment | undefined> {
  const { closeDocument, openDocument } = await import('../../pages/open/open-document.ts');
  const { readAttachments } = await import('../../pages/open/attachments.ts');
  const document = await openDocument(await readFile(file), name);
  try {
    const xmls = (await readAttachments(document)).filter((one) => /\.xml$/i.test(one.name));
    // The standards prescribe these names for the XML of the invoice. A PDF can also contain other XML files.
    return xmls.find((one) => /^(factur-x|zugferd-invoice|xrechnung)\.xml$/i.test(one.name)) ?? xmls[0];
  } finally {
    await closeDocument(document);
  }
}
