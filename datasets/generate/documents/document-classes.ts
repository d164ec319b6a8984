import type { Random } from '../../../src/base/random.ts';
import type { Sheet } from '../drawing/sheet.ts';
import { type InvoiceLayout, invoiceLayouts } from '../layouts/layout-table.ts';
import type { OtherName } from '../wording/other-texts.ts';
import { otherTexts } from '../wording/other-texts.ts';
import { makeAgreement } from './make-agreement.ts';
import { makeBankStatement } from './make-bank-statement.ts';
import { makeInvoice } from './make-invoice.ts';
import { makeOther } from './make-other.ts';
import { makeReceipt, type ReceiptVariant } from './make-receipt.ts';
import { makeDeliveryNote, makePurchaseOrder, makeQuotation } from './make-trade-papers.ts';

export const documentClasses = [
  'invoice',
  'credit_note',
  'receipt',
  'purchase_order',
  'delivery_note',
  'bank_statement',
  'employment_contract',
  'non_disclosure_agreement',
  'other',
] as const;
export type DocumentClass = (typeof documentClasses)[number];

const billLayouts: readonly InvoiceLayout[] = ['labels-left', 'boxes', 'meta-row', 'two-column', 'banner'];
const receiptVariants: readonly ReceiptVariant[] = ['shop', 'café', 'taxi', 'voucher'];
const otherNames = Object.keys(otherTexts) as OtherName[];
const markets = ['GB', 'US', 'DE', 'GB', 'CH', 'US', 'FR', 'GB', 'JP'] as const;
const tradeMarkets = ['GB', 'US', 'DE', 'GB', 'CH'] as const;

/**
 * Returns a document of a class. The variant cycles through layouts, markets and lengths, so that the documents of a
 * class do not all look the same.
 */
export function makeDocument(random: Random, type: DocumentClass, variant: number): Sheet[] {
  const around = <T>(choices: readonly T[]): T => choices[variant % choices.length] as T;
  switch (type) {
    case 'invoice':
      return makeBill(random, around(billLayouts), around(markets), variant % 4 === 3 ? 38 : undefined);
    case 'credit_note':
      return makeCredit(random, around(billLayouts), around(markets));
    case 'receipt':
      return makeReceipt(random, around(receiptVariants));
    case 'purchase_order':
      return makePurchaseOrder(random, {
        country: around(tradeMarkets),
        ...(variant % 3 === 2 ? { lines: 34 } : {}),
      });
    case 'delivery_note':
      return makeDeliveryNote(random, {
        country: around(tradeMarkets),
        ...(variant % 4 === 2 ? { lines: 40 } : {}),
      });
    case 'bank_statement':
      return makeBankStatement(random, {
        language: variant % 3 === 2 ? 'de' : 'en',
        entries: around([9, 24, 60, 14, 90]),
      });
    case 'employment_contract':
      return makeAgreement(random, 'employment', {
        optional: around([0, 4, 10, 7]),
        size: around([10, 11, 12.5]),
      });
    case 'non_disclosure_agreement':
      return makeAgreement(random, 'disclosure', {
        optional: around([0, 8, 3, 5]),
        size: around([10, 12, 10.5]),
      });
    case 'other':
      return makeUnclassified(random, variant);
  }
}

function makeBill(
  random: Random,
  layout: InvoiceLayout,
  country: (typeof markets)[number],
  lines?: number,
): Sheet[] {
  return invoiceLayouts[layout].draw(makeInvoice(random, { country, lines }));
}

function makeCredit(random: Random, layout: InvoiceLayout, country: (typeof markets)[number]): Sheet[] {
  return invoiceLayouts[layout].draw(makeInvoice(random, { country, kind: 'credit-note' }));
}

/**
 * Returns a document of no class: a letter, a leaflet, or a document similar to a class (quotation, service
 * contract).
 */
function makeUnclassified(random: Random, variant: number): Sheet[] {
  const at = variant % (otherNames.length + 2);
  if (at === otherNames.length) return makeQuotation(random);
  if (at === otherNames.length + 1) return makeAgreement(random, 'services', { optional: 0 });
  return makeOther(random, otherNames[at] as OtherName);
}
