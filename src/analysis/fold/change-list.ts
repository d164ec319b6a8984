import { grown } from '../../base/collections.ts';
import { NameTable } from '../../base/name-table.ts';
import {
  type ChangeCounts,
  type DocumentChange,
  type DocumentState,
  documentStates,
} from '../../model/report/document-state.ts';

/**
 * The fields that changed, per document, and the number of documents per `DocumentState`. Documents without changes use
 * no memory.
 */
export class ChangeList {
  #documents = new Uint32Array(0);
  #fields = new Uint32Array(0);
  #flags = new Uint8Array(0);
  #length = 0;
  readonly #fieldNames = new NameTable();
  readonly #newlyWrong = new Set<number>();
  readonly #states = Object.fromEntries(documentStates.map((state) => [state, 0])) as Record<
    DocumentState,
    number
  >;
  #newErrors = 0;
  #newErrorsOrLost = 0;
  #newErrorValues = 0;
  #newErrorsButFewer = 0;

  /**
   * Adds the changed fields of a document, each with the sum of its `changeFlags`. Call this method with ascending
   * positions.
   */
  add(position: number, fields: ReadonlyMap<string, number>): void {
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

  count(position: number, { state, newlyWrong, newErrors, errorsBefore, errorsNow }: DocumentChange): void {
    this.#states[state]++;
    if (newlyWrong) this.#newlyWrong.add(position);
    if (newlyWrong || newErrors > 0) this.#newErrorsOrLost++;
    if (newErrors === 0) return;
    this.#newErrors++;
    this.#newErrorValues += newErrors;
    if (errorsNow < errorsBefore) this.#newErrorsButFewer++;
  }

  counts(): ChangeCounts {
    return {
      states: { ...this.#states },
      newlyWrong: this.#newlyWrong.size,
      newErrors: this.#newErrors,
      newErrorsOrLost: this.#newErrorsOrLost,
      newErrorValues: this.#newErrorValues,
      newErrorsButFewer: this.#newErrorsButFewer,
    };
  }

  isNewlyWrong(position: number): boolean {
    return this.#newlyWrong.has(position);
  }

  /**
   * Returns, in ascending order, the positions of the documents in which a matching field has at least one of the
   * `changeFlags` in `flags`.
   */
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

  documentsPerField(flag: number): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (let i = 0; i < this.#length; i++) {
      if (((this.#flags[i] as number) & flag) === 0) continue;
      const field = this.#fieldNames.names[this.#fields[i] as number] as string;
      counts.set(field, (counts.get(field) ?? 0) + 1);
    }
    return counts;
  }
}
