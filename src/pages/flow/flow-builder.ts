import { tooLarge } from '../input/document-errors.ts';
import { pageLimits } from '../input/page-limits.ts';
import type { Flow, FlowBlock, FlowPage } from './flow.ts';

/** Collects the blocks of each page, and throws DOCUMENT_TOO_LARGE if a document exceeds the limits. */
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

  /**
   * Adds a block, except a heading or paragraph without text. The caller counts the text and the table cells with `count`.
   */
  add(block: FlowBlock): void {
    if (block.kind !== 'table') {
      if (block.kind !== 'figure' && block.text.trim() === '') return;
      this.count(0, 1);
    }
    this.#blocks.push(block);
  }

  /** Counts content before it is stored, so that the limit is enforced before memory is used. */
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

  name(name: string): void {
    this.#name = name;
  }

  /** Ends the current page. An empty page without a name is dropped. */
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

  /** Returns all pages, or none if the document has no text. */
  finish(): Flow {
    this.endPage();
    const hasText = this.#pages.some(
      ({ name, blocks }) => name !== undefined || blocks.some(({ kind }) => kind !== 'figure'),
    );
    return { pages: hasText ? this.#pages : [] };
  }
}
