import { z } from 'zod';

/** Mark of a value that the gold of an item does not label. */
export const notAnnotated = 'not-annotated';
const unclearStart = 'unclear: ';
/** Maximum number of characters of a mark. */
const maxMark = 2000;
/** Maximum number of characters of the reason why a value is unclear. */
export const maxReason = maxMark - unclearStart.length;

/**
 * Reason why the value at a path is not scored: `not-annotated`, or `unclear: ` followed by the reason of the reviewer.
 */
export type NotScoredMark = typeof notAnnotated | `unclear: ${string}`;

/** `notScored` of an item: marks by path, such as `{"line_items[1].amount": "unclear: two amounts"}`. */
export const notScoredSchema = z.record(
  z.string(),
  z
    .string()
    .max(maxMark)
    .refine(
      (text): text is NotScoredMark => isNotScoredMark(text),
      'expected "not-annotated", or "unclear: " and a reason',
    ),
);
export type NotScored = Readonly<Record<string, NotScoredMark>>;

export function unclear(reason: string): NotScoredMark {
  return `${unclearStart}${reason}`;
}

/** Returns the reason of the reviewer if the mark says `unclear`; otherwise `null`. */
export function unclearReason(mark: string): string | null {
  return mark.startsWith(unclearStart) ? mark.slice(unclearStart.length) : null;
}

export function isNotScoredMark(text: string): text is NotScoredMark {
  return text === notAnnotated || (unclearReason(text) ?? '').trim() !== '';
}
