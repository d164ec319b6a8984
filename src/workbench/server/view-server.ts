import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { proposalsName } from '../../model/dataset/proposal.ts';
import type { RecordEntry, RecordListLine } from '../../model/results/record-list.ts';
import { OutdatedDecision } from '../../usecases/labelling/labelling-session.ts';
import { LabelConflict, LabelRejected } from '../../usecases/review/label-problems.ts';
import { recordGold } from '../../usecases/view/record-gold.ts';
import { Catalogue, NoSuchRecord } from './catalogue.ts';
import { serveComparisons } from './compare-routes.ts';
import { DatasetCatalogue, NoSuchDataset } from './dataset-catalogue.ts';
import { serveEvents } from './events/event-routes.ts';
import { guard } from './guard.ts';
import { serveLabelIssues } from './label-issue-routes.ts';
import { LabelListCatalogue, NoSuchList } from './label-list-catalogue.ts';
import { serveLabelLists } from './label-list-routes.ts';
import { serveDatasets } from './labelling-routes.ts';
import { NoSuchPage, pageList, pageOf, recordPage, startPage } from './pages.ts';
import { ReportCache } from './report-cache.ts';
import { serveReview } from './review-routes.ts';
import { Reviews } from './reviews.ts';
import { RunQueue } from './run-queue.ts';
import { serveRuns } from './run-routes.ts';
import { NotScored, ScoringThread } from './score-in-worker.ts';

export interface ViewServer {
  /** Address of the list of records, including the token. */
  readonly url: string;
  readonly port: number;
  readonly token: string;
  /** Absolute path of the folder that contains the records. */
  readonly folder: string;
  close(): Promise<void>;
}

const assets = {
  'workbench.js': ['../ui/bundle/workbench.js', 'text/javascript; charset=utf-8'],
  'section-views.js': ['../ui/bundle/section-views.js', 'text/javascript; charset=utf-8'],
  'workbench.css': ['../ui/bundle/workbench.css', 'text/css; charset=utf-8'],
  'charts.js': ['../../report/html/bundle/charts.js', 'text/javascript; charset=utf-8'],
} as const;

/** A page waits at most this long for the figures of its record. */
const longestWaitMs = 1000;

const positionPattern = /^\d{1,9}$/;

interface RecordAddress {
  Params: { key: string };
}

interface PageAddress {
  Params: { key: string; position: string };
}

export interface ViewOptions {
  /** Port of the server; 0 selects a free port. */
  readonly port?: number;
  /** Name of the person who edits labels. The name is stored in the history of the dataset. */
  readonly reviewer?: string;
  /** Command with which pages start runs: the program and its first arguments. If not set, pages start no runs. */
  readonly goldset?: readonly string[];
  /** If true, the server has no routes that change data. */
  readonly readOnly?: boolean;
  /** Folders of datasets to list, in addition to the datasets below the folder and the datasets of the records. */
  readonly datasets?: readonly string[];
  /** Files of label differences to list, in addition to those below the folder. */
  readonly labelLists?: readonly string[];
}

