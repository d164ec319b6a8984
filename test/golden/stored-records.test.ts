// The last release that wrote records of format 1 also wrote their figures. This checkout must give the same figures
// and exit codes.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { long } from '../fixtures/long-form.ts';
import { goldens, longRecords, readStoredFigures, rounded } from './stored-figures.ts';

const omitted = long ? [] : longRecords;
const names = readdirSync(goldens, { recursive: true, encoding: 'utf8' })
  .filter((name) => statSync(path.join(goldens, name)).isFile() && !omitted.includes(path.dirname(name)))
  .sort();

describe('stored records of format 1', () => {
  let figures: Map<string, string>;
  beforeAll(async () => {
    figures = await readStoredFigures(omitted);
  }, 180_000);

  it('has the same tables and sections', () => {
    expect([...figures.keys()].sort()).toEqual(names);
  });

  it('gives the same exit codes', () => {
    const codes = (text = '{}') => Object.entries<number>(JSON.parse(text));
    const stored = codes(readFileSync(path.join(goldens, 'exit-codes.json'), 'utf8'));
    const isOmitted = (command: string) =>
      !command.startsWith('goldset merge') && omitted.includes(command.split(' ')[2] as string);
    expect(codes(figures.get('exit-codes.json'))).toEqual(stored.filter(([command]) => !isOmitted(command)));
  });

  it.each(names.filter((name) => name !== 'exit-codes.json'))('gives the same %s', (name) => {
    expect(figures.get(name)).toBe(readFileSync(path.join(goldens, name), 'utf8'));
  });
});

describe('rounded', () => {
  it('keeps 12 digits, so that different figures remain different', () => {
    expect(rounded('a,0.1234567890123456,-0.5')).toBe('a,0.123456789012,-0.5');
    expect(rounded('0.12345678901234')).toBe(rounded('0.12345678901235'));
    expect(rounded('0.123456789012')).not.toBe(rounded('0.123456789013'));
    expect(rounded('1.1234567890123e-7')).toBe('1.12345678901e-7');
  });
});
