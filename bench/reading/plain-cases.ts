import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { JsonObject, JsonValue } from '../../src/model/json/json-value.ts';
import type { ProcessorConfig } from '../../src/model/processor/processor-config.ts';
import type { ReadingDocument, ReadingSet } from './cases.ts';

/**
 * Returns the contracts of CUAD with the normalised answers of lawyers. Answers with an incomplete date are left out.
 */
export function contracts(folder: string): ReadingSet {
  const text = (description: string): JsonObject => ({ type: ['string', 'null'], description });
  const date = (description: string): JsonObject => ({ ...text(description), format: 'date' });
  const schema: JsonObject = {
    type: 'object',
    properties: {
      document_name: text('Title of the contract'),
      agreement_date: date('Date of the contract'),
      effective_date: date('Date on which the contract takes effect'),
      expiration_date: date('Date on which the initial term ends'),
      governing_law: text('State or country whose law governs the contract'),
      parties: {
        type: 'array',
        description: 'Parties that signed the contract',
        items: { type: 'object', properties: { name: text('Name of the party') } },
      },
    },
  };
  const rows = parse(readFileSync(path.join(folder, 'master_clauses.csv')), { columns: true }) as Record<
    string,
    string
  >[];
  const paths = new Map(
    (readdirSync(path.join(folder, 'full_contract_pdf'), { recursive: true }) as string[]).map((file) => [
      path.basename(file),
      path.join(folder, 'full_contract_pdf', file),
    ]),
  );
  const documents = rows.flatMap((row): ReadingDocument[] => {
    const file = row.Filename ?? '';
    const source = paths.get(file);
    if (source === undefined) return [];
    const answer = (name: string): string | null =>
      row[`${name}-Answer`]?.replace(/\s+/g, ' ').trim() || null;
    const gold: JsonObject = {
      document_name: answer('Document Name'),
      agreement_date: isoDate(answer('Agreement Date')),
      effective_date: isoDate(answer('Effective Date')),
      expiration_date: isoDate(answer('Expiration Date')),
      governing_law: answer('Governing Law'),
      parties: partyNames(answer('Parties')).map((name) => ({ name })),
    };
    return [{ id: file.slice(0, 30), file, bytes: readFileSync(source), gold }];
  });
  const config = { type: 'EXTRACT', schema } as ProcessorConfig;
  return { name: 'cuad', config, fuzzy: ['document_name', 'parties[].name'], documents };
}

/** Returns `1/19/01` as `2001-01-19`, and `null` for an incomplete date or a text such as `perpetual`. */
function isoDate(answer: string | null): string | null {
  const [, month = '', day = '', year = ''] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(answer ?? '') ?? [];
  if (year === '') return null;
  const full = year.length === 4 ? year : String(Number(year) + (Number(year) < 70 ? 2000 : 1900));
  return `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Returns the names of a list of parties, such as `About.com, Inc. ("About"); ebix.com, Inc. ("ebix")`. */
function partyNames(answer: string | null): string[] {
  return (answer ?? '')
    .split(';')
    .map((part) => part.replace(/\s*,?\s*[("“].*$/, '').trim())
    .filter((name) => name !== '' && !name.includes('___'));
}

/**
 * Returns a set of documents, each with a JSON file of values. The data has no schema, so the function derives one with
 * every field that occurs in the values.
 */
export function valuesOnly(
  name: string,
  folder: string,
  goldOf: (json: JsonValue) => JsonObject,
  more: Partial<ReadingSet>,
): ReadingSet {
  const documents = readdirSync(folder)
    .filter((file) => file.endsWith('.pdf') && existsSync(path.join(folder, file.replace(/pdf$/, 'json'))))
    .map((file) => ({
      id: file.slice(0, -4),
      file,
      bytes: readFileSync(path.join(folder, file)) as Uint8Array,
      gold: goldOf(
        JSON.parse(readFileSync(path.join(folder, file.replace(/pdf$/, 'json')), 'utf8')) as JsonValue,
      ),
    }));
  const schema = schemaOf(documents.map(({ gold }) => gold));
  return { name, config: { type: 'EXTRACT', schema } as ProcessorConfig, documents, ...more };
}

/** Returns a schema that accepts all of the values. A text that is always an ISO date is a date. */
function schemaOf(values: readonly (JsonValue | undefined)[]): JsonObject {
  const given = values.filter((value) => value !== null && value !== undefined);
  const [first] = given;
  if (Array.isArray(first)) return { type: 'array', items: schemaOf(given.flat() as JsonValue[]) };
  if (typeof first === 'object' && first !== null) {
    const keys = new Set(given.flatMap((value) => Object.keys(value as JsonObject)));
    const properties = [...keys].map((key) => [
      key,
      schemaOf(given.map((value) => (value as JsonObject)[key])),
    ]);
    return { type: 'object', properties: Object.fromEntries(properties) };
  }
  if (typeof first === 'number') return { type: ['number', 'null'] };
  if (typeof first === 'boolean') return { type: ['boolean', 'null'] };
  const isDate = given.length > 0 && given.every((value) => /^\d{4}-\d\d-\d\d$/.test(String(value)));
  return { type: ['string', 'null'], ...(isDate && { format: 'date' }) };
}
