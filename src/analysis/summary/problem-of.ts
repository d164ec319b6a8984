import type { LeafOutcome } from '../../model/score/item-score.ts';
import { type CauseName, causes } from '../causes/causes.ts';
import type { ExplainedLeaf } from '../causes/find-causes.ts';
import { displayValue } from '../display-value.ts';
import { counted } from './plain-figures.ts';

/**
 * Causes that do not explain why a value is wrong. Two values with such a cause have the same problem only if they are
 * in the same field.
 */
const withoutReason: readonly CauseName[] = ['missing', 'extra'];

const noResult = causes.find(({ name }) => name === 'no-result');

/**
 * Returns what is wrong with a value. For a field, this is its cause, such as `Day and month swapped`. For a class, it
 * is the confusion, such as `receipt read as other`. Two values have the same problem if the texts are equal. Returns
 * `null` if the problem is unknown. `leaf` is undefined for a document without a result.
 */
export function problemOf(leaf: LeafOutcome | undefined, explained: readonly ExplainedLeaf[]): string | null {
  if (leaf === undefined) return noResult?.label ?? null;
  const { path, field, spuriousRow, expected, predicted } = leaf;
  const found = explained.find(
    (one) => one.leaf.path === path && (one.leaf.spuriousRow === true) === (spuriousRow === true),
  );
  const cause = found === undefined ? undefined : causes[found.cause];
  if (cause === undefined)
    return field === 'type' && leaf.outcome === 'incorrect'
      ? `${displayValue(expected)} read as ${displayValue(predicted)}`
      : null;
  if (cause.name === 'unknown') return null;
  return withoutReason.includes(cause.name) ? `${cause.label}: ${field}` : cause.label;
}

/**
 * Returns `Day and month swapped (2 documents)`. If the report shows only some documents, the number is a lower bound:
 * `Day and month swapped (at least 2 documents)`.
 */
export function sameProblemText(problem: string, documents: number, showsAll: boolean): string {
  return `${problem} (${showsAll ? '' : 'at least '}${counted(documents, 'document')})`;
}
