import type { Segment } from '../layout/text-layout.ts';
import type { FoundAmount } from '../recognise/amounts.ts';
import type { FoundDate } from '../recognise/dates.ts';

/** A position in the document: a range of characters in one text segment. */
export interface Span {
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
}

/** Text with the format of a value, such as a date or an amount. */
export interface FoundValue {
  readonly spans: readonly Span[];
  readonly text: string;
  readonly amount?: FoundAmount;
  readonly date?: FoundDate;
  readonly truth?: boolean;
}

/** A possible value of a field, with a score (about 0 to 1.6) and the reason for the score. */
export interface Candidate extends FoundValue {
  readonly field: number;
  readonly score: number;
  readonly reason: string;
  /**
   * Whether a label of the field is next to the value. If `false`, only the format or position of the value
   * fits the field.
   */
  readonly labelled: boolean;
  /** Whether the value is computed from other values. The document does not print it. */
  readonly isComputed?: boolean;
  /** Whether the value is in a field of a fillable form. */
  readonly inForm?: boolean;
  /**
   * Score of another interpretation of the same text. The other interpretation is not a candidate itself. If it is
   * right, this candidate is wrong.
   */
  readonly rival?: number;
  /** `agree` if sums of the document confirm this amount, `differ` if they contradict it. */
  readonly sums?: 'agree' | 'differ';
}

export function positionKey(value: FoundValue): string {
  return value.spans.map((span) => `${span.segment.id}:${span.start}-${span.end}`).join('+');
}
