import type { FastifyInstance } from 'fastify';
import type { LabelIssueQueue } from '../../model/review/label-issue-queue.ts';
import { type FoundIssues, queueOf } from '../../usecases/label-issues/label-issue-queue.ts';
import { recordKey } from '../../usecases/view/list-records.ts';
import type { Catalogue } from './catalogue.ts';
import type { DatasetCatalogue } from './dataset-catalogue.ts';
import { startPage } from './pages.ts';
import { goldStampOf, remember, stampOf } from './report-cache.ts';
import type { Reviews } from './reviews.ts';
import type { ScoringThread } from './score-in-worker.ts';

/** The label issues of at most this many records stay in memory. */
const maxRecords = 4;

interface RecordAddress {
  Params: { key: string };
}

/**
 * Serves the queue of label issues of a record's dataset. The decisions go through the routes that edit gold. A
 * read-only server does not have these routes.
 */
export function serveLabelIssues(
  app: FastifyInstance,
  services: {
    readonly catalogue: Catalogue;
    readonly datasets: DatasetCatalogue;
    readonly reviews: Reviews;
    readonly thread: ScoringThread;
  },
): void {
  const { catalogue, datasets, reviews, thread } = services;
  const known = new Map<string, { readonly stamp: string; readonly found: Promise<FoundIssues> }>();

  /** Finds the label issues with the saved gold. Searches again only if the record or the gold has changed. */
  const issuesOf = async (folder: string, dataset: string): Promise<FoundIssues> => {
    const gold = { dataset, edits: [] };
    const stamp = `${await stampOf(folder)} ${await goldStampOf(gold)}`;
    const last = known.get(folder);
    const found = last?.stamp === stamp ? last.found : thread.labelIssues(folder, gold);
    remember(known, folder, { stamp, found }, maxRecords);
    found.catch(() => known.delete(folder));
    return found;
  };

  app.get<RecordAddress>('/records/:key/label-issues', async ({ params: { key } }, reply) => {
    await catalogue.folderOf(key);
    return reply.type('text/html; charset=utf-8').send(startPage);
  });

  /**
   * `doubtful=1` also lists the labels that are more likely right than wrong. `random=1` lists all, in random order.
   */
  app.get<RecordAddress & { Querystring: { doubtful?: string; random?: string } }>(
    '/api/records/:key/label-issues',
    async ({ params: { key }, query: { doubtful, random } }): Promise<LabelIssueQueue> => {
      const folder = await catalogue.folderOf(key);
      const { dataset, lines } = await reviews.sessionOf(folder);
      const found = await issuesOf(folder, dataset);
      const queue = queueOf(found, lines, {
        dataset,
        doubtful: doubtful === '1',
        random: random === '1',
      });
      datasets.keepIssues(recordKey(dataset), queue.likely);
      return queue;
    },
  );
}
