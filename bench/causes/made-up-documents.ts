import type { Random } from '../../src/base/random.ts';
import type { JsonValue } from '../../src/model/json/json-value.ts';
import type { ProcessorConfig } from '../../src/model/processor/processor-config.ts';

/** An invented document: its gold, the text of its pages, and values that its pages show but its gold does not. */
export interface MadeUpDocument {
  readonly value: Record<string, JsonValue>;
  readonly pages: readonly string[];
  /** Values that the first page shows next to labels of other fields. */
  readonly decoys: readonly string[];
  /** Values that only a later page shows. */
  readonly elsewhere: readonly string[];
}

export interface DocumentKind {
  readonly name: string;
  readonly config: ProcessorConfig;
  make(random: Random): MadeUpDocument;
}

const text = { type: ['string', 'null'], description: 'text' };
const number = { type: ['number', 'null'], description: 'number' };
const date = { type: ['string', 'null'], 'service:type': 'date', description: 'date' };
const money = {
  type: 'object',
  'service:type': 'currency',
  description: 'amount of money',
  properties: { amount: number, iso_4217_currency_code: text },
  required: ['amount', 'iso_4217_currency_code'],
};
const truth = { type: ['boolean', 'null'], description: 'yes or no' };
const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const listOf = (properties: Record<string, unknown>) => ({
  type: 'array',
  description: 'rows',
  items: object(properties),
});
const configOf = (properties: Record<string, unknown>) =>
  ({ type: 'EXTRACT', schema: object(properties) }) as unknown as ProcessorConfig;

const companies =
  'Bramblewick Foods Ltd|Kessler & Söhne GmbH|Atelier Vauclair SARL|O’Dwyer Timber Co.|Norrland Kraft AB|Tan Seng Hardware Sdn. Bhd.|Mirador Óptica S.L.|Halvorsen-Pike Logistics|Quarry Lane Dental Group|Blue Heron Press, Inc.|Zilverberg Bouw B.V.|Saffron & Sage Catering|Ostwind Elektro AG|Pellegrini Marmi S.p.A.|Grey Gull Shipping Limited|Lakeshore Clinic No. 12|Ibex Outdoor GmbH & Co. KG|St. Alban’s Books|Rosewater Interiors LLC|Mill Road Garage'.split(
    '|',
  );
const people =
  'Margaret Ellison|Tobias Lindqvist|Anaïs Delacroix|Jörg Baumgärtner|Siobhán Keane|Rafael Ortega Ruiz|Wei Ling Tan|Billie O’Rourke|Klaus-Peter Voss|Ngozi Adeyemi|Hannah Brill|Ian Illingworth|Dilara Yıldız|Marcin Kowalczyk|Priya Raghunathan|Oliver Stone-Hill'.split(
    '|',
  );
const streets =
  'Harbour Road|Lindenstraße|Rue des Tanneurs|Jalan Merbau|Old Mill Lane|Via Garibaldi|Kungsgatan|Calle Mayor|Station Street|Birch Avenue|Am Alten Markt|St. Olave’s Close'.split(
    '|',
  );
const towns =
  'Lowestoft|Bielefeld|Rennes|Ipoh|Gävle|Zaragoza|Modena|Dunmore|Basel|Albany|Tilburg|Coleraine'.split('|');
const goods =
  'Oak shelf board 80 x 20 cm|Copper pipe 15 mm, 3 m|LED panel 60 x 60, warm white|Printer paper A4 80 g (500 sheets)|Consulting, on site|Stainless bolts M8 x 40 (box of 100)|Olive oil extra virgin 5 l|Wall paint, matt white, 10 l|Annual licence, 25 users|Nitrile gloves size L, blue|Hydraulic hose 1/2 inch|Desk chair with armrests|Delivery and assembly|Coffee beans, dark roast, 1 kg|Fire extinguisher 6 kg powder|Cable duct 40 x 60 mm, grey|Safety shoes S3, size 43|Battery AA 1.5 V (pack of 24)|Garden soil 40 l|Mounting kit, type B'.split(
    '|',
  );
const terms =
  'Payment due within 30 days of receipt|2% discount within 10 days, net 30|Payable immediately without deduction|Goods remain our property until paid in full|Return shipping is paid by the customer|The tenant gives three months written notice|Delivery takes place within five working days'.split(
    '|',
  );
