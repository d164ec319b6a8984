import { getOrCreate } from '../../base/collections.ts';
import type { LeafOutcome, RowPairing } from '../../model/score/item-score.ts';
import { TextIndex } from '../text-index.ts';
import { TableValues } from './table-values.ts';
import { type ValueForms, wordLine } from './value-forms.ts';

/** The score of one output. */
export interface ScoredOutput {
  readonly leaves: readonly LeafOutcome[];
  readonly rows: readonly RowPairing[];
  /** Returns the pages of the document; no pages if its text is not known. Called if a rule searches the document. */
  readonly pages: () => readonly Page[];
  /** `false` if the item run failed, so that all values are missing. */
  readonly hasOutput: boolean;
}

/** One page of a document. Each form of its text is prepared on request. */
export class Page {
  readonly #text: string;
  #words: string | undefined;
  #index: TextIndex | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns whether the page shows a value: a text with all its words next to each other, a date or amount in any form. */
  shows({ words, value }: ValueForms, type: SearchedType): boolean {
    if (type === 'string') {
      this.#words ??= wordLine(this.#text);
      return words.length > 0 && this.#words.includes(` ${words.join(' ')} `);
    }
    this.#index ??= new TextIndex(this.#text, true);
    return this.#index.find(value, type) === 'yes';
  }
}

/** How a page is searched for a value. */
export type SearchedType = 'date' | 'number' | 'string';

/** Returns the pages of a text with form feeds between pages. Omits empty pages. */
export function pagesOf(text: string): readonly Page[] {
  return text.split('\f').flatMap((page) => (page.trim() === '' ? [] : [new Page(page)]));
}

/** Leaves of one document, of which only those that the rules ask for are prepared. */
export class DocumentValues {
  readonly leaves: readonly LeafOutcome[];
  /** `false` if the item run failed. */
  readonly hasOutput: boolean;
  readonly #rows: readonly RowPairing[];
  readonly #readPages: () => readonly Page[];
  #tables: Map<string, TableValues> | undefined;
  #pages: readonly Page[] | undefined;

  constructor(document: ScoredOutput) {
    this.leaves = document.leaves;
    this.hasOutput = document.hasOutput;
    this.#rows = document.rows;
    this.#readPages = document.pages;
  }

  /** Returns the table with the path of an array. */
  table(array: string): TableValues {
    this.#tables ??= new Map();
    return getOrCreate(this.#tables, array, () => new TableValues(array, this.leaves, this.#rows));
  }

  /** Returns the numbers of the pages that show a value, from 0; empty if the text of the document is not known. */
  pagesWith(forms: ValueForms, type: SearchedType): readonly number[] {
    this.#pages ??= this.#readPages();
    return this.#pages.flatMap((page, number) => (page.shows(forms, type) ? [number] : []));
  }
}
