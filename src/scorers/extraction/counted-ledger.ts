import { invariant } from '../../base/goldset-error.ts';
import type { Counts, ItemLedger } from '../../model/ledger.ts';
import type { ScorerDescription } from '../../model/scorer-description.ts';
import type { CountedItem } from './plain-counter.ts';

/**
 * A ledger that is counted already: its leaves and rows are written when either is first read, and kept. They are own
 * properties, so that spreading, JSON.stringify, structuredClone and comparisons find them as in any other ledger.
 */
export class CountedLedger implements ItemLedger {
  declare readonly leaves: ItemLedger['leaves'];
  declare readonly counts: Counts;
  declare readonly rows: ItemLedger['rows'];
  declare readonly exact: boolean | null;
  declare readonly scorer: ScorerDescription;
  /** Writes the ledger; null once it is written. */
  #write: (() => ItemLedger) | null;
  #written: ItemLedger | null = null;

  constructor({ counts, exact, scorer }: CountedItem, write: () => ItemLedger) {
    Object.defineProperty(this, 'leaves', leaves);
    this.counts = counts;
    Object.defineProperty(this, 'rows', rows);
    this.exact = exact;
    this.scorer = scorer;
    this.#write = write;
  }

  static written(ledger: CountedLedger): ItemLedger {
    if (ledger.#written !== null) return ledger.#written;
    const made = (ledger.#write as () => ItemLedger)();
    invariant(
      made.exact === ledger.exact && isSame(made.counts, ledger.counts),
      'the written ledger has other counts than were counted',
    );
    ledger.#written = made;
    ledger.#write = null;
    return made;
  }
}

/** The same functions for all ledgers, which therefore share one hidden class. */
const leaves: PropertyDescriptor & ThisType<CountedLedger> = {
  get() {
    return CountedLedger.written(this).leaves;
  },
  enumerable: true,
  configurable: true,
};
const rows: PropertyDescriptor & ThisType<CountedLedger> = {
  get() {
    return CountedLedger.written(this).rows;
  },
  enumerable: true,
  configurable: true,
};

function isSame(one: Counts, other: Counts): boolean {
  return Object.entries(one).every(([outcome, count]) => other[outcome as keyof Counts] === count);
}
