import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { messageOf } from '../../base/goldset-error.ts';
import { Catalogue } from './catalogue.ts';
import { guard } from './guard.ts';
import { recordPage, startPage } from './pages.ts';
import { ReportCache } from './report-cache.ts';
import { NotScored, ScoringThread } from './score-in-worker.ts';

export interface ViewServer {
  /** Address of the list of records, with the token. */
  readonly url: string;
  readonly port: number;
  readonly token: string;
  /** Absolute path of the folder of records. */
  readonly folder: string;
  close(): Promise<void>;
}

const assets = {
  'workbench.js': ['../ui/bundle/workbench.js', 'text/javascript; charset=utf-8'],
  'workbench.css': ['../ui/bundle/workbench.css', 'text/css; charset=utf-8'],
  'charts.js': ['../../report/html/bundle/charts.js', 'text/javascript; charset=utf-8'],
} as const;

/** Longest time in which a page waits for the figures of its record. */
const longestWaitMs = 1000;

interface RecordAddress {
  Params: { key: string };
}

/** Serves the records below a folder to a browser on this machine. `port` 0 takes a free one. */
export async function startViewServer(
  dir: string,
  { port = 0 }: { port?: number } = {},
): Promise<ViewServer> {
  const app = Fastify({ logger: false, bodyLimit: 1024 * 1024, routerOptions: { maxParamLength: 100 } });
  const token = randomBytes(32).toString('hex');
  const thread = new ScoringThread();
  const catalogue = new Catalogue(dir);
  const reports = new ReportCache(thread);
  let bound = port;
  guard(app, token, () => bound);
  serveAssets(app);
  serveRecords(app, catalogue, reports);
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
      await app.close();
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

function serveRecords(app: FastifyInstance, catalogue: Catalogue, reports: ReportCache): void {
  const noRecord = { problem: 'There is no such record. It may have been moved or deleted.' };
  app.get('/api/records', async () => ({ folder: catalogue.dir, records: await catalogue.list() }));

  app.get<RecordAddress>('/records/:key', async ({ params: { key } }, reply) => {
    const folder = await catalogue.folderOf(key);
    if (folder === null) return reply.status(404).send(noRecord);
    reply.type('text/html; charset=utf-8');
    // A page that waits can show the progress, or the reason why the record cannot be scored.
    const report = await reports.reportWithin(folder, longestWaitMs);
    return report === null ? startPage : recordPage(report);
  });

  app.get<RecordAddress>('/api/records/:key/scored', async ({ params: { key } }, reply) => {
    const folder = await catalogue.folderOf(key);
    if (folder === null) return reply.status(404).send(noRecord);
    const { headline } = await reports.report(folder);
    catalogue.keepHeadline(key, headline);
    return headline;
  });

  app.get<{ Params: { key: string; name: string } }>(
    '/api/records/:key/blocks/:name',
    async ({ params: { key, name } }, reply) => {
      const folder = await catalogue.folderOf(key);
      const block = folder === null ? undefined : (await reports.report(folder)).blocks.get(name);
      if (block === undefined) return reply.status(404).send(noRecord);
      return reply.type('text/plain; charset=utf-8').send(block);
    },
  );

  app.get<{ Params: { key: string; position: string } }>(
    '/api/records/:key/pages/:position',
    async ({ params: { key, position } }, reply) => {
      const folder = await catalogue.folderOf(key);
      if (folder === null || !/^\d{1,9}$/.test(position)) return reply.status(404).send(noRecord);
      const pages = await reports.pages(folder, Number(position));
      const images = pages === null || typeof pages === 'string' ? [] : pages;
      return images.map(({ page, width, height }) => ({ page, width, height }));
    },
  );

  app.get<{ Params: { key: string; position: string; page: string } }>(
    '/api/records/:key/pages/:position/:page',
    async ({ params: { key, position, page } }, reply) => {
      const folder = await catalogue.folderOf(key);
      if (folder === null || !/^\d{1,9}$/.test(position)) return reply.status(404).send(noRecord);
      const pages = await reports.pages(folder, Number(position));
      const image =
        pages === null || typeof pages === 'string'
          ? undefined
          : pages.find((one) => String(one.page) === page);
      if (image === undefined) return reply.status(404).send({ problem: 'There is no such page.' });
      return reply.type(image.mediaType).send(Buffer.from(image.bytes));
    },
  );
}

function sendProblem(reply: FastifyReply, error: unknown): FastifyReply {
  const fix = error instanceof NotScored ? error.fix : null;
  const given = (error as { statusCode?: unknown }).statusCode;
  const status = error instanceof NotScored ? 422 : typeof given === 'number' ? given : 500;
  return reply.status(status).send({ problem: messageOf(error), fix });
}
