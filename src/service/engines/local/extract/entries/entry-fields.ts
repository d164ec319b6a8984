import { tokensOf } from '../layout/fold-text.ts';
import { type EntryRole, entryRoleWords } from '../lexicon/entry-words.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import { spacedName, stemOf } from '../lists/field-words.ts';

/** The fields of an entry by their role. If several fields have the same role, the first field counts. */
export type EntryFields = ReadonlyMap<EntryRole, FieldNode>;

/**
 * Returns the role of a field in an entry, from its name. Returns `undefined` if no word of the name belongs to a role.
 */
function entryRoleOf(node: FieldNode): EntryRole | undefined {
  if (node.kind === 'number' || node.kind === 'currency' || node.kind === 'signature') return undefined;
  const names = `${spacedName(node.key)} ${spacedName(node.name)}`;
  const own = new Set(tokensOf(names).map((token) => stemOf(token.text)));
  const role = entryRoleWords.find(([, known]) => [...own].some((word) => known.has(word)))?.[0];
  return (role === 'current') === (node.kind === 'boolean') ? role : undefined;
}

/**
 * Returns the fields of an array whose items are entries of a section, such as jobs, degrees, publications or awards.
 * The fields of such an array have at least two different roles, and one of these roles is the title, the organisation,
 * the authors or the text. Returns `undefined` for arrays with amounts, because these are tables.
 */
export function entryFieldsOf(array: FieldNode): EntryFields | undefined {
  const fields = new Map<EntryRole, FieldNode>();
  for (const node of array.children) {
    const isAmount = node.kind === 'number' || node.kind === 'currency' || node.kind === 'signature';
    if (isAmount) return undefined;
    const role = entryRoleOf(node);
    if (role !== undefined && !fields.has(role)) fields.set(role, node);
  }
  const isEntry = (['title', 'organisation', 'people', 'text'] as const).some((role) => fields.has(role));
  return isEntry && fields.size >= 2 ? fields : undefined;
}
