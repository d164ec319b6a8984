import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import { type Attachment, readAttachments } from '../../pages/open/attachments.ts';
import { closeDocument, openDocument } from '../../pages/open/open-document.ts';
import type { DatasetEntry, DatasetSource } from './dataset-source.ts';
import { readInvoiceXml } from './invoice-xml.ts';
import { toAsync } from './pairs-dataset.ts';

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

/** What an electronic invoice says in a structured way and a reader finds on its page. */
const config: ProcessorConfig = {
  type: 'EXTRACT',
  baseProcessor: 'extraction_performance',
  schema: { type: 'object', properties, required: Object.keys(properties) },
};

/** A folder of ZUGFeRD or Factur-X PDFs (there or in `pdf/`): the gold is the XML embedded in each. */
export async function openZugferdDataset(folder: string): Promise<DatasetSource> {
  const pdfFolder = existsSync(path.join(folder, 'pdf')) ? path.join(folder, 'pdf') : folder;
  const names = (await readdir(pdfFolder)).filter((name) => /\.pdf$/i.test(name)).sort();
  if (names.length === 0)
    throw new GoldsetError('DATASET_NOT_RECOGNISED', {
      path: folder,
      reason: 'there are no PDF files in it',
      loaders: 'zugferd (a folder of PDFs, or one with pdf/)',
    });
  const entries: DatasetEntry[] = [];
  let plain = 0;
  for (const name of names) {
    const entry = await readEntry(path.join(pdfFolder, name), name);
    if (entry === null) plain++;
    else entries.push(entry);
  }
  return {
    manifest: {
      name: path.basename(path.resolve(folder)),
      kind: 'EXTRACT',
      description: 'Invoices with their data embedded as XML',
      config,
      // What an XML profile leaves out, the page may well show.
      presence: { unlabelled: 'ignore' },
    },
    manifestFile: folder,
    path: folder,
    notices:
      plain === 0 ? [] : [`${plain} of ${names.length} PDFs have no invoice XML in them and are left out`],
    entries: () => toAsync(entries),
  };
}

/** The item of a PDF; null where no XML is embedded in it. */
async function readEntry(file: string, name: string): Promise<DatasetEntry | null> {
  try {
    const xml = await embeddedXml(file, name);
    if (xml === undefined) return null;
    return {
      item: {
        id: name.replace(/\.pdf$/i, ''),
        source: { kind: 'file', path: path.resolve(file), name },
        expectedOutput: { value: goldOf(xml, file) },
        tags: {},
        origin: { file },
      },
    };
  } catch (thrown) {
    if (thrown instanceof GoldsetError) return { problem: thrown };
    throw thrown;
  }
}

function goldOf(xml: Attachment, file: string): JsonValue {
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
        fix: 'Take the file out, or embed a valid invoice.',
      },
      { cause: thrown },
    );
  }
}

async function embeddedXml(file: string, name: string): Promise<Attachment | undefined> {
  const document = await openDocument(await readFile(file), name);
  try {
    const xmls = (await readAttachments(document)).filter((one) => /\.xml$/i.test(one.name));
    // The standards name the file; a PDF may carry other XML beside it.
    return xmls.find((one) => /^(factur-x|zugferd-invoice|xrechnung)\.xml$/i.test(one.name)) ?? xmls[0];
  } finally {
    await closeDocument(document);
  }
}
