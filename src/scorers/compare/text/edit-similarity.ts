import { editDistance, editDistances } from './edit-distance.ts';

/** Largest length of the texts, without their common beginning and end, for which the distance is exact. */
const exactLimit = 20_000;

export interface EditSimilarity {
  readonly similarity: number;
  readonly approximate: boolean;
}

/**
 * Returns the similarity of two texts: 1 - Levenshtein distance / length of the longer text, in UTF-16 units. Two empty
 * texts give 1. Example: "kitten" and "sitting" differ by 3 edits, so the similarity is 1 - 3/7 = .571.
 *
 * If more than 20,000 characters differ, the exact distance would take minutes. The result is then an upper bound,
 * which is computed from the number of occurrences of each character, and `approximate` is set.
 */
export function editSimilarity(a: string, b: string): EditSimilarity {
  if (a === b) return { similarity: 1, approximate: false };
  const longest = Math.max(a.length, b.length);
  if (longest <= exactLimit)
    return { similarity: similarityOf(editDistance(a, b), a, b), approximate: false };
  let start = 0;
  while (start < a.length && start < b.length && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let end = 0;
  const shorter = Math.min(a.length, b.length) - start;
  while (end < shorter && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  const approximate = Math.max(left.length, right.length) > exactLimit;
  const edits = approximate ? minimumEdits(left, right) : editDistance(left, right);
  return { similarity: similarityOf(edits, a, b), approximate };
}

/**
 * Returns the similarity of a text to each text in `others`, in the same order. Faster for long texts than single
 * calls.
 */
export function editSimilarities(text: string, others: readonly string[]): EditSimilarity[] {
  const isExact = (other: string) => Math.max(text.length, other.length) <= exactLimit;
  const distances = editDistances(text, others.filter(isExact)).values();
  return others.map((other) => {
    if (!isExact(other)) return editSimilarity(text, other);
    const edits = distances.next().value as number;
    return { similarity: similarityOf(edits, text, other), approximate: false };
  });
}

function similarityOf(edits: number, a: string, b: string): number {
  return edits === 0 ? 1 : 1 - edits / Math.max(a.length, b.length);
}

/**
 * Returns a lower bound of the distance: the number of characters of the longer text that do not occur in the shorter
 * text.
 */
function minimumEdits(a: string, b: string): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < a.length; i++) counts.set(a.charCodeAt(i), (counts.get(a.charCodeAt(i)) ?? 0) + 1);
  let shared = 0;
  for (let i = 0; i < b.length; i++) {
    const left = counts.get(b.charCodeAt(i)) ?? 0;
    if (left > 0) {
      shared++;
      counts.set(b.charCodeAt(i), left - 1);
    }
  }
  return Math.max(a.length, b.length) - shared;
}
