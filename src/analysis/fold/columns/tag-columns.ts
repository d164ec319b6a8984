import { getOrCreate } from '../../../base/collections.ts';
import { CodeColumn } from './code-column.ts';

/**
 * The slices table contains only tags with at most this many distinct values, because tags with more values rarely form
 * useful groups.
 */
export const maxSliceValues = 30;

/**
 * If a record has at most this many documents, all tags are kept, so that the table of documents can be filtered by
 * them. In a larger record, only tags with at most half as many values as documents are kept.
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

  /**
   * `needed` has the tags that a gate rule or `--cluster-by` names. These tags are kept regardless of their number of
   * values.
   */
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

  /**
   * Returns the sorted values of a tag. Returns an empty list if no document has the tag or if the tag was not kept.
   */
  values(tag: string): string[] {
    return [...(this.#columns.get(tag)?.values ?? [])].sort();
  }

  /**
   * Returns a function that takes a position and returns the value of the tag; `null` for documents without the tag.
   */
  of(tag: string): (position: number) => string | null {
    const held = this.#columns.get(tag);
    return held === undefined ? () => null : (position) => held.column.at(position);
  }
}
