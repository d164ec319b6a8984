import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const cookieName = 'goldset';
/** After this many wrong tokens within a minute, the server rejects all further tokens without checking them. */
const maxFailures = 10;
const minute = 60_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** If true, the route needs no session. */
    readonly isPublic?: boolean;
  }
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Rejects requests from other hosts and origins, and requests without the session cookie. `POST /api/session` sets the
 * cookie if the request has the token. `port` returns the port of the server.
 */
export function guard(app: FastifyInstance, token: string, port: () => number): void {
  const expected = Buffer.from(token);
  let failures: number[] = [];
  const isToken = (found: unknown): boolean => {
    const bytes = Buffer.from(typeof found === 'string' ? found : '');
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  };
  const isBlocked = () => {
    failures = failures.filter((at) => at > Date.now() - minute);
    return failures.length >= maxFailures;
  };
  const reject = (reply: FastifyReply, status: number, problem: string) =>
    reply.status(status).send({ problem });

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    const host = request.headers.host ?? '';
    const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port()}`);
    if (!hosts.includes(host)) return reject(reply, 403, 'This address is not the address of goldset view.');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const site = request.headers['sec-fetch-site'];
    const { origin } = request.headers;
    const isForeign =
      (origin !== undefined && origin !== `http://${host}`) ||
      (site !== undefined && site !== 'same-origin' && !(site === 'none' && isRead));
    if (isForeign && !request.routeOptions.config.isPublic)
      return reject(reply, 403, 'The request comes from another site.');
    if (!isRead && !isOwnWrite(request, host))
      return reject(reply, 403, 'The request does not come from a page of goldset view.');
    if (request.routeOptions.config.isPublic) return;
    const cookie = sessionCookie(request);
    if (cookie === null) return reject(reply, 401, 'Open the address that goldset view printed.');
    if (isToken(cookie)) return;
    if (isBlocked()) return reject(reply, 429, 'Too many wrong tokens. Wait one minute.');
    failures.push(Date.now());
    return reject(reply, 401, 'The session has ended. Open the address that goldset view printed.');
  });

  app.post('/api/session', { config: { isPublic: true } }, async (request, reply) => {
    if (isBlocked()) return reject(reply, 429, 'Too many wrong tokens. Wait one minute.');
    if (!isToken((request.body as { token?: unknown } | null)?.token)) {
      failures.push(Date.now());
      return reject(reply, 401, 'This is not the token of this goldset view.');
    }
    reply.header('set-cookie', `${cookieName}-${port()}=${token}; HttpOnly; SameSite=Strict; Path=/`);
    return { ok: true };
  });

  /** The name of the cookie contains the port, because browsers send the same cookies to all ports of a host. */
  function sessionCookie(request: FastifyRequest): string | null {
    const start = `${cookieName}-${port()}=`;
    const parts = (request.headers.cookie ?? '').split(';').map((part) => part.trim());
    return parts.find((part) => part.startsWith(start))?.slice(start.length) ?? null;
  }
}

function isOwnWrite({ headers: given }: FastifyRequest, host: string): boolean {
  const type = given['content-type'] ?? '';
  return (
    given.origin === `http://${host}` && given['x-goldset'] === '1' && /^application\/json(;|$)/.test(type)
  );
}
