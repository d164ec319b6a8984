import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { asDouble, parseJson } from '../base/exact-json.ts';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import { connectionFault } from '../base/net/connection-fault.ts';
import { backoffMs, requestedWaitMs } from '../base/net/retry-wait.ts';
import { usesProxy } from '../base/net/uses-proxy.ts';
import { mismatchOf } from '../model/processor/mismatch.ts';
import { serviceIdentityHeader } from '../model/record/service-identity.ts';
import { currentApiVersion, versionHeader } from '../model/wire/api-version.ts';
import { errorSentence } from '../model/wire/error-body.ts';
import type { ClientOptions, Lane, Outcome, ServiceRequest, TransportEvent } from './client-options.ts';
import { assertValidToken, excerpt, firstValues, parseBaseUrl, queryText } from './http-parts.ts';
import { describeRequest, isTransientStatus, operationOf } from './request-errors.ts';

/** Largest accepted response. The output of a run with citations is a few MB at most. */
const maxResponseBytes = 256 * 1024 * 1024;

type AnyRequest = Omit<ServiceRequest<unknown>, 'check'>;
type ErrorStatus = Extract<Outcome<never>, { kind: 'error-status' }>;
type Failure = Exclude<Outcome<never>, { kind: 'success' | 'redirect' }>;

/** Number of connections of each queue, `submit` and `poll`. */
const connectionsPerLane = 64;

/** Time in milliseconds during which a call without a deadline is retried after 429. */
const rateLimitWaitMs = 600_000;

const maxRedirects = 5;

/** Sends requests, retries them as the service asks, and returns only responses that match their schema. */
export class Transport {
  readonly baseUrl: string;
  readonly apiVersion: string;
  /** Latest value of the header in which a local service states its identity; not set for other services. */
  identityHeader: string | undefined;
  readonly #prefix: string;
  readonly #options: ClientOptions;
  /** Time limit of one attempt in milliseconds. Also the longest wait before a retry, except after 429. */
  readonly #attemptMs: number;
  readonly #origin: string;
  readonly #pools: Readonly<Record<Lane, Dispatcher>>;
  readonly #pausedUntil: Record<Lane, number> = { submit: 0, poll: 0 };
  readonly #rateLimited: Record<Lane, number> = { submit: 0, poll: 0 };
  readonly #listeners = new Set<(event: TransportEvent) => void>();
  /**
   * Whether a valid response has arrived. Before the first valid response, an invalid response means that the address
   * is wrong.
   */
  #hasAnswered = false;

  constructor(options: ClientOptions) {
    assertValidToken(options.token);
    const url = parseBaseUrl(options.baseUrl);
    this.baseUrl = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
    this.#prefix = url.pathname.replace(/\/+$/, '');
    this.apiVersion = options.apiVersion ?? currentApiVersion;
    this.#options = options;
    this.#attemptMs = options.requestTimeoutMs ?? 60_000;
    this.#origin = url.origin;
    const settings = {
      connections: connectionsPerLane,
      headersTimeout: this.#attemptMs,
      bodyTimeout: this.#attemptMs,
      maxResponseSize: maxResponseBytes,
      connect: { timeout: 10_000 },
    };
    const pool = () => (usesProxy(url) ? new EnvHttpProxyAgent(settings) : new Pool(url.origin, settings));
    this.#pools = { submit: pool(), poll: pool() };
  }

