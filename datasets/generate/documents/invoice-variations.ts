import type { Random } from '../../../src/base/random.ts';
import { addDays } from '../wording/formats.ts';
import { termsSentences } from '../wording/labels.ts';
import { dateText, type Invoice, money, netOf, totalOf } from './invoice.ts';
import { withTax } from './make-invoice.ts';

type Variation = (invoice: Invoice, random: Random) => Invoice;

/** Maps each usual tax rate to the reduced tax rate of the same country. */
const lowerRates: Readonly<Record<number, number>> = { 20: 5, 19: 7, 8.25: 0, 8.1: 2.6, 10: 8 };

/** Irregularities of real invoices, by name, so that a set can request them. */
export const invoiceVariations = {
  /** The page contains no sign or code of the currency. */
  'no-currency': (invoice) => ({ ...invoice, currencyShown: false }),
  /** The page names the currency once, above the table. */
  'currency-once': (invoice) => ({ ...invoice, style: { ...invoice.style, money: 'bare' } }),
  /** The payment terms are a sentence without a label, and there is no due date. */
  'terms-sentence': (invoice, random) => ({
    ...invoice,
    terms: random.pick(termsSentences[invoice.language]),
    termsAs: 'sentence',
    dueDate: null,
  }),
  'no-terms': (invoice) => ({ ...invoice, terms: null, dueDate: null }),
  /** The tax is zero, so net amount and total are equal. */
  'reverse-charge': (invoice) => ({
    ...invoice,
    taxes: [{ rate: 0, amount: 0 }],
    notes: [...invoice.notes, reverseCharge[invoice.language]],
  }),
  /** The page contains neither a net amount nor a tax. */
  'only-total': (invoice) => ({ ...invoice, taxes: [], subtotalShown: false }),
  discount: (invoice, random) => {
    const percent = random.pick([3, 5, 10]);
    return withTax({
      ...invoice,
      discount: { percent, amount: Math.round((netOf(invoice) * percent) / 100) },
    });
  },
  freight: (invoice, random) => {
    const unit = invoice.currency === 'JPY' ? 100 : 50;
    return withTax({ ...invoice, freight: unit * (10 + random.integer(60)) });
  },
  /** A deposit was paid, so the last sum on the page is not the total. */
  deposit: (invoice) => ({ ...invoice, deposit: Math.round(totalOf(invoice) / 400) * 100 }),
  'two-rates': (invoice) => {
    const high = invoice.taxes[0]?.rate ?? 0;
    const rates = [high, lowerRates[high] ?? 0];
    const sums = [0, 0];
    invoice.lines.forEach((line, i) => {
      sums[i % 2] = (sums[i % 2] as number) + line.amount;
    });
    return {
      ...invoice,
      taxes: rates.map((rate, i) => ({ rate, amount: Math.round(((sums[i] as number) * rate) / 100) })),
    };
  },
  /** A note mentions the number, date and sum of another invoice. */
  'names-another': (invoice, random) => ({
    ...invoice,
    notes: [...invoice.notes, anotherInvoice(invoice, random)],
  }),
  'order-left-blank': (invoice) => ({ ...invoice, purchaseOrder: null, purchaseOrderUnfilled: true }),
  'no-tax-number': (invoice) => ({ ...invoice, sellerVatShown: false }),
} as const satisfies Readonly<Record<string, Variation>>;
export type VariationName = keyof typeof invoiceVariations;

export function withVariations(invoice: Invoice, names: readonly VariationName[], random: Random): Invoice {
  return names.reduce((changed, name) => (invoiceVariations[name] as Variation)(changed, random), invoice);
}

const reverseCharge = {
  en: 'Reverse charge: the recipient is liable for the tax',
  de: 'Steuerschuldnerschaft des Leistungsempfängers',
  fr: 'Autoliquidation de la taxe par le preneur',
} as const;

function anotherInvoice(invoice: Invoice, random: Random): string {
  const date = dateText(invoice, addDays(invoice.issueDate, -30 - random.integer(30)));
  const number = `${invoice.issueDate.slice(0, 4)}-${100 + random.integer(899)}`;
  const sum = money(invoice, 1000 * (20 + random.integer(300)));
  if (invoice.language === 'de') return `Unsere Rechnung ${number} vom ${date} über ${sum} ist noch offen.`;
  if (invoice.language === 'fr')
    return `Notre facture ${number} du ${date} d'un montant de ${sum} reste impayée.`;
  return `According to our records invoice ${number} of ${date} over ${sum} is still open.`;
}
