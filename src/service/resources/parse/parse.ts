import { deletedSchema } from '../../../model/wire/list.ts';
import * as wire from '../../../model/wire/parser-run.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { existing, notFound } from '../../errors/http-error.ts';
import { defineOperation, operationsOf } from '../../operations/operation.ts';
import { none } from '../../operations/permission.ts';
import { newId } from '../../storage/ids-and-times.ts';
import type { ParseOrder } from '../../work/parser-run-executor.ts';
import { parseFailureStatus, withParseDefaults } from '../../work/parser-run-response.ts';
import { signedAddress } from '../files/downloads.ts';
import { resolveFileInput } from '../files/receive-file.ts';

const permission = none('parser runs belong to no processor or workflow');
const notes = 'One of `fileUrl`, `fileId` and `fileBase64` is required in `file`.';

export const parseOperations = operationsOf('Parse', [
  defineOperation('parseFile', 'POST /parse', {
    summary: 'Parse a file, and wait for the result',
    notes,
    query: wire.parseQuerySchema,
    body: wire.parseRequestSchema,
    response: wire.parserRunSchema,
    failures: [422],
    parseErrors: true,
    permission,
    createsRuns: () => 1,
    handle: async ({ query, body, request, reply }, context) => {
      const run = await context.parserRuns.parse(await receiveOrder(context, body, request.id));
      if (run.status === 'FAILED')
        // Some clients read the error from the members of the run, others from `error`.
        return reply.status(parseFailureStatus(run)).send({ success: false, error: run.message, ...run });
      return query.responseType === 'url' ? withAddress(run, context) : run;
    },
  }),
  defineOperation('parseFileAsync', 'POST /parse/async', {
    summary: 'Begin to parse a file',
    notes,
    body: wire.asyncParseRequestSchema,
    response: wire.parserRunSchema,
    parseErrors: true,
    permission,
    createsRuns: () => 1,
    handle: async ({ body, request }, context) =>
      context.parserRuns.begin(await receiveOrder(context, body, request.id)),
  }),
  defineOperation('getParserRun', 'GET /parser_runs/:id', {
    summary: 'Get a parser run',
    query: wire.parseQuerySchema,
    response: wire.parserRunResponseSchema,
    parseErrors: true,
    permission,
    find: ({ store }, id) => existing(store.parserRuns.find(id)),
    handle: ({ found, query }, context) => {
      const byAddress = query.responseType === 'url' && found.status === 'PROCESSED';
      const run = byAddress ? withAddress(found, context) : found;
      // The specification has the run at the top level, but clients read it from `parserRun`.
      return { ...run, parserRun: run };
    },
  }),
  defineOperation('deleteParserRun', 'DELETE /parser_runs/:id', {
    summary: 'Delete a parser run',
    response: deletedSchema,
    parseErrors: true,
    permission,
    handle: ({ params: { id } }, context) => {
      if (!context.parserRuns.delete(id)) throw notFound();
      return { parserRunId: id, message: 'Parser run deleted.' };
    },
  }),
]);

async function receiveOrder(
  context: ServiceContext,
  { file: input, config = {} }: wire.AsyncParseRequest,
  requestId: string,
): Promise<ParseOrder> {
  const file = await resolveFileInput(context, input);
  return { id: newId('parser_run'), file, config: withParseDefaults(config), requestId };
}

/** Returns a copy of the run. The copy contains the download address of the chunks in place of the chunks. */
function withAddress(run: wire.ParserRun, context: ServiceContext): wire.ParserRun {
  return { ...run, chunks: [], outputUrl: signedAddress(context, 'parser_runs', run.id) };
}

/** Sends the event of a finished parse to webhook endpoints. Subtracts the price of the parse from the credits. */
export function publishParserRunEvent(context: ServiceContext, run: wire.ParserRun): void {
  context.limits.spend(run.usage?.credits ?? 0);
  const type = run.status === 'PROCESSED' ? 'parser_run.processed' : 'parser_run.failed';
  context.events.publish(type, run.id, () => run);
}
