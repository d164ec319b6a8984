import { tooLarge } from '../input/document-errors.ts';
import { pageLimits } from '../input/page-limits.ts';
import type { Flow, FlowBlock, FlowPage } from './flow.ts';

/** Collects blocks into pages, within the limits of a document. */
export class FlowBuilder {
  readonly #file: string;
  readonly #pages: FlowPage[] = [];
  #blocks: FlowBlock[] = [];
  #name: string | undefined;
  #characters = 0;
  #cells = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** A heading or a paragraph without text is left out. Its text, and the cells of a table, have been counted by the caller. */
  add(block: FlowBlock): void {
    if (block.kind !== 'table') {
      if (block.text.trim() === '') return;
      this.count(0, 1);
    }
    this.#blocks.push(block);
  }

  /** Counts what is being collected, so that the limit holds before the memory is taken. */
  count(characters: number, cells = 0): void {
    this.#characters += characters;
    this.#cells += cells;
    if (this.#characters > pageLimits.characters)
      throw tooLarge(
        this.#file,
        'its text',
        `more than ${pageLimits.characters} characters`,
        `${pageLimits.characters} characters`,
      );
    if (this.#cells > pageLimits.cells)
      throw tooLarge(
        this.#file,
        'the document',
        `more than ${pageLimits.cells} cells and paragraphs`,
        `${pageLimits.cells} cells and paragraphs`,
      );
  }

  get pageIsEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  /** Names the page that is being filled. */
  name(name: string): void {
    this.#name = name;
  }

  /** Ends the page; an empty one counts where it has a name. */
  endPage(): void {
    if (this.#blocks.length === 0 && this.#name === undefined) return;
    if (this.#pages.length >= pageLimits.textPages)
      throw tooLarge(
        this.#file,
        'the document',
        `more than ${pageLimits.textPages} pages`,
        `${pageLimits.textPages} pages`,
      );
    this.#pages.push(
      this.#name === undefined ? { blocks: this.#blocks } : { name: this.#name, blocks: this.#blocks },
    );
    this.#blocks = [];
    this.#name = undefined;
  }

  /** All pages; none where the document has no text. */
  finish(): Flow {
    this.endPage();
    return { pages: this.#pages };
  }
}
