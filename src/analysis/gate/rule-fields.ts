import type { InconclusiveCode } from '../../model/score/inconclusive-codes.ts';
import type { Counts } from '../../model/score/item-score.ts';
import { fieldGlob, fieldGlobWithin } from '../../scorers/extraction/field-glob.ts';
import { isUnder } from '../config-changes/field-changes.ts';
import { fieldList, type ListedField } from '../config-changes/scoring-config.ts';
import { allPositions, type FoldedRun } from '../fold/folded-run.ts';
import type { PartScope } from '../fold/parts.ts';

/** The leaves that a rule checks: all leaves, those of one field, or those of one class. */
export interface NamedPart {
  readonly name: string;
  readonly part: PartScope;
  /**
   * Whether each document has exactly one right-or-wrong result for the leaves that the rule checks, as McNemar's test
   * requires.
   */
  readonly whole: boolean;
  /** Why the leaves that the rule checks cannot be measured; not set if they can be measured. */
  readonly unmeasured?: string;
}

/** The reason why a rule has nothing to check. Without `emptyCode`, the code is `nothing-matched`. */
export interface EmptyRule {
  readonly emptyReason: string;
  readonly emptyCode?: InconclusiveCode;
}

/**
 * Returns the scored fields that a glob matches, or the reason why there are none. A glob matches leaf fields. The
 * exact name of an object or array matches all fields inside it. Matching fields that only the gold has are returned
 * with `unmeasured`. Such fields are omitted if `allowMissing` lists them, or if `allowMissing` is `null`.
 */
export function ruleFields(
  glob: string,
  run: FoldedRun,
  allowMissing: readonly string[] | null,
): readonly NamedPart[] | EmptyRule {
  const { listed, notShared, excluded } = knownFields(run);
  const matches = fieldGlob(glob);
  const found = listed.filter(({ field, isLeaf }) => (isLeaf ? matches(field) : field === glob));
  if (found.length === 0) return { emptyReason: noField(glob, listed) };
  const unread =
    allowMissing === null ? [] : run.excludedFields.onlyGold.filter((field) => !allowMissing.includes(field));
  const scored = found.filter(({ field }) => !notShared(field) && !excluded(field));
  const lost = found.filter(({ field }) => isUnder(field, unread));
  if (scored.length + lost.length === 0) return notScored(found, excluded);
  return [
    ...scored.map((entry) => fieldPart(entry, listed)),
    ...lost.map((entry) => ({
      ...fieldPart(entry, listed),
      unmeasured:
        'the gold has this field and the processor does not read it; if this is intended, list the field in "allowMissing"',
    })),
  ];
}

/**
 * Returns the reason why none of the fields that a glob matches can have new errors. Returns `null` if at least one
 * can.
 */
export function noNewErrorsReason(glob: string, run: FoldedRun): EmptyRule | null {
  const { listed, notShared, excluded } = knownFields(run);
  const matches = fieldGlobWithin(glob);
  const found = listed.filter(({ field, isLeaf }) => isLeaf && matches(field));
  if (found.length === 0) return { emptyReason: noField(glob, listed) };
  return found.some(({ field }) => !notShared(field) && !excluded(field)) ? null : notScored(found, excluded);
}

function knownFields(run: FoldedRun) {
  // For each field, whether at least one of its leaves is not excluded.
  const outcomes = new Map<string, boolean>();
  const documents = allPositions(run.count);
  for (const { extraction } of run.versions)
    for (const [field, column] of extraction?.fields ?? []) {
      const isScored = column.map(([first]) => first !== undefined && hasScored(first));
      outcomes.set(field, (outcomes.get(field) ?? false) || documents.some(isScored));
    }
  const { onlyGold, onlyProcessor, notComparable } = run.excludedFields;
  const all = [...onlyGold, ...onlyProcessor, ...notComparable];
  return {
    listed: fieldList(run.config, outcomes.keys()),
    notShared: (field: string) => isUnder(field, all),
    excluded: (field: string) => outcomes.get(field) === false && !isUnder(field, all),
  };
}

function hasScored({ excluded: _excluded, ...counts }: Counts): boolean {
  return Object.values(counts).some((count) => count > 0);
}

function noField(glob: string, listed: readonly ListedField[]): string {
  const names = listed.filter(({ isLeaf }) => isLeaf).map(({ field }) => field);
  return `no field matches "${glob}"; the fields are ${names.join(', ')}`;
}

function notScored(found: readonly ListedField[], excluded: (field: string) => boolean): EmptyRule {
  const names = found.map(({ field }) => field).join(', ');
  return found.every(({ field }) => excluded(field))
    ? { emptyReason: `excluded from scoring: ${names}` }
    : {
        emptyReason: `not scored, because the gold or a version lacks these fields: ${names}`,
        emptyCode: 'missing-part',
      };
}

function fieldPart({ field, isLeaf }: ListedField, listed: readonly ListedField[]): NamedPart {
  const inside = isLeaf
    ? []
    : listed
        .filter((other) => other.isLeaf && other.field.startsWith(`${field}.`))
        .map((other) => other.field);
  const inArray = listed.some((other) => other.type === 'array' && `${field}.`.startsWith(`${other.field}.`));
  return { name: field, part: { fields: new Set([field, ...inside]) }, whole: isLeaf && !inArray };
}