/** Serves the records below a folder to a browser on this machine. Throws FILE_NOT_FOUND if there is no such folder. */
export async function startViewServer(
  dir: string,
  {
    port = 0,
    reviewer = 'unknown',
    readOnly = false,
    datasets = [],
    labelLists = [],
    goldset,
  }: ViewOptions = {},
): Promise<ViewServer> {
  if (!existsSync(dir))
    throw new GoldsetError('FILE_NOT_FOUND', { file: dir, relativeTo: 'the current folder' });
  const app = Fastify({
    logger: false,
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 100 },
    // Close open connections at once. Browsers keep connections open for a minute or more, and Ctrl-C must not wait for
    // that.
    forceCloseConnections: true,
  });
  const token = randomBytes(32).toString('hex');
  const thread = new ScoringThread({ isReadOnly: readOnly });
  const catalogue = new Catalogue(dir, { isReadOnly: readOnly });
  const reports = new ReportCache(thread);
  const reviews = readOnly ? null : new Reviews(reviewer);
  let bound = port;
  guard(app, token, () => bound);
  serveAssets(app);
  const events = serveEvents(app, catalogue);
  serveRecords(app, { catalogue, reports, reviews });
  serveComparisons(app, { catalogue, thread, isReadOnly: readOnly });
  const queue =
    readOnly || goldset === undefined
      ? null
      : new RunQueue(catalogue.dir, goldset, () => events.log.publish({ kind: 'runs.changed' }));
  if (queue !== null)
    serveRuns(app, {
      dir: catalogue.dir,
      folderOf: (key) => catalogue.folderOf(key),
      queue,
      estimate: (request) => thread.estimate(request),
    });
  const listed = new DatasetCatalogue(catalogue, datasets);
  serveDatasets(app, { datasets: listed, reports, reviews });
  if (reviews !== null) {
    serveReview(app, { catalogue, reports, reviews });
    serveLabelIssues(app, { catalogue, datasets: listed, reviews, thread });
  }
  const lists = new LabelListCatalogue(catalogue.dir, labelLists);
  serveLabelLists(app, { catalogue, lists, reports, thread, isReadOnly: readOnly });
  app.setNotFoundHandler((_, reply) => reply.status(404).send({ problem: 'There is no such page.' }));
  app.setErrorHandler((error, _, reply) => sendProblem(reply, error));
  await app.listen({ port, host: 'localhost' });
  for (const address of app.addresses()) bound = typeof address === 'string' ? bound : address.port;
  return {
    url: `http://127.0.0.1:${bound}/#token=${token}`,
    port: bound,
    token,
    folder: catalogue.dir,
    async close() {
      queue?.close();
      events.close();
      await app.close();
      await reviews?.close();
      await thread.close();
    },
  };
}

function serveAssets(app: FastifyInstance): void {
  for (const [name, [file, type]] of Object.entries(assets))
    app.get(`/assets/${name}`, { config: { isPublic: true } }, async (_, reply) =>
      reply.type(type).send(await readFile(new URL(file, import.meta.url))),
    );
  app.get('/', { config: { isPublic: true } }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(startPage),
  );
}

interface Services {
  readonly catalogue: Catalogue;
  readonly reports: ReportCache;
  /** `null` if the server is read-only. */
  readonly reviews: Reviews | null;
}

/** With `gold=saved`, the newest version of the dataset replaces the gold of the run. */
interface GoldQuery {
  Querystring: { gold?: string };
}

