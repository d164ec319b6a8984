import { realpath } from 'node:fs/promises';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { NewGold } from '../../usecases/report/new-gold.ts';
import { ReviewSession } from '../../usecases/review/review-session.ts';
import { recordGold } from '../../usecases/view/record-gold.ts';

/**
 * Opens one review session per dataset. A session starts when a page first requests the labels of a record of this
 * dataset.
 */
export class Reviews {
  readonly reviewer: string;
  readonly #sessions = new Map<string, Promise<ReviewSession>>();

  constructor(reviewer: string) {
    this.reviewer = reviewer;
  }

  /**
   * Returns the session for the dataset of a record. If the dataset cannot be edited, the promise is rejected with a
   * GoldsetError that states the reason.
   */
  async sessionOf(record: string): Promise<ReviewSession> {
    const { dataset } = await recordGold(record);
    return this.sessionIn(dataset);
  }

  /**
   * Returns the session for a folder of a dataset. If another program has replaced the review log, opens the session
   * again. Rejects with a GoldsetError that says why the dataset cannot be edited.
   */
  async sessionIn(dataset: string): Promise<ReviewSession> {
    const folder = await realpath(dataset).catch(() => {
      throw new GoldsetError('FILE_NOT_FOUND', { file: dataset, relativeTo: 'the folder of the run' });
    });
    const known = this.#sessions.get(folder);
    if (known !== undefined && !(await known).isReplaced) return known;
    // Another request may have opened the session again in the meantime.
    const other = this.#sessions.get(folder);
    if (other !== known && other !== undefined) return other;
    const session = (async () => {
      await known?.then((replaced) => replaced.close());
      return ReviewSession.open(folder, this.reviewer);
    })();
    this.#sessions.set(folder, session);
    session.catch(() => this.#sessions.get(folder) === session && this.#sessions.delete(folder));
    return session;
  }

  /** Returns the gold of a record's dataset with the unsaved edits. */
  async previewOf(record: string): Promise<NewGold> {
    const session = await this.sessionOf(record);
    const { edits } = await session.unsaved();
    return { dataset: session.dataset, edits };
  }

  async close(): Promise<void> {
    for (const session of this.#sessions.values())
      await session.then((open) => open.close()).catch(() => null);
  }
}
