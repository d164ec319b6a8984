import type { Random } from '../../../src/base/random.ts';
import { boldOf } from '../drawing/font-metrics.ts';
import { cropped, Sheet } from '../drawing/sheet.ts';
import { addressLines, makeCompany } from '../wording/companies.ts';
import { addDays, formatDate } from '../wording/formats.ts';
import { numberWords } from '../wording/number-words.ts';
import { makePerson } from '../wording/people.ts';

export type ReceiptVariant = 'shop' | 'café' | 'taxi' | 'voucher';

const goods: Readonly<Record<'shop' | 'café', readonly (readonly [string, number])[]>> = {
  shop: [
    ['Batteries AA 4 pack', 649],
    ['Notebook A5 ruled', 375],
    ['Extension lead 3 m', 1199],
    ['Sponge cloths 5 pc', 229],
    ['Light bulb E27 8 W', 549],
    ['Packing tape brown', 289],
    ['Gift wrap roll', 350],
    ['Hand soap 500 ml', 215],
    ['Ballpoint pen black', 145],
    ['Picture frame 20x30', 990],
  ],
  café: [
    ['Flat white', 380],
    ['Pot of tea', 295],
    ['Lentil soup', 690],
    ['Cheese toastie', 745],
    ['Carrot cake', 420],
    ['Sparkling water 0.5', 310],
    ['Soup of the day', 650],
    ['Seasonal salad', 890],
    ['Lemonade', 340],
  ],
};

/** Returns the proof of an immediate payment: a till receipt, a taxi receipt or a handwritten voucher. */
export function makeReceipt(random: Random, variant: ReceiptVariant): Sheet[] {
  return variant === 'voucher'
    ? voucher(random)
    : variant === 'taxi'
      ? taxiSlip(random)
      : tillRoll(random, variant);
}

const left = 16;
const right = 224;

function tillRoll(random: Random, variant: 'shop' | 'café'): Sheet[] {
  const sheet = new Sheet(240, 1200);
  const company = makeCompany(random, 'GB');
  const size = 8.5;
  let y = 30;
  const centre = (text: string, bold = false): void => {
    sheet.text(120, y, text, { font: bold ? 'mono-bold' : 'mono', size: bold ? 11 : size, align: 'centre' });
    y += bold ? 15 : 11;
  };
  const row = (label: string, value: string, bold = false): void => {
    const font = bold ? 'mono-bold' : 'mono';
    sheet.text(left, y, label, { font, size });
    sheet.text(right, y, value, { font, size, align: 'right' });
    y += 12;
  };
  const name = company.name.split(' ')[0] as string;
  centre(variant === 'shop' ? `${name} Stores` : `Café ${name}`, true);
  for (const line of addressLines(company.address, null)) centre(line);
  centre(`Tel ${company.phone}`);
  if (random.integer(2) === 0) centre(`VAT ${company.vatId}`);
  y += 8;
  const date = addDays('2025-09-01', random.integer(240));
  const time = `${8 + random.integer(11)}:${String(10 + random.integer(49))}`;
  row(formatDate(date, 'gb-slash', 'en'), time);
  row(
    variant === 'shop' ? `Till ${1 + random.integer(6)}` : `Table ${1 + random.integer(20)}`,
    `Trans ${1000 + random.integer(9000)}`,
  );
  y += 4;
  sheet.rule(left, y - 8, right);
  let total = 0;
  for (const [item, price] of random.shuffle(goods[variant]).slice(0, 2 + random.integer(6))) {
    const count = 1 + random.integer(3);
    total += count * price;
    row(count === 1 ? item : `${count} x ${item}`, ((count * price) / 100).toFixed(2));
  }
  sheet.rule(left, y - 8, right);
  y += 4;
  row('TOTAL', `£${(total / 100).toFixed(2)}`, true);
  y = payment(random, row, total, () => y);
  row('VAT 20% incl.', (Math.round(total / 6) / 100).toFixed(2));
  y += 10;
  centre(`Served by ${makePerson(random).split(' ')[0]}`);
  centre(variant === 'shop' ? 'Thank you for shopping with us' : 'Thank you, please come again');
  if (variant === 'shop') centre('Keep this receipt for returns');
  return [cropped(sheet, 22)];
}

