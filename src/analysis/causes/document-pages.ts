import { TextIndex } from '../text-index.ts';
import { type ValueForms, wordLine } from './value-forms.ts';

/** The pages of a document, with the text that is known. Some text may be missing. */
export interface DocumentPages {
  readonly pages: readonly Page[];
  /** Whether `pages` has the text of the whole document. If so, the document contains only the texts on these pages. */
  readonly isWhole: boolean;
  /** Whether `pages` has only the texts that outputs and the gold cite. Cited texts can be misread. */
  readonly isCited: boolean;
}

/** How to search a page for a value. */
export type SearchedType = 'date' | 'number' | 'string';

/** One page of a document. Prepares each normalised text of the page on first use. */
export class Page {
  readonly #text: string;
  #words: string | undefined;
  #index: TextIndex | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Returns whether the page shows a value. A text must have all its words next to each other. A date or an amount may
   * be printed in any format.
   */
  shows({ words, value }: ValueForms, type: SearchedType): boolean {
    if (type === 'string') return words.length > 0 && this.#wordLine().includes(` ${words.join(' ')} `);
    this.#index ??= new TextIndex(this.#text, true);
    return this.#index.find(value, type) === 'yes';
  }

  /** Returns whether the page shows two texts or numbers directly next to each other, in either order. */
  showsBeside(a: ValueForms, b: ValueForms): boolean {
    if (a.words.length === 0 || b.words.length === 0) return false;
    const [first, second] = [a.words.join(' '), b.words.join(' ')];
    const line = this.#wordLine();
    return line.includes(` ${first} ${second} `) || line.includes(` ${second} ${first} `);
  }

  hasWord(word: string): boolean {
    return this.#wordLine().includes(` ${word} `);
  }

  #wordLine(): string {
    this.#words ??= wordLine(this.#text);
    return this.#words;
  }
}

/** Splits a text at form feeds into pages. Omits empty pages. */
export function pagesOf(text: string): DocumentPages {
  const pages = text.split('\f').flatMap((page) => (page.trim() === '' ? [] : [new Page(page)]));
  return { pages, isWhole: pages.length > 0, isCited: false };
}
