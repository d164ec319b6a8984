import { GoldsetError } from '../../base/goldset-error.ts';

const deepest = 64;

/** Refuses values nested deeper than any document needs, before a recursion over them could exhaust the stack. */
export function refuseTooDeep(value: unknown, side: 'expected' | 'predicted'): void {
  if (isDeeper(value, deepest)) throw new GoldsetError('VALUE_TOO_DEEP', { side, limit: deepest });
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((member) => isDeeper(member, levels - 1));
  const object = value as Record<string, unknown>;
  for (const key in object) if (isDeeper(object[key], levels - 1)) return true;
  return false;
}