const notes =
  'Visitor reports mild pain in the left shoulder since March|The roof was repaired after the storm in autumn|Applicant requests a parking space near the entrance|Please deliver only on weekday mornings|The meter was read by the caretaker|Customer demands a replacement of the broken lid'.split(
    '|',
  );
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'MYR', 'SEK'];
const signs: Readonly<Record<string, string>> = {
  EUR: '€',
  USD: '$',
  GBP: '£',
  CHF: 'CHF',
  MYR: 'RM',
  SEK: 'kr',
};

const digits = (random: Random, count: number) =>
  Array.from({ length: count }, (_, i) => (i === 0 ? 1 + random.integer(9) : random.integer(10))).join('');
const letters = (random: Random, count: number) =>
  Array.from({ length: count }, () => random.pick([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'])).join('');
const cents = (random: Random, bound: number) => (100 + random.integer(bound * 100)) / 100;
const two = (value: number) => String(value).padStart(2, '0');

function isoDate(random: Random): string {
  return `${2015 + random.integer(11)}-${two(1 + random.integer(12))}-${two(1 + random.integer(28))}`;
}

/** Prints an ISO date in one of the formats that receipts and letters use. */
function printedDate(random: Random, iso: string): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  const name = months[Number(month) - 1] as string;
  return random.pick([
    `${day}/${month}/${year}`,
    `${day}-${month}-${year}`,
    `${day}.${month}.${year}`,
    `${day}/${month}/${year.slice(2)}`,
    `${Number(day)} ${name} ${year}`,
    `${day} ${name.slice(0, 3).toUpperCase()} ${year}`,
    `${name} ${Number(day)}, ${year}`,
    `${year}${month}${day}`,
    iso,
  ]);
}

function printedAmount(random: Random, amount: number, code: string): string {
  const plain = amount.toFixed(2);
  const grouped = plain.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  const european = grouped.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));
  const sign = signs[code] as string;
  return random.pick([
    `${sign} ${grouped}`,
    `${sign}${grouped}`,
    `${code} ${plain}`,
    `${european} ${code}`,
    grouped,
    plain,
  ]);
}

function identifier(random: Random): string {
  return random.pick([
    () => `${letters(random, 2)}-${digits(random, 6)}`,
    () => digits(random, 8),
    () => `${digits(random, 4)}/${digits(random, 2)}-${letters(random, 1)}`,
    () => `${letters(random, 2)}${digits(random, 9)}`,
    () => `${letters(random, 3)} ${digits(random, 3)} ${digits(random, 3)}`,
    () => `INV-${2020 + random.integer(6)}-${digits(random, 4)}`,
  ])();
}

function address(random: Random): string {
  const street = `${1 + random.integer(180)} ${random.pick(streets)}`;
  return `${street}, ${digits(random, 5)} ${random.pick(towns)}`;
}

const maybe = (random: Random, value: JsonValue): JsonValue => (random.integer(5) === 0 ? null : value);

function page(lines: readonly (readonly [label: string, value: JsonValue])[]): string {
  return lines
    .filter(([, value]) => value !== null)
    .map(([label, value]) => (label === '' ? String(value) : `${label}: ${String(value)}`))
    .join('\n');
}

