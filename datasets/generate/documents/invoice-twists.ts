import type { Random } from '../../../src/base/random.ts';
import { addDays } from '../wording/formats.ts';
import { termsSentences } from '../wording/labels.ts';
import { dateText, type Invoice, money, netOf, totalOf } from './invoice.ts';
import { retaxed } from './make-invoice.ts';

type Twist = (invoice: Invoice, random: Random) => Invoice;

/** Lower rate beside the usual one, by the usual one. */
const lowerRates: Readonly<Record<number, number>> = { 20: 5, 19: 7, 8.25: 0, 8.1: 2.6, 10: 8 };

/** The irregularities of real bills, each by its name, so that a set can promise them. */
export const invoiceTwists = {
  /** No sign or code of the currency anywhere. */
  'no-currency': (invoice) => ({ ...invoice, currencyShown: false }),
  /** The currency is named once, above the table. */
  'currency-once': (invoice) => ({ ...invoice, style: { ...invoice.style, money: 'bare' } }),
  /** Terms as a sentence without a label; no due date. */
  'terms-sentence': (invoice, random) => ({
    ...invoice,
    terms: random.pick(termsSentences[invoice.language]),
    termsAs: 'sentence',
    dueDate: null,
  }),
  'no-terms': (invoice) => ({ ...invoice, terms: null, dueDate: null }),
  /** Tax shown as zero: net and total are the same. */
  'reverse-charge': (invoice) => ({
    ...invoice,
    taxes: [{ rate: 0, amount: 0 }],
    notes: [...invoice.notes, reverseCharge[invoice.language]],
  }),
  /** Neither a net sum nor a tax. */
  'only-total': (invoice) => ({ ...invoice, taxes: [], subtotalShown: false }),
  discount: (invoice, random) => {
    const percent = random.pick([3, 5, 10]);
    return retaxed({
      ...invoice,
      discount: { percent, amount: Math.round((netOf(invoice) * percent) / 100) },
    });
  },
  freight: (invoice, random) => {
    const unit = invoice.currency === 'JPY' ? 100 : 50;
    return retaxed({ ...invoice, freight: unit * (10 + random.integer(60)) });
  },
  /** Something was paid before: the last sum on the page is not the total. */
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
  /** A note that names another invoice, another date and another sum. */
  'names-another': (invoice, random) => ({
    ...invoice,
    notes: [...invoice.notes, anotherInvoice(invoice, random)],
  }),
  'order-left-blank': (invoice) => ({ ...invoice, purchaseOrder: null, purchaseOrderUnfilled: true }),
  'no-tax-number': (invoice) => ({ ...invoice, sellerVatShown: false }),
} as const satisfies Readonly<Record<string, Twist>>;
export type TwistName = keyof typeof invoiceTwists;

export function twisted(invoice: Invoice, names: readonly TwistName[], random: Random): Invoice {
  return names.reduce((changed, name) => (invoiceTwists[name] as Twist)(changed, random), invoice);
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
