import type { Span } from '../candidates/candidate.ts';
import { tokensOf } from '../layout/fold-text.ts';
import { type EntryRole, yearWords } from '../lexicon/entry-words.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import { FieldWords, spacedName, stemOf } from '../lists/field-words.ts';
import { type FlowLine, joinRows } from '../lists/flow-lines.ts';
import type { Section } from '../lists/sections.ts';
import { joinItems, joinLines } from '../lists/split-items.ts';
import { findDates, isoDate } from '../recognise/dates.ts';
import type { DocumentConventions } from '../recognise/document-conventions.ts';
import { type FoundPeriod, findPeriods } from '../recognise/periods.ts';
import type { ReadValue } from '../values/evidence.ts';
import { divideEntries, type Entry, headPeriod } from './divide-entries.ts';
import type { EntryFields } from './entry-fields.ts';
import { headParts, isOrganisation, isPlace, isPosition, tidy } from './head-parts.ts';
import { readReference } from './read-reference.ts';

const maxEntries = 1_000;
/**
 * Minimum fit of a section heading with the name of the array (see `FieldWords.fit`). A heading that fits
 * only the description of the array is below this limit.
 */
const minFit = 0.85;

type Row = Map<string, ReadValue>;

/** Returns one row per entry of the sections whose heading names the array. */
export function sectionEntries(
  array: FieldNode,
  fields: EntryFields,
  sections: readonly Section[],
  conventions: DocumentConventions,
): Row[] {
  const words = new FieldWords(array);
  const fits = sections.map((section) => ({ section, fit: words.fit(section.title) }));
  const best = fits.reduce((highest, { fit }) => Math.max(highest, fit), 0);
  if (best < minFit) return [];
  const used = new Set<FlowLine>();
  const rows: Row[] = [];
  for (const { section, fit } of fits) {
    if (fit < minFit || fit < best - 0.11 || used.has(section.heading)) continue;
    for (const line of section.lines) used.add(line);
    const entries = divideEntries(joinRows(section.lines));
    const reader = new EntryReader(fields, entries, fit, conventions);
    for (const row of reader.rows()) if (row.size > 0) rows.push(row);
  }
  return rows.slice(0, maxEntries);
}

/** Roles whose values have a format that shows where the values start and end. */
const closedRoles: ReadonlySet<EntryRole> = new Set([
  'date',
  'start',
  'end',
  'current',
  'link',
  'identifier',
]);

/** Reads the entries of one section. Title and organisation have the same order in all these entries. */
class EntryReader {
  readonly #fields: EntryFields;
  readonly #fit: number;
  readonly #conventions: DocumentConventions;
  readonly #entries: readonly Entry[];

  constructor(fields: EntryFields, entries: readonly Entry[], fit: number, conventions: DocumentConventions) {
    this.#fields = fields;
    this.#fit = fit;
    this.#conventions = conventions;
    this.#entries = entries;
  }

  rows(): Row[] {
    if (this.#fields.has('people')) return this.#entries.map((entry) => this.#reference(entry));
    const heads = this.#entries.map(readHead);
    const votes = heads.map(({ parts }) => orderVote(parts));
    const titleFirst = votes.reduce((sum, vote) => sum + vote, 0) >= 0;
    return this.#entries.map((entry, index) => this.#plain(entry, heads[index] as EntryHead, titleFirst));
  }

  #reference(entry: Entry): Row {
    const row: Row = new Map();
    const spans = spansOf([...entry.head, ...entry.body]);
    const text = joinItems([...entry.head, ...entry.body])
      .map((item) => item.text)
      .join(' ');
    const found = readReference(text);
    const isReference = found.year !== undefined || (found.people !== undefined && found.venue !== undefined);
    if (found.title === undefined || !isReference) return row;
    const isComplete = [found.year, found.people, found.venue].every((part) => part !== undefined);
    this.#set(row, 'title', found.title, spans, isComplete);
    this.#set(row, 'organisation', found.venue, spans, isComplete);
    this.#set(row, 'date', found.year, spans, isComplete);
    this.#set(row, 'link', found.link, spans);
    this.#set(row, 'identifier', found.identifier, spans);
    const people = this.#fields.get('people');
    if (people?.kind === 'array') {
      const inner = people.children.find(({ key }) => /name/i.test(key));
      const suffix = inner === undefined ? '' : `.${inner.key}`;
      if (people.element !== undefined || inner !== undefined)
        for (const [index, name] of found.names.entries())
          this.#add(row, `${people.key}[${index}]${suffix}`, name, spans);
    } else this.#set(row, 'people', found.people, spans);
    return row;
  }

