import { setTimeout as delay } from 'node:timers/promises';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { connectionFault } from '../../../base/net/connection-fault.ts';
import { backoffMs, requestedWaitMs } from '../../../base/net/retry-wait.ts';
import { usesProxy } from '../../../base/net/uses-proxy.ts';
import type { ChatSettings } from '../chat-settings.ts';
import { EngineFailure } from '../engine-failure.ts';
import { isQuotaError, type ServerError, serverErrorOf } from './server-error.ts';

/**
 * Number of retries after a server error or a lost connection. Retries after 429 have a limit for their total time, not
 * for their number.
 */
const maxRetries = 5;

/**
 * Result of one attempt: `text` for a response with status 200, `rejected` for status 400, 413 or 422, `failed` for
 * every other permanent error, and `retry` for an error after which a retry can succeed.
 */
type Attempt =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'rejected'; readonly error: ServerError }
  | { readonly kind: 'failed'; readonly failure: EngineFailure; readonly isLost: boolean }
  | {
      readonly kind: 'retry';
      readonly reason: string;
      readonly isRateLimit: boolean;
      readonly waitMs: number | null;
      /** Whether the answer of the server may have been lost. The server may charge for this answer. */
      readonly isLost: boolean;
    };

/**
 * Sends requests to one server. Repeats a request after a lost connection and after status 408, 409, 425, 429 or 5xx,
 * except 501, 505 and a 429 that means that no credit is left.
 */
export class ChatTransport {
  readonly #settings: ChatSettings;
  readonly #url: URL;
  readonly #dispatcher: Dispatcher;

  constructor(settings: ChatSettings) {
    this.#settings = settings;
    this.#url = new URL(settings.url);
    const timeouts = { headersTimeout: settings.timeLimitMs, bodyTimeout: settings.timeLimitMs };
    const options = { ...timeouts, connect: { timeout: 10_000 } };
    this.#dispatcher = usesProxy(this.#url) ? new EnvHttpProxyAgent(options) : new Agent(options);
  }

  /**
   * Returns the body of a response with status 200, or the error of a response with status 400, 413 or 422. Throws an
   * `EngineFailure` for every other result, and at the latest when `performance.now()` reaches `deadlineAt`. Calls
   * `onLost` after each attempt whose answer was lost, because the server may charge for this answer.
   */
  async post(body: unknown, deadlineAt: number, onLost?: () => void): Promise<string | ServerError> {
    const json = JSON.stringify(body);
    for (let failures = 0, attempt = 1; ; attempt++) {
      const result = await this.#attempt(json, deadlineAt);
      if (result.kind === 'text') return result.text;
      if (result.kind === 'rejected') return result.error;
      if (result.isLost) onLost?.();
      if (result.kind === 'failed') throw result.failure;
      if (!result.isRateLimit && ++failures > maxRetries)
        throw serverFailure(`${result.reason}, also after ${maxRetries} retries`);
      const { firstRetryMs } = this.#settings;
      // A server can ask for no wait at all, which would repeat the request without a pause.
      const waitMs = Math.max(firstRetryMs, result.waitMs ?? backoffMs(attempt, firstRetryMs));
      if (performance.now() + waitMs >= deadlineAt)
        throw serverFailure(
          `${result.reason}. The time limit of ${this.#settings.timeLimitMs / 1000} s allows no further attempt`,
        );
      await delay(waitMs);
    }
  }

  async #attempt(json: string, deadlineAt: number): Promise<Attempt> {
    const left = deadlineAt - performance.now();
    const limitMs = Math.max(1, Math.round(Math.min(left, this.#settings.timeLimitMs / 2)));
    const signal = AbortSignal.timeout(limitMs);
    try {
      const response = await this.#dispatcher.request({
        origin: this.#url.origin,
        path: `${this.#url.pathname}${this.#url.search}`,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(this.#settings.key === undefined ? {} : { authorization: `Bearer ${this.#settings.key}` }),
        },
        body: json,
        signal,
      });
      const text = await this.#readBounded(response.body);
      const status = response.statusCode;
      if (text === null) {
        response.body.destroy();
        if (status === 200) return failed(tooLong(this.#settings.maxResponseBytes), true);
      }
      return this.#read(status, firstValues(response.headers), text ?? '');
    } catch (thrown) {
      const fault = connectionFault(thrown);
      const reason = signal.aborted
        ? `sent no complete response within ${Math.round(limitMs / 100) / 10} s`
        : `sent no response (${fault.reason})`;
      const isLost = signal.aborted || fault.maybeSent;
      return { kind: 'retry', reason: this.#redact(reason), isRateLimit: false, waitMs: null, isLost };
    }
  }

  /** Returns the body as text, or `null` if it is larger than the limit. Does not read beyond the limit. */
  async #readBounded(body: Dispatcher.ResponseData['body']): Promise<string | null> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > this.#settings.maxResponseBytes) return null;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  #read(status: number, headers: Readonly<Record<string, string>>, text: string): Attempt {
    if (status === 200) {
      if (/^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? ''))
        return { kind: 'text', text };
      const found = this.#redact(headers['content-type'] ?? 'none').slice(0, 100);
      const failure = serverFailure(`responded with the content type ${found}, expected application/json`);
      return failed(failure, true);
    }
    if (status >= 300 && status < 400)
      return failed(serverFailure(`responded with a redirect (${status}), which the engine does not follow`));
    const error = serverErrorOf(status, text, (message) => this.#redact(message));
    if (status === 400 || status === 413 || status === 422) return { kind: 'rejected', error };
    const reason = `responded with ${status}: ${error.message}`;
    if (status === 401 || status === 403) return failed(serverFailure(`${reason}. Check GOLDSET_ENGINE_KEY`));
    if (status === 402 || (status === 429 && isQuotaError(error)))
      return failed(new EngineFailure('OUT_OF_CREDITS', modelServer(reason)));
    if (![408, 409, 425, 429].includes(status) && (status < 500 || status === 501 || status === 505))
      return failed(serverFailure(reason));
    const waitMs = requestedWaitMs(headers);
    return { kind: 'retry', reason, isRateLimit: status === 429, waitMs, isLost: false };
  }

  /** Removes the API key from a text that the server sent. */
  #redact(text: string): string {
    const { key } = this.#settings;
    return key === undefined ? text : text.replaceAll(key, '***');
  }
}

/** Returns a failure of the server, which the service reports as INTERNAL_ERROR. `problem` continues "The model server ...". */
export function serverFailure(problem: string): EngineFailure {
  return new EngineFailure('INTERNAL_ERROR', modelServer(problem));
}

function modelServer(problem: string): string {
  return `The model server ${problem.replace(/\.$/, '')}.`;
}

function tooLong(limit: number): EngineFailure {
  return serverFailure(`sent a response of more than ${limit} bytes`);
}

function failed(failure: EngineFailure, isLost = false): Attempt {
  return { kind: 'failed', failure, isLost };
}

function firstValues(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) values[name] = first;
  }
  return values;
}
