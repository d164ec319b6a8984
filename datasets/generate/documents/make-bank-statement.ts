import type { Random } from '../../../src/base/random.ts';
import { Flow, marginLeft, marginRight } from '../drawing/flow.ts';
import { boldOf, type FontFamily } from '../drawing/font-metrics.ts';
import { type Colour, grey, type Sheet, white } from '../drawing/sheet.ts';
import { type Column, drawTable } from '../drawing/table.ts';
import { pageText } from '../layouts/invoice-blocks.ts';
import { addressLines, type Company, makeCompany } from '../wording/companies.ts';
import { addDays, formatAmount, formatDate } from '../wording/formats.ts';
import type { Field } from './invoice.ts';

type StatementLanguage = 'en' | 'de';

export interface StatementPlan {
  readonly entries?: number;
  readonly language?: StatementLanguage;
}

const customs = {
  en: { currency: 'GBP', numbers: 'comma-dot', dates: 'short-month' },
  de: { currency: 'EUR', numbers: 'dot-comma', dates: 'dotted' },
} as const;

const accents: readonly Colour[] = [
  [0.05, 0.3, 0.28],
  [0.3, 0.08, 0.2],
  [0.1, 0.2, 0.4],
];

const words = {
  en: {
    title: 'Statement of Account',
    account: 'Account number',
    period: 'Statement period',
    number: 'Statement no.',
    holder: 'Account holder',
    opening: 'Opening balance',
    closing: 'Closing balance',
    columns: ['Date', 'Details', 'Paid out', 'Paid in', 'Balance'],
    page: 'Page %1 of %2',
    small:
      'Please check the entries. Objections must reach us within six weeks. Deposits are protected up to the legal limit.',
    out: [
      'Direct debit: electricity',
      'Transfer: invoice 4471, office supply',
      'Card payment: fuel',
      'Standing order: rent',
      'Salary payment',
      'Account fee',
      'Transfer: insurance premium',
      'Card payment: rail ticket',
    ],
    in: [
      'Credit: customer payment, inv. 20260117',
      'Credit transfer received',
      'Refund: credit note 1180',
      'Cash paid in',
      'Interest',
    ],
    bank: 'Harrowgate & Lyle Bank',
  },
  de: {
    title: 'Kontoauszug',
    account: 'IBAN',
    period: 'Zeitraum',
    number: 'Auszug-Nr.',
    holder: 'Kontoinhaber',
    opening: 'Alter Saldo',
    closing: 'Neuer Saldo',
    columns: ['Datum', 'Buchungstext', 'Soll', 'Haben', 'Saldo'],
    page: 'Blatt %1 von %2',
    small: 'Bitte prüfen Sie die Buchungen. Einwendungen sind innerhalb von sechs Wochen zu erheben.',
    out: [
      'Lastschrift Stromversorger',
      'Überweisung Rechnung 4471',
      'Kartenzahlung Tankstelle',
      'Dauerauftrag Miete',
      'Lohn und Gehalt',
      'Kontoführungsentgelt',
    ],
    in: ['Gutschrift Kundenzahlung RE 2026-311', 'Zahlungseingang', 'Erstattung', 'Bareinzahlung', 'Zinsen'],
    bank: 'Sparbank Erlenbrunner Land',
  },
} as const;

/**
 * Returns a statement for one month: opening balance, entries and closing balance, on as many pages as needed.
 */
export function makeBankStatement(random: Random, plan: StatementPlan = {}): Sheet[] {
  const language = plan.language ?? 'en';
  const text = words[language];
  const family: FontFamily = random.pick(['sans', 'serif']);
  const accent = random.pick(accents);
  const holder = makeCompany(random, language === 'de' ? 'DE' : 'GB');
  const entries = makeEntries(random, language, plan.entries ?? 8 + random.integer(16));
  const account =
    language === 'de'
      ? holder.iban
      : `0000 ${1000 + random.integer(9000)}  ·  sort code 00-00-${10 + random.integer(89)}`;
  const facts: readonly Field[] = [
    { label: text.account, value: account },
    { label: text.number, value: `${1 + random.integer(12)}/2026` },
    { label: text.period, value: entries.period },
    { label: text.closing, value: entries.closing },
  ];
  const flow = new Flow((sheet, page) => {
    drawBand(sheet, text, family, accent);
    if (page === 1) return drawHolder(sheet, text.holder, holder, facts, family);
    sheet.text(marginLeft, 62, `${text.account} ${account}`, { font: family, size: 8.5, colour: grey });
    return 90;
  });
  const columns = text.columns.map(
    (label, i): Column => ({
      label,
      width: [74, 193, 70, 70, 76][i] as number,
      align: i < 2 ? 'left' : 'right',
    }),
  );
  drawTable(flow, marginLeft, columns, entries.rows, {
    family,
    size: 8.5,
    frame: 'rules',
    accent,
    striped: true,
  });
  flow.sheets.forEach((sheet, i) => {
    sheet.text(marginLeft, 806, text.small, { font: family, size: 7, colour: grey });
    const page = pageText(text.page, i + 1, flow.sheets.length);
    sheet.text(marginRight, 820, page, { font: family, size: 7.5, align: 'right' });
  });
  return flow.sheets;
}

interface Entries {
  readonly rows: readonly (readonly string[])[];
  readonly period: string;
  readonly closing: string;
}

function makeEntries(random: Random, language: StatementLanguage, count: number): Entries {
  const text = words[language];
  const { currency, numbers, dates } = customs[language];
  const show = (minor: number): string => formatAmount(minor, currency, numbers);
  const dated = (iso: string): string => formatDate(iso, dates, language);
  const start = `2026-0${1 + random.integer(4)}-01`;
  let balance = 100_000 + random.integer(2_000_000);
  const end = addDays(start, 27);
  const rows = [[dated(start), text.opening, '', '', show(balance)]];
  for (let i = 0; i < count; i++) {
    const incoming = random.integer(3) === 0;
    const amount = 500 + random.integer(incoming ? 500_000 : 160_000);
    balance += incoming ? amount : -amount;
    const day = addDays(start, Math.floor((i * 28) / count));
    const details = random.pick<string>(incoming ? text.in : text.out);
    rows.push([
      dated(day),
      details,
      incoming ? '' : show(amount),
      incoming ? show(amount) : '',
      show(balance),
    ]);
  }
  rows.push([dated(end), text.closing, '', '', show(balance)]);
  return { rows, period: `${dated(start)} - ${dated(end)}`, closing: `${currency} ${show(balance)}` };
}

function drawBand(
  sheet: Sheet,
  text: (typeof words)[StatementLanguage],
  family: FontFamily,
  accent: Colour,
): void {
  sheet.fill(0, 0, sheet.width, 42, accent);
  sheet.text(marginLeft, 27, text.bank, { font: boldOf(family), size: 14, colour: white });
  sheet.text(marginRight, 27, text.title, { font: family, size: 12, align: 'right', colour: white });
}

function drawHolder(
  sheet: Sheet,
  caption: string,
  holder: Company,
  facts: readonly Field[],
  family: FontFamily,
): number {
  sheet.text(marginLeft, 78, caption, { font: family, size: 8, colour: grey });
  sheet.lines(marginLeft, 91, [holder.name, ...addressLines(holder.address, null)], {
    font: family,
    size: 9.5,
  });
  facts.forEach(({ label, value }, i) => {
    sheet.text(330, 82 + i * 15, label, { font: family, size: 8.5, colour: grey });
    sheet.text(marginRight, 82 + i * 15, value, { font: boldOf(family), size: 8.5, align: 'right' });
  });
  return 186;
}
