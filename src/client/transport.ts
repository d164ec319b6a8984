import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import { mismatchOf } from '../model/processor/mismatch.ts';
import { currentApiVersion, versionHeader } from '../model/wire/api-version.ts';
import { errorSentence } from '../model/wire/error-body.ts';
import type { ClientOptions, Lane, TransportEvent } from './client-options.ts';
import { connectionFault } from './connection-fault.ts';
import { excerpt, parseBaseUrl, queryText, refuseUnusableToken, single } from './http-parts.ts';
import { askedWaitMs, backoffMs } from './retry-wait.ts';
import { describeRequest } from './service-error.ts';
import type { Outcome, ServiceRequest } from './service-request.ts';

/** Largest answer that is read; a run's output with citations is a few MB at most. */
const largestAnswer = 256 * 1024 * 1024;

/** Sends requests, waits and repeats as the service asks, and gives back only answers of the right shape. */
export class Transport {
  readonly baseUrl: string;
  readonly apiVersion: string;
  readonly #prefix: string;
  readonly #options: ClientOptions;
  readonly #pools: Readonly<Record<Lane, Pool>>;
  readonly #pausedUntil: Record<Lane, number> = { submit: 0, poll: 0 };
  readonly #heldOff: Record<Lane, number> = { submit: 0, poll: 0 };
  readonly #listeners = new Set<(event: TransportEvent) => void>();

  constructor(options: ClientOptions) {
    refuseUnusableToken(options.token);
    const url = parseBaseUrl(options.baseUrl);
    this.baseUrl = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
    this.#prefix = url.pathname.replace(/\/+$/, '');
    this.apiVersion = options.apiVersion ?? currentApiVersion;
    this.#options = options;
    const pool = () =>
      new Pool(url.origin, {
        connections: options.connections ?? 64,
        headersTimeout: options.requestTimeoutMs ?? 60_000,
        bodyTimeout: options.requestTimeoutMs ?? 60_000,
        maxResponseSize: largestAnswer,
        connect: { timeout: 10_000 },
      });
    this.#pools = { submit: pool(), poll: pool() };
  }

