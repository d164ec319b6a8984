/** A token of an answer. `logprob` is the natural logarithm of its probability, at most 0. */
export interface TokenProbability {
  readonly bytes: Uint8Array;
  readonly logprob: number;
}

/** Looks up how probable each range of characters of an answer was. */
export class TokenProbabilities {
  readonly #content: string;
  readonly #tokens: readonly TokenProbability[];
  /** Position of each token in the UTF-8 bytes of the content. */
  readonly #starts: readonly number[];

  private constructor(content: string, tokens: readonly TokenProbability[], starts: readonly number[]) {
    this.#content = content;
    this.#tokens = tokens;
    this.#starts = starts;
  }

  /**
   * Returns the probabilities of an answer, or `null` if the joined tokens differ from the content. Ignores tokens after
   * the content, such as an end mark.
   */
  static of(content: string, tokens: readonly TokenProbability[] | null): TokenProbabilities | null {
    if (tokens === null) return null;
    const expected = Buffer.from(content);
    const found = Buffer.concat(tokens.map(({ bytes }) => bytes));
    if (found.length < expected.length || !found.subarray(0, expected.length).equals(expected)) return null;
    const starts: number[] = [];
    let at = 0;
    for (const { bytes } of tokens) {
      starts.push(at);
      at += bytes.length;
    }
    return new TokenProbabilities(content, tokens, starts);
  }

  /**
   * Returns the probability, 0 to 1, of the characters from `start` to before `end`, given the content before them.
   * This probability is the product of the probabilities of all tokens that overlap these characters.
   */
  of(start: number, end: number): number {
    const from = Buffer.byteLength(this.#content.slice(0, start));
    const to = from + Buffer.byteLength(this.#content.slice(start, end));
    let sum = 0;
    for (let index = this.#indexAt(from); index < this.#tokens.length; index++) {
      if ((this.#starts[index] as number) >= to) break;
      sum += Math.min(0, this.#tokens[index]?.logprob ?? 0);
    }
    return Math.exp(sum);
  }

  /** Returns the index of the token that contains a byte. */
  #indexAt(byte: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= byte) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
