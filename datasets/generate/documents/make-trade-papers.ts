import type { Random } from '../../../src/base/random.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { Column } from '../drawing/table.ts';
import { type TradeStyle, tradePaper } from '../layouts/trade-paper.ts';
import { addressLines, makeAddress } from '../wording/companies.ts';
import { addDays, formatQuantity } from '../wording/formats.ts';
import { makePerson } from '../wording/people.ts';
import { type TradeWords, tradeWords } from '../wording/trade-words.ts';
import { dateText, type Field, figure, type Invoice, money, netOf } from './invoice.ts';
import { makeInvoice } from './make-invoice.ts';

/** Fixed properties of a trade document. */
export interface TradePlan {
  readonly country?: 'GB' | 'US' | 'DE' | 'CH';
  readonly lines?: number;
}

interface Deal {
  readonly invoice: Invoice;
  readonly words: TradeWords;
  readonly look: TradeStyle;
}

/** Returns the parties, goods and style of a transaction, as its invoice would have them. */
function makeDeal(random: Random, plan: TradePlan): Deal {
  const country = plan.country ?? random.pick(['GB', 'GB', 'US', 'DE', 'CH'] as const);
  const lines = plan.lines ?? 2 + random.integer(9);
  const sector = random.pick(['tools', 'office', 'lab', 'print'] as const);
  const invoice = makeInvoice(random, { country, lines, sector, goods: true });
  const language = invoice.language === 'de' ? 'de' : 'en';
  return {
    invoice,
    words: tradeWords[language],
    look: {
      head: random.pick(['left', 'right', 'boxed']),
      frame: random.pick(['band', 'rules', 'grid']),
      family: invoice.style.family,
      accent: invoice.style.accent,
    },
  };
}

export function makePurchaseOrder(random: Random, plan: TradePlan = {}): Sheet[] {
  const { invoice, words, look } = makeDeal(random, plan);
  const buyer = invoice.buyer;
  const number = `${random.pick(['PO-', '4500', 'B-'])}${1000 + random.integer(9000)}`;
  return tradePaper({
    title: random.pick(words.order),
    issuer: buyer,
    issuerLines: [buyer.phone, buyer.email],
    receiver: invoice.seller,
    receiverCaption: random.pick(words.supplier),
    delivery:
      random.integer(3) > 0
        ? {
            caption: words.deliverTo,
            lines: [buyer.name, ...addressLines(makeAddress(random, buyer.address.country), null)],
          }
        : null,
    fields: [
      { label: random.pick(words.orderNumber), value: number },
      { label: random.pick(words.orderDate), value: dateText(invoice, invoice.issueDate) },
      {
        label: words.deliverBy,
        value: dateText(invoice, addDays(invoice.issueDate, 7 + random.integer(21))),
      },
      { label: words.buyerName, value: makePerson(random) },
    ],
    lead: null,
    ...pricedTable(invoice, words),
    totals: [{ label: words.orderTotal, value: money(invoice, netOf(invoice)) }],
    notes: [
      random.pick(words.invoiceTo),
      ...random.shuffle(words.orderNotes).slice(0, 1 + random.integer(2)),
    ],
    signatures: random.integer(2) === 0 ? [words.authorised] : [],
    pagePattern: words.page,
    look,
  });
}

export function makeQuotation(random: Random, plan: TradePlan = {}): Sheet[] {
  const { invoice, words, look } = makeDeal(random, plan);
  return tradePaper({
    title: words.quotation,
    issuer: invoice.seller,
    issuerLines: [invoice.seller.phone, `${invoice.labels.vatId}: ${invoice.seller.vatId}`],
    receiver: invoice.buyer,
    receiverCaption: words.customer,
    delivery: null,
    fields: [
      { label: words.quotationNumber, value: `Q-${1000 + random.integer(9000)}` },
      { label: words.date, value: dateText(invoice, invoice.issueDate) },
      { label: words.validUntil, value: dateText(invoice, addDays(invoice.issueDate, 30)) },
    ],
    lead: words.quotationLead,
    ...pricedTable(invoice, words),
    totals: [{ label: words.sum, value: money(invoice, netOf(invoice)) }],
    notes: words.quotationNotes,
    signatures: [],
    pagePattern: words.page,
    look,
  });
}

