import { GoldsetError, messageOf } from '../../../base/goldset-error.ts';
import type { CustomComparator } from '../../../model/score/custom-comparator.ts';
import { type Comparator, type Comparison, toComparison } from '../comparator.ts';

/**
 * Creates a comparator from a user's function, which returns true, false or `{match, similarity?, note?}`. If the
 * function throws or returns anything else, the comparator throws COMPARATOR_FAILED with the values.
 */
export function customComparator(custom: CustomComparator): Comparator {
  const compare = typeof custom === 'function' ? custom : custom.compare;
  const name = custom.name === '' ? 'custom' : custom.name;
  const reject = (problem: string, cause?: unknown): never => {
    throw new GoldsetError('COMPARATOR_FAILED', { comparator: name, problem }, { cause });
  };
  return {
    name: 'custom',
    graded: true,
    compare(expected, predicted) {
      const values = `${shown(expected)} and ${shown(predicted)}`;
      let result: unknown;
      try {
        result = compare(expected, predicted);
      } catch (cause) {
        return reject(`failed on ${values}: ${messageOf(cause)}`, cause);
      }
      return comparisonOf(result) ?? reject(`returned ${shown(result)} for ${values}`);
    },
    key: () => null,
  };
}

function comparisonOf(result: unknown): Comparison | null {
  if (typeof result === 'boolean') return toComparison(result);
  if (typeof result !== 'object' || result === null) return null;
  const { match, similarity, note } = result as Readonly<Record<string, unknown>>;
  if (typeof match !== 'boolean' || (note !== undefined && typeof note !== 'string')) return null;
  if (similarity === undefined || match) return toComparison(match, note);
  if (typeof similarity !== 'number' || !(similarity >= 0 && similarity <= 1)) return null;
  return { match, similarity, ...(note === undefined ? {} : { note }) };
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
