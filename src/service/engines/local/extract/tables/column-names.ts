import { joinedForm } from '../layout/fold-text.ts';
import { columnSynonyms } from '../lexicon/column-synonyms.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import { contentWords, spacedName } from '../lists/field-words.ts';

const groupsOf = new Map<string, number[]>();
for (const [group, names] of columnSynonyms.entries()) {
  for (const name of names) {
    const joined = joinedForm(name);
    const groups = groupsOf.get(joined);
    if (groups === undefined) groupsOf.set(joined, [group]);
    else groups.push(group);
  }
}

/** Returns the indexes of the synonym groups that contain a name. */
export function synonymGroups(joined: string): readonly number[] {
  return groupsOf.get(joined) ?? [];
}

/** One of the names of a field, prepared for the comparison with headers. */
export interface ColumnName {
  readonly joined: string;
  readonly words: readonly string[];
  readonly groups: readonly number[];
  /**
   * Groups of synonyms that contain the last word of the name. The last word carries the meaning:
   * `course_title` is a title.
   */
  readonly lastGroups: readonly number[];
}

/** The names of a field and the words of its description, prepared once per config. */
export interface ColumnNames {
  readonly names: readonly ColumnName[];
  readonly described: ReadonlySet<string>;
}

export function columnNamesOf(node: FieldNode): ColumnNames {
  const names = [...new Set([spacedName(node.name), spacedName(node.key)])];
  return {
    names: names.map((name) => ({
      joined: joinedForm(name),
      words: contentWords(name),
      groups: synonymGroups(joinedForm(name)),
      lastGroups: synonymGroups(joinedForm(name.split(/\s+/).at(-1) ?? '')),
    })),
    described: new Set(contentWords(node.description.slice(0, 200))),
  };
}
