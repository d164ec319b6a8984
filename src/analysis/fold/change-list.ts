import { grown } from '../../base/collections.ts';
import { NameTable } from '../../base/name-table.ts';
import type { Change, ItemChanges } from './documents/find-changes.ts';

const changeNames: readonly Change[] = ['same', 'new-errors', 'fixed', 'changed-wrong'];

/** The change of every document, and a sparse list of the fields in which documents changed. */
export class ChangeList {
  #codes = new Uint8Array(0);
  #documents = new Uint32Array(0);
  #fields = new Uint32Array(0);
  #flags = new Uint8Array(0);
  #length = 0;
  readonly #fieldNames = new NameTable();
  readonly #counts: Record<Change, number> = {
    same: 0,
    'new-errors': 0,
    fixed: 0,
    'changed-wrong': 0,
    none: 0,
  };

  /** Adds the changes of a document. Call it with ascending positions. */
  add(position: number, { change, fields }: Pick<ItemChanges, 'change' | 'fields'>): void {
    this.#codes = grown(this.#codes, position + 1);
    this.#codes[position] = changeNames.indexOf(change);
    this.#counts[change]++;
    for (const [field, flags] of fields) {
      this.#documents = grown(this.#documents, this.#length + 1);
      this.#fields = grown(this.#fields, this.#length + 1);
      this.#flags = grown(this.#flags, this.#length + 1);
      this.#documents[this.#length] = position;
      this.#fields[this.#length] = this.#fieldNames.numberOf(field);
      this.#flags[this.#length] = flags;
      this.#length++;
    }
  }

  at(position: number): Change {
    return changeNames[this.#codes[position] ?? 0] as Change;
  }

  count(change: Change): number {
    return this.#counts[change];
  }

  /** Returns the ascending positions of the documents in which a matching field has one of the flags. */
  documentsWith(matches: (field: string) => boolean, flags: number): number[] {
    const isIncluded = this.#fieldNames.names.map(matches);
    const found: number[] = [];
    for (let i = 0; i < this.#length; i++) {
      if (((this.#flags[i] as number) & flags) === 0 || !isIncluded[this.#fields[i] as number]) continue;
      const position = this.#documents[i] as number;
      if (found.at(-1) !== position) found.push(position);
    }
    return found;
  }
}
