export class NameTable {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.numberOf(name);
  }

  /** Returns the number of a name. A new name gets the next free number. */
  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.names.push(name);
    this.#numbers.set(name, this.names.length - 1);
    return this.names.length - 1;
  }
}
