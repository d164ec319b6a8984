import type { DocumentClass } from '../documents/document-classes.ts';

type Descriptions = Readonly<Record<DocumentClass, string>>;

/** Short class descriptions, as a first version of a processor has them. */
export const terseDescriptions: Descriptions = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  receipt: 'Receipt',
  purchase_order: 'Purchase order',
  delivery_note: 'Delivery note',
  bank_statement: 'Bank statement',
  employment_contract: 'Employment contract',
  non_disclosure_agreement: 'Non-disclosure agreement',
  other: 'Any other document',
};

/** Class descriptions that distinguish a class from similar classes. */
export const performanceDescriptions: Descriptions = {
  invoice:
    'Bill for goods or services (invoice, tax invoice, Rechnung, facture) with an invoice number, amounts, tax and a total that is still to be paid.',
  credit_note:
    'Credit note or credit memo (Gutschrift, Rechnungskorrektur, avoir): takes back an earlier invoice in whole or in part, amounts are negative or credited.',
  receipt:
    'Proof of a payment already made: till receipt with cash, change or card, taxi receipt, payment receipt "received with thanks".',
  purchase_order:
    'Order from a buyer to a supplier (purchase order, Bestellung) with order number, prices and a required delivery date; asks for an invoice later.',
  delivery_note:
    'Accompanies goods (delivery note, packing slip, Lieferschein): quantities ordered and delivered, carrier, packages, weight, signature of the receiver; no prices.',
  bank_statement:
    'Statement of a bank account (Kontoauszug) over a period with opening balance, entries paid in and out, closing balance.',
  employment_contract:
    'Contract between employer and employee: position, salary, working hours, probation, holiday, notice.',
  non_disclosure_agreement:
    'Agreement to keep information confidential: disclosing and receiving party, confidential information, exceptions, term.',
  other:
    'Anything else: letters, reminders, quotations, service agreements, minutes, memos, references, newsletters, job advertisements.',
};
