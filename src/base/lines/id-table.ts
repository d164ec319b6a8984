import { hash } from 'node:crypto';

/**
 * Hash table from item ids to positions, with 24 to 48 bytes per item. Stores only 64 bits of the SHA-256 of each id.
 * Two ids with equal bits would count as the same id; the probability is 3e-8 for a million ids.
 */
export class IdTable {
  #high = new Uint32Array(64);
  #low = new Uint32Array(64);
  /** For each slot of the hash table: position + 1, or 0 if the slot is free. */
  #places = new Uint32Array(64);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /**
   * Adds a new id with its position and returns -1. If the table has the id, changes nothing and returns the position
   * of the id.
   */
  add(id: string | Uint8Array, position: number): number {
    if (this.#size * 2 >= this.#places.length) this.#grow();
    const digest = digestOf(id);
    const [high, low] = [wordOf(digest, 0), wordOf(digest, 1)];
    const slot = this.#slotOf(high, low);
    const earlier = this.#places[slot] as number;
    if (earlier > 0) return earlier - 1;
    this.#put(slot, high, low, position + 1);
    this.#size++;
    return -1;
  }

  /** Returns the position of the id, or -1 if the table does not have the id. */
  find(id: string | Uint8Array): number {
    const digest = digestOf(id);
    return (this.#places[this.#slotOf(wordOf(digest, 0), wordOf(digest, 1))] as number) - 1;
  }

  has(id: string | Uint8Array): boolean {
    return this.find(id) >= 0;
  }

  #slotOf(high: number, low: number): number {
    const mask = this.#places.length - 1;
    let slot = low & mask;
    while (this.#places[slot] !== 0 && (this.#high[slot] !== high || this.#low[slot] !== low))
      slot = (slot + 1) & mask;
    return slot;
  }

  #put(slot: number, high: number, low: number, places: number): void {
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#places[slot] = places;
  }

  #grow(): void {
    const [high, low, places] = [this.#high, this.#low, this.#places];
    const length = places.length * 2;
    this.#high = new Uint32Array(length);
    this.#low = new Uint32Array(length);
    this.#places = new Uint32Array(length);
    for (let old = 0; old < places.length; old++) {
      if (places[old] === 0) continue;
      const [h, l] = [high[old] as number, low[old] as number];
      this.#put(this.#slotOf(h, l), h, l, places[old] as number);
    }
  }
}

/** Returns the SHA-256 as a text with one character per byte, because Node creates a text faster than a buffer. */
function digestOf(id: string | Uint8Array): string {
  return hash('sha256', id, 'binary');
}

/** Returns four bytes of a digest as a number. */
function wordOf(digest: string, word: number): number {
  let bits = 0;
  for (let at = 4 * word; at < 4 * word + 4; at++) bits = (bits << 8) | digest.charCodeAt(at);
  return bits >>> 0;
}
