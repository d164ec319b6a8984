import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { Agent, EnvHttpProxyAgent, fetch, type RequestInit, type Response } from 'undici';
import { usesProxy } from '../../base/net/uses-proxy.ts';

export class PrivateAddressError extends Error {
  constructor() {
    super(
      'the address is in a private network, which the service allows only with the option `allowPrivateAddresses` (`goldset serve --allow-private-addresses`)',
    );
  }
}

/**
 * Sends a request to an address that a user of the service chose. Does not follow redirects. Throws
 * PrivateAddressError if the address is private and `allowPrivate` is false. With a proxy (`usesProxy`), host
 * names are not checked, because the proxy resolves them.
 */
export async function guardedFetch(
  url: URL,
  {
    allowPrivate,
    ...init
  }: Omit<RequestInit, 'redirect' | 'dispatcher'> & { readonly allowPrivate: boolean },
): Promise<Response> {
  if (!allowPrivate && hasPrivateHost(url)) throw new PrivateAddressError();
  const connect = allowPrivate ? {} : { lookup: publicLookup };
  const proxy = usesProxy(url) ? new EnvHttpProxyAgent({ connect }) : null;
  try {
    return await fetch(url, {
      ...init,
      redirect: 'manual',
      dispatcher: proxy ?? (allowPrivate ? anyAgent : publicAgent),
    });
  } catch (error) {
    throw error instanceof Error && error.cause instanceof PrivateAddressError ? error.cause : error;
  } finally {
    // The connection to the proxy closes after the body has been read.
    void proxy?.close();
  }
}

/** Returns whether the host of an address is a private IP address. Does not resolve names. */
export function hasPrivateHost(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && isPrivate(host);
}

/** Resolves a name, and fails if any of its addresses is private. The connection uses the address that was checked. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, '', 0);
    const first = addresses[0];
    if (first === undefined || addresses.some(({ address }) => isPrivate(address)))
      return done(new PrivateAddressError(), '', 0);
    if (options.all === true) return done(null, addresses);
    done(null, first.address, first.family);
  });
};

const publicAgent = new Agent({ connect: { lookup: publicLookup } });
const anyAgent = new Agent();

/** Ranges that IANA lists as not globally reachable, and ranges of IPv6 addresses that contain an IPv4 address. */
const privateRanges = blockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23', // Teredo and other protocols
  '2001:db8::/32',
  '2002::/16', // 6to4
  '3fff::/20',
]);

/**
 * Ranges of IPv6 addresses that can be public: global unicast addresses and IPv4-mapped addresses. All other addresses
 * are local, are translated to IPv4 (NAT64), or are unassigned.
 */
const publicRanges = blockList(['2000::/3', '::ffff:0:0/96']);

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4');
  }
  return list;
}

/**
 * Returns whether an IP address is not public, for example loopback or private. An IPv4-mapped address
 * (`::ffff:10.0.0.1`) is private if its IPv4 address is private.
 */
export function isPrivate(address: string): boolean {
  if (!isIPv6(address)) return privateRanges.check(address, 'ipv4');
  return privateRanges.check(address, 'ipv6') || !publicRanges.check(address, 'ipv6');
}
