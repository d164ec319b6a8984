import type { Segment } from '../layout/text-layout.ts';
import type { FoundAmount } from '../recognise/amounts.ts';
import type { FoundDate } from '../recognise/dates.ts';

/** A place in the document: characters of one segment. */
export interface Span {
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
}

/** Something readable as a value of some shape. */
export interface FoundValue {
  readonly spans: readonly Span[];
  /** As printed. */
  readonly text: string;
  readonly amount?: FoundAmount;
  readonly date?: FoundDate;
  readonly truth?: boolean;
}

/** A value proposed for a field, with how well it fits (about 0 to 1.6) and why. */
export interface Candidate extends FoundValue {
  readonly field: number;
  readonly score: number;
  readonly reason: string;
  /** Found beside a label of the field and not only by its looks or its place. */
  readonly labelled: boolean;
}

/** One key per place, so that two fields do not take the same print. */
export function placeOf(value: FoundValue): string {
  return value.spans.map((span) => `${span.segment.id}:${span.start}-${span.end}`).join('+');
}
