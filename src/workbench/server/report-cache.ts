import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { NewGold } from '../../usecases/report/new-gold.ts';
import { goldKind } from '../../usecases/view/gold-kind.ts';
import type { DocumentPages, OpenedReport } from '../../usecases/view/open-report.ts';
import type { ScoringThread } from './score-in-worker.ts';

const maxReports = 4;
/** The page images of at most this many documents stay in memory. */
const maxDocuments = 20;

/** While a run adds rows to a record, a page may show figures that are at most this many milliseconds old. */
const maxAgeMs = 5000;

interface CachedReport {
  /** Sizes and times of the record's files when the record was scored. */
  readonly stamp: string;
  /** Identifies the gold with which the record was scored. */
  readonly goldStamp: string;
  readonly report: Promise<OpenedReport>;
  /** Time of the scoring, as returned by `performance.now()`. */
  readonly at: number;
}

/** Keeps scored records in memory. If the files of a record have changed, scores this record again. */
export class ReportCache {
  readonly #thread: ScoringThread;
  readonly #reports = new Map<string, CachedReport>();
  readonly #pages = new Map<string, Promise<DocumentPages>>();

  constructor(thread: ScoringThread) {
    this.#thread = thread;
  }

  /**
   * Returns the report of the record in a folder, scored with the gold of the record or with `gold`. The promise is
   * rejected with NotScored if the record cannot be read. While a run adds rows to the record, the figures may be up to
   * `maxAge` milliseconds old.
   */
  async report(dir: string, gold?: NewGold, maxAge = maxAgeMs): Promise<OpenedReport> {
    const goldStamp = await goldStampOf(gold);
    const stamp = [await stampOf(dir), goldStamp].join(' ');
    const key = `${goldKind(gold)} ${dir}`;
    const known = this.#reports.get(key);
    if (known?.stamp === stamp) return known.report;
    if (known?.goldStamp === goldStamp && performance.now() - known.at < maxAge && !(await isFinished(dir)))
      return known.report;
    const report = this.#thread.open(dir, gold);
    remember(this.#reports, key, { stamp, goldStamp, report, at: performance.now() }, maxReports);
    report.catch(() => this.#reports.delete(key));
    return report;
  }

  /**
   * Calls `save`, which saves edits and returns whether the new version of the dataset has exactly the edits of `gold`.
   * If it has, keeps the report with these edits as the report of the new version. So the record is not scored again.
   */
  async keepWhenSaved(dir: string, gold: NewGold, save: () => Promise<boolean>): Promise<void> {
    const [before, known] = [await goldStampOf(gold), this.#reports.get(`preview ${dir}`)];
    const isSame = await save();
    if (!isSame || known?.goldStamp !== before || gold.edits.length === 0) return;
    const goldStamp = await goldStampOf({ ...gold, edits: [] });
    const stamp = [await stampOf(dir), goldStamp].join(' ');
    // If the record has changed after it was scored with these edits, do not keep the report.
    if (known.stamp !== [await stampOf(dir), before].join(' ')) return;
    const key = `saved ${dir}`;
    remember(this.#reports, key, { ...known, stamp, goldStamp }, maxReports);
    known.report.catch(() => this.#reports.delete(key));
  }

  /** Returns the report if it can be read within `ms` milliseconds, and `null` otherwise. */
  async reportWithin(ms: number, dir: string, gold?: NewGold): Promise<OpenedReport | null> {
    const waiting = new AbortController();
    const late = setTimeout(ms, null, { signal: waiting.signal }).catch(() => null);
    const report = await Promise.race([this.report(dir, gold).catch(() => null), late]);
    waiting.abort();
    return report;
  }

  /** Returns the values of a document of a report as JSON; `null` if there is no such document. */
  async values(dir: string, position: number, gold?: NewGold): Promise<string | null> {
    // Scores the record again if its gold has changed, or if its files have changed after the run ended. While a run
    // adds results, keeps the earlier scores, so that all parts of a page show the same results.
    await this.report(dir, gold, Number.POSITIVE_INFINITY);
    return this.#thread.values(dir, position, gold);
  }

  /** Returns the drawn pages of a document, given its position in the record. */
  async pages(dir: string, position: number): Promise<DocumentPages> {
    const key = `${await stampOf(dir)} ${position} ${dir}`;
    const known = this.#pages.get(key);
    if (known !== undefined) return known;
    return this.#keepPages(key, this.#thread.pages(dir, position));
  }

  async documentPages(file: string, name: string): Promise<DocumentPages> {
    const key = `${await factsOf(file)} ${file}`;
    return this.#pages.get(key) ?? this.#keepPages(key, this.#thread.document(file, name));
  }

  #keepPages(key: string, pages: Promise<DocumentPages>): Promise<DocumentPages> {
    remember(this.#pages, key, pages, maxDocuments);
    pages.catch(() => this.#pages.delete(key));
    return pages;
  }
}

/** Returns a text that changes with the items of a dataset and with the unsaved edits. */
export async function goldStampOf(gold: NewGold | undefined): Promise<string> {
  const items = gold && (await factsOf(path.join(gold.dataset, 'items.jsonl')));
  return [items, gold?.edits.map(({ seq }) => seq).join(',')].join(' ');
}

/**
 * Adds a value to a cache. If the cache then has more than `most` values, removes the values that were not used for the
 * longest time.
 */
export function remember<Value>(cache: Map<string, Value>, key: string, value: Value, most: number): void {
  cache.delete(key);
  cache.set(key, value);
  for (const oldest of cache.keys()) if (cache.size > most) cache.delete(oldest);
}

async function isFinished(dir: string): Promise<boolean> {
  const inside = path.join(dir, 'record');
  const folder = (await factsOf(path.join(inside, 'plan.json'))) === '-' ? dir : inside;
  return (await factsOf(path.join(folder, 'summary.json'))) !== '-';
}

/** Returns the sizes and times of a record's files. The result changes when the content of a file changes. */
export async function stampOf(dir: string): Promise<string> {
  const names = ['plan.json', 'rows.jsonl', 'summary.json', 'citations.jsonl'];
  const found = await Promise.all(
    [path.join(dir, 'record'), dir].flatMap((folder) =>
      names.map((name) => factsOf(path.join(folder, name))),
    ),
  );
  return found.join(' ');
}

/**
 * Returns the size and the time of a file, which change when the content of the file changes. Returns `-` if the file
 * does not exist.
 */
export async function factsOf(file: string): Promise<string> {
  const facts = await stat(file).catch(() => null);
  return facts === null ? '-' : `${facts.size}:${facts.mtimeMs}`;
}