/**
 * Returns a delivery note: goods without prices, with delivered and pending quantities and the number of
 * packages.
 */
export function makeDeliveryNote(random: Random, plan: TradePlan = {}): Sheet[] {
  const deal = makeDeal(random, plan);
  const { invoice, words, look } = deal;
  return tradePaper({
    title: random.pick(words.note),
    issuer: invoice.seller,
    issuerLines: [invoice.seller.phone],
    receiver: invoice.buyer,
    receiverCaption: words.deliverTo,
    delivery: null,
    fields: dispatchFields(random, deal),
    lead: null,
    ...countedTable(random, deal),
    totals: [],
    notes: random.shuffle(words.noteNotes).slice(0, 2),
    signatures: [words.received, words.dateSigned],
    pagePattern: words.page,
    look,
  });
}

function dispatchFields(random: Random, { invoice, words }: Deal): Field[] {
  const number = `${random.pick(['DN-', 'LS', '8'])}${10_000 + random.integer(89_999)}`;
  const order = `PO-${1000 + random.integer(9000)} / ${dateText(invoice, addDays(invoice.issueDate, -9))}`;
  const weight = formatQuantity((20 + random.integer(900)) / 10, invoice.style.numbers);
  return [
    { label: random.pick(words.noteNumber), value: number },
    { label: random.pick(words.noteDate), value: dateText(invoice, invoice.issueDate) },
    { label: words.yourOrder, value: order },
    { label: words.carrier, value: random.pick(['Falkenweg Express', 'Thistlegate Parcels']) },
    { label: words.packages, value: String(1 + random.integer(6)) },
    { label: words.weight, value: `${weight} kg` },
  ];
}

function countedTable(random: Random, { invoice, words }: Deal): { columns: Column[]; rows: string[][] } {
  const partial = random.integer(2) === 0;
  const labels = [words.ordered, words.delivered, ...(partial ? [words.outstanding] : [])];
  const numbers = labels.map((label): Column => ({ label, width: 58, align: 'right' }));
  const shown = (count: number): string => formatQuantity(count, invoice.style.numbers);
  const rows = invoice.lines.map((line, i) => {
    const missing = partial && random.integer(4) === 0 ? Math.min(line.quantity, 1 + random.integer(4)) : 0;
    const counts = [line.quantity, line.quantity - missing, ...(partial ? [missing] : [])];
    return [String(i + 1), line.code, line.description, ...counts.map(shown)];
  });
  return {
    columns: [
      { label: words.position, width: 32, align: 'left' },
      { label: words.code, width: 64, align: 'left' },
      { label: words.description, width: 483 - 96 - 58 * numbers.length, align: 'left' },
      ...numbers,
    ],
    rows,
  };
}

function pricedTable(invoice: Invoice, words: TradeWords): { columns: Column[]; rows: string[][] } {
  return {
    columns: [
      { label: words.position, width: 32, align: 'left' },
      { label: words.code, width: 64, align: 'left' },
      { label: words.description, width: 483 - 32 - 64 - 56 - 72 - 72, align: 'left' },
      { label: words.quantity, width: 56, align: 'right' },
      { label: words.price, width: 72, align: 'right' },
      { label: words.sum, width: 72, align: 'right' },
    ],
    rows: invoice.lines.map((line, i) => [
      String((i + 1) * 10),
      line.code,
      line.description,
      formatQuantity(line.quantity, invoice.style.numbers),
      figure(invoice, line.unitPrice),
      figure(invoice, line.amount),
    ]),
  };
}
