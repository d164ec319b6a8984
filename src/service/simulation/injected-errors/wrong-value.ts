import type { Random } from '../../../base/random.ts';
import { isJsonObject } from '../../../model/json/json-value.ts';
import type { ConfigField } from '../../config/config-fields.ts';

/** Returns another value of the same kind, or `undefined` if there is none. */
export function alteredValue(field: ConfigField, value: unknown, random: Random): unknown {
  if (field.kind === 'enum') {
    const others = field.choices.filter((choice) => choice !== value);
    return others.length === 0 ? undefined : random.pick(others);
  }
  if (field.kind === 'currency') {
    if (!isJsonObject(value) || typeof value.amount !== 'number') return undefined;
    return { ...value, amount: otherNumber(value.amount, random) };
  }
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return otherNumber(value, random);
  if (typeof value !== 'string') return undefined;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(day) ? otherText(value, random) : dayText(day + (1 + random.integer(27)) * dayMs);
}

/** Returns a random value for an empty field, or `undefined` if the field cannot have a value. */
export function addedValue(field: ConfigField, random: Random): unknown {
  switch (field.kind) {
    case 'string':
      return `Added ${1000 + random.integer(9000)}`;
    case 'number':
      return (1 + random.integer(99_999)) / 100;
    case 'integer':
      return 1 + random.integer(999);
    case 'boolean':
      return random.next() < 0.5;
    case 'date':
      return dayText(Date.UTC(2000, 0, 1) + random.integer(9000) * dayMs);
    case 'currency':
      return { amount: (1 + random.integer(99_999)) / 100, iso_4217_currency_code: 'EUR' };
    case 'enum':
      return field.choices.length === 0 ? undefined : random.pick(field.choices);
    default:
      return undefined;
  }
}

const dayMs = 86_400_000;

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Adds 1 to 9 at the place of one of the digits before the decimal point, such as 30 to 1250.5. */
function otherNumber(value: number, random: Random): number {
  const digits = String(Math.trunc(Math.abs(value))).length;
  const step = (1 + random.integer(9)) * 10 ** random.integer(Math.min(digits, 12));
  return Math.round((value + step) * 1e6) / 1e6;
}

/**
 * Replaces one letter (a to z) or digit with a different one in the same letter case. Appends `X` to a text that has
 * none.
 */
function otherText(value: string, random: Random): string {
  const letters = [...value];
  const places = letters.flatMap((letter, index) => (/[a-z0-9]/i.test(letter) ? [index] : []));
  if (places.length === 0) return `${value}X`;
  const place = random.pick(places);
  const old = letters[place] as string;
  const alphabet = /\d/.test(old) ? '0123456789' : 'abcdefghijklmnopqrstuvwxyz';
  const fresh = random.pick([...alphabet].filter((letter) => letter !== old.toLowerCase()));
  letters[place] = old === old.toLowerCase() ? fresh : fresh.toUpperCase();
  return letters.join('');
}
