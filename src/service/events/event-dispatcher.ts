import { createHmac } from 'node:crypto';
import { messageOf } from '../../base/goldset-error.ts';
import { Random } from '../../base/random.ts';
import type { ApiVersion } from '../../model/wire/api-version.ts';
import type { EventType } from '../../model/wire/event.ts';
import { guardedFetch } from '../http/guarded-fetch.ts';
import { newId } from '../storage/ids-and-times.ts';
import { retry } from '../storage/retry.ts';
import type { Store } from '../stores/store.ts';
import type { StoredDelivery } from '../stores/webhook-store.ts';
import type { ServiceHeaders } from '../versions/service-headers.ts';

interface RetrySettings {
  readonly firstMs: number;
  readonly longestMs: number;
}

export interface DispatchSettings {
  readonly timeLimitMs: number;
  readonly retry: RetrySettings;
  /** Whether an endpoint may be on this machine or in its local network. */
  readonly allowPrivateAddresses: boolean;
  /** Number of failed attempts after which the service gives up a delivery. */
  readonly attemptLimit: number;
}

export const defaultDispatch: DispatchSettings = {
  timeLimitMs: 30_000,
  retry: { firstMs: 2000, longestMs: 3_600_000 },
  attemptLimit: 20,
  allowPrivateAddresses: false,
};

export interface DeliveryFault {
  readonly delayMs: number;
  readonly repeats: number;
}

interface DispatchContext {
  readonly store: Store;
  readonly settings: DispatchSettings;
  readonly headers: ServiceHeaders;
  readonly faultFor: () => DeliveryFault;
  readonly log: (message: string) => void;
}

const inFlightLimit = 16;
/** Longest wait of the timer: one hour. Node supports at most about 24 days. */
const maxSleepMs = 3_600_000;

/**
 * Sends events to webhook endpoints. If the service stops during an attempt, the next start repeats the attempt, so an
 * endpoint can receive an event twice.
 */
export class EventDispatcher {
  readonly #context: DispatchContext;
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #ending = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #woken = false;
  #running = false;

  constructor(context: DispatchContext) {
    this.#context = context;
  }

  /**
   * Stores a delivery for each endpoint that receives this type of event. `payload` returns the content of the event in
   * the format of an API version.
   */
  publish(eventType: EventType, objectId: string, payload: (version: ApiVersion) => unknown): void {
    const { store, faultFor } = this.#context;
    const endpoints = store.webhookEndpoints.receiving(eventType);
    if (endpoints.length === 0) return;
    const eventId = newId('event');
    const bodies = new Map<ApiVersion, string>();
    for (const { id: endpointId, apiVersion } of endpoints) {
      const body =
        bodies.get(apiVersion) ?? JSON.stringify({ eventId, eventType, payload: payload(apiVersion) });
      bodies.set(apiVersion, body);
      const { delayMs, repeats } = faultFor();
      const nextAt = Date.now() + delayMs;
      store.deliveries.add({ endpointId, eventId, eventType, objectId, body, nextAt, repeats });
    }
    this.wake();
  }

  start(): void {
    this.#running = true;
    this.wake();
  }

