import type { Span } from '../candidates/candidate.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';
import type { DocumentConventions } from '../recognise/document-conventions.ts';
import type { Assignment } from './assign-values.ts';
import { datePatternOf } from './date-pattern.ts';

/**
 * Reasons for and against a value. The rule that finds a value sets these reasons, and `confidenceOf` computes the
 * confidence from the reasons. A member is absent if the rule did not check this reason.
 */
export interface Evidence {
  /**
   * How clearly the document shows that the value belongs to the field, 0 to about 1.6. For example, about 1 for a
   * value after a label that names the field exactly, 0.6 for a label that can also name other fields, and 0.4 for a
   * value that fits the field only by its format and position.
   */
  readonly score: number;
  /** Score of the best other value of the field. */
  readonly rival?: number;
  /**
   * Whether the value is free text, and neither its format nor a table cell or form field shows where the text starts
   * and ends.
   */
  readonly isOpen?: boolean;
  /**
   * Whether it is unclear where the text of a table cell ends: the text has several lines, or text that belongs to no
   * cell is directly below the cell.
   */
  readonly isEndUnclear?: boolean;
  /** Whether the document has the same value of the field at another place. */
  readonly isRepeated?: boolean;
  /** Whether the document prints the same text in another spelling. Either spelling can be the expected one. */
  readonly hasOtherSpelling?: boolean;
  /** Whether other amounts agree with the value or differ from it: net total plus tax, quantity times price. */
  readonly sums?: 'agree' | 'differ';
  /** Whether the value is computed from other values. The document does not print it. */
  readonly isComputed?: boolean;
  /** Whether day and month of the date can be exchanged, and no date of the document shows their order. */
  readonly isOrderUnknown?: boolean;
  /** Whether the document is a form with fields to fill, and the value is not in such a field. */
  readonly isOutsideForm?: boolean;
}

/** A value with its positions in the document and the reasons for and against it. */
export interface ReadValue {
  readonly value: unknown;
  readonly spans: readonly Span[];
  readonly evidence: Evidence;
  readonly reason: string;
}

/** Minimum score of a date if the document contains only one date. Such a date needs no exact label. */
const onlyDateScore = 0.9;

/** Returns the evidence for the value that was chosen for a field outside arrays. */
export function evidenceOf(
  { candidate, rival, isRepeated, hasOtherSpelling }: Assignment,
  { node, shape }: FieldPlan,
  { showsDateOrder, dateCount }: DocumentConventions,
  isForm: boolean,
): Evidence {
  const isReordered = node.kind === 'date' || datePatternOf(node.description) !== undefined;
  // Unlike other free text, the text in a form field has a clear start and end.
  const isOpen = !candidate.inForm && (shape === 'text' || shape === 'company' || shape === 'address');
  const isOnlyDate = candidate.date !== undefined && dateCount === 1 && rival < candidate.score;
  return {
    score: isOnlyDate ? Math.max(onlyDateScore, candidate.score) : candidate.score,
    rival,
    isOpen,
    isRepeated,
    hasOtherSpelling,
    ...(candidate.sums && { sums: candidate.sums }),
    isComputed: candidate.isComputed === true,
    isOrderUnknown: isReordered && candidate.date?.ambiguous === true && !showsDateOrder,
    isOutsideForm: isForm && !candidate.inForm,
  };
}
