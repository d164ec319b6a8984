import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { Agent, fetch, type Response } from 'undici';
import type { ServiceContext } from '../../context/service-context.ts';
import { type HttpError, invalid } from '../../errors/http-error.ts';
import { withError } from '../../http/decode-body.ts';

const redirectLimit = 5;

/** Returns the error to throw if the file is not available for this reason. */
type Reject = (reason: string) => HttpError;

interface FetchedFile {
  readonly body: AsyncIterable<Uint8Array>;
  readonly name: string;
}

/**
 * Fetches the bytes at a `fileUrl`. Throws 400 if they are not available. Rejects private addresses, also after a
 * redirect, except files of this service. The setting `allowPrivateAddresses` permits them.
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
  const anywhere = own || context.allowPrivateAddresses;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!anywhere && isIP(host) !== 0 && isPrivate(host)) throw reject(privateReason);
  try {
    return await fetch(url, {
      redirect: 'manual',
      signal,
      dispatcher: anywhere ? anyAgent : publicAgent,
    });
  } catch (error) {
    if (signal.aborted) throw reject(tooLate(context));
    if (error instanceof Error && error.cause instanceof PrivateAddress) throw reject(privateReason);
    throw reject('the address does not respond');
  }
}

const privateReason =
  'it is at an address of a private network, and the service was started without allowPrivateAddresses';

class PrivateAddress extends Error {}

/** Resolves a name, and fails if any of its addresses is private. The connection uses the address that was checked. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, '', 0);
    const first = addresses[0];
    if (first === undefined || addresses.some(({ address }) => isPrivate(address)))
      return done(new PrivateAddress(hostname), '', 0);
    if (options.all === true) return done(null, addresses);
    done(null, first.address, first.family);
  });
};

const publicAgent = new Agent({ connect: { lookup: publicLookup } });
const anyAgent = new Agent();

const privateRanges = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/127',
  '64:ff9b::/96',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]) {
  const [network = '', bits] = range.split('/');
  privateRanges.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4');
}

/** Returns whether an address is not public, for example loopback or private. Includes IPv4 in IPv6 form. */
export function isPrivate(address: string): boolean {
  return privateRanges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
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
