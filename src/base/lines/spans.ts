/** Where lines are in a file: a growing list of offset and length, 12 bytes a line. */
export class Spans {
  #offsets: Float64Array<ArrayBuffer>;
  #lengths: Uint32Array<ArrayBuffer>;
  #count: number;

  /** `count` spans of length 0, which stand for lines that do not exist. */
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

  /** In bytes, without the line end; 0 where there is no such line. */
  length(at: number): number {
    return this.#lengths[at] ?? 0;
  }

  #grow(length: number): void {
    const [offsets, lengths] = [this.#offsets, this.#lengths];
    this.#offsets = new Float64Array(length);
    this.#lengths = new Uint32Array(length);
    this.#offsets.set(offsets);
    this.#lengths.set(lengths);
  }
}
