import type { Random } from '../../src/base/random.ts';
import { isJsonObject, type JsonValue } from '../../src/model/json/json-value.ts';
import { type MadeUpDocument, otherValues } from './made-up-documents.ts';

/*
 * Injects one error with a known cause into an output. This code was written before the rules in src/analysis/causes.
 * At that time, only the names of the causes were known.
 */

export const injectedCauses = [
  'day-month-swapped',
  'power-of-ten',
  'sign',
  'currency',
  'letter-case',
  'spaces-punctuation',
  'misread-characters',
  'neighbouring-label',
  'cut-or-joined',
  'rows',
  'other-page',
  'paraphrase',
  'missing',
  'extra',
  'unknown',
] as const;
export type InjectedCause = (typeof injectedCauses)[number];

type Value = Record<string, JsonValue>;
type Row = Value;

interface Place {
  readonly owner: Value;
  readonly key: string;
  readonly path: string;
  readonly value: JsonValue;
}

/** An injected error. `under` is the path of the changed value, or of the array whose rows changed. */
export interface InjectedError {
  readonly cause: InjectedCause;
  readonly under: string;
}

/** Changes `output` in place. Returns `null` if no unchanged value can have an error with this cause. */
export function injectError(
  cause: InjectedCause,
  document: MadeUpDocument,
  output: Value,
  taken: ReadonlySet<string>,
  random: Random,
): InjectedError | null {
  if (cause === 'rows') return changeRows(output, taken, random);
  const places = random.shuffle(placesOf(output).filter(({ path }) => !isTaken(path, taken)));
  for (const place of places) {
    const changed = change[cause](place, document, random, places);
    if (changed === undefined || JSON.stringify(changed) === JSON.stringify(place.value)) continue;
    place.owner[place.key] = changed;
    return { cause, under: place.path };
  }
  return null;
}

function isTaken(path: string, taken: ReadonlySet<string>): boolean {
  return [...taken].some((other) => path === other || path.startsWith(`${other}[`));
}

const isMoney = (value: JsonValue): value is { amount: number; iso_4217_currency_code: string } =>
  isJsonObject(value) && 'iso_4217_currency_code' in value;

/** Returns the scalar values, amounts of money and nulls in a document. */
function placesOf(value: Value): Place[] {
  return Object.entries(value).flatMap(([key, one]): Place[] => {
    if (!Array.isArray(one)) return [{ owner: value, key, path: key, value: one }];
    return (one as Row[]).flatMap((row, number) =>
      Object.entries(row).map(([cell, inner]) => ({
        owner: row,
        key: cell,
        path: `${key}[${number}].${cell}`,
        value: inner,
      })),
    );
  });
}

type Change = (
  place: Place,
  document: MadeUpDocument,
  random: Random,
  places: readonly Place[],
) => JsonValue | undefined;

