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

/** A kind of value in business documents, such as the invoice number, with its names in several languages. */
export interface Concept {
  readonly id: string;
  readonly shape: ValueShape;
  /** Names of schema fields for this kind of value, in addition to the labels. */
  readonly names: readonly string[];
  /**
   * Labels that documents print for this kind of value, for example `invoice no`. These labels rarely mean anything
   * else.
   */
  readonly labels: readonly string[];
  /** Labels that can also mean something else. */
  readonly weakLabels?: readonly string[];
}

export const list = (words: string): string[] => words.split('|').map((word) => word.trim());
