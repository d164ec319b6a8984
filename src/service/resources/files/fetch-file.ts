import { Readable } from 'node:stream';
import type { Response } from 'undici';
import type { ServiceContext } from '../../context/service-context.ts';
import { type HttpError, invalid } from '../../errors/http-error.ts';
import { withError } from '../../http/decode-body.ts';
import { guardedFetch, PrivateAddressError } from '../../http/guarded-fetch.ts';

const redirectLimit = 5;

/** Returns the error for a file that cannot be downloaded. `reason` is the end of the error message. */
type Reject = (reason: string) => HttpError;

interface FetchedFile {
  readonly body: AsyncIterable<Uint8Array>;
  readonly name: string;
}

/**
 * Fetches the bytes at a `fileUrl`. Throws 400 if the bytes are not available. Without the setting
 * `allowPrivateAddresses`, rejects private addresses, except for files of this service. Redirects have the
 * same restriction.
 */
export async function fetchFile(
  context: ServiceContext,
  address: string,
  field: string,
): Promise<FetchedFile> {
  const reject: Reject = (reason) =>
    invalid(field, `the file cannot be downloaded: ${reason}`, 'UNABLE_TO_DOWNLOAD_FILE');
  const time = AbortSignal.timeout(context.fetchTimeLimitMs);
  let url = readUrl(address, reject);
  for (let hops = 0; hops <= redirectLimit; hops++) {
    const response = await request(context, url, time, reject);
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      url = readUrl(location, reject, url.href);
      continue;
    }
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw reject(`the address responds with status ${response.status}`);
    }
    const stream = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    const broken = () => reject(time.aborted ? tooLate(context) : 'the connection broke');
    return { body: withError(stream, broken), name: nameInAddress(url) };
  }
  throw reject(`more than ${redirectLimit} redirects`);
}

function readUrl(address: string, reject: Reject, base?: string): URL {
  const url = URL.parse(address, base);
  if (url === null) throw reject('not a URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw reject('only http and https are supported');
  return url;
}

async function request(
  context: ServiceContext,
  url: URL,
  signal: AbortSignal,
  reject: Reject,
): Promise<Response> {
  const own = url.href.startsWith(`${context.baseUrl}/local/files/`);
  try {
    return await guardedFetch(url, { signal, allowPrivate: own || context.allowPrivateAddresses });
  } catch (error) {
    if (signal.aborted) throw reject(tooLate(context));
    if (error instanceof PrivateAddressError) throw reject(error.message);
    throw reject('the address does not respond');
  }
}

function tooLate(context: ServiceContext): string {
  return `it did not arrive within ${context.fetchTimeLimitMs / 1000} s`;
}

function nameInAddress(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || 'file';
  } catch {
    return last;
  }
}
