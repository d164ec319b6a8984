import type { DocumentClass } from '../documents/document-classes.ts';

/**
 * A part of a packet: a document, several invoices of one seller in a row, or an empty page between documents.
 */
export type PacketPart =
  | { readonly type: DocumentClass; readonly variant: number }
  | { readonly type: 'invoice'; readonly sameSeller: number; readonly pages?: 'long' }
  | { readonly blank: true };

export interface PacketPlan {
  /** Difficulty of the packet. The packet has it as its tag `trait`. */
  readonly trait: 'plain' | 'single' | 'same-type' | 'page-numbers' | 'blank-page' | 'long' | 'scan';
  readonly parts: readonly PacketPart[];
}

const doc = (type: DocumentClass, variant: number): PacketPart => ({ type, variant });
const blank: PacketPart = { blank: true };

export const packetPlans: readonly PacketPlan[] = [
  { trait: 'plain', parts: [doc('invoice', 0), doc('delivery_note', 0)] },
  {
    trait: 'plain',
    parts: [doc('purchase_order', 1), doc('delivery_note', 1), doc('invoice', 1), doc('other', 0)],
  },
  { trait: 'single', parts: [doc('bank_statement', 2)] },
  { trait: 'single', parts: [doc('employment_contract', 2)] },
  { trait: 'same-type', parts: [{ type: 'invoice', sameSeller: 2 }] },
  { trait: 'same-type', parts: [{ type: 'invoice', sameSeller: 3 }, doc('bank_statement', 0)] },
  {
    trait: 'same-type',
    parts: [
      { type: 'invoice', sameSeller: 2, pages: 'long' },
      doc('purchase_order', 0),
      doc('purchase_order', 3),
    ],
  },
  {
    trait: 'same-type',
    parts: [
      doc('non_disclosure_agreement', 1),
      doc('non_disclosure_agreement', 4),
      doc('employment_contract', 1),
    ],
  },
  {
    trait: 'page-numbers',
    parts: [doc('employment_contract', 3), doc('bank_statement', 1), doc('non_disclosure_agreement', 7)],
  },
  { trait: 'page-numbers', parts: [doc('invoice', 7), doc('purchase_order', 2), doc('delivery_note', 6)] },
  { trait: 'blank-page', parts: [doc('delivery_note', 3), blank, doc('invoice', 2), blank, doc('other', 3)] },
  { trait: 'blank-page', parts: [doc('employment_contract', 5), blank, doc('non_disclosure_agreement', 2)] },
  {
    trait: 'plain',
    parts: [doc('receipt', 3), doc('receipt', 7), doc('bank_statement', 3), doc('other', 1)],
  },
  { trait: 'same-type', parts: [doc('receipt', 0), doc('receipt', 4), doc('receipt', 2)] },
  {
    trait: 'page-numbers',
    parts: [doc('bank_statement', 4), doc('employment_contract', 8), doc('non_disclosure_agreement', 13)],
  },
  { trait: 'scan', parts: [doc('purchase_order', 4), doc('delivery_note', 4), doc('invoice', 4)] },
  {
    trait: 'long',
    parts: [
      doc('other', 4),
      doc('purchase_order', 5),
      doc('delivery_note', 2),
      { type: 'invoice', sameSeller: 2 },
      doc('bank_statement', 4),
      doc('employment_contract', 6),
    ],
  },
  {
    trait: 'long',
    parts: [
      doc('employment_contract', 10),
      doc('non_disclosure_agreement', 13),
      doc('employment_contract', 14),
      doc('bank_statement', 7),
      doc('bank_statement', 9),
      { type: 'invoice', sameSeller: 3, pages: 'long' },
      doc('delivery_note', 10),
      doc('purchase_order', 8),
      doc('non_disclosure_agreement', 16),
      doc('other', 8),
      doc('other', 9),
      doc('invoice', 11),
      doc('receipt', 3),
      doc('receipt', 7),
    ],
  },
];
