import type { Change } from '../evidence.ts';
import type { Outputs } from '../read-outputs.ts';
import { figuresOf } from '../words.ts';

/** Returns the elements of the list that contains a fact, in order. */
function listOf(key: string, { facts }: Outputs): string[] {
  const list = key.replace(/(\.length|\[\d+\]| \(order\))$/, '');
  const count = Number(facts.get(`${list}.length`) ?? 0);
  return Array.from({ length: count }, (_, i) => String(facts.get(`${list}[${i}]`)));
}

/**
 * Returns whether two lists of sentences are equal except for added and dropped sentences. At least one must
 * be added or dropped. The other sentences must have the same order, numbers and decisions.
 */
export function isSameList(
  { key, left, right }: Pick<Change, 'key' | 'left' | 'right'>,
  may: {
    readonly added: (sentence: string) => boolean;
    readonly dropped?: (sentence: string) => boolean;
  },
): boolean {
  const [before, after] = [listOf(key, left), listOf(key, right)];
  const kept = before.filter((sentence) => !(may.dropped?.(sentence) ?? false));
  const own = after.filter((sentence) => !may.added(sentence));
  return (
    before.length - kept.length + after.length - own.length > 0 &&
    kept.length === own.length &&
    kept.every((sentence, i) => figuresOf(sentence) === figuresOf(own[i] as string))
  );
}
