import type { Candidate } from '../candidates/candidate.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';
import { codeOf, parseNumber } from '../recognise/amounts.ts';
import { isoDate } from '../recognise/dates.ts';
import type { DocumentConventions } from '../recognise/document-conventions.ts';
import { datePatternOf, formatDate } from './date-pattern.ts';

/** Converts the chosen text to the type in the schema. Returns `null` if this is not possible. */
export function outputValue(
  field: FieldPlan,
  candidate: Candidate,
  conventions: DocumentConventions,
): unknown {
  const { node } = field;
  switch (node.kind) {
    case 'date':
      return candidate.date === undefined ? null : isoDate(candidate.date, conventions.monthFirst);
    case 'number':
      return numberOf(candidate, conventions);
    case 'integer': {
      const value = numberOf(candidate, conventions);
      return value !== null && Number.isInteger(value) ? value : null;
    }
    case 'currency':
      return candidate.amount === undefined
        ? null
        : {
            amount: candidate.amount.value,
            iso_4217_currency_code: candidate.amount.currency ?? conventions.currency ?? null,
          };
    case 'boolean':
      return candidate.truth ?? null;
    case 'enum':
      return node.options.includes(candidate.text) ? candidate.text : null;
    default:
      return stringOf(field, candidate, conventions);
  }
}

function numberOf(candidate: Candidate, conventions: DocumentConventions): number | null {
  if (candidate.amount !== undefined) return candidate.amount.value;
  const digits = /\d[\d.,' ]*/.exec(candidate.text)?.[0]?.trim();
  return digits === undefined
    ? null
    : (parseNumber(digits.replace(/[.,]+$/, ''), conventions.decimalSign)?.value ?? null);
}

function stringOf(field: FieldPlan, candidate: Candidate, conventions: DocumentConventions): string | null {
  const pattern = candidate.date === undefined ? undefined : datePatternOf(field.node.description);
  if (candidate.date !== undefined && pattern !== undefined)
    return formatDate(candidate.date, pattern, conventions.monthFirst);
  const text = candidate.text.replace(/\s+/gu, ' ').trim();
  if (text === '') return null;
  if (field.concept?.id === 'currency') return codeOf(text) ?? text;
  if (candidate.amount !== undefined) {
    // Keeps a currency sign that touches the digits (`€12`), and drops a currency before a space (`EUR 12`).
    return /\s/.test(text) && !candidate.amount.percent ? candidate.amount.digits : text;
  }
  return text;
}
