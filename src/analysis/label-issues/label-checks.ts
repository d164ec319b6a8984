import type { JsonValue } from '../../model/json/json-value.ts';
import type { FieldNode, LeafType } from '../../scorers/extraction/field-tree.ts';
import { identifierCheck } from './identifier-checks.ts';

/** What is wrong with a label by itself, whatever was read; null where nothing is. */
export function schemaFault(
  label: JsonValue,
  type: LeafType | null,
  options: readonly string[] | null,
): string | null {
  if (label === null || type === null) return null;
  if (type === 'date') return isDay(label) ? null : 'the label is no date of the calendar';
  if (type === 'number') return typeof label === 'number' ? null : 'the label is no number';
  if (type === 'boolean') return typeof label === 'boolean' ? null : 'the label is neither true nor false';
  if (type === 'enum' && options !== null)
    return typeof label === 'string' && options.includes(label)
      ? null
      : 'the label is none of the schema’s values';
  if (type === 'string') return typeof label === 'string' ? null : 'the label is no text';
  return null;
}

function isDay(label: JsonValue): boolean {
  if (typeof label !== 'string') return false;
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(label);
  if (parts === null) return false;
  const [, year, month, day] = parts.map(Number) as [number, number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** +1: the label's check digits are wrong and the other's are right; -1: the other way round; else 0. */
export function checksumEvidence(
  label: JsonValue,
  proposed: JsonValue,
): { readonly sign: -1 | 0 | 1; readonly kind: string } {
  const own = typeof label === 'string' ? identifierCheck(label) : null;
  const other = typeof proposed === 'string' ? identifierCheck(proposed) : null;
  const kind = own?.kind ?? other?.kind ?? '';
  if (own?.isValid === false && other?.isValid !== false) return { sign: 1, kind };
  if (own?.isValid === true && other?.isValid !== true && proposed !== null) return { sign: -1, kind };
  return { sign: 0, kind };
}

/** The type of a leaf by its dotted name. */
export function leafTypeOf(tree: FieldNode | null, field: string): LeafType | null {
  let node: FieldNode | undefined = tree ?? undefined;
  for (const step of field.split('.')) {
    if (node?.kind === 'array') node = node.items;
    node = node?.kind === 'object' ? node.members.get(step) : undefined;
  }
  return node?.kind === 'leaf' ? node.type : null;
}
