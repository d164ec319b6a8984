import { z } from 'zod';
import { buildOpenApi } from '../../openapi/build-openapi.ts';
import { descriptionPage } from '../../openapi/docs-page.ts';
import { defineOperation, type Operation, operationsOf } from '../../operations/operation.ts';
import { anyone } from '../../operations/permission.ts';

const permission = anyone('the response contains no user data');

/**
 * Returns the operations that report the health of the service and describe its interface. `list` returns the
 * operations that the description contains.
 */
export function descriptionOperations(list: () => readonly Operation[]): readonly Operation[] {
  return operationsOf('Local', [
    defineOperation('getHealth', 'GET /local/health', {
      summary: 'Check that the service is running',
      response: z.looseObject({ status: z.string() }),
      permission,
      handle: (_input, { queue }) => ({
        status: 'ok',
        pid: process.pid,
        uptimeSeconds: Math.round(process.uptime()),
        runs: queue.load,
      }),
    }),
    defineOperation('getDescription', 'GET /local/openapi.json', {
      summary: 'Get this description',
      response: z.looseObject({ openapi: z.string() }),
      permission,
      handle: (_input, context) => buildOpenApi(list(), context),
    }),
    defineOperation('readDescription', 'GET /local/docs', {
      summary: 'Read this description as a page',
      response: 'text/html',
      permission,
      handle: ({ reply }, context) =>
        reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
          .send(descriptionPage(buildOpenApi(list(), context))),
    }),
  ]);
}
