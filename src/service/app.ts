import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { currentApiVersion } from '../model/wire/api-version.ts';
import { authenticate, authenticateLocal, checkResource } from './auth/auth.ts';
import { checkPermissions } from './auth/permissions.ts';
import type { ServiceContext } from './context/service-context.ts';
import { invalid, notFound } from './errors/http-error.ts';
import { decodeBody } from './http/decode-body.ts';
import { parseJsonBody } from './http/json-body.ts';
import { sendClientError } from './http/send-client-error.ts';
import { sendError } from './http/send-error.ts';
import { countRuns } from './limits/count-request.ts';
import {
  batchProcessorRunRoutes,
  localBatchProcessorRunRoutes,
} from './resources/batches/batch-processor-runs.ts';
import { evaluationSetItemRoutes } from './resources/evaluation-sets/evaluation-set-items.ts';
import { evaluationSetRoutes } from './resources/evaluation-sets/evaluation-sets.ts';
import { fileRoutes } from './resources/files/files.ts';
import { localRoutes } from './resources/local/local.ts';
import { localDescriptionRoutes } from './resources/local/local-docs.ts';
import { localFaultRoutes } from './resources/local/local-faults.ts';
import { localInjectedErrorRoutes } from './resources/local/local-injected-errors.ts';
import { localTokenRoutes } from './resources/local/local-tokens.ts';
import { localWebhookRoutes } from './resources/local/local-webhook-endpoints.ts';
import { parseRoutes } from './resources/parse/parse.ts';
import { localProcessorRoutes } from './resources/processors/local-processors.ts';
import { processorVersionRoutes } from './resources/processors/processor-versions.ts';
import { processorRoutes } from './resources/processors/processors.ts';
import { processorRunRoutes } from './resources/runs/processor-runs.ts';
import { localWorkflowRoutes } from './resources/workflows/local-workflows.ts';
import { workflowRunRoutes } from './resources/workflows/workflow-runs.ts';
import { workflowRoutes } from './resources/workflows/workflows.ts';
import { addFaultHooks } from './simulation/faults/fault-hooks.ts';
import { requestedVersion } from './versions/requested-version.ts';
import { shapeForVersion } from './versions/shape-for-version.ts';

/** A connection on which nothing moves for so long is nobody's: whoever waits for a run is answered after five minutes. */
const silenceLimitMs = 10 * 60 * 1000;
const jsonBodyLimit = 64 * 1024 * 1024;

/** The routes of the contract, one function a resource. */
const contractRoutes = [
  processorRoutes,
  processorVersionRoutes,
  processorRunRoutes,
  fileRoutes,
  parseRoutes,
  evaluationSetRoutes,
  evaluationSetItemRoutes,
  batchProcessorRunRoutes,
  workflowRoutes,
  workflowRunRoutes,
];

/** Ours, below `/local/`: with a token, always in the shapes of the current version. */
const extensionRoutes: readonly ((app: FastifyInstance, context: ServiceContext) => void)[] = [
  localTokenRoutes,
  localWebhookRoutes,
  localFaultRoutes,
  localBatchProcessorRunRoutes,
  localInjectedErrorRoutes,
  localProcessorRoutes,
  localWorkflowRoutes,
];

export interface RegisteredRoute {
  readonly method: string;
  readonly path: string;
}
const registered = new WeakMap<object, readonly RegisteredRoute[]>();

/** The routes that an app answers once it is ready; the interface's description is held against them. */
export function routesOf(app: FastifyInstance): readonly RegisteredRoute[] {
  return registered.get(app) ?? [];
}

/** The interface over HTTP: every path of the contract bare and below `/v1`. */
export function createApp(
  context: ServiceContext,
  log: { stream: { write(line: string): unknown }; level: string },
) {
  const app = Fastify({
    logger: {
      level: log.level,
      stream: { write: (line: string) => void log.stream.write(line) },
      base: undefined,
    },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonBodyLimit,
    forceCloseConnections: 'idle',
    connectionTimeout: silenceLimitMs,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 200 },
    frameworkErrors: answerAddressError,
    clientErrorHandler: sendClientError,
  });
  const routes: RegisteredRoute[] = [];
  registered.set(app, routes);
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, path: url });
  });
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', async (request, _reply, payload) => decodeBody(request, payload));
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
  // Past its own limit the parser would cut the file short; receiving it refuses it instead.
  app.register(multipart, { limits: { files: 1, fileSize: Number.POSITIVE_INFINITY, fields: 20 } });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => {
    authenticate(request, context.store.tokens);
    return sendError(notFound(), request, reply);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      // The pattern, not the address: addresses can hold signatures.
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
    if (!request.raw.complete) discardRest(request);
  });
  app.decorateRequest('apiVersion', currentApiVersion);
  localRoutes(app as unknown as FastifyInstance, context);
  localDescriptionRoutes(app as unknown as FastifyInstance, context);
  app.register(async (extension) => {
    extension.addHook('onRequest', async (request) => {
      authenticateLocal(request, context.store.tokens);
    });
    for (const routes of extensionRoutes) routes(extension as unknown as FastifyInstance, context);
  });
  for (const prefix of ['', '/v1'])
    app.register(
      async (contract) => {
        contract.addHook('onRequest', async (request) => {
          const grant = authenticate(request, context.store.tokens);
          checkResource(request, grant);
          request.apiVersion = requestedVersion(request, grant, context.headers);
          context.limits.countRequest(grant.tokenId);
        });
        addFaultHooks(contract as unknown as FastifyInstance, context.faults);
        contract.addHook('preHandler', async (request) => {
          checkPermissions(request, context.store);
          countRuns(request, context.limits);
        });
        contract.addHook('preSerialization', async (request, _reply, payload) =>
          shapeForVersion(payload, request.apiVersion),
        );
        for (const routes of contractRoutes) routes(contract as unknown as FastifyInstance, context);
      },
      { prefix },
    );
  return app as unknown as FastifyInstance;
}

export type ServiceLog = FastifyBaseLogger;

/** Addresses that no route can be asked about: malformed, or with an id of absurd length. */
function answerAddressError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const answer = error.code === 'FST_ERR_BAD_URL' ? invalid('url', 'the address is malformed') : notFound();
  reply.status(answer.status).send({ success: false, error: answer.message });
}

const discardMs = 2000;

/** Lets a sender whose body was refused finish for a while, so that it reads the answer, then cuts it off. */
function discardRest(request: FastifyRequest): void {
  request.raw.unpipe();
  request.raw.resume();
  const { socket } = request.raw;
  // Gone already, with whoever sent it.
  if (socket === null || socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), discardMs);
  request.raw.once('close', () => clearTimeout(timer));
}
