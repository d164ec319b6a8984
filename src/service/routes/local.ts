import type { FastifyInstance } from 'fastify';
import { isSigned } from '../answers/download-signature.ts';
import { notFound } from '../http-error.ts';
import type { ServiceContext } from '../service-context.ts';

/** Beside the contract and without a token: health, and the bytes of a file at its presigned address. */
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
