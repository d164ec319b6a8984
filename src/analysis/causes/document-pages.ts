import { TextIndex } from '../text-index.ts';
import { type ValueForms, wordLine } from './value-forms.ts';

/** The pages of a document, or as much of their text as is known. */
export interface DocumentPages {
  readonly pages: readonly Page[];
  /** Whether `pages` has the text of the whole document, so that a text on none of them is not printed. */
  readonly isWhole: boolean;
  /** Whether `pages` has only the texts that outputs and the gold cite. They can be misread. */
  readonly isCited: boolean;
}

/** How a page is searched for a value. */
export type SearchedType = 'date' | 'number' | 'string';

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

  /** Returns whether a word is on the page. */
  hasWord(word: string): boolean {
    return this.#wordLine().includes(` ${word} `);
  }

  #wordLine(): string {
    this.#words ??= wordLine(this.#text);
    return this.#words;
  }
}

/** Returns the pages of a text with form feeds between pages. Omits empty pages. */
export function pagesOf(text: string): DocumentPages {
  const pages = text.split('\f').flatMap((page) => (page.trim() === '' ? [] : [new Page(page)]));
  return { pages, isWhole: pages.length > 0, isCited: false };
}
