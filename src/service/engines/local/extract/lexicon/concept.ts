/** What a value of a concept looks like. */
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

/** One thing that business documents speak of, with the words that documents and schemas use for it. */
export interface Concept {
  readonly id: string;
  readonly shape: ValueShape;
  /** How schema fields are called that mean it. Labels count too. */
  readonly names: readonly string[];
  /** How documents label it, most telling first. */
  readonly labels: readonly string[];
  /** Labels that may also mean something else. */
  readonly weakLabels?: readonly string[];
}

/** Words parted by bars. */
export const list = (words: string): string[] => words.split('|').map((word) => word.trim());
