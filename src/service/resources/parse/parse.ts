import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type ParseRequest,
  type ParserRun,
  parseQuerySchema,
  parseRequestSchema,
} from '../../../model/wire/parser-run.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { notFound } from '../../errors/http-error.ts';
import { validateBody, validateQuery } from '../../errors/validate.ts';
import { newId } from '../../storage/ids.ts';
import type { ParseOrder } from '../../work/parser-run-executor.ts';
import { parseFailureStatus, withParseDefaults } from '../../work/parser-run-response.ts';
import { presignedParseUrl } from '../files/download-signature.ts';
import { resolveFileInput } from '../files/receive-file.ts';

interface ById {
  Params: { id: string };
}

/** Parse a file at once or in the background; get and delete what came of it. */
export function parseRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.post('/parse', async (request, reply) => {
    const { responseType } = validateQuery(parseQuerySchema, request.query);
    const run = await context.parserRuns.parse(await receiveOrder(context, request));
    if (run.status === 'FAILED')
      // Both forms of an error body at once, so that every kind of client finds the one it reads.
      return reply.status(parseFailureStatus(run)).send({ success: false, error: run.message, ...run });
    return responseType === 'url' ? byAddress(run, context) : run;
  });

  app.post('/parse/async', async (request) => context.parserRuns.begin(await receiveOrder(context, request)));

  app.get<ById>('/parser_runs/:id', (request) => {
    const { responseType } = validateQuery(parseQuerySchema, request.query);
    const run = context.store.parserRuns.find(request.params.id);
    if (run === undefined) throw notFound();
    const answer = responseType === 'url' && run.status === 'PROCESSED' ? byAddress(run, context) : run;
    // Clients look for the run under its name, as in every other get; the specification shows it bare.
    return { success: true, ...answer, parserRun: answer };
  });

  app.delete<ById>('/parser_runs/:id', (request) => {
    if (!context.parserRuns.delete(request.params.id)) throw notFound();
    return { success: true, parserRunId: request.params.id, message: 'Parser run deleted.' };
  });
}

async function receiveOrder(context: ServiceContext, request: FastifyRequest): Promise<ParseOrder> {
  const body: ParseRequest = validateBody(parseRequestSchema, request.body);
  // Beside the input itself the file is the one thing here that can be missing, so its absence is a 404.
  if (body.file.fileId !== undefined && context.store.files.find(body.file.fileId) === undefined)
    throw notFound();
  const file = await resolveFileInput(context, body.file);
  return {
    id: newId('parser_run'),
    file,
    config: withParseDefaults(body.config ?? {}),
    requestId: request.id,
  };
}

/** The run with the address of its chunks in place of them. */
function byAddress(run: ParserRun, context: ServiceContext): ParserRun {
  return { ...run, chunks: [], outputUrl: presignedParseUrl(context.baseUrl, run.id, context.store) };
}
