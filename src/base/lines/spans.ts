/** Growing list of the offset and length of each line in a file. An entry takes 12 bytes. */
export class Spans {
  #offsets: Float64Array<ArrayBuffer>;
  #lengths: Uint32Array<ArrayBuffer>;
  #count: number;

  /** Starts with `count` entries of length 0. Length 0 means that the line is missing. */
  constructor(count = 0) {
    this.#offsets = new Float64Array(count);
    this.#lengths = new Uint32Array(count);
    this.#count = count;
  }

  get count(): number {
    return this.#count;
  }

  push(offset: number, length: number): void {
    if (this.#count === this.#lengths.length) this.#grow(Math.max(1_024, this.#count * 2));
    this.#count++;
    this.set(this.#count - 1, offset, length);
  }

  set(at: number, offset: number, length: number): void {
    this.#offsets[at] = offset;
    this.#lengths[at] = length;
  }

  offset(at: number): number {
    return this.#offsets[at] ?? 0;
  }

  /** Length in bytes without the line end; 0 for a missing line. */
  length(at: number): number {
    return this.#lengths[at] ?? 0;
  }

  #grow(length: number): void {
    const [offsets, lengths] = [new Float64Array(length), new Uint32Array(length)];
    offsets.set(this.#offsets);
    lengths.set(this.#lengths);
    [this.#offsets, this.#lengths] = [offsets, lengths];
  }
}
