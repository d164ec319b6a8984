import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isJsonObject } from '../../../model/json/json-value.ts';
import type { InjectedFault } from '../../../model/wire/local/faults-and-limits.ts';
import { HttpError } from '../../errors/http-error.ts';
import { tooMany } from '../../limits/limits.ts';
import type { FaultInjector, RequestFault } from './fault-injector.ts';

export function addFaultHooks(app: FastifyInstance, injector: FaultInjector): void {
  const faults = new WeakMap<FastifyRequest, RequestFault>();

  app.addHook('onRequest', async (request, reply) => {
    const fault = injector.forRequest(request.url);
    if (fault === null) return;
    faults.set(request, fault);
    const record = faultRecorder(injector, request);
    if (fault.latencyMs > 0) {
      record({ fault: 'latency', ms: Math.round(fault.latencyMs) });
      await wait(fault.latencyMs);
    }
    if (fault.before !== null) record({ fault: fault.before });
    if (fault.before === 'tooManyRequests') throw tooMany(fault.retryAfterSeconds * 1000, 'requests');
    if (fault.before === 'serverError') throw new HttpError(500, 'Unexpected server error.');
    if (fault.before === 'dropBefore') {
      reply.hijack();
      request.raw.socket.destroy();
    }
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = faults.get(request);
    // If a fault prevented the execution of the request, the response is already complete.
    if (fault === undefined || fault.before !== null || typeof payload !== 'string') return payload;
    if (fault.after !== null)
      faultRecorder(injector, request)({ fault: fault.after, objectIds: idsIn(payload) });
    return responseWithFault(fault, payload, request, reply);
  });
}

function faultRecorder(injector: FaultInjector, request: FastifyRequest) {
  return (injected: Pick<InjectedFault, 'fault' | 'ms' | 'objectIds'>): void =>
    injector.recordFault({ method: request.method, path: request.url.split('?')[0] ?? '', ...injected });
}

/** Returns the id of the response, and the ids of the objects that are direct members of the response. */
function idsIn(payload: string): string[] {
  const body: unknown = JSON.parse(payload);
  if (!isJsonObject(body)) return [];
  return [body, ...Object.values(body).flat()].flatMap((one) =>
    isJsonObject(one) && typeof one.id === 'string' ? [one.id] : [],
  );
}

function responseWithFault(
  fault: RequestFault,
  payload: string,
  request: FastifyRequest,
  reply: FastifyReply,
): string | Readable {
  const half = payload.slice(0, Math.floor(payload.length / 2));
  switch (fault.after) {
    case 'lateServerError':
      reply.status(500);
      return JSON.stringify({ success: false, error: 'Unexpected server error.' });
    case 'dropAfter':
      request.raw.socket.destroy();
      return payload;
    case 'truncate':
      reply.header('content-length', Buffer.byteLength(payload));
      return Readable.from(truncated(half, request));
    case 'malform':
      return half;
    default:
      return payload;
  }
}

async function* truncated(half: string, request: FastifyRequest): AsyncGenerator<string> {
  yield half;
  // Let Node send the first half of the response before the connection closes.
  await wait(20);
  request.raw.socket.destroy();
}
