import { useLayoutEffect, useState } from 'preact/hooks';

/** Address inside the page, such as `#/documents?q=new-errors` or `#/document/inv-0042?q=new-errors`. */
export interface Address {
  readonly section: string;
  readonly argument: string;
  readonly query: Readonly<Record<string, string>>;
}

function parseAddress(hash: string): Address {
  const text = hash.replace(/^#\/?/, '');
  const mark = text.indexOf('?');
  const place = mark < 0 ? text : text.slice(0, mark);
  const [section = '', ...rest] = place.split('/');
  const query: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1))) query[key] = value;
  return { section: decode(section), argument: decode(rest.join('/')), query };
}

export function formatAddress(section: string, argument = '', query: Record<string, string> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams(given).toString();
  // An id from the data may contain half of a surrogate pair, for which `encodeURIComponent` would throw an error.
  const place = argument === '' ? section : `${section}/${encodeURIComponent(argument.toWellFormed())}`;
  return `#/${place}${search === '' ? '' : `?${search}`}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function useAddress(): Address {
  const [address, setAddress] = useState(() => parseAddress(location.hash));
  // An ordinary effect would start only after the first paint and could miss a change of the address.
  useLayoutEffect(() => {
    const follow = () => setAddress(parseAddress(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return address;
}

/** Changes the query of the address without adding an entry to the browser history. */
export function replaceQuery(address: Address, change: Record<string, string>): void {
  const query = { ...address.query, ...change };
  const next = formatAddress(address.section || 'summary', address.argument, query);
  history.replaceState(null, '', next);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

export function goTo(address: string): void {
  location.hash = address;
}
