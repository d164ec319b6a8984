import { canonicalJson } from '../../base/canonical-json.ts';
import { getOrCreate } from '../../base/collections.ts';
import type { LabellingProgress } from '../../model/review/labelling-state.ts';
import type { DecisionLine, ReviewLine } from '../../model/review/review-log.ts';
import { workingMs } from './labelling-progress.ts';

/** Counts over all labelling decisions of a log. */
export interface DecisionCounts extends Pick<LabellingProgress, 'blind' | 'shown'> {
  /** Working time between the decisions in milliseconds (`workingMs`). */
  readonly workingMs: number;
  readonly decisions: number;
}

/** The decisions in a review log. Each call reads only the lines that were added after the previous call. */
export class LabellingLog {
  readonly #lines: readonly ReviewLine[];
  #read = 0;
  /** Decisions that were not taken back, in the order of their log numbers. */
  readonly #decisions: DecisionLine[] = [];
  /** The decisions of `#decisions` by document, and then by log number. */
  readonly #ofItem = new Map<string, Map<number, DecisionLine>>();
  readonly #written = new Map<string, boolean>();
  readonly #isCounted: (path: string) => boolean;
  readonly #counts = { blind: { decided: 0, changed: 0 }, shown: { decided: 0, changed: 0 } };
  #workingMs = 0;

  /**
   * `lines` has the lines of the log. Lines can be appended to this list later. `isCounted` returns whether `counts`
   * includes the labels and proposals of a field.
   */
  constructor(lines: readonly ReviewLine[], isCounted: (path: string) => boolean = () => true) {
    this.#lines = lines;
    this.#isCounted = isCounted;
  }

  /** Returns the last decision that was not taken back; `undefined` if there is none. */
  last(): DecisionLine | undefined {
    this.#readNew();
    return this.#decisions.at(-1);
  }

  /** Returns the decision with a number; `undefined` if there is none, or if it was taken back. */
  decision(seq: number): DecisionLine | undefined {
    this.#readNew();
    return this.#decisions.findLast((line) => line.seq === seq);
  }

  /** Returns figures about all decisions that were not taken back. */
  counts(): DecisionCounts {
    this.#readNew();
    const { blind, shown } = this.#counts;
    return {
      blind: { ...blind },
      shown: { ...shown },
      workingMs: this.#workingMs,
      decisions: this.#decisions.length,
    };
  }

  /** Returns the last decision per value of a document. */
  decided(item: string): Map<string, DecisionLine> {
    this.#readNew();
    const own = this.#ofItem.get(item)?.values() ?? [];
    return new Map([...own].map((line) => [line.path, line]));
  }

  /**
   * Returns the documents that labelling has written to `items.jsonl`. In the map, a document has the value true if
   * `items.jsonl` already had an item without gold for the document.
   */
  written(): ReadonlyMap<string, boolean> {
    this.#readNew();
    return this.#written;
  }

  #readNew(): void {
    for (; this.#read < this.#lines.length; this.#read++) this.#add(this.#lines[this.#read] as ReviewLine);
  }

  #add(line: ReviewLine): void {
    if (line.kind === 'decision') {
      this.#count(line, -1);
      this.#workingMs += workingMs(this.#decisions.slice(-1).concat(line));
      this.#decisions.push(line);
      getOrCreate(this.#ofItem, line.item, () => new Map<number, DecisionLine>()).set(line.seq, line);
      this.#count(line, 1);
    } else if (line.kind === 'undo') {
      // Search from the end, because usually the last decision is taken back.
      const at = this.#decisions.findLastIndex(({ seq }) => seq <= line.undoes);
      const undone = this.#decisions[at];
      if (undone?.seq !== line.undoes) return;
      const around = this.#decisions.slice(Math.max(0, at - 1), at + 2);
      this.#count(undone, -1);
      this.#decisions.splice(at, 1);
      this.#ofItem.get(undone.item)?.delete(undone.seq);
      this.#count(undone, 1);
      this.#workingMs += workingMs(around.filter((one) => one !== undone)) - workingMs(around);
    } else if (line.kind === 'labelled') {
      if (line.isItem) this.#written.set(line.item, line.wasItem);
      else this.#written.delete(line.item);
    }
  }

  /**
   * Adds the decisions about one value to `counts`, or subtracts them if `sign` is -1. The first decision about the
   * value determines whether the proposal was hidden. The last decision determines the label.
   */
  #count({ item, path }: DecisionLine, sign: 1 | -1): void {
    if (!this.#isCounted(path)) return;
    const own = [...(this.#ofItem.get(item)?.values() ?? [])].filter((line) => line.path === path);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined || first.proposed === null || isNotScored(last)) return;
    const count = first.blind ? this.#counts.blind : this.#counts.shown;
    count.decided += sign;
    if (canonicalJson(last.value) !== canonicalJson(last.proposed)) count.changed += sign;
  }
}

function isNotScored({ action }: DecisionLine): boolean {
  return action === 'unclear' || action === 'not-annotated';
}
