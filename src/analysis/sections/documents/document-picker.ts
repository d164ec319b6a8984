import { Random } from '../../../base/random.ts';
import type { ScoredDocument } from '../../../model/report/scored-document.ts';
import { hasOutput } from '../../fold/documents/document-scores.ts';

/** A report shows the values of at most this many documents. */
export const shownLimit = 1000;

/** Text in the report that describes which documents it shows. */
export const shownRule =
  'newly wrong documents first, then those with more errors, with new errors, with another wrong answer, with fewer errors, now fully right ones, failed ones, those with the most wrong values, and a random sample of right ones';

/** Reasons to show a document, the most important first. */
const reasons = [
  'newlyWrong',
  'moreErrors',
  'mixed',
  'otherWrong',
  'fewerErrors',
  'nowRight',
  'failed',
] as const;
type Reason = (typeof reasons)[number];

/**
 * Chooses the documents that a report shows, while they are scored. If there are at most `limit` documents, chooses all
 * of them. Otherwise, chooses them by `shownRule`. Documents that are chosen for the same reason are taken in the order
 * of the record.
 */
export class DocumentPicker {
  readonly #limit: number;
  readonly #random: Random;
  readonly #byReason = new Map<Reason, number[]>(reasons.map((reason) => [reason, []]));
  #wrong: { position: number; values: number }[] = [];
  readonly #right: number[] = [];
  #rightSeen = 0;
  #added = 0;

  constructor(limit = shownLimit, seed = 'shown documents') {
    this.#limit = limit;
    this.#random = new Random(seed);
  }

  add({ position, change, versions }: Pick<ScoredDocument, 'position' | 'change' | 'versions'>): void {
    this.#added++;
    const reason = change?.newlyWrong ? 'newlyWrong' : reasons.find((name) => name === change?.state);
    const isFailed = versions.some(({ state }) => !hasOutput(state));
    const wrong = versions.reduce(
      (sum, { counts }) => sum + counts.incorrect + counts.missing + counts.spurious,
      0,
    );
    if (reason !== undefined || isFailed) this.#addReason(reason ?? 'failed', position);
    else if (wrong > 0) this.#addWrong(position, wrong);
    else this.#addRight(position);
  }

  picked(): number[] {
    this.#keepMostWrong();
    const wrong = this.#wrong.map(({ position }) => position);
    const chosen = [...[...this.#byReason.values()].flat(), ...wrong, ...this.#right];
    return chosen.slice(0, this.#limit).sort((a, b) => a - b);
  }

  /** Rule by which documents were chosen; `null` if all documents are shown. */
  get rule(): string | null {
    return this.#added > this.#limit ? shownRule : null;
  }

  #addReason(reason: Reason, position: number): void {
    const positions = this.#byReason.get(reason) as number[];
    if (positions.length < this.#limit) positions.push(position);
  }

  #addWrong(position: number, values: number): void {
    this.#wrong.push({ position, values });
    if (this.#wrong.length >= 2 * this.#limit) this.#keepMostWrong();
  }

  #keepMostWrong(): void {
    this.#wrong.sort((a, b) => b.values - a.values || a.position - b.position);
    this.#wrong = this.#wrong.slice(0, this.#limit);
  }

  /** Adds a right document by reservoir sampling, which gives every right document the same chance. */
  #addRight(position: number): void {
    this.#rightSeen++;
    if (this.#right.length < this.#limit) {
      this.#right.push(position);
      return;
    }
    const place = this.#random.integer(this.#rightSeen);
    if (place < this.#limit) this.#right[place] = position;
  }
}
