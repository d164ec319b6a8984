import type { Random } from '../../../src/base/random.ts';
import type { Colour } from '../drawing/sheet.ts';
import { type Company, type Country, countryName, makeAddress, makeCompany } from '../wording/companies.ts';
import {
  addDays,
  type CurrencyCode,
  type DateStyle,
  formatDate,
  type Language,
  type NumberStyle,
} from '../wording/formats.ts';
import { chooseLabels, type Labels, termsChoices } from '../wording/labels.ts';
import { goodsOf, type Product, productsOf, type Sector } from '../wording/products.ts';
import { type Field, type Invoice, type InvoiceLine, type InvoiceStyle, netOf } from './invoice.ts';

/** Fixed properties of an invoice. The other properties are random. */
export interface InvoicePlan {
  readonly kind?: Invoice['kind'];
  readonly country?: Country;
  readonly language?: Language;
  readonly currency?: CurrencyCode;
  readonly dates?: DateStyle;
  readonly lines?: number;
  readonly sector?: Sector;
  /** Whether the invoice contains only goods and no services. */
  readonly goods?: boolean;
  readonly seller?: Company;
  readonly buyer?: Company;
  /** Changes to the random properties, for the cases that a set requests. */
  readonly change?: Partial<Invoice>;
  readonly issueDate?: string;
}

interface Market {
  readonly language: Language;
  readonly currency: CurrencyCode;
  readonly dates: readonly DateStyle[];
  readonly numbers: NumberStyle;
  readonly rates: readonly number[];
  /** Minor units of the currency per euro cent. */
  readonly factor: number;
}

const markets: Readonly<Record<Country, Market>> = {
  GB: {
    language: 'en',
    currency: 'GBP',
    dates: ['gb-slash', 'long', 'short-month'],
    numbers: 'comma-dot',
    rates: [20, 5],
    factor: 0.87,
  },
  US: {
    language: 'en',
    currency: 'USD',
    dates: ['us-slash', 'us-long'],
    numbers: 'comma-dot',
    rates: [8.25, 6],
    factor: 1.09,
  },
  DE: {
    language: 'de',
    currency: 'EUR',
    dates: ['dotted', 'long'],
    numbers: 'dot-comma',
    rates: [19, 7],
    factor: 1,
  },
  FR: {
    language: 'fr',
    currency: 'EUR',
    dates: ['gb-slash', 'long'],
    numbers: 'space-comma',
    rates: [20, 5.5],
    factor: 1,
  },
  CH: {
    language: 'de',
    currency: 'CHF',
    dates: ['dotted'],
    numbers: 'apostrophe',
    rates: [8.1, 2.6],
    factor: 0.96,
  },
  JP: { language: 'en', currency: 'JPY', dates: ['iso'], numbers: 'comma-dot', rates: [10, 8], factor: 1.65 },
};

const accents: readonly Colour[] = [
  [0.12, 0.24, 0.42],
  [0.1, 0.36, 0.33],
  [0.45, 0.15, 0.18],
  [0.25, 0.25, 0.28],
  [0.36, 0.24, 0.1],
];

/** Properties of an invoice without irregularities. `invoice-variations` changes them. */
const regular = {
  currencyShown: true,
  subtotalShown: true,
  discount: null,
  freight: null,
  taxes: [],
  deposit: null,
  termsAs: 'field',
  notes: [],
} as const;

export function makeInvoice(random: Random, plan: InvoicePlan = {}): Invoice {
  const country = plan.country ?? random.pick(['GB', 'US', 'DE', 'FR', 'CH', 'JP'] as const);
  const market = markets[country];
  const language = plan.language ?? market.language;
  const currency = plan.currency ?? market.currency;
  const seller = plan.seller ?? makeCompany(random, country);
  const buyer = plan.buyer ?? makeBuyer(random, country, seller);
  const kind = plan.kind ?? 'invoice';
  const issueDate = plan.issueDate ?? addDays('2025-09-01', random.integer(240));
  const labels = chooseLabels(language, (words) => random.pick(usable(words, country)));
  const style = makeStyle(random, market, language, plan.dates);
  const lines = makeLines(
    random,
    language,
    currency,
    market.factor,
    plan.lines ?? 1 + random.integer(7),
    kind,
    plan.sector,
    plan.goods ?? false,
  );
  const terms = random.pick(termsChoices[language]);
  const base: Invoice = {
    kind,
    language,
    number: makeNumber(random, kind, issueDate),
    issueDate,
    dueDate: kind === 'invoice' && random.integer(4) > 0 ? addDays(issueDate, terms.days) : null,
    purchaseOrder: random.integer(2) === 0 ? makeOrderNumber(random) : null,
    purchaseOrderUnfilled: random.integer(5) === 0,
    seller,
    sellerVatShown: random.integer(5) > 0,
    buyer,
    shipTo: random.integer(3) === 0 ? makeShipTo(random, buyer, buyer.address.country, language) : null,
    currency,
    lines,
    codesShown: random.integer(5) > 1,
    ...regular,
    terms: kind === 'invoice' && random.integer(3) > 0 ? terms.text : null,
    decoys: makeDecoys(random, labels, style, language, issueDate, kind),
    labels,
    style,
  };
  return withTax({ ...base, ...plan.change }, market.rates[0] as number);
}

/** Returns the tax terms of the country: no VAT in the USA, and no sales tax elsewhere. */
function usable(words: readonly string[], country: Country): readonly string[] {
  return words.filter((word) => !(country === 'US' ? /VAT|Tax Invoice/ : /Sales tax|Tax ID/).test(word));
}