  /** Schedules a check for due deliveries. Several calls schedule only one check. */
  wake(): void {
    if (this.#woken || !this.#running) return;
    this.#woken = true;
    setImmediate(() => {
      this.#woken = false;
      this.#pump();
    });
  }

  /** Aborts the running deliveries. The next start of the service sends these deliveries again. */
  async stop(): Promise<void> {
    this.#running = false;
    clearTimeout(this.#timer);
    this.#ending.abort();
    await Promise.all(this.#inFlight.values());
  }

  #pump(): void {
    if (!this.#running) return;
    clearTimeout(this.#timer);
    const room = inFlightLimit - this.#inFlight.size;
    if (room <= 0) return;
    const due = this.#context.store.deliveries
      .due(Date.now(), inFlightLimit * 2)
      .filter((delivery) => !this.#inFlight.has(delivery.id));
    for (const delivery of due.slice(0, room)) {
      const work = this.#deliver(delivery).finally(() => {
        this.#inFlight.delete(delivery.id);
        this.wake();
      });
      this.#inFlight.set(delivery.id, work);
    }
    // Schedules the next delivery, because it can become due before a running delivery ends.
    const next = this.#context.store.deliveries.nextDue();
    if (next === null) return;
    const wait = Math.max(next - Date.now(), this.#inFlight.size > 0 ? 200 : 0);
    this.#timer = setTimeout(() => this.#pump(), Math.min(wait, maxSleepMs));
    this.#timer.unref();
  }

  async #deliver(delivery: StoredDelivery): Promise<void> {
    const startedAt = performance.now();
    const outcome = await this.#send(delivery);
    // Do not record an attempt that failed only because the service is stopping.
    if (this.#ending.signal.aborted) return;
    const attempt = { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
    const arrived = outcome.error === null;
    const attempts = delivery.attempts + 1;
    const repeats = arrived && delivery.repeats > 0;
    const givenUp = !arrived && attempts >= this.#context.settings.attemptLimit;
    const next = {
      status: arrived ? (repeats ? 'PENDING' : 'DELIVERED') : givenUp ? 'FAILED' : 'PENDING',
      nextAt: arrived ? 0 : Date.now() + retryWaitMs(delivery.id, attempts, this.#context.settings.retry),
      repeats: repeats ? delivery.repeats - 1 : delivery.repeats,
    } as const;
    await retry(() => this.#context.store.deliveries.recordAttempt(delivery.id, attempt, next), {
      log: this.#context.log,
      signal: this.#ending.signal,
    });
  }

  /** Sends a delivery. The returned `error` is `null` if the receiver responds with 2xx. */
  async #send(delivery: StoredDelivery): Promise<{ statusCode: number | null; error: string | null }> {
    const endpoint = this.#context.store.webhookEndpoints.find(delivery.endpointId);
    if (endpoint === undefined) return { statusCode: null, error: 'the endpoint was deleted' };
    const limit = AbortSignal.timeout(this.#context.settings.timeLimitMs);
    try {
      const response = await guardedFetch(new URL(endpoint.url), {
        method: 'POST',
        body: delivery.body,
        headers: eventHeaders(
          this.#context.headers,
          endpoint.secret,
          endpoint.apiVersion,
          delivery.body,
          Date.now(),
        ),
        allowPrivate: this.#context.settings.allowPrivateAddresses,
        signal: AbortSignal.any([limit, this.#ending.signal]),
      });
      await response.body?.cancel();
      return { statusCode: response.status, error: response.ok ? null : `status ${response.status}` };
    } catch (error) {
      if (limit.aborted)
        return {
          statusCode: null,
          error: `no response within ${this.#context.settings.timeLimitMs / 1000} s`,
        };
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      return { statusCode: null, error: messageOf(cause).slice(0, 500) };
    }
  }
}

/**
 * Returns the wait before the next attempt. The wait doubles with each attempt, up to `longestMs`. Subtracts a random
 * part of up to half of this wait.
 */
export function retryWaitMs(deliveryId: string, attempts: number, settings: RetrySettings): number {
  const whole = Math.min(settings.longestMs, settings.firstMs * 2 ** Math.max(0, attempts - 1));
  return Math.round(whole * (0.5 + 0.5 * new Random(`${deliveryId}:${attempts}`).next()));
}

/** Returns the headers of a notification: time, version, and HMAC-SHA256 of `v0:{time}:{body}` with the secret. */
export function eventHeaders(
  names: ServiceHeaders,
  secret: string,
  version: ApiVersion,
  body: string,
  timeMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(timeMs / 1000));
  return {
    'content-type': 'application/json',
    [names.version]: version,
    [names.eventTimestamp]: timestamp,
    [names.eventSignature]: createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex'),
  };
}