const invoice: DocumentKind = {
  name: 'invoice',
  config: configOf({
    invoice_number: text,
    order_number: text,
    customer_number: text,
    issue_date: date,
    due_date: date,
    delivery_date: date,
    seller_name: text,
    seller_address: text,
    buyer_name: text,
    buyer_address: text,
    tax_id: text,
    iban: text,
    subtotal: money,
    tax: money,
    total: money,
    discount: number,
    payment_terms: text,
    line_items: listOf({
      code: text,
      description: text,
      quantity: number,
      unit_price: number,
      amount: number,
    }),
  }),
  make(random) {
    const code = random.pick(currencies);
    const line_items = Array.from({ length: 3 + random.integer(5) }, () => {
      const quantity = 1 + random.integer(40);
      const unit_price = cents(random, 300);
      return {
        code: `${letters(random, 1)}${digits(random, 4)}`,
        description: random.pick(goods),
        quantity,
        unit_price,
        amount: Math.round(quantity * unit_price * 100) / 100,
      };
    });
    const sum = Math.round(line_items.reduce((all, { amount }) => all + amount, 0) * 100) / 100;
    const tax = Math.round(sum * 19) / 100;
    const moneyOf = (amount: number) => ({
      amount: Math.round(amount * 100) / 100,
      iso_4217_currency_code: code,
    });
    const [seller, buyer] = random.shuffle(companies);
    const value = {
      invoice_number: identifier(random),
      order_number: maybe(random, identifier(random)),
      customer_number: maybe(random, digits(random, 6)),
      issue_date: isoDate(random),
      due_date: maybe(random, isoDate(random)),
      delivery_date: maybe(random, isoDate(random)),
      seller_name: seller as string,
      seller_address: address(random),
      buyer_name: buyer as string,
      buyer_address: address(random),
      tax_id: maybe(random, `DE${digits(random, 9)}`),
      iban: maybe(
        random,
        `DE${digits(random, 2)} ${digits(random, 4)} ${digits(random, 4)} ${digits(random, 4)}`,
      ),
      subtotal: moneyOf(sum),
      tax: moneyOf(tax),
      total: moneyOf(sum + tax),
      discount: maybe(random, -cents(random, 50)),
      payment_terms: random.pick(terms),
      line_items,
    };
    const print = (amount: number) => printedAmount(random, amount, code);
    const decoys = [
      identifier(random),
      digits(random, 7),
      random.pick(people),
      printedDate(random, isoDate(random)),
      print(cents(random, 900)),
    ];
    const elsewhere = [
      identifier(random),
      random.pick(people),
      printedDate(random, isoDate(random)),
      print(cents(random, 4000)),
      address(random),
    ];
    return {
      value,
      decoys,
      elsewhere,
      pages: [
        page([
          ['', value.seller_name],
          ['', value.seller_address],
          ['Bill to', value.buyer_name],
          ['', value.buyer_address],
          ['Invoice no.', value.invoice_number],
          ['Your order', value.order_number],
          ['Customer', value.customer_number],
          ['Delivery note', decoys[0] as string],
          ['Project', decoys[1] as string],
          ['Contact', decoys[2] as string],
          ['Ordered on', decoys[3] as string],
          ['Already paid', decoys[4] as string],
          ['Date', printedDate(random, value.issue_date)],
          ['Due', value.due_date],
          ['Delivered', value.delivery_date],
          ...line_items.map((row) => ['', Object.values(row).join('  ')] as const),
          ['Discount', value.discount],
          ['Net', print(sum)],
          ['VAT 19 %', print(tax)],
          ['Total', print(sum + tax)],
          ['', value.payment_terms],
          ['VAT id', value.tax_id],
          ['IBAN', value.iban],
        ]),
        page([
          ['Statement of account', elsewhere[0] as string],
          ['Caretaker', elsewhere[1] as string],
          ['Balance on', elsewhere[2] as string],
          ['Balance', elsewhere[3] as string],
          ['Warehouse', elsewhere[4] as string],
        ]),
      ],
    };
  },
};

const receipt: DocumentKind = {
  name: 'receipt',
  config: configOf({
    shop: text,
    shop_address: text,
    receipt_number: text,
    date: text,
    card_number: text,
    cashier: text,
    net: text,
    tax: text,
    rounding: text,
    total: text,
    paid: text,
    items: listOf({ name: text, count: text, price: text }),
  }),
  make(random) {
    const code = random.pick(currencies);
    const print = (amount: number) => printedAmount(random, amount, code);
    const items = Array.from({ length: 2 + random.integer(5) }, () => ({
      name: random.pick(goods).toUpperCase(),
      count: `${1 + random.integer(9)}`,
      price: print(cents(random, 120)),
    }));
    const value = {
      shop: random.pick(companies),
      shop_address: address(random),
      receipt_number: identifier(random),
      date: printedDate(random, isoDate(random)),
      card_number: maybe(random, `XXXX XXXX XXXX ${digits(random, 4)}`),
      cashier: maybe(random, random.pick(people)),
      net: print(cents(random, 900)),
      tax: print(cents(random, 90)),
      rounding: random.pick(['-0.02', '(0.03)', '-0.01', null]),
      total: print(cents(random, 2500)),
      paid: maybe(random, print(cents(random, 3000))),
      items,
    };
    const decoys = [
      identifier(random),
      digits(random, 10),
      printedDate(random, isoDate(random)),
      print(cents(random, 400)),
    ];
    const elsewhere = [
      identifier(random),
      print(cents(random, 4000)),
      random.pick(people),
      printedDate(random, isoDate(random)),
    ];
    return {
      value,
      decoys,
      elsewhere,
      pages: [
        page([
          ['', value.shop],
          ['', value.shop_address],
          ['Receipt', value.receipt_number],
          ['Till', decoys[0] as string],
          ['Tel', decoys[1] as string],
          ['Date', value.date],
          ['Valid until', decoys[2] as string],
          ['Card', value.card_number],
          ['Served by', value.cashier],
          ...items.map((row) => ['', Object.values(row).join('  ')] as const),
          ['Net', value.net],
          ['Tax', value.tax],
          ['Rounding', value.rounding],
          ['TOTAL', value.total],
          ['Cash', value.paid],
          ['Change', decoys[3] as string],
        ]),
        page([
          ['Voucher', elsewhere[0] as string],
          ['Voucher value', elsewhere[1] as string],
          ['Manager', elsewhere[2] as string],
          ['Use before', elsewhere[3] as string],
        ]),
      ],
    };
  },
};

