import type { Span } from '../candidates/candidate.ts';
import { type FoundAmount, findAmounts } from '../recognise/amounts.ts';
import { findDates, isoDate } from '../recognise/dates.ts';
import type { DocumentConventions } from '../recognise/document-conventions.ts';
import type { ColumnPlan } from './column-plan.ts';
import { isNumberCell, listParts, withoutLeader } from './column-traits.ts';

/** Converts a cell to the type of its field. Returns `null` if the cell has no value of this type. */
export function cellValue(
  plan: ColumnPlan,
  spans: readonly Span[],
  conventions: DocumentConventions,
): unknown {
  const text = spans
    .map((span) => withoutLeader(span.segment.text.slice(span.start, span.end)))
    .join(' ')
    .replace(/\s+/gu, ' ')
    .trim();
  if (text === '') return null;
  switch (plan.node.kind) {
    case 'number':
      if (plan.node.orText && !isNumberCell(text)) return text;
      return numberIn(text, plan, conventions)?.value ?? null;
    case 'integer': {
      if (plan.node.orText && !isNumberCell(text)) return text;
      const value = numberIn(text, plan, conventions)?.value;
      return value !== undefined && Number.isInteger(value) ? value : null;
    }
    case 'currency': {
      const amount = numberIn(text, plan, conventions);
      return amount === undefined
        ? null
        : { amount: amount.value, iso_4217_currency_code: amount.currency ?? conventions.currency ?? null };
    }
    case 'date': {
      const date = findDates(text)[0];
      return date === undefined ? null : isoDate(date, conventions.monthFirst);
    }
    case 'boolean':
      return /^(?:yes|y|ja|oui|si|x|✓|true)$/iu.test(text)
        ? true
        : /^(?:no|n|nein|non|false)$/iu.test(text)
          ? false
          : null;
    case 'array':
      return listIn(text, plan);
    case 'enum':
      return plan.node.options.find((option) => option.toLowerCase() === text.toLowerCase()) ?? null;
    default:
      return stringIn(text, plan, conventions);
  }
}

function numberIn(text: string, plan: ColumnPlan, conventions: DocumentConventions): FoundAmount | undefined {
  const amounts = findAmounts(text, conventions.decimalSign);
  const percent = plan.shape === 'percent';
  const fitting = amounts.filter((amount) => percent || !amount.percent);
  return plan.concept?.id === 'amount' ? (fitting.at(-1) ?? amounts.at(-1)) : (fitting[0] ?? amounts[0]);
}

function stringIn(text: string, plan: ColumnPlan, conventions: DocumentConventions): string | null {
  if (plan.shape === 'amount' || plan.shape === 'number' || plan.shape === 'percent') {
    const amount = numberIn(text, plan, conventions);
    return amount === undefined
      ? text
      : /\s/.test(amount.text) && !amount.percent
        ? amount.digits
        : amount.text;
  }
  if (plan.concept?.id === 'unit') {
    const unit = /\p{L}[\p{L}().²³/]*/u.exec(text.replace(/^[\d.,\s-]+/, ''))?.[0];
    return unit ?? null;
  }
  return text.replace(/^[\s:;|]+|[\s;|:]+$/g, '');
}

/**
 * Returns the values of a cell that lists several values. If the field has options, returns only values that are
 * options, or `null` if there are none.
 */
function listIn(text: string, plan: ColumnPlan): readonly string[] | null {
  const options = plan.node.element?.options ?? [];
  if (options.length === 0) return text.split(/\s*[,;|]\s*/).filter((part) => part !== '');
  const found = [text, ...listParts(text)].flatMap(
    (part) => options.find((option) => option.toLowerCase() === part.toLowerCase()) ?? [],
  );
  return found.length === 0 ? null : [...new Set(found)];
}
