import { Random } from '../../../src/base/random.ts';
import { type DocumentClass, documentClasses, makeDocument } from '../documents/document-classes.ts';
import { makeInvoice } from '../documents/make-invoice.ts';
import { pdfBytes } from '../drawing/pdf-bytes.ts';
import { Sheet } from '../drawing/sheet.ts';
import { invoiceLayouts } from '../layouts/layout-table.ts';
import { addDays } from '../wording/formats.ts';
import { performanceDescriptions, terseDescriptions } from './class-descriptions.ts';
import type { ConfigVersion, GeneratedItem, GeneratedSet } from './dataset-folder.ts';
import { scannedPage } from './document-form.ts';
import { type PacketPart, type PacketPlan, packetPlans } from './packet-plans.ts';

/** Classes of the packets. Credit notes are left out, because they look like invoices. */
const splitClasses = documentClasses.filter((type) => type !== 'credit_note');

interface PacketDocument {
  readonly type: DocumentClass;
  readonly sheets: readonly Sheet[];
}

/** Makes the packets: several documents in one file, like a stack of paper from a scanner. */
export async function makePacketSet(): Promise<GeneratedSet> {
  const items: GeneratedItem[] = [];
  for (const [index, plan] of packetPlans.entries()) items.push(await makePacket(index, plan));
  return {
    name: 'packets',
    kind: 'SPLITTER',
    description:
      'Packets of business documents in one PDF: single documents, same-type neighbours, page numbers of the documents, blank separator pages (a document of class "other" each), one scanned packet.',
    versions: [published],
    draft,
    items,
  };
}

async function makePacket(index: number, plan: PacketPlan): Promise<GeneratedItem> {
  const id = `packet-${String(index + 1).padStart(2, '0')}`;
  const documents = plan.parts.flatMap((part, at) => makePart(new Random(`packets ${id} ${at}`), part));
  const sheets = documents.flatMap((document) => document.sheets);
  const pages = sheets.map((sheet, page) =>
    plan.trait === 'scan' ? scannedPage(id, sheet, page) : { sheet },
  );
  let next = 1;
  const splits = documents.map(({ type, sheets: own }) => {
    const startPage = next;
    next += own.length;
    return { classificationId: type, type, startPage, endPage: next - 1 };
  });
  return {
    id,
    document: { path: `files/${id}.pdf`, bytes: await pdfBytes(pages) },
    expectedOutput: { splits },
    tags: {
      trait: plan.trait,
      quality: plan.trait === 'scan' ? 'scan' : 'digital',
      pages: String(sheets.length),
      documents: String(documents.length),
    },
  };
}

function makePart(random: Random, part: PacketPart): PacketDocument[] {
  if ('blank' in part) return [{ type: 'other', sheets: [new Sheet()] }];
  if ('variant' in part) return [{ type: part.type, sheets: makeDocument(random, part.type, part.variant) }];
  return makeRun(random, part.sameSeller, part.pages === 'long');
}

/** Returns invoices of one seller to one buyer, with the same layout, labels and style. */
function makeRun(random: Random, count: number, long: boolean): PacketDocument[] {
  const layout = invoiceLayouts[random.pick(['labels-left', 'boxes', 'meta-row'] as const)];
  const serial = 1000 + random.integer(8000);
  const sector = random.pick(['tools', 'office', 'lab'] as const);
  const lines = (): number => (long ? 30 + random.integer(30) : 2 + random.integer(5));
  const first = makeInvoice(random, { country: 'GB', sector, lines: lines() });
  const { seller, buyer, labels, style, shipTo, codesShown } = first;
  const decoys = first.decoys.filter((field) => field.label === labels.customerNumber);
  const same = { labels, style, shipTo, codesShown, decoys, sellerVatShown: true };
  return Array.from({ length: count }, (_, i) => {
    const issueDate = addDays(first.issueDate, 9 * i);
    const change = { ...same, number: `INV-2026-${serial + 7 * i}` };
    const invoice = makeInvoice(random, {
      country: 'GB',
      sector,
      seller,
      buyer,
      issueDate,
      change,
      lines: lines(),
    });
    return { type: 'invoice', sheets: layout.draw(invoice) };
  });
}

/** Returns the description of a class. In packets, the class `other` includes empty pages. */
function describe(descriptions: Readonly<Record<DocumentClass, string>>, type: DocumentClass): string {
  return type === 'other'
    ? `${descriptions.other.replace(/\.$/, '')}; also a blank page`
    : descriptions[type];
}

const published: ConfigVersion = {
  version: '1.0',
  description: 'Low latency, descriptions of a few words.',
  config: {
    type: 'SPLITTER',
    baseProcessor: 'splitter_performance',
    splitClassifications: splitClasses.map((type) => ({
      id: type,
      type,
      description: describe(terseDescriptions, type),
    })),
    advancedOptions: { splitMethod: 'low_latency' },
  },
};

const draft: ConfigVersion = {
  version: 'draft',
  description:
    'Against 1.0: high precision instead of low latency; fuller descriptions; split rules and identifier rules added.',
  config: {
    type: 'SPLITTER',
    baseProcessor: 'splitter_performance',
    splitClassifications: splitClasses.map((type) => ({
      id: type,
      type,
      description: describe(performanceDescriptions, type),
    })),
    splitRules: [
      'A document goes on as long as its own page numbers go on (Page 2 of 3 follows page 1 of 3).',
      'A blank page is a document of its own, of class other.',
    ].join('\n'),
    advancedOptions: {
      splitMethod: 'high_precision',
      splitIdentifierRules:
        'Invoices by invoice number, purchase orders by order number, delivery notes by delivery note number, bank statements by statement number. A new number begins a new document.',
    },
  },
};