  #plain(entry: Entry, { period, parts, place, texts }: EntryHead, titleFirst: boolean): Row {
    const row: Row = new Map();
    const [first, second] = titleFirst ? parts : [parts[1], parts[0]];
    const [title, organisation] = this.#divide(parts, first, second);
    const head = spansOf(entry.head);
    const isComplete = [title, organisation, period].every((part) => part !== undefined);
    this.#set(row, 'title', title, head, isComplete);
    this.#set(row, 'organisation', organisation, head, isComplete);
    this.#set(row, 'place', place, head);
    this.#setPeriod(row, period, head, isComplete && this.#fields.has('title'));
    this.#setText(row, entry, texts);
    return row;
  }

  /**
   * Returns the title and the organisation. If there is only one part, its words show whether the part is the title or
   * the organisation.
   */
  #divide(
    parts: readonly string[],
    first: string | undefined,
    second: string | undefined,
  ): [string | undefined, string | undefined] {
    if (parts.length > 1) return [first, second];
    const [only = ''] = parts;
    const named = isOrganisation(only) && !(this.#fields.has('title') && isPosition(only));
    return named ? [undefined, only] : [only, undefined];
  }

  #setPeriod(row: Row, period: FoundPeriod | undefined, spans: readonly Span[], isComplete: boolean): void {
    if (period === undefined) return;
    const { from, to, current } = period;
    this.#set(row, 'start', from, spans, isComplete);
    this.#set(row, 'end', to, spans, isComplete);
    if (this.#fields.has('end') && !this.#fields.has('date'))
      this.#set(row, 'current', current, spans, isComplete);
    const words = tokensOf(spacedName(this.#fields.get('date')?.key ?? ''));
    const isYear = words.some(({ text }) => yearWords.has(stemOf(text)));
    this.#set(row, 'date', isYear ? (to ?? from)?.slice(-4) : period.text, spans, isComplete);
  }

  /**
   * Sets the text of an entry to the details below its head. If the array has no title field and the entry has no
   * details, the text is the head without its time span.
   */
  #setText(row: Row, entry: Entry, texts: readonly string[]): void {
    const node = this.#fields.get('text');
    if (node === undefined) return;
    const isWhole = !this.#fields.has('title') && entry.body.length === 0;
    const lines = isWhole ? entry.head : entry.body;
    const items = isWhole ? [tidy(texts.join(' '))] : joinItems(lines).map(({ text }) => text);
    if (node.kind === 'array') {
      for (const [index, text] of items.entries())
        this.#add(row, `${node.key}[${index}]`, text, spansOf(lines));
    } else this.#set(row, 'text', items.join('\n'), spansOf(lines));
  }

  /** `isComplete` states whether all main parts of the entry were found. If so, the role of each part is clear. */
  #set(row: Row, role: EntryRole, value: unknown, spans: readonly Span[], isComplete = false): void {
    const node = this.#fields.get(role);
    if (node === undefined || value === undefined || value === '') return;
    const typed = typeof value === 'string' ? typedValue(node, value, this.#conventions) : value;
    const isOpen = !closedRoles.has(role);
    if (typed !== null) this.#add(row, node.key, typed, spans, { isOpen, isComplete });
  }

  #add(
    row: Row,
    key: string,
    value: unknown,
    spans: readonly Span[],
    { isOpen = true, isComplete = false } = {},
  ): void {
    const reason = 'part of an entry under a heading that names the field';
    // If the entry is not complete, the score is lower, because only the form of the text shows where the parts start
    // and end.
    const score = (isComplete ? 0.92 : 0.75) * this.#fit;
    row.set(key, { value, spans, evidence: { score, isOpen }, reason });
  }
}