function serveRecords(app: FastifyInstance, { catalogue, reports, reviews }: Services): void {
  const goldOf = async (folder: string, gold: string | undefined) =>
    gold === 'saved' ? { dataset: (await recordGold(folder)).dataset, edits: [] } : undefined;
  const pagesOf = async ({ key, position }: { readonly key: string; readonly position: string }) => {
    const folder = await catalogue.folderOf(key);
    if (!positionPattern.test(position)) throw new NoSuchPage();
    return reports.pages(folder, Number(position));
  };

  app.get('/api/records', async (_, reply) =>
    reply.type('application/x-ndjson').send(Readable.from(listLines(catalogue))),
  );

  app.get<RecordAddress>('/api/records/:key', async ({ params: { key } }) => catalogue.entryOf(key));

  app.get<RecordAddress>('/records/:key/run', async ({ params: { key } }, reply) => {
    await catalogue.folderOf(key);
    return reply.type('text/html; charset=utf-8').send(startPage);
  });

  app.get<RecordAddress & GoldQuery>('/records/:key', async ({ params, query }, reply) => {
    const folder = await catalogue.folderOf(params.key);
    reply.type('text/html; charset=utf-8');
    // If the figures are not ready, sends the start page. The start page waits for the figures, or shows why the record
    // cannot be scored.
    const report = await goldOf(folder, query.gold).then(
      (gold) => reports.reportWithin(longestWaitMs, folder, gold),
      () => null,
    );
    return report === null ? startPage : recordPage({ ...report, isReadOnly: reviews === null });
  });

  app.get<RecordAddress & GoldQuery>('/api/records/:key/scored', async ({ params: { key }, query }) => {
    const folder = await catalogue.folderOf(key);
    const gold = await goldOf(folder, query.gold);
    const { headline } = await reports.report(folder, gold);
    if (gold === undefined) catalogue.keepHeadline(key, headline);
    return headline;
  });

  app.get<{ Params: { key: string; name: string } } & GoldQuery>(
    '/api/records/:key/blocks/:name',
    async ({ params: { key, name }, query }, reply) => {
      const folder = await catalogue.folderOf(key);
      // Accepts figures of any age, so that all parts of a page show the same results even if a run adds results in the
      // meantime.
      const report = await reports.report(folder, await goldOf(folder, query.gold), Number.POSITIVE_INFINITY);
      const block = report.blocks.get(name);
      if (block === undefined) throw new NoSuchPage();
      return reply.type('text/plain; charset=utf-8').send(block);
    },
  );

  app.get<PageAddress & GoldQuery>(
    '/api/records/:key/documents/:position',
    async ({ params: { key, position }, query }, reply) => {
      const folder = await catalogue.folderOf(key);
      const gold = await goldOf(folder, query.gold);
      const values = positionPattern.test(position)
        ? await reports.values(folder, Number(position), gold)
        : null;
      if (values === null) throw new NoSuchPage();
      return reply.type('application/json; charset=utf-8').send(values);
    },
  );

  app.get<PageAddress>('/api/records/:key/pages/:position', async ({ params }) =>
    pageList(await pagesOf(params)),
  );

  app.get<PageAddress & { Params: { page: string } }>(
    '/api/records/:key/pages/:position/:page',
    async ({ params }, reply) => {
      const image = pageOf(await pagesOf(params), params.page);
      return reply.type(image.mediaType).send(Buffer.from(image.bytes));
    },
  );
}

/**
 * Yields the list of records line by line: the folder, parts of the list, and the end. The page can thus show the first
 * records while others are being read.
 */
async function* listLines(catalogue: Catalogue): AsyncGenerator<string> {
  const line = (content: RecordListLine) => `${JSON.stringify(content)}\n`;
  yield line({ folder: path.relative('.', catalogue.dir) || path.basename(catalogue.dir) });
  for await (const records of catalogue.list())
    yield line({ records: records.filter((record) => !isFinishedPrefill(catalogue.dir, record)) });
  yield line({ end: true });
}

/**
 * Returns whether a record only has the outputs from which `goldset dataset prefill` took proposals. The labelling page
 * shows these outputs, and the record has no gold that a report could use.
 */
function isFinishedPrefill(dir: string, { path: record, state }: RecordEntry): boolean {
  return (
    state === 'finished' &&
    /(^|\/)prefill\/\d+$/.test(record) &&
    existsSync(path.join(dir, record, '../..', proposalsName))
  );
}

function sendProblem(reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof LabelConflict) {
    const current = JSON.stringify(error.current.value);
    const fix = 'Look at the current label, and decide again.';
    return reply.status(409).send({ problem: error.message, fix, current });
  }
  const fix = error instanceof NotScored || error instanceof GoldsetError ? error.fix : null;
  return reply.status(statusOf(error)).send({ problem: messageOf(error), fix });
}

function statusOf(error: unknown): number {
  if ([NoSuchRecord, NoSuchPage, NoSuchDataset, NoSuchList].some((kind) => error instanceof kind)) return 404;
  if (error instanceof OutdatedDecision) return 409;
  if (error instanceof NotScored || error instanceof LabelRejected || error instanceof GoldsetError)
    return 422;
  const given = (error as { statusCode?: unknown }).statusCode;
  return typeof given === 'number' ? given : 500;
}
