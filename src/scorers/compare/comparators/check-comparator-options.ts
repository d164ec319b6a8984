import { GoldsetError } from '../../../base/goldset-error.ts';

type Check = readonly [expected: string, holds: (value: unknown) => boolean];

const yesOrNo: Check = ['true or false', (value) => typeof value === 'boolean'];
const size: Check = ['a number of 0 or more', (value) => Number.isFinite(value) && (value as number) >= 0];

const checks: Readonly<Record<string, Check>> = {
  ignoreCase: yesOrNo,
  ignorePunctuation: yesOrNo,
  ignoreDiacritics: yesOrNo,
  threshold: ['a number from 0 to 1', (value) => size[1](value) && (value as number) <= 1],
  absoluteTolerance: size,
  relativeTolerance: size,
  locale: ['a locale such as de-DE', (value) => typeof value === 'string'],
  decimalSeparator: ['"." or ","', (value) => value === '.' || value === ','],
  dayFirst: yesOrNo,
  formats: [
    'a list of formats such as dd/MM/yyyy',
    (value) => Array.isArray(value) && value.every((format) => typeof format === 'string'),
  ],
  of: [
    'a comparator and its options',
    (value) => typeof value === 'object' && value !== null && Object.hasOwn(value, 'comparator'),
  ],
};

/** Refuses options that no comparator has and values that mean nothing: either would be a silent loss. */
export function checkComparatorOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    refuse(`options: found ${options === null ? 'null' : typeof options}`, 'an object');
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) refuse(`option "${name}" is not known`, Object.keys(checks).join(', '));
    const [expected, holds] = check;
    if (value !== undefined && !holds(value)) refuse(`${name}: found ${shown(value)}`, expected);
  }
}

/** What a value looks like in a message. */
function shown(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

function refuse(problem: string, expected: string): never {
  throw new GoldsetError('USAGE', { problem: `comparator ${problem}`, fix: `There is ${expected}.` });
}