/** Converts a text to the type of the field. Returns `null` if the text has no value of this type. */
function typedValue(node: FieldNode, text: string, conventions: DocumentConventions): unknown {
  switch (node.kind) {
    case 'string':
      return text;
    case 'date': {
      const [date] = findDates(text);
      return date === undefined ? null : isoDate(date, conventions.monthFirst);
    }
    case 'integer':
      if (node.orText) return text;
      return Number(/(?:19|20)\d\d/.exec(text)?.[0] ?? Number.NaN) || null;
    case 'enum':
      return node.options.find((option) => option.toLowerCase() === text.toLowerCase()) ?? null;
    default:
      return null;
  }
}

/**
 * Returns a positive number if the first part looks like a job title and the second part like an organisation. Returns
 * a negative number for the reverse order, and 0 if the order is unclear.
 */
function orderVote([first = '', second]: readonly string[]): number {
  if (second === undefined) return 0;
  const evidence = (text: string): number => Number(isPosition(text)) - Number(isOrganisation(text));
  return evidence(first) - evidence(second);
}

interface EntryHead {
  readonly period: FoundPeriod | undefined;
  /** Texts of the head without the time span. */
  readonly texts: readonly string[];
  /** Parts that can be a title or an organisation. */
  readonly parts: readonly string[];
  readonly place: string | undefined;
}

function readHead(entry: Entry): EntryHead {
  const period = periodOf(entry);
  const texts = textsOf(entry, period?.text);
  const parts = headParts(texts);
  return { period, texts, parts: parts.filter((part) => !isPlace(part)), place: parts.find(isPlace) };
}

/** Returns the texts of the head without its time span. Joins wrapped lines. */
function textsOf(entry: Entry, period: string | undefined): string[] {
  const texts: string[] = [];
  let previous: FlowLine | undefined;
  for (const line of entry.head) {
    const wraps = previous !== undefined && previous.text.length > 60 && !previous.bold;
    const text =
      texts.length === 0 ? withoutBullet(line) : line.segments.map((segment) => segment.text).join('   ');
    if (wraps) texts.push(joinLines([texts.pop() ?? '', text]));
    else texts.push(text);
    previous = line;
  }
  return texts.map((text) => (period === undefined ? text : withoutPeriod(text, period)));
}

/**
 * Removes a time span from a text. If the time span is in brackets, such as `(elected 2015)`, also removes the brackets
 * and the words in them, except capitalised names.
 */
function withoutPeriod(text: string, period: string): string {
  const at = text.indexOf(period);
  if (at < 0) return text;
  const [before, after] = [text.slice(0, at), text.slice(at + period.length)];
  const open = /[([]([^()[\]]*)$/.exec(before);
  const close = /^([^()[\]]*)[)\]]/.exec(after);
  if (open === null || close === null) return `${before} ${after}`.trim();
  const kept = `${open[1]} ${close[1]}`.match(/\p{Lu}[\p{L} ]+/gu) ?? [];
  const rest = kept.length === 0 ? '' : `(${kept.join(', ').trim()})`;
  return `${before.slice(0, open.index)}${rest}${after.slice(close[0].length)}`.trim();
}

function withoutBullet(line: FlowLine): string {
  const [item] = joinItems([line]);
  return item?.bulleted ? item.text : line.segments.map((segment) => segment.text).join('   ');
}

/**
 * Returns the time span of the head. In an entry without details, the time span can also be within a sentence.
 */
function periodOf({ head, body }: Entry): FoundPeriod | undefined {
  for (const line of head) {
    const period = headPeriod(line.text);
    if (period !== undefined) return period;
  }
  return body.length === 0 ? findPeriods(joinLines(head.map(({ text }) => text)))[0] : undefined;
}

function spansOf(lines: readonly FlowLine[]): Span[] {
  return lines.flatMap(({ segments }) =>
    segments.map((segment) => ({ segment, start: 0, end: segment.text.length })),
  );
}
