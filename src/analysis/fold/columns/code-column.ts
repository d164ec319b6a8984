import { grown } from '../../../base/collections.ts';

/**
 * Stores one value per document in little memory: each distinct value once, and a code of one, two or four bytes per
 * document. This saves memory because many documents have equal values. Documents without a value have the initial
 * value.
 */
export class CodeColumn<T> {
  readonly #values: T[];
  readonly #codeOf = new Map<string | number, number>();
  #codes: Uint8Array | Uint16Array | Uint32Array = new Uint8Array(64);
  /** Key that was set last. Consecutive documents often have the same key, and then no look-up is needed. */
  #lastKey: string | number | undefined;
  #lastCode = 0;

  constructor(unset: T) {
    this.#values = [unset];
  }

  /** Number of distinct values, including the initial value. */
  get size(): number {
    return this.#values.length;
  }

  /**
   * Sets the value of a document. Calls `make` to create the value only if the key is new, because equal keys have
   * equal values.
   */
  set(position: number, key: string | number, make: () => T): void {
    if (this.setKnown(position, key)) return;
    this.#codeOf.set(key, this.#values.length);
    this.#values.push(make());
    this.setKnown(position, key);
  }

  /**
   * Gives a document the value that earlier documents with this key have. Returns `false` if there is no such value.
   */
  setKnown(position: number, key: string | number): boolean {
    const code = key === this.#lastKey ? this.#lastCode : this.#codeOf.get(key);
    if (code === undefined) return false;
    this.#lastKey = key;
    this.#lastCode = code;
    if (position >= this.#codes.length || code >= 0xff) this.#reserve(position, code);
    this.#codes[position] = code;
    return true;
  }

  codeAt(position: number): number {
    return this.#codes[position] ?? 0;
  }

  at(position: number): T {
    return this.#values[this.codeAt(position)] as T;
  }

  /**
   * Returns a function that takes a position, calls `of` with the value at this position, and returns the result. `of`
   * must be pure, because it is called only once per distinct value.
   */
  map<R>(of: (value: T) => R): (position: number) => R {
    const known: R[] = [];
    return (position) => {
      const code = this.codeAt(position);
      let found = known[code];
      if (found === undefined && !(code in known)) {
        found = of(this.#values[code] as T);
        known[code] = found;
      }
      return found as R;
    };
  }

  #reserve(position: number, code: number): void {
    if (code > 0xff && this.#codes instanceof Uint8Array) this.#codes = new Uint16Array(this.#codes);
    if (code > 0xffff && this.#codes instanceof Uint16Array) this.#codes = new Uint32Array(this.#codes);
    this.#codes = grown(this.#codes, position + 1);
  }
}