  listen(listener: (event: TransportEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.destroy()));
  }

  async request<T>(request: ServiceRequest<T>): Promise<T> {
    const startedAt = performance.now();
    let failures = 0;
    let failingSince = 0;
    let unreachableSince: number | null = null;
    for (let attempt = 1; ; attempt++) {
      await this.#waitForLane(request);
      const sentAt = performance.now();
      const outcome = await this.#followRedirects(request);
      if (outcome.kind === 'success') {
        this.#hasAnswered = true;
        this.#emit({ kind: 'response', operation: operationOf(request.method, request.path), sentAt });
        return outcome.response;
      }
      let waitMs: number;
      let isAmbiguous = false;
      let exhausted: GoldsetError | null = null;
      if (outcome.kind === 'lost' && !outcome.maybeSent) {
        unreachableSince ??= performance.now();
        if (performance.now() - unreachableSince >= (this.#options.unreachableAfterMs ?? 15_000))
          throw new GoldsetError('SERVICE_UNREACHABLE', { url: this.baseUrl, reason: outcome.reason });
        waitMs = Math.min(2_000, this.#backoffMs(attempt));
      } else {
        unreachableSince = null;
        const requestedMs = outcome.kind === 'error-status' ? requestedWaitMs(outcome.headers) : null;
        if (isRateLimit(outcome)) {
          waitMs = requestedMs ?? this.#backoffMs(attempt);
          this.#pauseLane(request, outcome, requestedMs, startedAt, waitMs);
        } else {
          isAmbiguous = true;
          if (outcome.kind === 'invalid' && !this.#hasAnswered) throw outcome.error;
          if (outcome.kind === 'error-status') this.#throwUnlessTransient(request, outcome);
          if (++failures === 1) failingSince = performance.now();
          if (failures > (this.#options.maxRepeats ?? 5))
            exhausted = this.#exhausted(request, outcome, failingSince);
          waitMs = Math.min(requestedMs ?? this.#backoffMs(failures), this.#attemptMs);
          if (outcome.kind === 'error-status')
            this.#emit({ kind: 'server-error', lane: request.lane, status: outcome.status });
        }
      }
      if (exhausted !== null && request.recover === undefined) throw exhausted;
      this.#emit({ kind: 'retry', lane: request.lane, reason: outcome.reason, waitMs });
      await this.#waitBeforeRetry(request, waitMs, outcome);
      const recovered = isAmbiguous && request.recover !== undefined ? await request.recover() : null;
      if (recovered !== null) return recovered;
      if (exhausted !== null) throw exhausted;
    }
  }

  #backoffMs(repeat: number): number {
    return backoffMs(repeat, this.#options.firstRetryMs);
  }

  /** Returns the error to throw after the last retry. The error contains the time of the first failure. */
  #exhausted(request: AnyRequest, outcome: Failure, failingSince: number): GoldsetError {
    const status = outcome.kind === 'error-status' ? outcome.status : 'no response';
    const error =
      outcome.kind === 'invalid' ? outcome.error : this.#requestError(request, status, outcome.reason);
    return new GoldsetError(error.code, { ...error.details, failingSince } as never, { cause: error });
  }

  /** Sends a request. Follows 307 and 308 redirects within the origin, with the same method and body. */
  async #followRedirects<T>(request: ServiceRequest<T>): Promise<Exclude<Outcome<T>, { kind: 'redirect' }>> {
    let path = `${this.#prefix}${request.path}${queryText(request.query)}`;
    for (let redirects = 0; ; redirects++) {
      const outcome = await this.#attempt(request, path);
      if (outcome.kind !== 'redirect') return outcome;
      if (redirects === maxRedirects)
        throw this.#requestError(
          request,
          'redirect',
          `the service redirected ${maxRedirects} times without a response`,
        );
      path = outcome.path;
    }
  }

  async #waitForLane(request: AnyRequest): Promise<void> {
    for (let left = this.#pausedUntil[request.lane] - performance.now(); left > 0; ) {
      await this.#wait(request, left + Math.random() * Math.min(left, 50));
      left = this.#pausedUntil[request.lane] - performance.now();
    }
  }

  async #wait(request: AnyRequest, ms: number): Promise<void> {
    if (request.deadlineAt !== undefined && performance.now() + ms >= request.deadlineAt)
      throw this.#requestError(
        request,
        'no response',
        'too little time is left before the deadline for another attempt',
        true,
      );
    try {
      await delay(ms, undefined, { signal: request.signal });
    } catch {
      throw abortReason(request.signal);
    }
  }

  /** Waits before a retry. After a 429 response, the request counts as rate-limited during the wait. */
  async #waitBeforeRetry(request: AnyRequest, waitMs: number, outcome: Failure): Promise<void> {
    const count = isRateLimit(outcome) ? 1 : 0;
    this.#rateLimited[request.lane] += count;
    try {
      await this.#wait(request, waitMs);
    } finally {
      this.#rateLimited[request.lane] -= count;
    }
  }

  /**
   * Pauses the queue if a 429 response states how long to wait. Throws if the wait ends after the deadline of the
   * request.
   */
  #pauseLane(
    request: AnyRequest,
    outcome: ErrorStatus,
    requestedMs: number | null,
    startedAt: number,
    waitMs: number,
  ): void {
    const { lane } = request;
    const until = performance.now() + waitMs;
    this.#emit({ kind: 'rate-limited', lane, waitMs, waiting: this.#rateLimited[lane] + 1 });
    const latest = request.deadlineAt ?? startedAt + rateLimitWaitMs;
    if (until > latest) throw this.#requestError(request, outcome.status, outcome.reason, true);
    if (requestedMs !== null) this.#pausedUntil[lane] = Math.max(this.#pausedUntil[lane], until);
  }

  /** Throws if the error is permanent. */
  #throwUnlessTransient(request: AnyRequest, { status, reason }: ErrorStatus): void {
    if (status === 401 || status === 403)
      throw new GoldsetError('SERVICE_UNAUTHORISED', { url: this.baseUrl, status, reason });
    if (!isTransientStatus(status)) throw this.#requestError(request, status, reason);
  }

  async #attempt<T>(request: ServiceRequest<T>, path: string): Promise<Outcome<T>> {
    const left = (request.deadlineAt ?? Number.POSITIVE_INFINITY) - performance.now();
    if (left <= 0) throw this.#requestError(request, 'no response', 'the deadline has passed', true);
    const limitMs = request.form === undefined ? this.#attemptMs : Number.POSITIVE_INFINITY;
    // Uses an emitter, because combining abort signals would take more time than the rest of a request.
    const stopper = new EventEmitter();
    const stop = (): boolean => stopper.emit('abort');
    let isLate = false;
    const end = (): void => {
      isLate = true;
      stop();
    };
    const timer = setTimeout(end, Math.min(left, limitMs, 2 ** 31 - 1));
    request.signal?.addEventListener('abort', stop);
    this.#emit({ kind: 'request', lane: request.lane });
    try {
      const form = await request.form?.();
      // While the form was created, nothing listened to `stopper`. Check here whether the caller aborted or the
      // deadline passed.
      if (request.signal?.aborted === true) throw abortReason(request.signal);
      if (isLate) throw this.#requestError(request, 'no response', 'the deadline has passed', true);
      const response = await this.#pools[request.lane].request({
        origin: this.#origin,
        method: request.method,
        path,
        headers: this.#headers(request.json !== undefined),
        body: form ?? (request.json === undefined ? null : JSON.stringify(request.json)),
        signal: stopper,
      });
      const text = await response.body.text();
      return this.#read(request, response.statusCode, firstValues(response.headers), text);
    } catch (thrown) {
      if (thrown instanceof GoldsetError) throw thrown;
      if (request.signal?.aborted === true) throw abortReason(request.signal);
      if (isLate && left <= limitMs)
        throw this.#requestError(request, 'no response', 'the deadline passed before the response', true);
      if (isLate) return { kind: 'lost', maybeSent: true, reason: 'the response took too long' };
      const { maybeSent, reason } = connectionFault(thrown);
      return { kind: 'lost', maybeSent, reason: this.#redact(reason) };
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', stop);
    }
  }

  #read<T>(
    request: ServiceRequest<T>,
    status: number,
    headers: Readonly<Record<string, string>>,
    text: string,
  ): Outcome<T> {
    this.identityHeader = headers[serviceIdentityHeader] ?? this.identityHeader;
    let body: unknown;
    let fault: string | null = null;
    try {
      body = parseJson(text);
    } catch (thrown) {
      fault = messageOf(thrown);
    }
    if (status < 200 || status > 299) {
      if (status >= 300 && status <= 399) return this.#redirectOf(request, status, headers.location);
      const sentence = errorSentence(body) ?? (text.trim() === '' ? 'no reason given' : excerpt(text));
      return { kind: 'error-status', status, reason: this.#redact(sentence), headers };
    }
    // Truncated JSON counts as a lost response. Any other text, such as an HTML page, does not come from the service.
    if (fault !== null && (text.trim() === '' || /^\s*[{[]/.test(text)))
      return { kind: 'lost', maybeSent: true, reason: `the response is not complete JSON (${fault})` };
    if (fault !== null) return this.#invalid(request, 'the body', excerpt(text), 'JSON');
    let parsed = request.schema.safeParse(body);
    if (!parsed.success) parsed = request.schema.safeParse(withDoublesAt(body, parsed.error.issues));
    const mismatch = parsed.success ? (request.check?.(parsed.data) ?? null) : mismatchOf(parsed.error, body);
    if (mismatch !== null) return this.#invalid(request, mismatch.path, mismatch.found, mismatch.expected);
    return { kind: 'success', response: parsed.data as T };
  }

  /**
   * Returns the new path of a redirect within the origin. Returns an error for any other redirect, because
   * the token must not be sent to another origin.
   */
  #redirectOf(request: AnyRequest, status: number, location: string | undefined): Outcome<never> {
    const target = location === undefined ? null : URL.parse(location, `${this.baseUrl}/`);
    const isFollowed = (status === 307 || status === 308) && target?.origin === new URL(this.baseUrl).origin;
    if (target !== null && isFollowed)
      return { kind: 'redirect', path: `${target.pathname}${target.search}` };
    const reason = `the service redirects to ${target?.origin ?? 'an unknown address'}, which goldset does not follow`;
    return { kind: 'invalid', error: this.#requestError(request, status, this.#redact(reason)), reason };
  }

  #invalid(request: AnyRequest, path: string, found: string, expected: string): Outcome<never> {
    const error = this.#responseError(request, path, found, expected);
    return { kind: 'invalid', error, reason: error.message };
  }

  #responseError(request: AnyRequest, path: string, found: string, expected: string): GoldsetError {
    return new GoldsetError('SERVICE_RESPONSE_INVALID', {
      method: request.method,
      url: `${this.baseUrl}${request.path}`,
      path,
      found: this.#redact(found),
      expected,
    });
  }

  #requestError(
    request: AnyRequest,
    status: number | string,
    reason: string,
    deadline = false,
  ): GoldsetError {
    return new GoldsetError('SERVICE_REQUEST_FAILED', {
      method: request.method,
      url: `${this.baseUrl}${request.path}`,
      status,
      reason,
      request: this.#redact(describeRequest(request.form === undefined ? request.json : null)),
      deadline,
    });
  }

  #headers(json: boolean): Record<string, string> {
    return {
      authorization: `Bearer ${this.#options.token}`,
      accept: 'application/json',
      [this.#options.header ?? versionHeader]: this.apiVersion,
      ...(json ? { 'content-type': 'application/json' } : {}),
    };
  }

  /** Replaces the token in a text, because an error message of a service may contain the token. */
  #redact(text: string): string {
    const { token } = this.#options;
    return token === '' ? text : text.replaceAll(token, '***');
  }

  #emit(event: TransportEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function isRateLimit(outcome: Failure): outcome is ErrorStatus & { readonly status: 429 } {
  return outcome.kind === 'error-status' && outcome.status === 429;
}

function abortReason(signal: AbortSignal | undefined): unknown {
  return signal?.reason ?? new DOMException('aborted', 'AbortError');
}

/**
 * At each path in `issues`, replaces a number with too many digits by the nearest double. All other numbers stay exact.
 */
function withDoublesAt(body: unknown, issues: readonly { readonly path: readonly PropertyKey[] }[]): unknown {
  for (const { path } of issues) {
    let holder: unknown = body;
    for (const key of path.slice(0, -1)) holder = (holder as Record<PropertyKey, unknown> | undefined)?.[key];
    const [members, key] = [holder as Record<PropertyKey, unknown> | undefined, path.at(-1)];
    const number = key === undefined ? null : asDouble(members?.[key]);
    if (key !== undefined && number !== null) (members as Record<PropertyKey, unknown>)[key] = number;
  }
  return body;
}
