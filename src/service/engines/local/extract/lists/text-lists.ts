import type { Span } from '../candidates/candidate.ts';
import type { Segment, TextLayout } from '../layout/text-layout.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import { findAmounts } from '../recognise/amounts.ts';
import { type CodeShape, findCodes } from '../recognise/codes.ts';
import { findDates, isoDate } from '../recognise/dates.ts';
import type { DocumentConventions } from '../recognise/document-conventions.ts';
import type { ReadValue } from '../values/evidence.ts';
import { contentWords, FieldWords } from './field-words.ts';
import type { FlowLine } from './flow-lines.ts';
import type { Section } from './sections.ts';
import { cutAtSeparators, type ListItem, splitItems } from './split-items.ts';

/** Parts of a document in which the engine looks for lists. */
export interface ListSource {
  readonly layout: TextLayout;
  readonly sections: readonly Section[];
  readonly conventions: DocumentConventions;
}

const maxItems = 1_000;
/** Minimum fit of a heading or label with a field (see `FieldWords.fit`). */
const minHeadingFit = 0.7;
const minLabelFit = 0.85;

/** Returns the elements of an array of texts, numbers or dates. */
export function textList(array: FieldNode, source: ListSource): ReadValue[] {
  const element = array.element;
  if (element === undefined || element.kind === 'array') return [];
  const shape = codeShapeOf(array, element);
  if (shape !== undefined) return codesOf(source.layout, shape);
  const words = new FieldWords(array);
  const items = labelledItems(source.layout, words) ?? sectionItems(source.sections, words);
  if (items === undefined) return [];
  const evidence = { score: items.score, isOpen: element.kind === 'string' };
  return items.items.slice(0, maxItems).flatMap(({ text, spans }) => {
    const value = elementValue(element, text, source.conventions);
    return value === null ? [] : [{ value, spans, evidence, reason: items.reason }];
  });
}

const shapeNames: readonly (readonly [CodeShape | 'link', RegExp])[] = [
  ['email', /^e ?mails?$|^mail$/],
  ['phone', /^(?:phone|telephone|mobile|fax|tel)$/],
  ['link', /^(?:url|uri|link|website|web)$/],
  ['iban', /^ibans?$/],
];

function codeShapeOf(array: FieldNode, element: FieldNode): CodeShape | 'link' | undefined {
  if (element.kind !== 'string') return undefined;
  if (element.format === 'email') return 'email';
  if (element.format === 'uri' || element.format === 'url') return 'link';
  const words = [...contentWords(array.key), ...contentWords(array.name)];
  return shapeNames.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0];
}

