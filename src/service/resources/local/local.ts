import type { FastifyInstance } from 'fastify';
import { filePageQuerySchema } from '../../../model/wire/file.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { invalid, notFound } from '../../errors/http-error.ts';
import { validateQuery } from '../../errors/validate.ts';
import { isSigned } from '../files/download-signature.ts';
import { drawStoredPage } from '../files/draw-stored-page.ts';

/** Pixels. */
const usualImageWidth = 1000;

/** Beside the contract and without a token: health, and a file's bytes and pages at its presigned address. */
export function localRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.get('/local/health', () => ({
    status: 'ok',
    pid: process.pid,
    uptimeSeconds: Math.round(process.uptime()),
    runs: context.queue.load,
  }));

  app.get<{ Params: { id: string }; Querystring: { expires?: string; signature?: string } }>(
    '/local/files/:id/content',
    (request, reply) => {
      const { expires = '', signature = '' } = request.query;
      const file = context.store.files.find(request.params.id);
      if (file === undefined || !isSigned(file.id, expires, signature, context.store)) throw notFound();
      return reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
        .header('x-content-type-options', 'nosniff')
        .send(context.store.blobs.read(file.hash));
    },
  );

  app.get<{ Params: { id: string; page: string } }>(
    '/local/files/:id/pages/:page',
    async (request, reply) => {
      const query = validateQuery(filePageQuerySchema, request.query);
      const { expires = '', signature = '', width = usualImageWidth } = query;
      const file = context.store.files.find(request.params.id);
      if (file === undefined || !isSigned(file.id, expires, signature, context.store)) throw notFound();
      if (!/^[1-9]\d{0,5}$/.test(request.params.page)) throw invalid('page', 'must be the number of a page');
      const image = await drawStoredPage(context, file, Number(request.params.page), width);
      return reply.type('image/png').send(image);
    },
  );

  app.get<{ Params: { id: string }; Querystring: { expires?: string; signature?: string } }>(
    '/local/parser_runs/:id/content',
    (request) => {
      const { expires = '', signature = '' } = request.query;
      const run = context.store.parserRuns.find(request.params.id);
      if (run === undefined || !isSigned(run.id, expires, signature, context.store)) throw notFound();
      return { chunks: run.chunks };
    },
  );
}
