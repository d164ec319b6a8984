import type { Segment } from '../layout/text-layout.ts';
import type { PlanShape } from '../lexicon/plan-fields.ts';
import { codeOf, correctDigits, type FoundAmount, findAmounts, isMoney } from '../recognise/amounts.ts';
import { booleanOf } from '../recognise/booleans.ts';
import { type CodeShape, findCodes, findIdentifiers } from '../recognise/codes.ts';
import { lengthWithoutCapacity } from '../recognise/company-names.ts';
import { type FoundDate, findDates } from '../recognise/dates.ts';
import type { DocumentConventions } from '../recognise/document-conventions.ts';
import type { FoundValue } from './candidate.ts';

/**
 * Reads values of a given format from text segments. Caches amounts and dates, because many labels read the same
 * text.
 */
export class ValueReader {
  readonly #conventions: DocumentConventions;
  readonly #amounts = new Map<number, readonly FoundAmount[]>();
  readonly #dates = new Map<number, readonly FoundDate[]>();

  constructor(conventions: DocumentConventions) {
    this.#conventions = conventions;
  }

  amountsOf(segment: Segment): readonly FoundAmount[] {
    let found = this.#amounts.get(segment.id);
    if (found === undefined) {
      const text = segment.page.source === 'ocr' ? correctDigits(segment.text) : segment.text;
      const dates = this.datesOf(segment);
      found = findAmounts(text, this.#conventions.decimalSign).filter(
        (amount) => !dates.some((date) => amount.start < date.end && amount.end > date.start),
      );
      this.#amounts.set(segment.id, found);
    }
    return found;
  }

  datesOf(segment: Segment): readonly FoundDate[] {
    let found = this.#dates.get(segment.id);
    if (found === undefined) {
      found = findDates(segment.text);
      this.#dates.set(segment.id, found);
    }
    return found;
  }

  /** Returns the values of the format `shape` between two positions, in order. */
  read(segment: Segment, from: number, to: number, shape: PlanShape): FoundValue[] {
    const within = (one: { start: number; end: number }): boolean => one.start >= from && one.end <= to;
    const place = (start: number, end: number): FoundValue => ({
      spans: [{ segment, start, end }],
      text: segment.text.slice(start, end),
    });
    switch (shape) {
      case 'date':
        return this.datesOf(segment)
          .filter(within)
          .map((date) => ({ ...place(date.start, date.end), text: date.text, date }));
      case 'amount':
      case 'number':
      case 'percent':
        return (
          this.amountsOf(segment)
            .filter((amount) => amount.figures >= from && amount.end <= to && matchesShape(amount, shape))
            // The currency before an amount can belong to the label (`Total RM 12.50`).
            .map((amount) => ({ ...place(amountStart(segment.text, amount, from), amount.end), amount }))
        );
      case 'identifier':
        return this.#identifiers(segment, from, to).map((one) => place(one.start, one.end));
      case 'email':
      case 'phone':
      case 'url':
      case 'iban':
      case 'bic':
      case 'vat-id':
      case 'time':
        return this.#codes(segment, from, to, shape).map((one) => place(one.start, one.end));
      case 'currency':
        return currenciesIn(segment.text, from, to).map((one) => place(one.start, one.end));
      case 'boolean': {
        // A note in brackets, as in `Paid (yes or no): no`, is part of the label.
        const truth = booleanOf(segment.text.slice(from, to).replace(/^\s*\([^)]{3,40}\)\s*[:：]/, ''));
        return truth === undefined ? [] : [{ ...place(...trimmed(segment.text, from, to)), truth }];
      }
      default: {
        const [start, end] = trimmed(segment.text, from, to);
        const text = segment.text.slice(start, end);
        if (shape === 'company' && !isNameLike(text)) return [];
        return /[\p{L}\p{N}]/u.test(text) ? [place(start, start + lengthWithoutCapacity(text))] : [];
      }
    }
  }

  #codes(segment: Segment, from: number, to: number, shape: CodeShape): { start: number; end: number }[] {
    const part = segment.text.slice(from, to);
    const found = findCodes(part, shape);
    const shifted = found.map((one) => ({ start: one.start + from, end: one.end + from }));
    if (shifted.length > 0 || shape !== 'vat-id') return shifted;
    // A tax number after a label does not need a country prefix.
    return this.#identifiers(segment, from, to).filter(
      ({ start, end }) => segment.text.slice(start, end).replace(/\D/g, '').length >= 6,
    );
  }

  #identifiers(segment: Segment, from: number, to: number): { start: number; end: number }[] {
    const part = segment.text.slice(from, to);
    const dates = this.datesOf(segment);
    const amounts = this.amountsOf(segment);
    return findIdentifiers(part)
      .map((one) => ({ start: one.start + from, end: one.end + from }))
      .filter(({ start, end }) => {
        if (
          dates.some(
            (date) =>
              start >= date.start &&
              end <= date.end &&
              end - start > 4 &&
              !(date.end - date.start === 8 && /^\d+$/.test(date.text)),
          )
        )
          return false;
        if (dates.some((date) => start >= date.start && end <= date.end && date.text.includes(' ')))
          return false;
        return !amounts.some((amount) => isMoney(amount) && start >= amount.start && end <= amount.end);
      })
      .map((one) => withLead(segment.text, from, one));
  }
}

/** Extends a number by a short group of capital letters before it (`INV 0012`). */
function withLead(
  text: string,
  from: number,
  one: { start: number; end: number },
): { start: number; end: number } {
  const before = text.slice(from, one.start);
  const lead = /^[\s\p{P}\p{S}]*(\p{Lu}{1,4}[ -])$/u.exec(before)?.[1];
  return lead === undefined || /^(NO|NR|NUM|DE|ID|OF|VOM)[ -]$/.test(lead)
    ? one
    : { start: one.start - lead.length, end: one.end };
}

function amountStart(text: string, amount: FoundAmount, from: number): number {
  let start = Math.max(from, amount.start);
  while (start < amount.figures && /[\s:]/.test(text[start] ?? '')) start += 1;
  return start;
}

function matchesShape(amount: FoundAmount, shape: 'amount' | 'number' | 'percent'): boolean {
  if (shape === 'percent') return true;
  return !amount.percent;
}

function currenciesIn(text: string, from: number, to: number): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const match of text
    .slice(from, to)
    .matchAll(/(?<!\p{L})(?:[A-Z]{3}|RM|Euro|EURO|US\$|zł|Kč)(?!\p{L})|[€$£¥₹]/gu)) {
    if (codeOf(match[0]) !== undefined)
      found.push({ start: from + match.index, end: from + match.index + match[0].length });
  }
  return found;
}

function isNameLike(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters >= 2 && letters > (text.match(/\d/g)?.length ?? 0) && !/^[^:]{2,25}:/.test(text);
}

/** Returns the range without separators at its start and end. */
function trimmed(text: string, from: number, to: number): [number, number] {
  let start = from;
  let end = to;
  while (start < end && /[\s:：=#.·•,;|*–—_)-]/u.test(text[start] ?? '')) start += 1;
  while (end > start && /[\s:;|,_–—·•]/u.test(text[end - 1] ?? '')) end -= 1;
  return [start, end];
}
