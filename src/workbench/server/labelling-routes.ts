import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { proposalsName } from '../../model/dataset/proposal.ts';
import { decisionActions } from '../../model/review/decision-line.ts';
import { labellingQueues } from '../../model/review/labelling-state.ts';
import { LabellingSession } from '../../usecases/labelling/labelling-session.ts';
import type { ReviewSession } from '../../usecases/review/review-session.ts';
import { type DatasetCatalogue, NoSuchDataset } from './dataset-catalogue.ts';
import { startPage } from './pages.ts';
import { factsOf, type ReportCache } from './report-cache.ts';
import type { Reviews } from './reviews.ts';

/** Maximum number of characters of a typed value. */
const maxText = 4_000;
/** Maximum number of characters of a table as JSON. A line of the log thus stays below 64 KB. */
const maxTable = 16_000;

const cells = z.array(z.array(z.string().max(maxText)).max(100)).max(1000);
const decisionSchema = z.object({
  item: z.string().max(1000),
  path: z.string().max(1000),
  action: z.enum(decisionActions),
  label: z
    .union([
      z.string().max(maxText),
      cells.refine((rows) => JSON.stringify(rows).length <= maxTable, 'the table is too long'),
    ])
    .optional(),
  note: z.string().max(maxText).optional(),
  seen: z.int().nullable().optional(),
});
const partlySchema = z.object({ item: z.string().max(1000) });
const undoSchema = z.object({ seq: z.int().optional() });
const groupSchema = z.object({
  item: z.string().max(1000),
  group: z.string().max(1000),
});

interface OpenLabelling {
  readonly review: ReviewSession;
  /** Sizes and times of the files from which the session was opened. */
  readonly stamp: string;
  readonly session: Promise<LabellingSession>;
}

interface DatasetAddress {
  Params: { key: string };
}

/** Serves the list of datasets. Unless the server is read-only, also serves the labelling pages. */
export function serveDatasets(
  app: FastifyInstance,
  services: {
    readonly datasets: DatasetCatalogue;
    readonly reports: ReportCache;
    readonly reviews: Reviews | null;
  },
): void {
  const { datasets, reports, reviews } = services;
  app.get('/api/datasets', async () => ({
    isReadOnly: reviews === null,
    datasets: await datasets.list(),
  }));
  if (reviews === null) return;
  const sessions = new Map<string, OpenLabelling>();
  /**
   * Returns the labelling session of a dataset. Opens a new session if `dataset.json` or the proposals have changed, or
   * if the review log was replaced.
   */
  const sessionOf = async (key: string): Promise<LabellingSession> => {
    const folder = await datasets.folderOf(key);
    const review = await reviews.sessionIn(folder);
    const files = ['dataset.json', proposalsName].map((name) => factsOf(path.join(folder, name)));
    const stamp = (await Promise.all(files)).join(' ');
    const known = sessions.get(key);
    if (known?.review === review && known.stamp === stamp) return known.session;
    const opened = { review, stamp, session: LabellingSession.open(review) };
    sessions.set(key, opened);
    opened.session.catch(() => sessions.get(key) === opened && sessions.delete(key));
    return opened.session;
  };
  const pagesOf = async (key: string, item: string) => {
    const found = (await sessionOf(key)).fileOf(item);
    return found === null ? null : reports.documentPages(found.file, found.name);
  };

  app.get<DatasetAddress>('/datasets/:key/labelling', async ({ params: { key } }, reply) => {
    await datasets.folderOf(key);
    return reply.type('text/html; charset=utf-8').send(startPage);
  });

  app.get<DatasetAddress & { Querystring: { item?: string; skip?: string | string[]; queue?: string } }>(
    '/api/datasets/:key/labelling',
    async ({ params: { key }, query: { item, skip = [], queue } }) =>
      (await sessionOf(key)).state(
        item,
        typeof skip === 'string' ? [skip] : skip,
        labellingQueues.find((one) => one === queue),
      ),
  );

  app.post<DatasetAddress>('/api/datasets/:key/decisions', async ({ params: { key }, body }, reply) => {
    const parsed = decisionSchema.safeParse(body);
    if (!parsed.success) return reply.status(422).send({ problem: z.prettifyError(parsed.error), fix: null });
    return (await sessionOf(key)).decide(parsed.data);
  });

  app.post<DatasetAddress>('/api/datasets/:key/decisions/group', async ({ params: { key }, body }, reply) => {
    const parsed = groupSchema.safeParse(body);
    if (!parsed.success) return reply.status(422).send({ problem: z.prettifyError(parsed.error), fix: null });
    const { item, group } = parsed.data;
    return (await sessionOf(key)).confirmGroup(item, group);
  });

  app.post<DatasetAddress>(
    '/api/datasets/:key/decisions/partly',
    async ({ params: { key }, body }, reply) => {
      const parsed = partlySchema.safeParse(body);
      if (!parsed.success)
        return reply.status(422).send({ problem: z.prettifyError(parsed.error), fix: null });
      return (await sessionOf(key)).savePartly(parsed.data.item);
    },
  );

  app.post<DatasetAddress>('/api/datasets/:key/decisions/undo', async ({ params: { key }, body }, reply) => {
    const parsed = undoSchema.safeParse(body);
    if (!parsed.success) return reply.status(422).send({ problem: z.prettifyError(parsed.error), fix: null });
    return (await sessionOf(key)).undo(parsed.data.seq);
  });

  app.get<DatasetAddress & { Querystring: { item?: string } }>(
    '/api/datasets/:key/pages',
    async ({ params: { key }, query: { item = '' } }) => {
      const pages = await pagesOf(key, item);
      const text = typeof pages === 'string' ? pages : null;
      const images = typeof pages === 'string' ? [] : (pages ?? []);
      return { text, pages: images.map(({ page, width, height }) => ({ page, width, height })) };
    },
  );

  app.get<DatasetAddress & { Querystring: { item?: string; page?: string } }>(
    '/api/datasets/:key/page',
    async ({ params: { key }, query: { item = '', page } }, reply) => {
      const pages = await pagesOf(key, item);
      const images = typeof pages === 'string' ? [] : (pages ?? []);
      const image = images.find((one) => String(one.page) === page);
      if (image === undefined) throw new NoSuchDataset();
      return reply.type(image.mediaType).send(Buffer.from(image.bytes));
    },
  );
}