/** Returns the invoice with a single tax on all items. */
export function withTax(invoice: Invoice, rate = invoice.taxes[0]?.rate ?? 0): Invoice {
  const net = netOf(invoice) - (invoice.discount?.amount ?? 0) + (invoice.freight ?? 0);
  return { ...invoice, taxes: [{ rate, amount: Math.round((net * rate) / 100) }] };
}

/** Returns a buyer in the seller's country, or sometimes abroad. */
function makeBuyer(random: Random, country: Country, seller: Company): Company {
  const abroad = random.integer(5) === 0;
  return differentCompany(random, abroad ? random.pick(['GB', 'DE', 'FR', 'CH']) : country, seller);
}

function makeOrderNumber(random: Random): string {
  return `${random.pick(['PO-', '45', 'B', ''])}${10_000 + random.integer(89_999)}`;
}

/** Returns another firm whose name starts with a different word. */
export function differentCompany(random: Random, country: Country, other: Company): Company {
  let company = makeCompany(random, country);
  while (firstWord(company) === firstWord(other)) company = makeCompany(random, country);
  return company;
}

function firstWord(company: Company): string | undefined {
  return company.name.split(' ')[0];
}

function makeStyle(
  random: Random,
  market: Market,
  language: Language,
  dates: DateStyle | undefined,
): InvoiceStyle {
  return {
    dates: dates ?? random.pick(market.dates),
    numbers: market.numbers,
    money:
      language === 'en'
        ? random.pick(['symbol-before', 'code-before', 'symbol-before'])
        : random.pick(['symbol-after', 'code-after']),
    family: random.pick(['sans', 'sans', 'serif']),
    accent: random.pick(accents),
  };
}

function makeNumber(random: Random, kind: Invoice['kind'], issueDate: string): string {
  const serial = 100 + random.integer(8900);
  const year = issueDate.slice(0, 4);
  if (kind === 'credit-note') return random.pick([`CN-${year}-${serial}`, `GS${serial}`, `CR/${serial}`]);
  return random.pick([
    `INV-${year}-${serial}`,
    `${year}${serial}`,
    `R-${serial}/${year.slice(2)}`,
    `${serial}`,
    `F${year.slice(2)}-0${serial}`,
  ]);
}

function makeLines(
  random: Random,
  language: Language,
  currency: CurrencyCode,
  factor: number,
  count: number,
  kind: Invoice['kind'],
  sector: Sector | undefined,
  goods: boolean,
): InvoiceLine[] {
  const drawn = random.pick([
    'tools',
    'office',
    'consulting',
    'food',
    'lab',
    'print',
  ] as const satisfies readonly Sector[]);
  const shelf = (goods ? goodsOf : productsOf)(language, sector ?? drawn);
  const chosen: Product[] = [];
  while (chosen.length < count) chosen.push(...random.shuffle(shelf));
  const drift = new Map(shelf.map((product) => [product.code, 0.9 + random.integer(20) / 100]));
  return chosen.slice(0, count).map((product) => {
    const quantity = makeQuantity(random, product);
    // The yen has no minor unit, so a euro cent counts as 1.65 yen.
    const price = Math.round(product.price * factor * (drift.get(product.code) ?? 1));
    const unitPrice = currency === 'JPY' ? Math.round(price / 10) * 10 : price;
    const sign = kind === 'credit-note' ? -1 : 1;
    return {
      code: product.code,
      description: product.description,
      quantity,
      unitPrice,
      amount: sign * Math.round(quantity * unitPrice),
    };
  });
}

function makeQuantity(random: Random, product: Product): number {
  if (product.sold === 'hour') return (2 + random.integer(60)) / 4;
  if (product.sold === 'weight') return (5 + random.integer(200)) / 10;
  if (product.sold === 'service') return 1 + random.integer(3);
  if (product.price > 20_000) return 1 + random.integer(3);
  return product.price < 1000 ? 5 + random.integer(60) : 1 + random.integer(14);
}

function makeShipTo(random: Random, buyer: Company, country: Country, language: Language): Invoice['shipTo'] {
  return {
    name: random.pick([
      buyer.name,
      `${buyer.name.split(' ')[0]} ${language === 'de' ? 'Lager' : language === 'fr' ? 'Dépôt' : 'Warehouse'} ${1 + random.integer(4)}`,
    ]),
    address: makeAddress(random, country),
    country: random.integer(3) > 0 ? countryName(country, language) : null,
  };
}

function makeDecoys(
  random: Random,
  labels: Labels,
  style: InvoiceStyle,
  language: Language,
  issueDate: string,
  kind: Invoice['kind'],
): Field[] {
  const decoys: Field[] = [];
  const earlier = addDays(issueDate, -3 - random.integer(20));
  if (random.integer(2) === 0)
    decoys.push({ label: labels.customerNumber, value: `${10_000 + random.integer(80_000)}` });
  if (random.integer(3) === 0)
    decoys.push({ label: labels.orderNumber, value: `SO-${1000 + random.integer(9000)}` });
  if (random.integer(3) === 0)
    decoys.push({ label: labels.deliveryDate, value: formatDate(earlier, style.dates, language) });
  if (kind === 'credit-note')
    decoys.push({
      label: labels.originalInvoice,
      value: `${earlier.slice(0, 4)}-${100 + random.integer(899)}`,
    });
  return decoys;
}
