import { sha256 } from './hash.ts';

/**
 * Random number generator for all seeded results: xoshiro128** (Blackman and Vigna 2018) with 32 bits per
 * step. Its state comes from the SHA-256 of the seed. Equal seeds give equal sequences on every machine.
 */
export class Random {
  static readonly generatorName = 'xoshiro128**';
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(seed: string | number) {
    const digest = sha256(String(seed));
    const word = (i: number) => Number.parseInt(digest.slice(i * 8, i * 8 + 8), 16) | 0;
    this.#a = word(0) | 1;
    this.#b = word(1);
    this.#c = word(2);
    this.#d = word(3);
  }

  /** Returns an unsigned integer below 2^32. */
  nextUint32(): number {
    const b = this.#b;
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    const t = b << 9;
    this.#c ^= this.#a;
    this.#d ^= b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= t;
    this.#d = (this.#d << 11) | (this.#d >>> 21);
    return result >>> 0;
  }

  /** Writes `count` results of `nextUint32` from index `at` on. Faster than single calls. */
  fill(into: Int32Array, at: number, count: number): void {
    let [a, b, c, d] = [this.#a, this.#b, this.#c, this.#d];
    for (let i = at; i < at + count; i++) {
      const product = Math.imul(b, 5);
      into[i] = Math.imul((product << 7) | (product >>> 25), 9);
      const t = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= t;
      d = (d << 11) | (d >>> 21);
    }
    [this.#a, this.#b, this.#c, this.#d] = [a, b, c, d];
  }

  /** Returns a number in [0, 1) with 53 random bits. */
  next(): number {
    return ((this.nextUint32() >>> 5) * 67108864 + (this.nextUint32() >>> 6)) / 9007199254740992;
  }

  /** Returns an integer in [0, bound) without modulo bias. */
  integer(bound: number): number {
    const limit = 4294967296 - (4294967296 % bound);
    let value = this.nextUint32();
    while (value >= limit) value = this.nextUint32();
    return value % bound;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.integer(items.length)] as T;
  }

  /** Returns a new array in random order (Fisher-Yates). */
  shuffle<T>(items: readonly T[]): T[] {
    const out = [...items];
    for (let i = out.length - 1; i > 0; i--) {
      const j = this.integer(i + 1);
      [out[i], out[j]] = [out[j] as T, out[i] as T];
    }
    return out;
  }
}
