import { getOrCreate } from '../../base/collections.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { LeafOutcome } from '../../model/score/item-score.ts';
import { inferredType } from '../../scorers/extraction/field-plan.ts';
import { type LeafType, listFields, schemaTree } from '../../scorers/extraction/field-tree.ts';
import { causeOf, isUnknown, isWholeRow, isWrongOutcome } from './causes.ts';
import { DocumentValues, type ScoredOutput } from './document-values.ts';
import { cellOf } from './table-values.ts';
import { WrongValue } from './wrong-value.ts';

/** A wrong leaf, with the index of its cause in `causes`. */
export interface ExplainedLeaf {
  readonly leaf: LeafOutcome;
  readonly cause: number;
  /**
   * The second leaf of a replaced list entry: the extra leaf if `leaf` is the missing leaf, and vice versa. Set only if
   * the two leaves together show the cause.
   */
  readonly counterpart?: LeafOutcome;
}

/** Finds the causes of all incorrect, missing and spurious leaves of an output, in the order of the leaves. */
export type FindCauses = (output: ScoredOutput) => ExplainedLeaf[];

export function compileFindCauses(config: Extract<ProcessorConfig, { type: 'EXTRACT' }>): FindCauses {
  const types = new Map<string, LeafType>();
  for (const { field, type } of listFields(schemaTree(config)))
    if (type !== 'object' && type !== 'array') types.set(field, type);
  const names = new Map<string, readonly string[]>();
  const wordsOfName = (field: string) => getOrCreate(names, field, () => nameWords(field));
  return (output) => {
    const document = new DocumentValues(output, wordsOfName);
    return output.leaves.flatMap((leaf) => {
      const { outcome, field, expected, predicted } = leaf;
      if (!isWrongOutcome(outcome)) return [];
      const type = types.get(field) ?? inferredType(expected ?? predicted ?? null);
      const cause = causeOf(new WrongValue(leaf, type, document));
      const replaced = isWholeRow(cause) ? causeAsEntry(leaf, type, document) : null;
      return replaced ?? { leaf, cause };
    });
  };
}

/**
 * Returns the cause of a list entry that the output replaced by another entry (`ReplacedEntry`). Returns `null` if the
 * leaf belongs to no such entry, or if no rule finds a cause.
 */
function causeAsEntry(leaf: LeafOutcome, type: LeafType, document: DocumentValues): ExplainedLeaf | null {
  const cell = cellOf(leaf.path);
  const entry = cell === null ? undefined : document.table(cell.array).replacedEntry(leaf);
  if (entry === undefined) return null;
  const cause = causeOf(new WrongValue(entry.missing, type, document, entry.extra));
  if (isUnknown(cause)) return null;
  return { leaf, cause, counterpart: leaf === entry.missing ? entry.extra : entry.missing };
}

/** Returns the words in the last part of a field name, in lower case: `unit` and `price` for `lines.unitPrice`. */
function nameWords(field: string): readonly string[] {
  return (field.split('.').at(-1) ?? '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
