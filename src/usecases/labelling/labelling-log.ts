import { getOrCreate } from '../../base/collections.ts';
import type { DecisionLine, ReviewLine } from '../../model/review/review-log.ts';

/** The decisions in a review log. Each call reads only the lines that were added after the call before it. */
export class LabellingLog {
  readonly #lines: readonly ReviewLine[];
  #read = 0;
  /** Decisions that were not taken back, by log number. */
  readonly #decisions = new Map<number, DecisionLine>();
  /** The same decisions, by document and log number. */
  readonly #ofItem = new Map<string, Map<number, DecisionLine>>();
  readonly #written = new Map<string, boolean>();

  /** `lines`: the lines of the log. Lines can be appended to this list later. */
  constructor(lines: readonly ReviewLine[]) {
    this.#lines = lines;
  }

  /** Returns the decisions that were not taken back, in their order. */
  decisions(): DecisionLine[] {
    this.#readNew();
    return [...this.#decisions.values()];
  }

  /** Returns the last decision per value of a document. */
  decided(item: string): Map<string, DecisionLine> {
    this.#readNew();
    const own = this.#ofItem.get(item)?.values() ?? [];
    return new Map([...own].map((line) => [line.path, line]));
  }

  /**
   * Returns the documents that labelling has written to `items.jsonl`. The value is true if the document was there
   * before, as an item without gold.
   */
  written(): ReadonlyMap<string, boolean> {
    this.#readNew();
    return this.#written;
  }

  #readNew(): void {
    for (; this.#read < this.#lines.length; this.#read++) this.#add(this.#lines[this.#read] as ReviewLine);
  }

  #add(line: ReviewLine): void {
    if (line.kind === 'decision') {
      this.#decisions.set(line.seq, line);
      getOrCreate(this.#ofItem, line.item, () => new Map<number, DecisionLine>()).set(line.seq, line);
    } else if (line.kind === 'undo') {
      const undone = this.#decisions.get(line.undoes);
      if (undone === undefined) return;
      this.#decisions.delete(undone.seq);
      this.#ofItem.get(undone.item)?.delete(undone.seq);
    } else if (line.kind === 'labelled') {
      if (line.isItem) this.#written.set(line.item, line.wasItem);
      else this.#written.delete(line.item);
    }
  }
}
