import { GoldsetError } from '../../base/goldset-error.ts';

const maxDepth = 64;

type Side = 'expected' | 'predicted';

export function requireJsonPair(expected: unknown, predicted: unknown): void {
  requireJson(expected, 'expected');
  requireJson(predicted, 'predicted');
}

/**
 * Throws VALUE_NOT_JSON for values that JSON cannot represent (dates, big integers, maps, NaN, functions). Without this
 * check, such values would count as missing. Throws VALUE_TOO_DEEP for values nested beyond 64 levels. Accepts
 * `undefined` as a missing key or row.
 */
export function requireJson(value: unknown, side: Side): void {
  check(value, side, '', maxDepth);
}

function check(value: unknown, side: Side, path: string, levels: number): void {
  if (typeof value !== 'object' || value === null) {
    if (!isJsonScalar(value)) reject(value, side, path);
    return;
  }
  if (levels === 0) throw new GoldsetError('VALUE_TOO_DEEP', { side, limit: maxDepth });
  if (Array.isArray(value)) {
    for (const [at, member] of value.entries())
      if (typeof member === 'object' || !isJsonScalar(member))
        check(member, side, `${path}[${at}]`, levels - 1);
    return;
  }
  if (Object.prototype.toString.call(value) !== '[object Object]') reject(value, side, path);
  const object = value as Record<string, unknown>;
  for (const key in object) {
    const member = object[key];
    // Skips scalars first, because building a path is slow.
    if (typeof member === 'object' || !isJsonScalar(member))
      check(member, side, `${path}.${key}`, levels - 1);
  }
}

function isJsonScalar(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return true;
    case 'number':
      return Number.isFinite(value);
    default:
      return value === null;
  }
}

function reject(value: unknown, side: Side, path: string): never {
  const kind = typeof value === 'object' ? Object.prototype.toString.call(value).slice(8, -1) : typeof value;
  const found = typeof value === 'number' ? String(value) : `a ${kind}`;
  throw new GoldsetError('VALUE_NOT_JSON', { side, path, found });
}
