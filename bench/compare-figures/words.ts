import type { Fact } from './read-outputs.ts';

/**
 * Members and columns that hold sentences or labels for people. All other strings (ids, field names, document
 * values, paths, hashes) must be equal. The name of a member is the text after the last `.` or `]` of its
 * key.
 */
const proseMembers = new Set([
  ...[
    'against',
    'basis',
    'categories',
    'check',
    'configDifference',
    'description',
    'detail',
    'evidence',
    'finding',
  ],
  ...['label', 'labels', 'meaning', 'message', 'method', 'name', 'notComparable', 'notCompared', 'note'],
  ...['notes', 'policy', 'procedure', 'reason', 'reasons', 'restrictions', 'scope', 'sentence'],
  ...[
    'rule',
    'term',
    'text',
    'title',
    'undefined_because',
    'undefinedBecause',
    'trivialNames',
    'value',
    'warnings',
  ],
]);

/** Words that state a decision. A sentence may change, but not its decisions. */
const decisions =
  /\b(pass(?:ed|es)?|fail(?:ed|s)?|inconclusive|improved|regressed|equivalent|not publish|publish|not enough evidence|not run)\b/gi;

/** Matches the names that the verdict `inconclusive` had in earlier versions. */
const earlierName = /\bcannot[ -](?:tell|be told)\b|\bunclear\b/gi;

/** Earlier sentences with the same numbers as the present ones, but in another order. */
const rewritten: readonly (readonly [earlier: RegExp, present: string])[] = [
  [
    /Rule: do not publish if a headline metric or any part regressed \(its (.+?) interval lies below 0 and its p, adjusted by Holm over headline and parts with half of the error for each, is at most (.+?)\); publish if none did and a headline metric improved, or every headline interval stays above (.+?) points; otherwise there is not enough evidence\./,
    'Rule: do not publish if a headline metric, field or class regressed. Otherwise, publish if a headline metric improved, or if no headline interval goes below $3 points. Otherwise, there is not enough evidence. Regressed means that the $1 interval is below 0 and the adjusted p is at most $2. Holm’s procedure adjusts p; headline metrics share one half of the error probability, and fields or classes the other.',
  ],
  [
    /the p of the exact McNemar or permutation test, adjusted by Holm over the headline and the fields together \(half of the error for each\), is small enough\. Equivalent: the interval lies inside the margin\. Otherwise inconclusive\./,
    'the adjusted p is at most 1 − confidence. Equivalent: the interval is inside the margin. Otherwise inconclusive. The p is from the exact McNemar test or a permutation test. Holm’s procedure adjusts p; headline metrics share one half of the error probability, and fields or classes the other.',
  ],
];

/**
 * Replaces each earlier sentence of `rewritten` by its present form, because `figuresOf` requires the numbers
 * in the same order.
 */
export function presentSentence(text: string): string {
  return rewritten.reduce((words, [earlier, present]) => words.replace(earlier, present), text);
}

/**
 * Returns the numbers and decisions of a sentence, in order. A reworded sentence must have the same numbers and
 * decisions as the earlier one.
 */
export function figuresOf(sentence: string): string {
  const numbers = /[-−+]?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?/gi;
  const current = sentence.replaceAll(earlierName, 'inconclusive').replaceAll('got worse', 'regressed');
  const found = [...current.matchAll(new RegExp(`${numbers.source}|${decisions.source}`, 'gi'))];
  return found.map(([match]) => match.toLowerCase().replace(/^(pass|fail)(ed|es|s)$/, '$1')).join(' ');
}

/** Returns whether two strings belong to a member with sentences or labels, and have equal numbers and decisions. */
export function isReworded(key: string, left: Fact | undefined, right: Fact | undefined): boolean {
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  if (left.replaceAll(earlierName, 'inconclusive') === right) return true;
  const member = key.endsWith(' (order)') ? 'label' : key.replace(/\[[^\]]*\]$/, '').replace(/^.*[.\]]/, '');
  return proseMembers.has(member) && figuresOf(left) === figuresOf(right);
}

/**
 * Pairs keys of `before` with keys of `after` that differ only in a label in brackets, such as `checks[at least 5
 * documents].status`. The two keys must have the same numbers in the same order.
 */
export function pairRelabelled(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [string, string])[] {
  const shape = (key: string) => `${key.replaceAll(/\[[^\]]*\]/g, '[]')} ${figuresOf(key)}`;
  const waiting = Map.groupBy(after, shape);
  return before.flatMap((key) => {
    const partner = waiting.get(shape(key))?.shift();
    return partner === undefined ? [] : [[key, partner] as const];
  });
}