const form: DocumentKind = {
  name: 'form',
  config: configOf({
    applicant: text,
    date_of_birth: date,
    signed_on: text,
    street: text,
    city: text,
    postcode: text,
    phone: text,
    email: text,
    passport: text,
    employer: text,
    is_married: truth,
    remarks: text,
    contact_person: text,
  }),
  make(random) {
    const applicant = random.pick(people);
    const phone = () => `+${1 + random.integer(98)} ${digits(random, 3)} ${digits(random, 7)}`;
    const value = {
      applicant,
      date_of_birth: isoDate(random),
      signed_on: printedDate(random, isoDate(random)),
      street: `${random.pick(streets)} ${1 + random.integer(200)}`,
      city: random.pick(towns),
      postcode: digits(random, 5),
      phone: phone(),
      email: maybe(
        random,
        `${letters(random, 5).toLowerCase()}.${letters(random, 4).toLowerCase()}@example.org`,
      ),
      passport: `${letters(random, 1)}${digits(random, 8)}`,
      employer: maybe(random, random.pick(companies)),
      is_married: random.integer(2) === 0,
      remarks: random.pick(notes),
      contact_person: maybe(random, random.pick(people)),
    };
    const decoys = [
      phone(),
      identifier(random),
      random.pick(companies),
      printedDate(random, isoDate(random)),
    ];
    const elsewhere = [phone(), random.pick(people), address(random), digits(random, 9)];
    return {
      value,
      decoys,
      elsewhere,
      pages: [
        page([
          ...Object.entries(value),
          ['Fax', decoys[0] as string],
          ['Form', decoys[1] as string],
          ['Landlord', decoys[2] as string],
          ['Moved in', decoys[3] as string],
        ]),
        page([
          ['Office telephone', elsewhere[0] as string],
          ['Clerk', elsewhere[1] as string],
          ['Office', elsewhere[2] as string],
          ['File', elsewhere[3] as string],
        ]),
      ],
    };
  },
};

const statement: DocumentKind = {
  name: 'statement',
  config: configOf({
    account: text,
    holder: text,
    opening_balance: number,
    closing_balance: number,
    period_start: date,
    period_end: date,
    bookings: listOf({ booked_on: date, text, reference: text, amount: number }),
  }),
  make(random) {
    const bookings = Array.from({ length: 4 + random.integer(7) }, () => ({
      booked_on: isoDate(random),
      text: `${random.pick(['Transfer to', 'Card payment', 'Direct debit', 'Salary from'])} ${random.pick(companies)}`,
      reference: identifier(random),
      amount: (random.integer(3) === 0 ? 1 : -1) * cents(random, 1500),
    }));
    const value = {
      account: `${digits(random, 3)}-${digits(random, 7)}`,
      holder: random.pick(people),
      opening_balance: cents(random, 20000),
      closing_balance: (random.integer(4) === 0 ? -1 : 1) * cents(random, 20000),
      period_start: isoDate(random),
      period_end: isoDate(random),
      bookings,
    };
    const decoys = [digits(random, 6), random.pick(companies), String(cents(random, 5000))];
    const elsewhere = [digits(random, 9), random.pick(people), String(cents(random, 9000)), isoDate(random)];
    return {
      value,
      decoys,
      elsewhere,
      pages: [
        page([
          ...(Object.entries(value).filter(([name]) => name !== 'bookings') as [string, JsonValue][]),
          ...bookings.map((row) => ['', Object.values(row).join('  ')] as const),
          ['Branch', decoys[0] as string],
          ['Bank', decoys[1] as string],
          ['Overdraft', decoys[2] as string],
        ]),
        page([
          ['Loan account', elsewhere[0] as string],
          ['Guarantor', elsewhere[1] as string],
          ['Loan', elsewhere[2] as string],
          ['Ends on', elsewhere[3] as string],
        ]),
      ],
    };
  },
};

export const documentKinds: readonly DocumentKind[] = [invoice, receipt, form, statement];
export const otherValues = { companies, people, goods, terms, notes, towns, streets };
