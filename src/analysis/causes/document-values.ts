import { getOrCreate } from '../../base/collections.ts';
import type { LeafOutcome, RowPairing } from '../../model/score/item-score.ts';
import { TextIndex } from '../text-index.ts';
import { TableValues } from './table-values.ts';
import { type ValueForms, wordLine } from './value-forms.ts';

/** The score of one output, and the text of its document with a form feed between pages, if it is known. */
export interface ScoredOutput {
  readonly leaves: readonly LeafOutcome[];
  readonly rows: readonly RowPairing[];
  readonly text?: string | undefined;
  /** `false` if the item run failed, so that all values are missing. */
  readonly hasOutput: boolean;
}

interface Page {
  readonly words: string;
  readonly index: TextIndex;
}

/** Leaves of one document, of which only those that the rules ask for are prepared. */
export class DocumentValues {
  readonly leaves: readonly LeafOutcome[];
  /** `false` if the item run failed. */
  readonly hasOutput: boolean;
  readonly #rows: readonly RowPairing[];
  readonly #text: string | undefined;
  #tables: Map<string, TableValues> | undefined;
  #pages: readonly Page[] | undefined;

  constructor(document: ScoredOutput) {
    this.leaves = document.leaves;
    this.hasOutput = document.hasOutput;
    this.#rows = document.rows;
    this.#text = document.text;
  }

  /** Returns the table with the path of an array. */
  table(array: string): TableValues {
    this.#tables ??= new Map();
    return getOrCreate(this.#tables, array, () => new TableValues(array, this.leaves, this.#rows));
  }

  /** Returns the numbers of the pages that show a value, from 0; empty if the record has no text of the document. */
  pagesWith(forms: ValueForms, type: 'date' | 'number' | 'string'): readonly number[] {
    if (this.#text === undefined) return [];
    this.#pages ??= this.#text
      .split('\f')
      .flatMap((page) =>
        page.trim() === '' ? [] : [{ words: wordLine(page), index: new TextIndex(page, true) }],
      );
    const words = ` ${forms.words.join(' ')} `;
    const shows = ({ words: line, index }: Page) =>
      type === 'string' ? words.length > 2 && line.includes(words) : index.find(forms.value, type) === 'yes';
    return this.#pages.flatMap((page, number) => (shows(page) ? [number] : []));
  }
}
