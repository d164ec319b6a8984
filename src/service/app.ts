import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serviceIdentityHeader } from '../model/record/service-identity.ts';
import { currentApiVersion } from '../model/wire/api-version.ts';
import type { ServiceContext } from './context/service-context.ts';
import { invalid, notFound } from './errors/http-error.ts';
import { decodeBody } from './http/decode-body.ts';
import { parseJsonBody } from './http/json-body.ts';
import { sendClientError, sendError } from './http/send-error.ts';
import { authenticate } from './operations/authenticate.ts';
import type { Operation } from './operations/operation.ts';
import { registerOperations } from './operations/register-operations.ts';
import { operations } from './resources/operations.ts';

/** Longest time without data on a connection. Exceeds the 5 minutes that a request with `sync` may wait. */
const silenceLimitMs = 10 * 60 * 1000;
/** Time in which a whole request must arrive. The server checks this limit at intervals of up to 30 s. */
const defaultRequestTimeLimitMs = 5 * 60 * 1000;
const headersTimeLimitMs = 60_000;
const maxCheckIntervalMs = 30_000;
const jsonBodyLimit = 64 * 1024 * 1024;

export function createApp(
  context: ServiceContext,
  settings: {
    stream: { write(line: string): unknown };
    level: string;
    requestTimeLimitMs?: number;
  },
  declared: readonly Operation[] = operations,
): FastifyInstance {
  const requestTimeout = settings.requestTimeLimitMs ?? defaultRequestTimeLimitMs;
  const app = Fastify({
    logger: {
      level: settings.level,
      stream: { write: (line: string) => void settings.stream.write(line) },
      base: undefined,
    },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonBodyLimit,
    forceCloseConnections: 'idle',
    connectionTimeout: silenceLimitMs,
    requestTimeout,
    http: {
      connectionsCheckingInterval: Math.min(maxCheckIntervalMs, requestTimeout),
      // If `headersTimeout` exceeds `requestTimeout`, Node swaps the two values.
      headersTimeout: Math.min(headersTimeLimitMs, requestTimeout),
    },
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 200 },
    frameworkErrors: sendAddressError,
    clientErrorHandler: sendClientError,
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
  // No size limit here, because the multipart parser truncates files above its limit. `receiveBytes` rejects
  // large files instead.
  app.register(multipart, { limits: { files: 1, fileSize: Number.POSITIVE_INFINITY, fields: 20 } });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => {
    authenticate(request, context.store.tokens);
    return sendError(notFound(), request, reply);
  });
  // Only responses to GET requests for processors get the header that identifies the engine and its settings. That is
  // enough, because goldset reads the versions of the processors before it starts a run.
  app.addHook('onSend', async (request, reply, payload) => {
    if (
      reply.statusCode < 300 &&
      request.method === 'GET' &&
      /^(?:\/v1)?\/processors\b/.test(request.routeOptions.url ?? '')
    )
      reply.header(serviceIdentityHeader, JSON.stringify(await context.identity()));
    return payload;
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      // Log the route pattern instead of the address, because an address can contain a secret signature.
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
    if (!request.raw.complete) discardRest(request);
  });
  app.decorateRequest('apiVersion', currentApiVersion);
  app.decorateRequest('grant');
  const server = app as unknown as FastifyInstance;
  registerOperations(server, declared, context);
  return server;
}

/** Responds with 400 to a malformed address, and with 404 to an address whose id is too long. */
function sendAddressError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const failure = error.code === 'FST_ERR_BAD_URL' ? invalid('url', 'the address is malformed') : notFound();
  reply.status(failure.status).send({ success: false, error: failure.message });
}

const discardMs = 2000;

/** Reads the rest of a rejected body for up to 2 s, so that the client gets the response. Then disconnects. */
function discardRest(request: FastifyRequest): void {
  request.raw.unpipe();
  request.raw.resume();
  if (request.raw.destroyed) return;
  const timer = setTimeout(() => request.raw.destroy(), discardMs);
  request.raw.once('close', () => clearTimeout(timer));
}
