import type { Fact } from './read-outputs.ts';

/**
 * Members and columns that hold sentences or labels for people. All other strings (ids, field names, document values,
 * paths, hashes) must be equal. The text that follows the last `.` or `]` of a key names the member.
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

/** Words that carry a decision. A sentence may change, but not its decisions. */
const decisions =
  /\b(pass(?:ed|es)?|fail(?:ed|s)?|inconclusive|improved|regressed|equivalent|not publish|publish|not enough evidence|not run)\b/gi;

/** Earlier names of the verdict `inconclusive`. */
const earlierName = /\bcannot[ -](?:tell|be told)\b|\bunclear\b/gi;

/** Returns the numbers and decisions of a sentence in their order: all of it that the later checkout must repeat. */
export function figuresOf(sentence: string): string {
  const numbers = /[-−+]?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?/gi;
  const current = sentence.replaceAll(earlierName, 'inconclusive').replaceAll('got worse', 'regressed');
  const found = [...current.matchAll(new RegExp(`${numbers.source}|${decisions.source}`, 'gi'))];
  return found.map(([match]) => match.toLowerCase().replace(/^(pass|fail)(ed|es|s)$/, '$1')).join(' ');
}

/** Returns whether two strings differ only in words that carry neither a number nor a decision. */
export function isReworded(key: string, left: Fact | undefined, right: Fact | undefined): boolean {
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  if (left.replaceAll(earlierName, 'inconclusive') === right) return true;
  const member = key.endsWith(' (order)') ? 'label' : key.replace(/\[[^\]]*\]$/, '').replace(/^.*[.\]]/, '');
  return proseMembers.has(member) && figuresOf(left) === figuresOf(right);
}

/**
 * Pairs keys that only one side has and that differ in a label inside brackets, such as
 * `checks[at least 5 documents].status`. Returns pairs of the same shape and the same figures, in order.
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
