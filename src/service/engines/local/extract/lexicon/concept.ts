/** Format of the values of a concept. */
export type ValueShape =
  | 'identifier'
  | 'date'
  | 'time'
  | 'amount'
  | 'percent'
  | 'number'
  | 'company'
  | 'address'
  | 'text'
  | 'email'
  | 'phone'
  | 'url'
  | 'iban'
  | 'bic'
  | 'vat-id'
  | 'currency';

/** A concept of business documents, with the words that documents and schemas use for it. */
export interface Concept {
  readonly id: string;
  readonly shape: ValueShape;
  /** Names of schema fields with this meaning, in addition to the labels. */
  readonly names: readonly string[];
  /** Labels in documents, the clearest first. */
  readonly labels: readonly string[];
  /** Labels that can also mean something else. */
  readonly weakLabels?: readonly string[];
}

/** Splits words at vertical bars. */
export const list = (words: string): string[] => words.split('|').map((word) => word.trim());
