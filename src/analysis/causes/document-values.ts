import { getOrCreate } from '../../base/collections.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import type { LeafOutcome, RowPairing } from '../../model/score/item-score.ts';
import type { DocumentPages, SearchedType } from './document-pages.ts';
import { TableValues } from './table-values.ts';
import { ValueForms } from './value-forms.ts';

export interface ScoredOutput {
  readonly leaves: readonly LeafOutcome[];
  readonly rows: readonly RowPairing[];
  /**
   * Returns the pages of the document. The result has no pages if the text is not known. Only called if a rule searches
   * the document.
   */
  readonly pages: () => DocumentPages;
  /** Whether the item run has an output. If not, the item run failed, and every expected value is missing. */
  readonly hasOutput: boolean;
}

/**
 * The leaves of one document, with their values as `ValueForms` for the rules that find causes of wrong values.
 * Prepares each value on first use.
 */
export class DocumentValues {
  readonly leaves: readonly LeafOutcome[];
  readonly hasOutput: boolean;
  readonly #rows: readonly RowPairing[];
  readonly #readPages: () => DocumentPages;
  readonly #wordsOfName: (field: string) => readonly string[];
  /**
   * The rules that find causes compare each wrong value with all other values of the document, so the `ValueForms` of
   * each value are kept.
   */
  readonly #forms = new Map<JsonValue, ValueForms>();
  #fieldNames: readonly (readonly string[])[] | undefined;
  #tables: Map<string, TableValues> | undefined;
  #pages: DocumentPages | undefined;

  /** `wordsOfName` returns the words in the name of a field, in lower case. */
  constructor(document: ScoredOutput, wordsOfName: (field: string) => readonly string[]) {
    this.leaves = document.leaves;
    this.hasOutput = document.hasOutput;
    this.#rows = document.rows;
    this.#readPages = document.pages;
    this.#wordsOfName = wordsOfName;
  }

  formsOf(value: LeafOutcome['expected']): ValueForms | null {
    if (value === undefined || value === null) return null;
    return getOrCreate(this.#forms, value, () => new ValueForms(value));
  }

  /** Returns the table whose array has this path. */
  table(array: string): TableValues {
    this.#tables ??= new Map();
    return getOrCreate(this.#tables, array, () => new TableValues(array, this.leaves, this.#rows));
  }

  /**
   * Returns whether a condition holds for the name of any field. The condition receives the words of the name in lower
   * case.
   */
  hasFieldName(holds: (words: readonly string[]) => boolean): boolean {
    this.#fieldNames ??= Array.from(new Set(this.leaves.map(({ field }) => field)), this.#wordsOfName);
    return this.#fieldNames.some(holds);
  }

  /** The text of the document. Reads it on first use. */
  get text(): DocumentPages {
    this.#pages ??= this.#readPages();
    return this.#pages;
  }

  /**
   * Returns the indexes, from 0, of the pages that show a value. Returns an empty list if the text of the document is
   * not known.
   */
  pagesWith(forms: ValueForms, type: SearchedType): readonly number[] {
    return this.text.pages.flatMap((page, number) => (page.shows(forms, type) ? [number] : []));
  }
}
