import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ServiceContext } from '../context/service-context.ts';
import { HttpError } from '../errors/http-error.ts';
import { validate, validateBody, validateQuery } from '../errors/validate.ts';
import { pipeDetached } from '../http/decode-body.ts';
import { addFaultHooks } from '../simulation/faults/fault-hooks.ts';
import { requestedVersion } from '../versions/service-headers.ts';
import { shapeForVersion } from '../versions/shape-for-version.ts';
import { authenticate, checkResource, emptyGrant } from './authenticate.ts';
import { isOfContract, isOpen, type Operation } from './operation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

const permitted = new WeakSet<FastifyRequest>();

/**
 * Registers all operations. The operations of the specification are also available below `/v1`. Throws for a
 * route without a declared operation, and for an operation without a permission. If no rule of the permission
 * decides, the request gets 403.
 */
export function registerOperations(
  app: FastifyInstance,
  operations: readonly Operation[],
  context: ServiceContext,
): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const operation = config?.operation;
    if (operation === undefined)
      throw new Error(`${String(method)} ${url}: the route has no declared operation`);
    const kinds = operation.permission.map(({ kind }) => kind);
    if (kinds.length === 0) throw new Error(`${operation.id}: the operation has no permission`);
    if (!isOfContract(operation) && !kinds.includes('local') && !kinds.includes('anyone'))
      throw new Error(`${operation.id}: the permission must include local or anyone`);
  });
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      const operation = operationOf(request);
      if (isOpen(operation)) request.grant = emptyGrant;
      else authenticate(request, context.store.tokens);
      operation.permission.find(({ kind }) => kind === 'local')?.decide(permissionRequest(request, context));
    });
    register(
      scope,
      operations.filter((operation) => !isOfContract(operation)),
      context,
    );
  });
  for (const prefix of ['', '/v1'])
    app.register(
      async (scope) => {
        scope.addHook('onRequest', async (request) => {
          const grant = authenticate(request, context.store.tokens);
          checkResource(operationOf(request).path, grant);
          request.apiVersion = requestedVersion(request, grant, context.headers);
          context.limits.countRequest(grant.tokenId);
        });
        addFaultHooks(scope, context.faults);
        scope.addHook('preSerialization', async (request, _reply, payload) =>
          shapeForVersion(payload, request.apiVersion),
        );
        register(scope, operations.filter(isOfContract), context);
      },
      { prefix },
    );
}

function register(scope: FastifyInstance, operations: readonly Operation[], context: ServiceContext): void {
  scope.addHook('preHandler', async (request) => {
    const { permission, createsRuns } = operationOf(request);
    const decisions = permission.map((rule) => rule.decide(permissionRequest(request, context)));
    if (decisions.length > 0 && decisions.every((decision) => decision === true)) permitted.add(request);
    if (createsRuns !== undefined) context.limits.countRuns(request.grant.tokenId, createsRuns(request.body));
  });
  scope.addHook('preHandler', async (request) => {
    if (!permitted.has(request))
      throw new HttpError(403, 'Forbidden: the operation did not permit the request.');
  });
  const add = (target: FastifyInstance, operation: Operation): void => {
    target.route({
      method: operation.method,
      url: operation.path,
      config: { operation },
      handler: (request, reply) => respond(operation, request, reply, context),
    });
  };
  for (const operation of operations)
    if (operation.upload === true)
      scope.register(async (uploads) => {
        uploads.addContentTypeParser('application/octet-stream', (_request, bytes, done) =>
          done(null, pipeDetached(bytes, new PassThrough())),
        );
        add(uploads, operation);
      });
    else add(scope, operation);
}

function respond(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServiceContext,
): unknown {
  const { query, body, response } = operation;
  const params = request.params as Record<string, string>;
  const found = operation.find?.(context, params.id ?? '');
  const validateOwn = isOfContract(operation) ? validateBody : validate;
  const result = operation.handle(
    {
      params,
      found,
      query: query === undefined ? {} : validateQuery(query, request.query),
      body: body === undefined ? undefined : validateOwn(body, request.body),
      grant: request.grant,
      apiVersion: request.apiVersion,
      request,
      reply,
    },
    context,
  );
  if (!(response instanceof z.ZodObject && 'success' in response.shape)) return result;
  const withSuccess = (members: unknown): object => ({ success: true, ...(members as object) });
  return result instanceof Promise ? result.then(withSuccess) : withSuccess(result);
}

function operationOf(request: FastifyRequest): Operation {
  const { operation } = request.routeOptions.config;
  if (operation === undefined) throw new Error('the route has no declared operation');
  return operation;
}

function permissionRequest(request: FastifyRequest, { store }: ServiceContext) {
  const { grant, params, query, body } = request;
  return { grant, store, params, query, body };
}
