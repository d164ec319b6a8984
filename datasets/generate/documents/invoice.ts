import type { FontFamily } from '../drawing/font-metrics.ts';
import type { Colour } from '../drawing/sheet.ts';
import type { Address, Company } from '../wording/companies.ts';
import {
  type CurrencyCode,
  type DateStyle,
  formatAmount,
  formatDate,
  formatMoney,
  formatQuantity,
  type Language,
  type MoneyStyle,
  type NumberStyle,
} from '../wording/formats.ts';
import type { Labels } from '../wording/labels.ts';

/**
 * Content of an invoice. Layouts draw it, and `invoice-gold` derives the expected output from it, so the page and the
 * expected output agree.
 */
export interface Invoice {
  readonly kind: 'invoice' | 'credit-note';
  readonly language: Language;
  readonly number: string;
  readonly issueDate: string;
  readonly dueDate: string | null;
  /**
   * Number of the purchase order. If `purchaseOrderUnfilled` is true, the label is printed with a dash as its value.
   */
  readonly purchaseOrder: string | null;
  readonly purchaseOrderUnfilled: boolean;
  readonly seller: Company;
  readonly sellerVatShown: boolean;
  readonly buyer: Company;
  readonly shipTo: {
    readonly name: string;
    readonly address: Address;
    readonly country: string | null;
  } | null;
  /** Currency of the amounts. `currencyShown` states whether the page names it. */
  readonly currency: CurrencyCode;
  readonly currencyShown: boolean;
  readonly lines: readonly InvoiceLine[];
  readonly codesShown: boolean;
  readonly subtotalShown: boolean;
  readonly discount: { readonly percent: number; readonly amount: number } | null;
  readonly freight: number | null;
  readonly taxes: readonly { readonly rate: number; readonly amount: number }[];
  readonly deposit: number | null;
  readonly terms: string | null;
  /** Whether the payment terms are a labelled field, or a sentence below the totals. */
  readonly termsAs: 'field' | 'sentence';
  /**
   * Additional numbers and dates that are not in the schema: customer number, seller's order number, delivery
   * date, earlier invoice.
   */
  readonly decoys: readonly Field[];
  readonly notes: readonly string[];
  readonly labels: Labels;
  readonly style: InvoiceStyle;
}

export interface InvoiceLine {
  readonly code: string;
  readonly description: string;
  readonly quantity: number;
  /** Price in minor units. */
  readonly unitPrice: number;
  readonly amount: number;
}

export interface InvoiceStyle {
  readonly dates: DateStyle;
  readonly numbers: NumberStyle;
  readonly money: MoneyStyle;
  readonly family: FontFamily;
  readonly accent: Colour;
}

export interface Field {
  readonly label: string;
  readonly value: string;
}

export function netOf(invoice: Invoice): number {
  return invoice.lines.reduce((sum, line) => sum + line.amount, 0);
}

export function taxOf(invoice: Invoice): number {
  return invoice.taxes.reduce((sum, tax) => sum + tax.amount, 0);
}

export function totalOf(invoice: Invoice): number {
  return netOf(invoice) - (invoice.discount?.amount ?? 0) + (invoice.freight ?? 0) + taxOf(invoice);
}

export function titleOf(invoice: Invoice): string {
  return invoice.kind === 'invoice' ? invoice.labels.invoice : invoice.labels.creditNote;
}

export function dateText(invoice: Invoice, iso: string): string {
  return formatDate(iso, invoice.style.dates, invoice.language);
}

/** Returns an amount inside the table, always without currency. */
export function figure(invoice: Invoice, minor: number): string {
  return formatAmount(minor, invoice.currency, invoice.style.numbers);
}

/** Returns an amount in the totals. If the page names a currency, adds it in the style of the seller. */
export function money(invoice: Invoice, minor: number): string {
  return formatMoney(
    minor,
    invoice.currency,
    invoice.style.numbers,
    invoice.currencyShown ? invoice.style.money : 'bare',
  );
}

export function quantityText(invoice: Invoice, quantity: number): string {
  return formatQuantity(quantity, invoice.style.numbers);
}

/** Returns number, dates and references in the order in which they are printed, including the decoys. */
export function metaFields(invoice: Invoice): Field[] {
  const { labels, kind } = invoice;
  const fields: Field[] = [
    { label: kind === 'invoice' ? labels.invoiceNumber : labels.creditNumber, value: invoice.number },
    { label: labels.issueDate, value: dateText(invoice, invoice.issueDate) },
  ];
  if (invoice.dueDate !== null)
    fields.push({ label: labels.dueDate, value: dateText(invoice, invoice.dueDate) });
  fields.splice(invoice.decoys.length % 2 === 1 ? 1 : fields.length, 0, ...invoice.decoys);
  if (invoice.purchaseOrder !== null)
    fields.push({ label: labels.purchaseOrder, value: invoice.purchaseOrder });
  else if (invoice.purchaseOrderUnfilled) fields.push({ label: labels.purchaseOrder, value: '-' });
  if (invoice.terms !== null && invoice.termsAs === 'field')
    fields.push({ label: labels.terms, value: invoice.terms });
  return fields;
}

export interface TotalRow extends Field {
  readonly strong: boolean;
}

/** Returns the rows below the table, from the net amount to the amount due. */
export function totalRows(invoice: Invoice): TotalRow[] {
  const { labels, taxes } = invoice;
  const rows: TotalRow[] = [];
  const add = (label: string, minor: number, strong = false): void => {
    rows.push({ label, value: money(invoice, minor), strong });
  };
  if (invoice.subtotalShown) add(labels.subtotal, netOf(invoice));
  if (invoice.discount !== null)
    add(`${labels.discount} ${invoice.discount.percent}%`, -invoice.discount.amount);
  if (invoice.freight !== null) add(labels.freight, invoice.freight);
  for (const tax of taxes) add(`${labels.tax} ${rateText(invoice, tax.rate)}%`, tax.amount);
  if (taxes.length > 1) add(labels.taxTotal, taxOf(invoice));
  add(invoice.kind === 'invoice' ? labels.total : labels.creditTotal, totalOf(invoice), true);
  if (invoice.deposit !== null) {
    add(labels.deposit, -invoice.deposit);
    add(labels.balance, totalOf(invoice) - invoice.deposit);
  }
  return rows;
}

function rateText(invoice: Invoice, rate: number): string {
  return formatQuantity(rate, invoice.style.numbers);
}
