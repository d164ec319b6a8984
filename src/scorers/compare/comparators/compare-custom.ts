import { GoldsetError, messageOf } from '../../../base/goldset-error.ts';
import type { CustomComparator } from '../../../model/score/custom-comparator.ts';
import { type Comparator, type Comparison, verdict } from '../comparator.ts';

/** What a comparator of one's own is called: its name, or that of its function. */
export function customName(custom: CustomComparator): string {
  return custom.name === '' ? 'custom' : custom.name;
}

/**
 * A comparator of one's own: a function of both values that answers true, false or `{match, similarity?, note?}`.
 *
 * Similarity is 1 or 0 unless given, and 1 where the values match. Throws COMPARATOR_FAILED, naming the function and
 * the values, where it throws or answers anything else: a mistake in it must not become a number.
 *
 * Example: `(a, b) => String(a).slice(-4) === String(b).slice(-4)` matches "DE 1234" and "1234".
 */
export function customComparator(custom: CustomComparator): Comparator {
  const compare = typeof custom === 'function' ? custom : custom.compare;
  const name = customName(custom);
  const refuse = (problem: string, cause?: unknown): never => {
    throw new GoldsetError('COMPARATOR_FAILED', { comparator: name, problem }, { cause });
  };
  return {
    name: 'custom',
    graded: true,
    compare(expected, predicted) {
      const values = `${shown(expected)} and ${shown(predicted)}`;
      let answer: unknown;
      try {
        answer = compare(expected, predicted);
      } catch (cause) {
        return refuse(`failed on ${values}: ${messageOf(cause)}`, cause);
      }
      return judgementOf(answer) ?? refuse(`answered ${shown(answer)} for ${values}`);
    },
    key: () => null,
  };
}

function judgementOf(answer: unknown): Comparison | null {
  if (typeof answer === 'boolean') return verdict(answer);
  if (typeof answer !== 'object' || answer === null) return null;
  const { match, similarity, note } = answer as Readonly<Record<string, unknown>>;
  if (typeof match !== 'boolean' || (note !== undefined && typeof note !== 'string')) return null;
  if (similarity === undefined || match) return verdict(match, note);
  // Alike in every way and yet no match would let a wrong row look as good as a right one.
  if (typeof similarity !== 'number' || !(similarity >= 0 && similarity <= 1)) return null;
  return { match, similarity, ...(note === undefined ? {} : { note }) };
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
