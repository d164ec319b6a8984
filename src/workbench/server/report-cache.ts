import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { NewGold } from '../../usecases/report/new-gold.ts';
import type { DocumentPages, OpenedReport } from '../../usecases/view/open-report.ts';
import type { ScoringThread } from './score-in-worker.ts';

/** Number of reports that stay in memory. */
const maxReports = 4;
/** Number of documents whose pages stay in memory. */
const maxDocuments = 20;

/** Age in milliseconds up to which a page shows the known figures of a record that a run is adding rows to. */
const maxAgeMs = 5000;

interface CachedReport {
  /** Sizes and times of the files of the record when it was scored. */
  readonly stamp: string;
  /** Identifies the gold. */
  readonly goldStamp: string;
  readonly report: Promise<OpenedReport>;
  /** Time of the scoring, by `performance.now()`. */
  readonly at: number;
}

/** Keeps scored records in memory. Scores a record again if its files have changed since. */
export class ReportCache {
  readonly #thread: ScoringThread;
  readonly #reports = new Map<string, CachedReport>();
  readonly #pages = new Map<string, Promise<DocumentPages>>();

  constructor(thread: ScoringThread) {
    this.#thread = thread;
  }

  /**
   * Returns the report of the record in a folder, with its own gold or with newer gold. Rejects with NotScored if the
   * record cannot be read. `maxAge`: largest age of figures to return although an unfinished run has added rows since.
   */
  async report(dir: string, gold?: NewGold, maxAge = maxAgeMs): Promise<OpenedReport> {
    const items = gold && (await factsOf(path.join(gold.dataset, 'items.jsonl')));
    const edits = gold?.edits.map(({ seq }) => seq).join(',');
    const goldStamp = [items, edits].join(' ');
    const stamp = [await stampOf(dir), goldStamp].join(' ');
    const key = `${gold === undefined ? 'run' : gold.edits.length === 0 ? 'saved' : 'preview'} ${dir}`;
    const known = this.#reports.get(key);
    if (known?.stamp === stamp) return known.report;
    if (known?.goldStamp === goldStamp && performance.now() - known.at < maxAge && !(await isFinished(dir)))
      return known.report;
    const report = this.#thread.open(dir, gold);
    remember(this.#reports, key, { stamp, goldStamp, report, at: performance.now() }, maxReports);
    report.catch(() => this.#reports.delete(key));
    return report;
  }

  /** Returns the report if it is ready within a time in milliseconds; otherwise, and if it cannot be read, `null`. */
  async reportWithin(ms: number, dir: string, gold?: NewGold): Promise<OpenedReport | null> {
    const waiting = new AbortController();
    const late = setTimeout(ms, null, { signal: waiting.signal }).catch(() => null);
    const report = await Promise.race([this.report(dir, gold).catch(() => null), late]);
    waiting.abort();
    return report;
  }

  /** Returns the drawn pages of a document by its position in the record. */
  async pages(dir: string, position: number): Promise<DocumentPages> {
    const key = `${await stampOf(dir)} ${position} ${dir}`;
    const known = this.#pages.get(key);
    if (known !== undefined) return known;
    const pages = this.#thread.pages(dir, position);
    remember(this.#pages, key, pages, maxDocuments);
    pages.catch(() => this.#pages.delete(key));
    return pages;
  }
}

/** Adds a value to a cache, and removes the values that were used longest ago until it has at most `most`. */
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

/** Returns sizes and times of the files of a record. They change with its content. */
export async function stampOf(dir: string): Promise<string> {
  const names = ['plan.json', 'rows.jsonl', 'summary.json', 'citations.jsonl'];
  const found = await Promise.all(
    [path.join(dir, 'record'), dir].flatMap((folder) =>
      names.map((name) => factsOf(path.join(folder, name))),
    ),
  );
  return found.join(' ');
}

/** Returns size and time of a file, which change with its content; `-` if it does not exist. */
async function factsOf(file: string): Promise<string> {
  const facts = await stat(file).catch(() => null);
  return facts === null ? '-' : `${facts.size}:${facts.mtimeMs}`;
}
