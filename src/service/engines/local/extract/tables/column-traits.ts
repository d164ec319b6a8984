import type { Segment } from '../layout/text-layout.ts';
import { findAmounts } from '../recognise/amounts.ts';
import { findDates } from '../recognise/dates.ts';
import type { ColumnPlan } from './column-plan.ts';

/**
 * Features of a table column. `cells` is the number of cells. `date`, `number`, `integer`, `money`, `percent`, `code`,
 * `time` and `letters` are the shares of the cells (0 to 1) that have this format.
 */
export interface ColumnTraits {
  readonly cells: number;
  readonly date: number;
  readonly number: number;
  readonly integer: number;
  readonly money: number;
  readonly percent: number;
  readonly code: number;
  readonly time: number;
  /** Mean number of words per cell. */
  readonly words: number;
  readonly letters: number;
  readonly texts: readonly string[];
}

const wholeNumber =
  /^[\s\p{Sc}(\-–+]*(?:[A-Z]{2,3}\s?)?[\d.,'’ ]*\d(?:\s?%|\s?\p{Sc}|\s?[A-Z]{3}|[*-])*\)?\s*$/u;

export function isNumberCell(text: string): boolean {
  return wholeNumber.test(text) && findDates(text).length === 0;
}

/** Removes the dots that lead from a text to the next column. */
export function withoutLeader(text: string): string {
  return text.replace(/\s*(?:\.\s?){3,}\s*$|^\s*(?:\.\s?){3,}/g, '');
}

export function traitsOf(cells: readonly (readonly Segment[])[]): ColumnTraits {
  const texts = cells.map((segments) => withoutLeader(segments.map((segment) => segment.text).join(' ')));
  const share = (test: (text: string) => boolean): number =>
    texts.length === 0 ? 0 : texts.filter(test).length / texts.length;
  const isTime = (text: string): boolean =>
    /^\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]m)?$/i.test(text.trim());
  return {
    cells: texts.length,
    texts,
    date: share((text) => findDates(text).length > 0 && text.length < 24),
    number: share(isNumberCell),
    integer: share((text) => /^\s*-?\d{1,6}\s*$/.test(text)),
    money: share((text) => isNumberCell(text) && findAmounts(text).some(({ decimals }) => decimals === 2)),
    percent: share((text) => /^[\d.,\s]+%$/.test(text)),
    code: share((text) => /^\S*\d\S*$/.test(text.trim()) && !/[.,]\d{2}$/.test(text.trim())),
    time: share(isTime),
    words: texts.reduce((sum, text) => sum + text.trim().split(/\s+/).length, 0) / Math.max(1, texts.length),
    letters: share((text) => (text.match(/\p{L}/gu)?.length ?? 0) * 2 > text.replace(/\s/g, '').length),
  };
}

/** Returns how well the texts of a column fit the type of a field, 0 to 1. */
export function typeFit(plan: ColumnPlan, traits: ColumnTraits): number {
  if (traits.cells === 0) return 0.3;
  switch (plan.node.kind) {
    case 'date':
      return traits.date;
    case 'number':
    case 'currency':
      return traits.number;
    case 'integer':
      return Math.max(traits.integer, 0.6 * traits.number);
    case 'enum':
    case 'array':
      return optionShare(plan, traits.texts);
    case 'boolean':
      return traits.words < 3 ? 0.6 : 0.2;
    default:
      break;
  }
  switch (plan.shape) {
    case 'amount':
      return Math.max(traits.number, 0.3);
    case 'number':
    case 'percent':
      return Math.max(traits.number, traits.percent, 0.3);
    case 'identifier':
      return Math.max(traits.code, 0.5 - 0.3 * traits.money);
    case 'date':
      return Math.max(traits.date, 0.1);
    case 'text':
      return plan.concept?.id === 'description' || plan.concept === undefined
        ? Math.max(traits.letters, plan.concept === undefined ? 0.5 : 0)
        : Math.max(traits.letters, 0.5);
    default:
      return 0.5;
  }
}

/**
 * Returns the share of the cells that consist of options of the field, at least 0.1. Returns 0.4 if the field has no
 * options.
 */
function optionShare(plan: ColumnPlan, texts: readonly string[]): number {
  const options = new Set((plan.node.element ?? plan.node).options.map((option) => option.toLowerCase()));
  if (options.size === 0) return 0.4;
  const fits = texts.filter(
    (text) =>
      options.has(text.toLowerCase()) || listParts(text).every((part) => options.has(part.toLowerCase())),
  );
  return Math.max(0.1, fits.length / Math.max(1, texts.length));
}

/** Returns the parts of a cell that lists several short values, such as `A, B` or `A/B`. */
export function listParts(text: string): string[] {
  return text.split(/\s*[,;/|+&-]\s*|\s+/).filter((part) => part !== '');
}
