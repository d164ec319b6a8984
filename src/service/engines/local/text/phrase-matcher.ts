/** A phrase found in a list of stems, with the payload that `add` stored for it. */
export interface PhraseHit<T> {
  readonly start: number;
  readonly length: number;
  readonly payload: T;
  /** Whether the phrase is only the last part of a compound word (`Rechnung` in `Teilrechnung`). */
  readonly compound: boolean;
}

interface Entry<T> {
  readonly stems: readonly string[];
  readonly payload: T;
}

/** Minimum length of the last part of a compound word, such as `rechnung` in `teilrechnung`. */
const minCompoundHeadLength = 6;

/** Finds many fixed phrases in a list of stems in one pass. */
export class PhraseMatcher<T> {
  readonly #byFirst = new Map<string, Entry<T>[]>();

  add(stems: readonly string[], payload: T): void {
    const first = stems[0];
    if (first === undefined) return;
    const entries = this.#byFirst.get(first);
    if (entries) entries.push({ stems, payload });
    else this.#byFirst.set(first, [{ stems, payload }]);
  }

  /**
   * Returns all phrases found, including overlapping ones. With `compounds`, also matches the last part of
   * longer words.
   */
  find(stems: readonly string[], compounds = false): PhraseHit<T>[] {
    const hits: PhraseHit<T>[] = [];
    for (let start = 0; start < stems.length; start++) {
      const stem = stems[start] as string;
      for (const entry of this.#byFirst.get(stem) ?? []) {
        if (beginsAt(stems, start, entry.stems)) {
          hits.push({ start, length: entry.stems.length, payload: entry.payload, compound: false });
        }
      }
      if (compounds && stem.length >= minCompoundHeadLength + 3) this.#findCompound(stem, start, hits);
    }
    return hits;
  }

  #findCompound(stem: string, start: number, hits: PhraseHit<T>[]): void {
    for (let cut = 3; cut <= stem.length - minCompoundHeadLength; cut++) {
      for (const entry of this.#byFirst.get(stem.slice(cut)) ?? []) {
        if (entry.stems.length === 1) hits.push({ start, length: 1, payload: entry.payload, compound: true });
      }
    }
  }
}

function beginsAt(stems: readonly string[], start: number, phrase: readonly string[]): boolean {
  if (start + phrase.length > stems.length) return false;
  for (let i = 1; i < phrase.length; i++) if (stems[start + i] !== phrase[i]) return false;
  return true;
}
