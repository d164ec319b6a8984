import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type RerunEstimate, rerunScopes } from '../../model/results/rerun-plan.ts';
import { type RerunRequest, rerunCommand } from '../../usecases/run/plan-rerun.ts';
import { startPage } from './pages.ts';
import type { RunQueue } from './run-queue.ts';

const requestSchema = z.object({
  /** Key of the record whose documents run again. */
  record: z.string().max(100),
  scope: z.enum(rerunScopes),
  item: z.string().max(1000).optional(),
  reuse: z.boolean().default(false),
  maxCredits: z.number().min(0).max(1e12).optional(),
});

interface RunServices {
  readonly dir: string;
  readonly folderOf: (key: string) => Promise<string>;
  readonly queue: RunQueue;
  readonly estimate: (request: RerunRequest) => Promise<RerunEstimate>;
}

/** Adds the routes that start and stop runs. A read-only server does not have these routes. */
export function serveRuns(app: FastifyInstance, { dir, folderOf, queue, estimate }: RunServices): void {
  const requestOf = async (given: z.infer<typeof requestSchema>): Promise<RerunRequest> => {
    const { record, ...rest } = given;
    return { record: await folderOf(record), ...rest };
  };

  app.get<{ Params: { key: string } }>('/records/:key/rerun', async ({ params: { key } }, reply) => {
    await folderOf(key);
    return reply.type('text/html; charset=utf-8').send(startPage);
  });

  app.get('/api/runs', async () => queue.jobs);

  app.get<{ Querystring: Record<string, string> }>('/api/runs/estimate', async ({ query }, reply) => {
    const given = requestSchema.safeParse({ ...query, reuse: query.reuse === 'true' });
    if (!given.success) return reply.status(422).send({ problem: z.prettifyError(given.error), fix: null });
    return estimate(await requestOf(given.data));
  });

  app.post('/api/runs', async ({ body }, reply) => {
    const given = requestSchema.safeParse(body);
    if (!given.success) return reply.status(422).send({ problem: z.prettifyError(given.error), fix: null });
    const request = await requestOf(given.data);
    const { problem } = await estimate(request);
    if (problem !== null) return reply.status(422).send({ problem, fix: 'Select other documents.' });
    const of = path.relative(dir, request.record).split(path.sep).join('/') || '.';
    queue.add(request.scope, of, await rerunCommand(request));
    return queue.jobs;
  });

  app.post<{ Params: { id: string } }>('/api/runs/:id/stop', async ({ params: { id } }, reply) => {
    if (!queue.stop(Number(id))) return reply.status(404).send({ problem: 'There is no such run.' });
    return queue.jobs;
  });
}
