import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { DocumentContent } from '../../model/results/document-content.ts';
import type { LabelListState } from '../../model/review/label-list-state.ts';
import type { LabelListSession } from '../../usecases/compare/label-list-session.ts';
import { openList } from '../../usecases/view/label-list.ts';
import type { ComparedVersions, DocumentPages } from '../../usecases/view/open-report.ts';
import type { Catalogue } from './catalogue.ts';
import { comparedVersions } from './compare-routes.ts';
import type { LabelListCatalogue } from './label-list-catalogue.ts';
import { pageList, pageOf, startPage } from './pages.ts';
import type { ReportCache } from './report-cache.ts';
import type { ScoringThread } from './score-in-worker.ts';

/** Maximum number of characters of a typed value, and of a table as JSON. */
const maxText = 16_000;

const lineNumber = z.int().min(1);
const stateSchema = z.object({
  line: lineNumber.optional(),
  skipped: z.array(lineNumber).max(100_000).optional(),
  reveal: z.boolean().optional(),
});
const answerSchema = z.object({
  line: lineNumber,
  document: z.string().max(1000),
  path: z.string().max(1000),
  answer: z.enum(['value', 'none', 'unclear', 'right', 'wrong', 'open']),
  label: z
    .union([z.string().max(maxText), z.array(z.array(z.string().max(maxText)).max(100)).max(1000)])
    .refine((label) => JSON.stringify(label).length <= maxText, 'the value is too long')
    .optional(),
  choice: z.int().min(0).max(100).optional(),
});

interface Address {
  Params: { id: string };
}

interface OpenList {
  readonly compared: ComparedVersions;
  readonly session: LabelListSession;
}

/**
 * Serves the pages that ask for the values in which two versions differ. The page of a comparison stores the answers in
 * a list in the folder `labels` of the opened folder. The page of an existing list stores them in this list. A
 * read-only server only returns which lists exist.
 */
export function serveLabelLists(
  app: FastifyInstance,
  services: {
    readonly catalogue: Catalogue;
    readonly lists: LabelListCatalogue;
    readonly reports: ReportCache;
    readonly thread: ScoringThread;
    readonly isReadOnly: boolean;
  },
): void {
  const { catalogue, lists, reports, thread, isReadOnly } = services;
  app.get('/api/label-lists', async () => ({ isReadOnly, lists: await lists.list() }));
  if (isReadOnly) return;
  const sendPage = (reply: FastifyReply) => reply.type('text/html; charset=utf-8').send(startPage);
  app.get<Address>('/label-lists/:id', async ({ params: { id } }, reply) => {
    await lists.open(id);
    return sendPage(reply);
  });
  app.get<Address>('/compare/:id/labels', async ({ params: { id } }, reply) => {
    await comparedVersions(catalogue, id);
    return sendPage(reply);
  });
  serveAnswers(app, '/api/label-lists/:id', { reports, thread }, (id) => lists.open(id));
  serveAnswers(app, '/api/comparisons/:id/labels', { reports, thread }, async (id) => {
    const compared = await comparedVersions(catalogue, id);
    const file = path.join(catalogue.dir, 'labels', `${id}.jsonl`);
    await thread.writeLabelList(compared, file);
    return { compared, file };
  });
}

/**
 * Adds the routes that ask for the values of a list and store the answers. `listOf` returns the file of the list and
 * the compared versions. For a comparison without a list, `listOf` first writes this file.
 */
function serveAnswers(
  app: FastifyInstance,
  address: string,
  { reports, thread }: { readonly reports: ReportCache; readonly thread: ScoringThread },
  listOf: (id: string) => Promise<{ readonly file: string; readonly compared: ComparedVersions }>,
): void {
  const opened = new Map<string, Promise<OpenList>>();
  const open = async (id: string): Promise<OpenList> => {
    const known = opened.get(id);
    if (known !== undefined) return known;
    const list = listOf(id).then(async ({ file, compared }) => ({
      compared,
      session: await openList(compared, file),
    }));
    opened.set(id, list);
    list.catch(() => opened.delete(id));
    return list;
  };
  const sessionOf = async (id: string) => (await open(id)).session;
  const pagesOf = async (id: string, item: string): Promise<DocumentPages> => {
    const { path: file, name, text } = (await sessionOf(id)).documentOf(item);
    return file === null ? (text ?? null) : reports.documentPages(file, name);
  };

  /** Responds with the progress, and with the next value to ask for. */
  app.post<Address>(address, async ({ params: { id }, body }, reply) => {
    const parsed = stateSchema.safeParse(body);
    if (!parsed.success) return reject(reply, parsed.error);
    return (await sessionOf(id)).state(parsed.data) satisfies Promise<LabelListState>;
  });

  app.post<Address>(`${address}/answers`, async ({ params: { id }, body }, reply) => {
    const parsed = answerSchema.safeParse(body);
    if (!parsed.success) return reject(reply, parsed.error);
    await (await sessionOf(id)).answer(parsed.data);
    return { stored: true };
  });

  app.post<Address>(`${address}/result`, async ({ params: { id } }) => {
    const { compared, session } = await open(id);
    return { sentence: await thread.compareByLabels(compared, session.file) };
  });

  app.get<Address & { Querystring: { item?: string } }>(
    `${address}/pages`,
    async ({ params: { id }, query: { item = '' } }): Promise<DocumentContent> =>
      pageList(await pagesOf(id, item)),
  );

  app.get<Address & { Querystring: { item?: string; page?: string } }>(
    `${address}/page`,
    async ({ params: { id }, query: { item = '', page = '' } }, reply) => {
      const image = pageOf(await pagesOf(id, item), page);
      return reply.type(image.mediaType).send(Buffer.from(image.bytes));
    },
  );
}

function reject(reply: FastifyReply, error: z.ZodError): FastifyReply {
  return reply.status(422).send({ problem: z.prettifyError(error), fix: null });
}
