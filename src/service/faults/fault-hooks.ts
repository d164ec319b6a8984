import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../http-error.ts';
import { tooMany } from '../limits/limits.ts';
import type { FaultInjector, RequestFault } from './fault-injector.ts';

/** Puts the planned faults into the answers of these routes. */
export function addFaultHooks(app: FastifyInstance, injector: FaultInjector): void {
  const faults = new WeakMap<FastifyRequest, RequestFault>();

  app.addHook('onRequest', async (request, reply) => {
    const fault = injector.forRequest(request.url);
    if (fault === null) return;
    faults.set(request, fault);
    if (fault.latencyMs > 0) await wait(fault.latencyMs);
    if (fault.before === 'tooMany') throw tooMany(fault.retryAfterSeconds * 1000, 'requests');
    if (fault.before === 'serverError') throw new HttpError(500, 'Unexpected server error.');
    if (fault.before === 'drop') {
      reply.hijack();
      request.raw.socket.destroy();
    }
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = faults.get(request);
    // What went wrong before is the whole of the fault.
    if (fault === undefined || fault.before !== null || typeof payload !== 'string') return payload;
    return spoiled(fault, payload, request, reply);
  });
}

function spoiled(
  fault: RequestFault,
  payload: string,
  request: FastifyRequest,
  reply: FastifyReply,
): string | Readable {
  const half = payload.slice(0, Math.floor(payload.length / 2));
  switch (fault.after) {
    case 'serverError':
      reply.status(500);
      return JSON.stringify({ success: false, error: 'Unexpected server error.' });
    case 'drop':
      request.raw.socket.destroy();
      return payload;
    case 'truncate':
      reply.header('content-length', Buffer.byteLength(payload));
      return Readable.from(cutShort(half, request));
    case 'malform':
      return half;
    default:
      return payload;
  }
}

async function* cutShort(half: string, request: FastifyRequest): AsyncGenerator<string> {
  yield half;
  // The half must be on its way before the connection ends.
  await wait(20);
  request.raw.socket.destroy();
}
