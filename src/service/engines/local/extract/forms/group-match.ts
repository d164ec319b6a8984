import { areRelated } from '../lexicon/related-words.ts';
import { emptyWords } from '../lexicon/words.ts';
import { nameWords } from './caption-match.ts';
import type { FormEntry } from './form-entries.ts';

/**
 * Factors for the score of a field with an entry. `other`: the heading of the entry names the group of other fields.
 * `none`: the heading names no group.
 */
const factors = { other: 0.5, none: 0.92 };

/**
 * Compares the group of a field with the heading above an entry. The group of `sender.city` is `sender`. So the box
 * `City` below the heading `Recipient` does not become the city of the sender.
 */
export class GroupMatcher {
  readonly #groups: ReadonlyMap<string, readonly string[]>;
  readonly #named = new Map<FormEntry, ReadonlySet<string>>();

  /** `paths` are the paths of all fields. */
  constructor(paths: readonly string[]) {
    const groups = new Set(paths.map(groupOf));
    this.#groups = new Map([...groups].map((group) => [group, tellingWords(group)]));
  }

  /** Returns the factor for the score of a field with an entry. */
  factor(path: string, entry: FormEntry): number {
    const group = groupOf(path);
    const named = this.#namedBy(entry);
    if (group === '' || named.has(group)) return 1;
    return named.size === 0 ? factors.none : factors.other;
  }

  /** Returns the groups that the heading of an entry names. */
  #namedBy(entry: FormEntry): ReadonlySet<string> {
    let named = this.#named.get(entry);
    if (named === undefined) {
      const heading = entry.captions.find(({ place }) => place === 'heading')?.text ?? '';
      const words = nameWords(heading);
      const isNamed = (wanted: readonly string[]) =>
        wanted.length > 0 &&
        wanted.every((word) => words.some((one) => one === word || areRelated(one, word)));
      named = new Set([...this.#groups].filter(([, wanted]) => isNamed(wanted)).map(([group]) => group));
      this.#named.set(entry, named);
    }
    return named;
  }
}

function groupOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

/** Returns the words of the innermost group that identify it. */
function tellingWords(group: string): string[] {
  return nameWords(group.slice(group.lastIndexOf('.') + 1)).filter((word) => !emptyWords.has(word));
}
