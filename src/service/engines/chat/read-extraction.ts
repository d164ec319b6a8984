import { isJsonObject } from '../../../model/json/json-value.ts';
import { isIsoDate } from '../../../model/processor/is-iso-date.ts';
import type { FieldKind, FieldNode } from '../local/extract/lexicon/field-tree.ts';
import { type FilledValue, type Findings, signatureParts } from '../local/extract/values/output-builder.ts';
import { type AnswerJson, checkMembers, mismatch } from './answer-json.ts';
import { confidenceOf, type QuoteCheck } from './confidence.ts';
import type { PageSearch } from './page-search.ts';
import { quoteSupports } from './quote-supports.ts';

interface Quote {
  readonly page: number;
  readonly quote: string;
  readonly reason: string | undefined;
}

/**
 * Returns the values of an answer with their positions and confidences. Throws an `EngineFailure` if the answer does
 * not match the fields. An absent field counts as `null`. `quoted` is true if the request required quotes.
 */
export function readExtraction(
  answer: AnswerJson,
  tree: readonly FieldNode[],
  { search, quoted }: { readonly search: PageSearch; readonly quoted: boolean },
): Findings {
  checkMembers('', answer.members, ['value', 'quotes']);
  const root = answer.members.value;
  if (!isJsonObject(root)) throw mismatch('value', 'an object', root);
  if (tree.length > 0 && !tree.some(({ key }) => Object.hasOwn(root, key)))
    throw mismatch('value', 'the fields of the schema', root);
  const quotes = quotesOf(answer.members.quotes);
  const values = new Map<string, FilledValue>();
  const rowCounts = new Map<string, number>();
  readObject(tree, root, '');
  return { values, rowCounts };

  function readObject(
    nodes: readonly FieldNode[],
    object: Readonly<Record<string, unknown>>,
    path: string,
  ): void {
    checkMembers(
      path === '' ? 'value' : `value.${path}`,
      object,
      nodes.map(({ key }) => key),
    );
    for (const node of nodes) {
      const value = Object.hasOwn(object, node.key) ? object[node.key] : null;
      readField(node, value, path === '' ? node.key : `${path}.${node.key}`);
    }
  }

  function readField(node: FieldNode, value: unknown, path: string): void {
    if (value === null) return;
    switch (node.kind) {
      case 'object':
        if (!isJsonObject(value)) throw mismatch(`value.${path}`, 'an object', value);
        return readObject(node.children, value, path);
      case 'array':
        if (!Array.isArray(value)) throw mismatch(`value.${path}`, 'a list', value);
        rowCounts.set(path, value.length);
        for (const [index, row] of value.entries()) {
          if (!isJsonObject(row)) throw mismatch(`value.${path}[${index}]`, 'an object', row);
          readObject(node.children, row, `${path}[${index}]`);
        }
        return;
      case 'signature':
        if (!isJsonObject(value)) throw mismatch(`value.${path}`, 'an object', value);
        checkMembers(`value.${path}`, value, signatureParts);
        for (const part of signatureParts)
          readLeaf(signatureKinds[part], value[part] ?? null, `${path}.${part}`, []);
        return;
      default:
        return readLeaf(node.kind, value, path, node.options);
    }
  }

  function readLeaf(kind: FieldKind, value: unknown, path: string, options: readonly string[]): void {
    if (value === null) return;
    const expected = expectedForm(kind, value, options);
    if (expected !== null) throw mismatch(`value.${path}`, `${expected} or null`, value);
    if (kind === 'currency' && isJsonObject(value) && (value.amount ?? null) === null) return;
    const quote = quotes.get(path);
    const text = quote?.quote ?? (typeof value === 'string' ? value : undefined);
    const spans = (text === undefined ? null : search.find(text, quote?.page)) ?? [];
    const isSupported = text !== undefined && spans.length > 0 && quoteSupports(text, value, kind);
    const check: QuoteCheck = isSupported
      ? 'supported'
      : quote !== undefined
        ? 'contradicted'
        : quoted
          ? 'unquoted'
          : 'unchecked';
    const place = kind === 'currency' ? `value.${path}.amount` : `value.${path}`;
    values.set(path, {
      value,
      spans: isSupported ? spans : [],
      certainty: confidenceOf(answer.probability(place), check),
      reason: reasonOf(check, quote),
    });
  }
}

const signatureKinds: Readonly<Record<(typeof signatureParts)[number], FieldKind>> = {
  printed_name: 'string',
  signature_date: 'date',
  is_signed: 'boolean',
  title_or_role: 'string',
};

/**
 * Returns the name of the expected type, such as `a string`, if the value does not have this type. Otherwise
 * returns `null`.
 */
function expectedForm(kind: FieldKind, value: unknown, options: readonly string[]): string | null {
  switch (kind) {
    case 'string':
      return typeof value === 'string' ? null : 'a string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'a number';
    case 'integer':
      return Number.isInteger(value) ? null : 'an integer';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'a boolean';
    case 'date':
      return isIsoDate(value) ? null : 'a date yyyy-mm-dd';
    case 'enum':
      return options.includes(value as string) ? null : `one of ${options.join(', ')}`;
    default:
      return isCurrency(value) ? null : '{amount, iso_4217_currency_code}';
  }
}

function isCurrency(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { amount = null, iso_4217_currency_code: code = null, ...others } = value;
  const isNumber = amount === null || (typeof amount === 'number' && Number.isFinite(amount));
  return isNumber && (code === null || typeof code === 'string') && Object.keys(others).length === 0;
}

/** Returns the quotes by path. If a path has several quotes, the first counts. */
function quotesOf(given: unknown): ReadonlyMap<string, Quote> {
  const quotes = new Map<string, Quote>();
  if (given === undefined || given === null) return quotes;
  if (!Array.isArray(given)) throw mismatch('quotes', 'a list', given);
  for (const [index, entry] of given.entries()) {
    if (!isJsonObject(entry)) throw mismatch(`quotes[${index}]`, 'an object', entry);
    const { path, page, quote, reason } = entry;
    if (typeof path !== 'string') throw mismatch(`quotes[${index}].path`, 'a string', path);
    if (typeof quote !== 'string') throw mismatch(`quotes[${index}].quote`, 'a string', quote);
    if (!quotes.has(path))
      quotes.set(path, {
        page: Number(page),
        quote,
        reason: typeof reason === 'string' ? reason : undefined,
      });
  }
  return quotes;
}

function reasonOf(check: QuoteCheck, quote: Quote | undefined): string {
  const checks: Readonly<Record<QuoteCheck, string>> = {
    supported: 'The value is on the page.',
    contradicted: 'The quote of the model is not on the page, or does not contain the value.',
    unquoted: 'The model gave no quote for the value.',
    unchecked: 'The value was not checked against the page.',
  };
  return quote?.reason === undefined ? checks[check] : `${quote.reason} (${checks[check]})`;
}
