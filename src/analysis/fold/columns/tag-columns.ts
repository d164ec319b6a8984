import { getOrCreate } from '../../../base/collections.ts';
import { CodeColumn } from './code-column.ts';

/**
 * Largest number of distinct values that a tag in the slices table may have. Tags with more values rarely
 * group documents.
 */
export const maxSliceValues = 30;

/**
 * Number of documents up to which every tag is kept, as a filter for the table of documents. From this number on, only
 * tags that group the documents are kept: with at most half as many values as documents.
 */
const keepAllLimit = 100_000;

interface TagColumn {
  readonly column: CodeColumn<string | null>;
  readonly values: Set<string>;
}

export class TagColumns {
  readonly #columns = new Map<string, TagColumn>();
  readonly #dropped = new Set<string>();
  readonly #needed: ReadonlySet<string>;

  /** `needed` are the tags that a rule or `--cluster-by` names. They are kept even if they have many values. */
  constructor(needed: ReadonlySet<string> = new Set()) {
    this.#needed = needed;
  }

  add(position: number, tags: Readonly<Record<string, string>>): void {
    for (const [tag, value] of Object.entries(tags)) {
      if (this.#dropped.has(tag)) continue;
      const { column, values } = getOrCreate(this.#columns, tag, () => ({
        column: new CodeColumn<string | null>(null),
        values: new Set<string>(),
      }));
      values.add(value);
      column.set(position, value, () => value);
      if (position >= keepAllLimit && values.size > position / 2 && !this.#needed.has(tag)) {
        this.#columns.delete(tag);
        this.#dropped.add(tag);
      }
    }
  }

  names(): string[] {
    return [...this.#columns.keys(), ...this.#dropped].sort();
  }

  /** Returns the values of a tag, sorted; empty if no document has the tag or if it was not kept. */
  values(tag: string): string[] {
    return [...(this.#columns.get(tag)?.values ?? [])].sort();
  }

  /** Returns the value of a tag by position; `null` for documents without the tag. */
  of(tag: string): (position: number) => string | null {
    const held = this.#columns.get(tag);
    return held === undefined ? () => null : (position) => held.column.at(position);
  }
}