const change: Readonly<Record<Exclude<InjectedCause, 'rows'>, Change>> = {
  'day-month-swapped': ({ value }) => (typeof value === 'string' ? swapDayAndMonth(value) : undefined),

  'power-of-ten'({ value }, _document, random) {
    const factor = random.pick([10, 100, 1000, 0.1, 0.01]);
    const scaled = (amount: number) => Number((amount * factor).toPrecision(12));
    if (typeof value === 'number') return value === 0 ? undefined : scaled(value);
    if (isMoney(value)) return { ...value, amount: scaled(value.amount) };
    if (typeof value !== 'string' || !isPrintedAmount(value)) return undefined;
    // The decimal mark is lost, moved by one digit, or read as a separator of thousands.
    return random.pick([
      () => value.replace(/[.,](?=\d\d(?:\D|$))/, ''),
      () => value.replace(/(\d)[.,](\d)(\d)(?=\D|$)/, '$1$2.$3'),
      () => value.replace(/[.,](?=\d\d(?:\D|$))/, '') + random.pick(['.00', '0']),
    ])();
  },

  sign({ value }) {
    if (typeof value === 'number' && value !== 0) return -value;
    if (isMoney(value)) return { ...value, amount: -value.amount };
    if (typeof value !== 'string') return undefined;
    if (/^\(.*\)$/.test(value)) return value.slice(1, -1);
    if (value.startsWith('-') && /\d/.test(value)) return value.slice(1);
    return isPrintedAmount(value) && /^\d/.test(value) ? `-${value}` : undefined;
  },

  currency({ value }, _document, random) {
    if (isMoney(value))
      return random.pick<JsonValue>([
        { ...value, iso_4217_currency_code: null },
        { ...value, iso_4217_currency_code: value.iso_4217_currency_code === 'EUR' ? 'USD' : 'EUR' },
        value.amount,
      ]);
    if (typeof value !== 'string' || !isPrintedAmount(value)) return undefined;
    const bare = value.replace(/[^\d.,()-]/g, '');
    return bare === value ? undefined : bare;
  },

  'letter-case'({ value }, _document, random) {
    if (typeof value !== 'string' || !/\p{L}{2}/u.test(value)) return undefined;
    return random.pick([
      () => value.toUpperCase(),
      () => value.toLowerCase(),
      () => value.replace(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
      () => value.replace(/\b\p{Lu}/u, (letter) => letter.toLowerCase()),
    ])();
  },

  'spaces-punctuation'({ value }, _document, random) {
    if (typeof value !== 'string' || isPrintedAmount(value) || swapDayAndMonth(value) !== undefined)
      return undefined;
    return random.pick([
      () => value.replace(/[\s]/g, ''),
      () => value.replace(/[-/.,]/g, ''),
      () => value.replace(/[-/]/g, ' '),
      () => value.replace(/ /, ' - '),
      () => value.replace(/(\p{L})(\d)/u, '$1 $2'),
      () => value.replace(/(.{3})(.)/, '$1 $2'),
      () => `${value}.`,
      () => value.replace(/’/g, '').replace(/&/g, ''),
    ])();
  },

  'misread-characters'({ value }, _document, random) {
    if (typeof value !== 'string' || value.length < 3) return undefined;
    const pairs =
      '0 O|1 l|1 I|I l|5 S|8 B|2 Z|6 G|9 g|rn m|m rn|cl d|vv w|O 0|l 1|I 1|S 5|B 8|Z 2|G 6|h b|e c|u ii|1 7|3 8|é e|ö o|ä a|0 8|5 6|ß B|i 1|l i|D O|Q O'.split(
        '|',
      );
    const possible = random.shuffle(pairs.filter((pair) => value.includes(pair.split(' ')[0] as string)));
    if (possible.length === 0) return undefined;
    let changed = value;
    for (const pair of possible.slice(0, value.length > 8 ? 1 + random.integer(2) : 1)) {
      const [from = '', to = ''] = pair.split(' ');
      changed = random.integer(3) === 0 ? changed.replaceAll(from, to) : changed.replace(from, to);
    }
    return changed;
  },

  'neighbouring-label'({ path, value }, { decoys }, random, places) {
    if (value === null || typeof value === 'boolean') return undefined;
    const others = places
      .filter((other) => other.path !== path && kindOf(other.value) === kindOf(value))
      .map((other) => other.value);
    const printed =
      typeof value === 'string' ? decoys.filter((decoy) => kindOf(decoy) === kindOf(value)) : [];
    const pool = printed.length > 0 && random.integer(3) === 0 ? printed : others;
    return pool.length === 0 ? undefined : random.pick(pool);
  },

  'cut-or-joined'({ value, path }, _document, random, places) {
    if (typeof value !== 'string' || value.length < 6 || isPrintedAmount(value)) return undefined;
    const words = value.split(' ');
    const other = places.find((one) => typeof one.value === 'string' && one.path !== path)?.value as string;
    return random.pick([
      () => (words.length > 1 ? words.slice(0, -1).join(' ') : value.slice(0, -2)),
      () => (words.length > 1 ? words.slice(1).join(' ') : value.slice(3)),
      () => value.slice(0, Math.ceil(value.length / 2)),
      () => value.slice(0, -1),
      () => `${value} ${other}`,
      () => `${other}, ${value}`,
      () => `${value} page 1 of 2`,
      () => `No. ${value}`,
    ])();
  },

  'other-page'({ value }, { elsewhere }, random) {
    if (typeof value === 'number') {
      const amounts = elsewhere.filter((one) => /^\d+(?:\.\d+)?$/.test(one)).map(Number);
      return amounts.length === 0 ? undefined : random.pick(amounts);
    }
    if (isMoney(value)) {
      const amounts = elsewhere.filter(isPrintedAmount).map(amountOf);
      return amounts.length === 0 ? undefined : { ...value, amount: random.pick(amounts) };
    }
    const others = elsewhere.filter((one) => kindOf(one) === kindOf(value));
    return others.length === 0 ? undefined : random.pick(others);
  },

  paraphrase({ value }, _document, random) {
    if (typeof value !== 'string') return undefined;
    const known = paraphrases[value];
    if (known !== undefined) return random.pick(known);
    const words = value.split(/,? /);
    if (words.length < 3 || /\d{4}/.test(value)) return undefined;
    return random.pick([
      () => [...words.slice(1), words[0]].join(' '),
      () => [words.at(-1), ...words.slice(0, -1)].join(' '),
      () => [words[1], words[0], ...words.slice(2)].join(', '),
    ])();
  },

  missing: ({ value }) => (value === null ? undefined : isMoney(value) ? null : null),

  extra({ value, key }, _document, random) {
    if (value !== null) return undefined;
    if (/date|delivery/.test(key))
      return `20${10 + random.integer(15)}-0${1 + random.integer(9)}-1${random.integer(10)}`;
    if (/discount|rounding/.test(key)) return random.integer(9000) / 100;
    return random.pick([...otherValues.towns, `X${random.integer(900000)}`, 'n/a', 'see attachment']);
  },

  unknown({ value, key }, _document, random) {
    if (typeof value === 'number') return Math.round(random.next() * 1e6) / 100;
    if (isMoney(value)) return { ...value, amount: Math.round(random.next() * 1e7) / 100 };
    if (typeof value !== 'string') return undefined;
    if (/date|period|booked/.test(key))
      return `19${60 + random.integer(39)}-1${random.integer(3)}-2${random.integer(9)}`;
    if (isPrintedAmount(value)) return `${random.integer(9000)}.${10 + random.integer(90)}`;
    if (/\d{3}/.test(value)) return `Z${random.integer(1e7)}`;
    return random.pick([
      'Wolfram Tungsten',
      'Copyright reserved',
      'SAMPLE',
      'Thank you for shopping',
      'yes',
      'Kilimanjaro',
    ]);
  },
};

/** Other wordings of texts that the made-up documents contain. */
const paraphrases: Readonly<Record<string, readonly string[]>> = {
  'Payment due within 30 days of receipt': [
    'Due 30 days after receipt of payment request',
    'Payment within 30 days of receipt is due',
  ],
  '2% discount within 10 days, net 30': [
    'net 30, within 10 days 2% discount',
    '10 days 2% discount, 30 days net',
  ],
  'Payable immediately without deduction': [
    'Immediately payable, no deduction',
    'Without deduction payable immediately',
  ],
  'Goods remain our property until paid in full': [
    'Until paid in full, goods remain our property',
    'Goods stay our property until full payment',
  ],
  'Return shipping is paid by the customer': [
    'The customer pays return shipping',
    'Customer pays for return shipping',
  ],
  'The tenant gives three months written notice': [
    'Written notice of three months by the tenant',
    'Three months written notice is given by the tenant',
  ],
  'Delivery takes place within five working days': [
    'Within five working days delivery takes place',
    'Delivery within 5 working days',
  ],
  'Visitor reports mild pain in the left shoulder since March': [
    'Since March the visitor reports mild left shoulder pain',
    'Mild pain in the left shoulder since March, visitor reports',
  ],
  'The roof was repaired after the storm in autumn': [
    'After the autumn storm the roof was repaired',
    'Roof repaired in autumn after the storm',
  ],
  'Applicant requests a parking space near the entrance': [
    'A parking space near the entrance is requested by the applicant',
    'Parking space requested near the entrance by applicant',
  ],
  'Please deliver only on weekday mornings': [
    'Deliver only on weekday mornings please',
    'Please deliver on weekday mornings only',
  ],
  'The meter was read by the caretaker': ['The caretaker read the meter', 'Meter read by caretaker'],
  'Customer demands a replacement of the broken lid': [
    'Customer demands replacement of broken lid',
    'Replacement of the broken lid demanded by the customer',
  ],
};

/** Returns a rough type, so that a value is exchanged only with a value of its type. */
function kindOf(value: JsonValue): string {
  if (typeof value === 'number') return 'number';
  if (isMoney(value)) return 'money';
  if (typeof value !== 'string') return 'other';
  if (swapDayAndMonth(value) !== undefined || /^\d{4}-\d\d-\d\d$|^\d\d[-/.]\d\d[-/.]\d{2,4}$/.test(value))
    return 'date';
  if (isPrintedAmount(value)) return 'amount';
  return /\d{3}/.test(value) ? 'identifier' : 'name';
}

function isPrintedAmount(value: string): boolean {
  return (
    /^[^\d(]{0,4}[\d.,]*\d[.,]\d\d(?: ?[A-Z]{3})?$|^\(\d+\.\d\d\)$/.test(value) &&
    !/\d[./-]\d\d[./-]\d/.test(value)
  );
}

function amountOf(printed: string): number {
  const plain = printed.replace(/[^\d.,]/g, '');
  return Number(`${plain.slice(0, -3).replace(/[.,]/g, '')}.${plain.slice(-2)}`);
}

/** Returns the date with day and month exchanged; `undefined` if the text is not a date or the exchange is not visible. */
function swapDayAndMonth(value: string): string | undefined {
  const figures =
    /^(\d{4}-)(\d\d)(-)(\d\d)$/.exec(value) ??
    /^(\d{4})(\d\d)()(\d\d)$/.exec(value) ??
    /^()(\d\d)([-/.])(\d\d)(?=[-/.]\d)/.exec(value);
  if (figures === null) return undefined;
  const [whole, before = '', first = '', mark = '', second = ''] = figures;
  if (first === second || Number(first) > 12 || Number(second) > 12) return undefined;
  return `${before}${second}${mark}${first}${value.slice(whole.length)}`;
}

/** Injects an error into the rows of one array: merges, splits or shifts them. */
function changeRows(output: Value, taken: ReadonlySet<string>, random: Random): InjectedError | null {
  const found = Object.entries(output).find(([, one]) => Array.isArray(one));
  if (found === undefined || [...taken].some((path) => path.startsWith(found[0]))) return null;
  const [under] = found;
  const rows = found[1] as Row[];
  const names = Object.keys(rows[0] as Row);
  const textName = names.find((name) => ['description', 'name', 'text'].includes(name)) as string;
  const at = random.integer(rows.length - 1);
  const [row, next] = [rows[at] as Row, rows[at + 1] as Row];
  const amountName = names.at(-1) as string;
  random.pick([
    // Merges two rows into one.
    () => {
      rows[at] = { ...row, [textName]: `${row[textName]} ${next[textName]}` };
      rows.splice(at + 1, 1);
    },
    // Moves the end of the description to a separate row.
    () => {
      const words = String(row[textName]).split(' ');
      const half = Math.ceil(words.length / 2);
      const empty = Object.fromEntries(names.map((name) => [name, null]));
      rows[at] = { ...row, [textName]: words.slice(0, half).join(' ') };
      rows.splice(at + 1, 0, { ...empty, [textName]: words.slice(half).join(' ') });
    },
    // Shifts a column up by one row.
    () => {
      for (let i = 0; i + 1 < rows.length; i++)
        (rows[i] as Row)[amountName] = (rows[i + 1] as Row)[amountName] as JsonValue;
    },
    // Exchanges the cells of two neighbouring rows.
    () => {
      const value = row[textName] as JsonValue;
      row[textName] = next[textName] as JsonValue;
      next[textName] = value;
    },
  ])();
  return { cause: 'rows', under };
}
