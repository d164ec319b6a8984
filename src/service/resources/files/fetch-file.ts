import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { Agent, fetch, type Response } from 'undici';
import type { ServiceContext } from '../../context/service-context.ts';
import { type HttpError, invalid } from '../../errors/http-error.ts';

const redirectLimit = 5;

export interface FetchedFile {
  readonly body: AsyncIterable<Uint8Array>;
  readonly name: string;
}

/**
 * The bytes at a `fileUrl`; 400 where they cannot be had. Addresses of this machine and of private networks are
 * refused unless the service was told to allow them, after resolution and at every redirect; this service's own
 * presigned addresses are always taken.
 */
export async function fetchFile(
  context: ServiceContext,
  address: string,
  field: string,
): Promise<FetchedFile> {
  const refuse = (reason: string): HttpError =>
    invalid(field, `the file cannot be downloaded: ${reason}`, 'UNABLE_TO_DOWNLOAD_FILE');
  const time = AbortSignal.timeout(context.fetchTimeLimitMs);
  let url = readUrl(address, refuse);
  for (let hops = 0; hops <= redirectLimit; hops++) {
    const response = await request(context, url, time, refuse);
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      url = readUrl(location, refuse, url);
      continue;
    }
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw refuse(`the address answers with status ${response.status}`);
    }
    const stream = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    return { body: interrupted(stream, time, tooLate(context), refuse), name: nameInAddress(url) };
  }
  throw refuse(`more than ${redirectLimit} redirects`);
}

function readUrl(address: string, refuse: (reason: string) => HttpError, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    throw refuse('not a URL');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse('only http and https are taken');
  return url;
}

async function request(
  context: ServiceContext,
  url: URL,
  signal: AbortSignal,
  refuse: (reason: string) => HttpError,
): Promise<Response> {
  const own = url.href.startsWith(`${context.baseUrl}/local/files/`);
  const anywhere = own || context.allowPrivateAddresses;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!anywhere && isIP(host) !== 0 && isPrivate(host)) throw refuse(privateReason);
  try {
    return await fetch(url, {
      redirect: 'manual',
      signal,
      dispatcher: anywhere ? anyAgent : publicAgent,
    });
  } catch (error) {
    if (signal.aborted) throw refuse(tooLate(context));
    if (error instanceof Error && error.cause instanceof PrivateAddress) throw refuse(privateReason);
    throw refuse('the address does not answer');
  }
}

const privateReason =
  'it is at an address of a private network, which this service does not fetch from unless it is told to';

class PrivateAddress extends Error {}

/** Resolves as usual, but fails where any of the addresses is private: the one checked is the one connected to. */
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
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  privateRanges.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  privateRanges.addSubnet(network, bits, 'ipv6');

/** Loopback, link-local, private and otherwise not public; IPv4 written as IPv6 included. */
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

async function* interrupted(
  body: AsyncIterable<Uint8Array>,
  time: AbortSignal,
  late: string,
  refuse: (reason: string) => HttpError,
): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  try {
    while (true) {
      let next: IteratorResult<Uint8Array>;
      try {
        next = await iterator.next();
      } catch {
        throw refuse(time.aborted ? late : 'the connection broke');
      }
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // A file that is too large is not read to its end.
    await iterator.return?.();
  }
}
