import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ParseErrorCode } from '../../model/wire/error-body.ts';
import { type ParseRequest, type ParserRun, parseRequestSchema } from '../../model/wire/parser-run.ts';
import { parserRunAnswer, withParseDefaults } from '../answers/parser-run-answer.ts';
import { notFound } from '../http-error.ts';
import { newId } from '../ids.ts';
import { parseStoredFile } from '../parse-stored-file.ts';
import { resolveFileInput } from '../receive-file.ts';
import type { ServiceContext } from '../service-context.ts';
import { validate } from '../validate.ts';
import type { JobFailure } from '../work/job.ts';

interface ById {
  Params: { id: string };
}

/** Parse a file at once; get and delete what came of it. */
export function parseRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { parserRuns, files } = context.store;

  app.post('/parse', async (request, reply) => {
    const body: ParseRequest = validate(parseRequestSchema, request.body);
    // Beside the input itself the file is the one thing here that can be missing, so its absence is a 404.
    if (body.file.fileId !== undefined && files.find(body.file.fileId) === undefined) throw notFound();
    const file = await resolveFileInput(context, body.file);
    const config = withParseDefaults(body.config ?? {});
    const startedAt = performance.now();
    const result = await parseStoredFile(context, file);
    const processingTimeMs = Math.round(performance.now() - startedAt);
    const id = newId('parser_run');
    if (!result.ok)
      return answerFailure(reply, context, {
        run: { id, fileId: file.id, config, metrics: { processingTimeMs, pageCount: 0 } },
        failure: result.failure,
        requestId: request.id,
      });
    const { pages, credits } = result;
    const run = parserRunAnswer({ id, fileId: file.id, pages, credits, processingTimeMs }, config);
    parserRuns.save(run);
    return run;
  });

  app.get<ById>('/parser_runs/:id', (request) => {
    const run = parserRuns.find(request.params.id);
    if (run === undefined) throw notFound();
    return run;
  });

  app.delete<ById>('/parser_runs/:id', (request) => {
    if (!parserRuns.delete(request.params.id)) throw notFound();
    return { success: true, parserRunId: request.params.id, message: 'Parser run deleted.' };
  });
}

const codeByError: Readonly<Record<string, ParseErrorCode>> = {
  DOCUMENT_CORRUPT: 'CORRUPT_FILE',
  DOCUMENT_EMPTY: 'CORRUPT_FILE',
  DOCUMENT_PASSWORD: 'PASSWORD_PROTECTED_FILE',
  DOCUMENT_TYPE_UNKNOWN: 'FILE_TYPE_NOT_SUPPORTED',
  DOCUMENT_TOO_LARGE: 'FILE_SIZE_TOO_LARGE',
};
/** The specification has 400 for corrupt and unsupported files; 422 is known to exist and takes the others. */
const statusByCode: Partial<Record<ParseErrorCode, number>> = {
  CORRUPT_FILE: 400,
  FILE_TYPE_NOT_SUPPORTED: 400,
  INTERNAL_ERROR: 500,
};

function answerFailure(
  reply: FastifyReply,
  context: ServiceContext,
  {
    run,
    failure,
    requestId,
  }: { run: Partial<ParserRun> & { id: string }; failure: JobFailure; requestId: string },
): FastifyReply {
  const code = codeByError[failure.code ?? ''] ?? 'INTERNAL_ERROR';
  const failed: ParserRun = {
    object: 'parser_run',
    ...run,
    chunks: [],
    status: 'FAILED',
    failureReason: code,
    code,
    message: failure.message,
    requestId,
    retryable: code === 'INTERNAL_ERROR',
  };
  context.store.parserRuns.save(failed);
  // Both forms of an error body at once, so that every kind of client finds the one it reads.
  return reply.status(statusByCode[code] ?? 422).send({ success: false, error: failure.message, ...failed });
}
