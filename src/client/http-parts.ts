import { GoldsetError } from '../base/goldset-error.ts';
import type { Query } from './client-options.ts';

/** Parses the URL of a service. Throws USAGE if it is not an http or https URL. */
export function parseBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new GoldsetError('USAGE', {
      problem: 'the URL of the service is not an http or https URL',
      fix: 'Set --target or GOLDSET_BASE_URL to a URL such as https://host/path.',
    });
  return url;
}

/**
 * Throws USAGE if the token has a character that HTTP headers do not allow, such as a line break at the end of the
 * token.
 */
export function assertValidToken(token: string): void {
  if (/^[\x21-\x7e\x80-\xff]+$/.test(token)) return;
  throw new GoldsetError('USAGE', {
    problem: 'the API token contains a space, a line break or another character that is invalid in a header',
    fix: 'Set GOLDSET_API_TOKEN to the token only, without spaces or line breaks.',
  });
}

/** Returns the query as `?name=value&...`, or an empty string if there are no values. Omits `undefined` values. */
export function queryText(query: Query | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

export function firstValues(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) out[name.toLowerCase()] = first;
  }
  return out;
}

/** Returns a text on one line, truncated to 200 characters. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 197)}...` : line;
}
