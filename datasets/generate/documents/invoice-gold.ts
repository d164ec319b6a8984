import { amountOf } from '../wording/formats.ts';
import { type Invoice, netOf, taxOf, totalOf } from './invoice.ts';

export interface CurrencyGold {
  readonly amount: number | null;
  readonly iso_4217_currency_code: string | null;
}

/**
 * Expected output of an invoice, with the keys of the set's schema. A field that is not on the page is `null`.
 */
export interface InvoiceGold {
  readonly invoice_number: string;
  readonly is_credit_note: boolean;
  readonly issue_date: string;
  readonly due_date: string | null;
  readonly purchase_order: string | null;
  readonly seller_name: string;
  readonly seller_vat_id: string | null;
  readonly buyer_name: string;
  readonly shipping_address: {
    readonly city: string | null;
    readonly postal_code: string | null;
    readonly country: string | null;
  };
  readonly currency: string | null;
  readonly line_items: readonly {
    readonly item_code: string | null;
    readonly description: string;
    readonly quantity: number;
    readonly unit_price: number;
    readonly amount: number;
  }[];
  readonly subtotal: CurrencyGold;
  readonly tax_amount: CurrencyGold;
  readonly total_amount: CurrencyGold;
  readonly payment_terms: string | null;
}

/** Parts that a layout does not draw. */
export interface Omissions {
  readonly withoutLines?: boolean;
  readonly withoutCodes?: boolean;
}

export function invoiceGold(invoice: Invoice, omissions: Omissions = {}): InvoiceGold {
  const code = invoice.currencyShown ? invoice.currency : null;
  const currency = (minor: number): CurrencyGold => ({
    amount: amountOf(minor, invoice.currency),
    iso_4217_currency_code: code,
  });
  const absent: CurrencyGold = { amount: null, iso_4217_currency_code: null };
  const codesShown = invoice.codesShown && omissions.withoutCodes !== true;
  return {
    invoice_number: invoice.number,
    is_credit_note: invoice.kind === 'credit-note',
    issue_date: invoice.issueDate,
    due_date: invoice.dueDate,
    purchase_order: invoice.purchaseOrder,
    seller_name: invoice.seller.name,
    seller_vat_id: invoice.sellerVatShown ? invoice.seller.vatId : null,
    buyer_name: invoice.buyer.name,
    shipping_address: {
      city: invoice.shipTo?.address.city ?? null,
      postal_code: invoice.shipTo?.address.postalCode ?? null,
      country: invoice.shipTo?.country ?? null,
    },
    currency: code,
    line_items: omissions.withoutLines
      ? []
      : invoice.lines.map((line) => ({
          item_code: codesShown ? line.code : null,
          description: line.description,
          quantity: line.quantity,
          unit_price: amountOf(line.unitPrice, invoice.currency),
          amount: amountOf(line.amount, invoice.currency),
        })),
    subtotal: invoice.subtotalShown ? currency(netOf(invoice)) : absent,
    tax_amount: invoice.taxes.length > 0 ? currency(taxOf(invoice)) : absent,
    total_amount: currency(totalOf(invoice)),
    payment_terms: invoice.terms,
  };
}
