/** A set of planned runs, with one bit per item, version and repeat. */
export class RunSlots {
  readonly #versionCount: number;
  readonly #repeats: number;
  #bits = new Uint8Array(1_024);

  constructor(versionCount: number, repeats: number) {
    this.#versionCount = versionCount;
    this.#repeats = repeats;
  }

  /** Adds a run. Returns false if the set has it already. Versions count from 0, repeats from 1. */
  take(position: number, version: number, repeat: number): boolean {
    const slot = (position * this.#versionCount + version) * this.#repeats + repeat - 1;
    const at = Math.floor(slot / 8);
    const bit = 1 << (slot % 8);
    if (at >= this.#bits.length) this.#grow(at + 1);
    const byte = this.#bits[at] as number;
    if ((byte & bit) !== 0) return false;
    this.#bits[at] = byte | bit;
    return true;
  }

  #grow(length: number): void {
    const bits = new Uint8Array(Math.max(length, this.#bits.length * 2));
    bits.set(this.#bits);
    this.#bits = bits;
  }
}