const link =
  /(?:https?:\/\/|www\.)[^\s<>()"',;|]{3,200}|(?<![@\p{L}\d.-])(?:[a-z\d-]{2,40}\.){1,3}[a-z]{2,6}\/[^\s<>()"',;|]{2,200}/giu;

/** Returns every distinct value with a given format, such as all email addresses of a document. */
function codesOf(layout: TextLayout, shape: CodeShape | 'link'): ReadValue[] {
  const found = new Map<string, ReadValue>();
  for (const segment of layout.segments) {
    const codes =
      shape === 'link'
        ? [...segment.text.matchAll(link)].map((match) => ({
            start: match.index,
            text: match[0].replace(/[.,;:]+$/, ''),
          }))
        : findCodes(segment.text, shape).filter(
            ({ text }) => shape !== 'phone' || isPhone(text, segment.text),
          );
    for (const { start, text } of codes) {
      if (found.size >= maxItems || found.has(text.toLowerCase())) continue;
      const spans = [{ segment, start, end: start + text.length }];
      found.set(text.toLowerCase(), {
        value: text,
        spans,
        evidence: { score: shape === 'phone' ? 0.7 : 1 },
        reason: `text with the format of the list (${shape})`,
      });
    }
  }
  return [...found.values()];
}

/** Returns whether digits are a telephone number: an international number, many digits, or digits after a label. */
function isPhone(digits: string, line: string): boolean {
  if (/^\(?\+|^00/.test(digits)) return true;
  if (findDates(digits).length > 0 || /\d{4}\s?[-–/]\s?\d{4}$/.test(digits)) return false;
  return (
    /\b(?:tel|phone|fon|mob|cell|fax|handy|gsm|t[ée]l[ée]fono?)/i.test(line) ||
    digits.replace(/\D/g, '').length >= 9
  );
}

interface FoundItems {
  readonly items: readonly ListItem[];
  /** How clearly the document shows that the items belong to the list (see `Evidence`). */
  readonly score: number;
  readonly reason: string;
}

/**
 * Returns the list after a label on the same line, as in `Keywords: tables, lists`. Includes further lines of a wrapped
 * list.
 */
function labelledItems(layout: TextLayout, words: FieldWords): FoundItems | undefined {
  for (const row of layout.rows) {
    for (const [index, segment] of row.segments.entries()) {
      const match = /^\W{0,3}([^:;.]{2,40}?)\s*(?::|[—–](?=\s)|\.?[—-](?=\p{Ll}))\s*(?=\S)/u.exec(
        segment.text,
      );
      if (match !== null && words.fit(match[1] ?? '') >= minLabelFit)
        return foundAfter(layout, { segment, start: match[0].length, end: segment.text.length });
      const next = row.segments[index + 1];
      const bare = segment.text.replace(/(?<![\s:.])[\s:.]+$/, '');
      if (next !== undefined && bare.length <= 40 && words.fit(bare) >= 0.95 && /[,;|]/.test(next.text))
        return foundAfter(layout, { segment: next, start: 0, end: next.text.length });
    }
  }
  return undefined;
}

function foundAfter(layout: TextLayout, first: Span): FoundItems | undefined {
  const spans = [first];
  let last = first.segment;
  for (const row of layout.rows.slice(first.segment.row + 1, first.segment.row + 6)) {
    const next = row.segments.find((one) => isBelow(last, one));
    if (next === undefined || /^[^:]{2,30}:/.test(next.text)) break;
    if (!/[,;|]$/.test(last.text) && !/^\p{Ll}/u.test(next.text)) break;
    spans.push({ segment: next, start: 0, end: next.text.length });
    last = next;
  }
  const text = spans.map((span) => span.segment.text.slice(span.start, span.end)).join(' ');
  const items = cutAtSeparators({ text: text.trim(), spans });
  return items.length === 0
    ? undefined
    : { items, score: items.length > 1 ? 1 : 0.7, reason: 'list after a label that names the field' };
}

function isBelow(above: Segment, below: Segment): boolean {
  const gap = below.box.top - above.box.bottom;
  return (
    below.page === above.page &&
    gap < 0.9 * Math.max(6, below.height) &&
    below.box.left < above.box.right &&
    below.box.right > above.box.left
  );
}

function sectionItems(sections: readonly Section[], words: FieldWords): FoundItems | undefined {
  const fits = sections.map((section) => ({ section, fit: words.fit(section.title) }));
  const best = Math.max(0, ...fits.map(({ fit }) => fit));
  if (best < minHeadingFit) return undefined;
  const lines = new Set<FlowLine>();
  for (const { section, fit } of fits)
    if (fit > best - 0.01) for (const line of section.lines) lines.add(line);
  const items = splitItems([...lines]);
  const reason = 'item of a list under a heading that names the field';
  return items.length === 0 ? undefined : { items, score: best >= 0.95 ? 0.9 : 0.6, reason };
}

function elementValue(element: FieldNode, text: string, conventions: DocumentConventions): unknown {
  const amount = (): number | null => findAmounts(text, conventions.decimalSign)[0]?.value ?? null;
  switch (element.kind) {
    case 'number':
      return amount();
    case 'integer': {
      const value = amount();
      return value !== null && Number.isInteger(value) ? value : null;
    }
    case 'date': {
      const date = findDates(text)[0];
      return date === undefined ? null : isoDate(date, conventions.monthFirst);
    }
    case 'enum':
      return element.options.find((option) => option.toLowerCase() === text.toLowerCase()) ?? null;
    case 'string':
      return text === '' ? null : text;
    default:
      return null;
  }
}
