import { GoldsetError } from '../base/goldset-error.ts';

/** The address of a service; user names and passwords in it are not kept. */
export function parseBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new GoldsetError('USAGE', {
      problem: 'the address of the service is not an http or https URL',
      fix: 'Give it like https://host/path (--target or GOLDSET_BASE_URL).',
    });
  return url;
}

/** A token from a file often ends in a line break, which no header can carry; the token itself is not shown. */
export function refuseUnusableToken(token: string): void {
  if (/^[\x21-\x7e\x80-\xff]+$/.test(token)) return;
  throw new GoldsetError('USAGE', {
    problem: 'the API token holds a space, a line break or another sign that a header cannot carry',
    fix: 'Set GOLDSET_API_TOKEN to the token alone.',
  });
}

/** `?name=value&...`, without what is undefined. */
export function queryText(
  query: Readonly<Record<string, string | number | boolean | undefined>> | undefined,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** The first value of each header, names in lower case. */
export function single(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) out[name.toLowerCase()] = first;
  }
  return out;
}

/** A text as it stands in a message: one line, cut short. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 197)}...` : line;
}
