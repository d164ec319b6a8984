import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { DocumentContent } from '../../model/results/document-content.ts';
import type { LabelListState } from '../../model/review/label-list-state.ts';
import type { LabelListSession } from '../../usecases/compare/label-list-session.ts';
import { openList } from '../../usecases/view/label-list.ts';
import type { DocumentPages } from '../../usecases/view/open-report.ts';
import type { Catalogue } from './catalogue.ts';
import { comparedVersions } from './compare-routes.ts';
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

/**
 * Serves the page that asks for the values in which two versions differ. The answers are stored in a list in the folder
 * `labels` of the opened folder. A read-only server does not have these routes.
 */
export function serveLabelLists(
  app: FastifyInstance,
  services: { readonly catalogue: Catalogue; readonly reports: ReportCache; readonly thread: ScoringThread },
): void {
  const { catalogue, reports, thread } = services;
  const sessions = new Map<string, Promise<LabelListSession>>();
  const fileOf = (id: string) => path.join(catalogue.dir, 'labels', `${id}.jsonl`);
  const sessionOf = async (id: string): Promise<LabelListSession> => {
    const known = sessions.get(id);
    if (known !== undefined) return known;
    const opened = (async () => {
      const compared = await comparedVersions(catalogue, id);
      await thread.writeLabelList(compared, fileOf(id));
      return openList(compared, fileOf(id));
    })();
    sessions.set(id, opened);
    opened.catch(() => sessions.delete(id));
    return opened;
  };
  const pagesOf = async (id: string, item: string): Promise<DocumentPages> => {
    const { path: file, name, text } = (await sessionOf(id)).documentOf(item);
    return file === null ? (text ?? null) : reports.documentPages(file, name);
  };

  app.get<Address>('/compare/:id/labels', async ({ params: { id } }, reply) => {
    await comparedVersions(catalogue, id);
    return reply.type('text/html; charset=utf-8').send(startPage);
  });

  /** Writes the list if there is none. */
  app.post<Address>('/api/comparisons/:id/labels', async ({ params: { id }, body }, reply) => {
    const parsed = stateSchema.safeParse(body);
    if (!parsed.success) return reject(reply, parsed.error);
    return (await sessionOf(id)).state(parsed.data) satisfies Promise<LabelListState>;
  });

  app.post<Address>('/api/comparisons/:id/labels/answers', async ({ params: { id }, body }, reply) => {
    const parsed = answerSchema.safeParse(body);
    if (!parsed.success) return reject(reply, parsed.error);
    await (await sessionOf(id)).answer(parsed.data);
    return { stored: true };
  });

  app.post<Address>('/api/comparisons/:id/labels/result', async ({ params: { id } }) => {
    const { file } = await sessionOf(id);
    return { sentence: await thread.compareByLabels(await comparedVersions(catalogue, id), file) };
  });

  app.get<Address & { Querystring: { item?: string } }>(
    '/api/comparisons/:id/labels/pages',
    async ({ params: { id }, query: { item = '' } }): Promise<DocumentContent> =>
      pageList(await pagesOf(id, item)),
  );

  app.get<Address & { Querystring: { item?: string; page?: string } }>(
    '/api/comparisons/:id/labels/page',
    async ({ params: { id }, query: { item = '', page = '' } }, reply) => {
      const image = pageOf(await pagesOf(id, item), page);
      return reply.type(image.mediaType).send(Buffer.from(image.bytes));
    },
  );
}

function reject(reply: FastifyReply, error: z.ZodError): FastifyReply {
  return reply.status(422).send({ problem: z.prettifyError(error), fix: null });
}