function payment(
  random: Random,
  row: (label: string, value: string) => void,
  total: number,
  at: () => number,
): number {
  if (random.integer(2) === 0) {
    row(`CARD **** ${1000 + random.integer(9000)}`, (total / 100).toFixed(2));
    row('Auth code', String(100_000 + random.integer(900_000)));
  } else {
    const given = Math.ceil(total / 1000) * 1000;
    row('CASH', (given / 100).toFixed(2));
    row('CHANGE', ((given - total) / 100).toFixed(2));
  }
  return at();
}

function taxiSlip(random: Random): Sheet[] {
  const sheet = new Sheet(260, 600);
  const company = makeCompany(random, 'GB');
  const date = addDays('2025-09-01', random.integer(240));
  const fare = 850 + random.integer(4200);
  const tip = random.integer(2) === 0 ? 200 : 0;
  const lines: readonly (readonly [string, string])[] = [
    ['Date', formatDate(date, 'short-month', 'en')],
    ['Pick-up', `${company.address.street}`],
    ['Drop-off', `${company.address.city}, station`],
    ['Distance', `${(fare / 260).toFixed(1)} miles`],
    ['Fare', `£${(fare / 100).toFixed(2)}`],
    ['Tip', `£${(tip / 100).toFixed(2)}`],
    ['Paid by card', `£${((fare + tip) / 100).toFixed(2)}`],
  ];
  sheet.text(130, 34, `${company.name.split(' ')[0]} Cabs`, { font: 'sans-bold', size: 14, align: 'centre' });
  sheet.text(130, 50, `Receipt no. ${10_000 + random.integer(80_000)}`, {
    font: 'sans',
    size: 9,
    align: 'centre',
  });
  let y = 78;
  for (const [label, value] of lines) {
    sheet.text(20, y, label, { font: 'sans', size: 9.5 });
    sheet.text(240, y, value, {
      font: label.startsWith('Paid') ? 'sans-bold' : 'sans',
      size: 9.5,
      align: 'right',
    });
    y += 16;
  }
  sheet.text(130, y + 14, 'Thank you for travelling with us.', {
    font: 'sans-italic',
    size: 8.5,
    align: 'centre',
  });
  return [cropped(sheet, 24)];
}

function voucher(random: Random): Sheet[] {
  const sheet = new Sheet(595, 340);
  const company = makeCompany(random, random.pick(['GB', 'US']));
  const pounds = 20 + random.integer(900);
  const sign = company.address.country === 'US' ? '$' : '£';
  const words = `${numberWords(pounds)} ${sign === '$' ? 'dollars' : 'pounds'} only`;
  const font = boldOf('serif');
  sheet.box(28, 24, 539, 292, [0.3, 0.3, 0.3], 1.2);
  sheet.text(48, 58, 'Payment Receipt', { font, size: 20 });
  sheet.text(547, 58, `No. ${1000 + random.integer(9000)}`, { font: 'serif', size: 12, align: 'right' });
  sheet.text(48, 78, [company.name, ...addressLines(company.address, null)].join(', '), {
    font: 'serif',
    size: 9,
  });
  const date = formatDate(addDays('2025-09-01', random.integer(240)), 'long', 'en');
  const rows: readonly (readonly [string, string])[] = [
    ['Date', date],
    ['Received with thanks from', makePerson(random)],
    ['The sum of', words],
    [
      'In payment of',
      random.pick([
        'Membership fee for the year',
        `Invoice ${2000 + random.integer(900)}`,
        'Room hire, deposit',
        'Course fee, first instalment',
      ]),
    ],
    ['Method', random.pick(['Cash', 'Card', 'Bank transfer'])],
  ];
  let y = 112;
  for (const [label, value] of rows) {
    sheet.text(48, y, `${label}:`, { font: 'serif-italic', size: 11 });
    sheet.text(190, y, value, { font: 'serif', size: 11.5 });
    sheet.rule(188, y + 4, 547, [0.6, 0.6, 0.6], 0.4);
    y += 27;
  }
  sheet.box(48, y + 4, 130, 34, [0.3, 0.3, 0.3], 1);
  sheet.text(58, y + 26, `${sign} ${pounds}.00`, { font, size: 15 });
  sheet.rule(360, y + 32, 547);
  sheet.text(360, y + 43, 'Cashier', { font: 'serif', size: 9 });
  return [sheet];
}
