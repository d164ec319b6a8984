import type { Segment } from '../layout/text-layout.ts';
import type { FoundAmount } from '../recognise/amounts.ts';
import type { FoundDate } from '../recognise/dates.ts';

/** A position in the document: a range of characters in one segment. */
export interface Span {
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
}

/** Text that can be read as a value of a `PlanShape`, such as a date or an amount. */
export interface FoundValue {
  readonly spans: readonly Span[];
  /** Text as printed. */
  readonly text: string;
  readonly amount?: FoundAmount;
  readonly date?: FoundDate;
  readonly truth?: boolean;
}

/** A proposed value for a field, with a score (about 0 to 1.6) and the reason for it. */
export interface Candidate extends FoundValue {
  readonly field: number;
  readonly score: number;
  readonly reason: string;
  /** Whether the value was found next to a label of the field, as opposed to only by its format or position. */
  readonly labelled: boolean;
}

/** Returns a key of the position, so that two fields do not use the same text. */
export function positionKey(value: FoundValue): string {
  return value.spans.map((span) => `${span.segment.id}:${span.start}-${span.end}`).join('+');
}