  /** Calls `listener` for every event until the returned function is called. */
  listen(listener: (event: TransportEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.destroy()));
  }

  async request<T>(request: ServiceRequest<T>): Promise<T> {
    const startedAt = performance.now();
    let lost = 0;
    let unreachableSince: number | null = null;
    for (let tries = 1; ; tries++) {
      await this.#pause(request);
      const outcome = await this.#attempt(request);
      if (outcome.kind === 'answered') return this.#check(request, outcome.body);
      let waitMs: number;
      let unclear = true;
      if (outcome.kind === 'refused') {
        unreachableSince = null;
        const limited = outcome.status === 429;
        if (!limited) this.#refuseUnlessPassing(request, outcome);
        if (!limited && ++lost > this.#maxRepeats)
          throw this.#refusal(request, outcome.status, outcome.reason);
        const asked = askedWaitMs(outcome.headers);
        waitMs = asked ?? backoffMs(limited ? tries : lost);
        unclear = !limited;
        if (limited) this.#holdLane(request, outcome, asked, startedAt, waitMs);
        else this.#emit({ kind: 'server-error', lane: request.lane, status: outcome.status });
      } else if (outcome.maybeSent) {
        unreachableSince = null;
        if (++lost > this.#maxRepeats) throw this.#refusal(request, 'no answer', outcome.reason);
        waitMs = backoffMs(lost);
      } else {
        unreachableSince ??= performance.now();
        unclear = false;
        if (performance.now() - unreachableSince >= (this.#options.unreachableAfterMs ?? 15_000))
          throw new GoldsetError('SERVICE_UNREACHABLE', { url: this.baseUrl, reason: outcome.reason });
        waitMs = Math.min(2_000, backoffMs(tries));
      }
      this.#emit({ kind: 'retry', lane: request.lane, reason: outcome.reason, waitMs });
      await this.#waitHeldOff(request, waitMs, outcome);
      const made = unclear && request.recover !== undefined ? await request.recover() : null;
      if (made !== null) return made;
    }
  }

  get #maxRepeats(): number {
    return this.#options.maxRepeats ?? 5;
  }

  /** Waits as long as the lane was told to hold back. */
  async #pause(request: ServiceRequest<unknown>): Promise<void> {
    for (let left = this.#pausedUntil[request.lane] - performance.now(); left > 0; ) {
      await this.#wait(request, left + Math.random() * Math.min(left, 50));
      left = this.#pausedUntil[request.lane] - performance.now();
    }
  }

  async #wait(request: ServiceRequest<unknown>, ms: number): Promise<void> {
    if (request.deadlineAt !== undefined && performance.now() + ms >= request.deadlineAt)
      throw this.#refusal(request, 'no answer', 'the deadline passes before the next try', true);
    try {
      await delay(ms, undefined, { signal: request.signal });
    } catch {
      throw abortReason(request.signal);
    }
  }

  /** Waits, counted among those that the service holds off while it does. */
  async #waitHeldOff(request: ServiceRequest<unknown>, waitMs: number, outcome: Outcome): Promise<void> {
    const held = outcome.kind === 'refused' && outcome.status === 429 ? 1 : 0;
    this.#heldOff[request.lane] += held;
    try {
      await this.#wait(request, waitMs);
    } finally {
      this.#heldOff[request.lane] -= held;
    }
  }

  #holdLane(
    request: ServiceRequest<unknown>,
    outcome: { readonly status: number; readonly reason: string },
    asked: number | null,
    startedAt: number,
    waitMs: number,
  ): void {
    const until = performance.now() + waitMs;
    const waiting = this.#heldOff[request.lane] + 1;
    this.#emit({ kind: 'rate-limited', lane: request.lane, waitMs, waiting });
    const patienceEnds = request.deadlineAt ?? startedAt + (this.#options.maxRateLimitWaitMs ?? 600_000);
    if (until > patienceEnds) throw this.#refusal(request, outcome.status, outcome.reason, true);
    if (asked !== null) this.#pausedUntil[request.lane] = Math.max(this.#pausedUntil[request.lane], until);
  }

  /** Throws for the statuses that a repeat does not change. */
  #refuseUnlessPassing(
    request: ServiceRequest<unknown>,
    { status, reason }: { readonly status: number; readonly reason: string },
  ): void {
    if (status === 401 || status === 403)
      throw new GoldsetError('SERVICE_UNAUTHORISED', { url: this.baseUrl, status, reason });
    const passing = status === 408 || (status >= 500 && status !== 501 && status !== 505);
    if (!passing) throw this.#refusal(request, status, reason);
  }

  async #attempt(request: ServiceRequest<unknown>): Promise<Outcome> {
    const left = request.deadlineAt === undefined ? null : request.deadlineAt - performance.now();
    if (left !== null && left <= 0)
      throw this.#refusal(request, 'no answer', 'the deadline has passed', true);
    // An emitter in place of composed abort signals, which cost more than the rest of a request.
    const stopper = new EventEmitter();
    const stop = (): boolean => stopper.emit('abort');
    let isLate = false;
    const end = (): void => {
      isLate = true;
      stop();
    };
    const timer = left === null ? undefined : setTimeout(end, Math.min(left, 2 ** 31 - 1));
    request.signal?.addEventListener('abort', stop);
    this.#emit({ kind: 'request', lane: request.lane });
    try {
      const form = await request.form?.();
      // Nobody listens before the request is under way.
      if (request.signal?.aborted === true) throw abortReason(request.signal);
      if (isLate) throw this.#refusal(request, 'no answer', 'the deadline has passed', true);
      const answer = await this.#pools[request.lane].request({
        method: request.method,
        path: `${this.#prefix}${request.path}${queryText(request.query)}`,
        headers: this.#headers(request.json !== undefined),
        body: form ?? (request.json === undefined ? null : JSON.stringify(request.json)),
        signal: stopper,
      });
      const text = await answer.body.text();
      return this.#read(request, answer.statusCode, single(answer.headers), text);
    } catch (thrown) {
      if (thrown instanceof GoldsetError) throw thrown;
      if (request.signal?.aborted === true) throw abortReason(request.signal);
      if (isLate) throw this.#refusal(request, 'no answer', 'the deadline passed while it was awaited', true);
      const { maybeSent, reason } = connectionFault(thrown);
      return { kind: 'lost', maybeSent, reason: this.#redact(reason) };
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', stop);
    }
  }

  #read(
    request: ServiceRequest<unknown>,
    status: number,
    headers: Readonly<Record<string, string>>,
    text: string,
  ): Outcome {
    let body: unknown;
    let fault: string | null = null;
    try {
      body = JSON.parse(text);
    } catch (thrown) {
      fault = messageOf(thrown);
    }
    if (status < 200 || status > 299) {
      const sentence = errorSentence(body) ?? (text.trim() === '' ? 'no reason given' : excerpt(text));
      return { kind: 'refused', status, reason: this.#redact(sentence), headers };
    }
    if (fault === null) return { kind: 'answered', body };
    // JSON that does not end was cut off on its way; anything else is not the service we look for.
    if (text.trim() === '' || /^\s*[{[]/.test(text))
      return { kind: 'lost', maybeSent: true, reason: `the answer is not whole JSON (${fault})` };
    throw this.#wrongAnswer(request, 'the body', excerpt(text), 'JSON');
  }

  #check<T>(request: ServiceRequest<T>, body: unknown): T {
    const parsed = request.answer.safeParse(body);
    if (parsed.success) return parsed.data;
    const { path, found, expected } = mismatchOf(parsed.error, body);
    throw this.#wrongAnswer(request, path, found, expected);
  }

  #wrongAnswer(
    request: ServiceRequest<unknown>,
    path: string,
    found: string,
    expected: string,
  ): GoldsetError {
    return new GoldsetError('SERVICE_RESPONSE_INVALID', {
      method: request.method,
      url: `${this.baseUrl}${request.path}`,
      path,
      found: this.#redact(found),
      expected,
    });
  }

  #refusal(
    request: ServiceRequest<unknown>,
    status: number | string,
    reason: string,
    deadline = false,
  ): GoldsetError {
    return new GoldsetError('SERVICE_REFUSED', {
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

  /** A service may repeat the token in its error; it must not reach a message. */
  #redact(text: string): string {
    const { token } = this.#options;
    return token === '' ? text : text.replaceAll(token, '***');
  }

  #emit(event: TransportEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function abortReason(signal: AbortSignal | undefined): unknown {
  return signal?.reason ?? new DOMException('aborted', 'AbortError');
}
