import { isJsonObject } from '../../model/json/json-value.ts';
import type { ExtractConfig, ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { FieldChange } from '../../model/report/comparison-section.ts';
import { type FieldLine, listFields, schemaTree } from '../../scorers/extraction/field-tree.ts';
import {
  bestRenames,
  type ComparedConfigs,
  partsOnOneSide,
  type Rename,
  type RenameCandidate,
  renameEvidence,
  renameKey,
} from './renames.ts';

/**
 * Returns the fields that only one of two configs has: added, removed or renamed. A removed field counts as
 * renamed if an added field of the same type and parent matches it: by the values in most documents, by the
 * description or by a similar name. `reason` states the evidence. Omits the fields inside a changed field.
 */
export function fieldChanges(run: Pick<ComparedConfigs, 'plan' | 'renames'>): FieldChange[] {
  const found = changedLines(run.plan);
  if (found === null) return [];
  const { before, after, old, now, removed, added } = found;
  const [oldTexts, newTexts] = [descriptionsOf(before), descriptionsOf(after)];
  const renames = bestRenames(
    removed,
    added,
    ({ field }) => field,
    (was, is) => likenessOf(run.renames, was, is, oldTexts, newTexts),
  );
  return [
    ...old.flatMap((line): FieldChange[] => {
      const other = now.find(({ field }) => field === line.field);
      if (other === undefined || natureOf(other) === natureOf(line)) return [];
      const reason = `${line.type} in the baseline, ${other.type} in the candidate`;
      return [{ part: 'field', field: line.field, change: 'retyped', to: null, reason }];
    }),
    ...partsOnOneSide(
      'field',
      { removed: removed.map(({ field }) => field), added: added.map(({ field }) => field), renames },
      () => 'only the baseline reads it',
      () => 'only the candidate reads it',
    ),
  ];
}

/** Returns the topmost fields that some of the configs lack, so that they cannot be compared. */
export function unsharedFields(configs: readonly ProcessorConfig[]): string[] {
  const natures = configs.flatMap((config) =>
    config.type === 'EXTRACT' ? [new Map(linesOf(config).map((line) => [line.field, natureOf(line)]))] : [],
  );
  if (natures.some((fields) => fields.size === 0)) return [];
  const all = [...new Set(natures.flatMap((fields) => [...fields.keys()]))];
  const unshared = all.filter((field) => new Set(natures.map((fields) => fields.get(field))).size > 1);
  return topmost(unshared.map((field) => ({ field }))).map(({ field }) => field);
}

/** Returns the change of a field or of a group around it; `undefined` if neither changed. */
export function changeOf(field: string, changes: readonly FieldChange[]): FieldChange | undefined {
  return changes.find(
    (change) => isUnder(field, [change.field]) || (change.to !== null && isUnder(field, [change.to])),
  );
}

/** Returns whether `field` is one of `fields` or is inside one. */
export function isUnder(field: string, fields: readonly string[]): boolean {
  return fields.some((other) => field === other || field.startsWith(`${other}.`));
}

function likenessOf(
  counts: ComparedConfigs['renames'],
  was: FieldLine,
  is: FieldLine,
  oldTexts: ReadonlyMap<string, string>,
  newTexts: ReadonlyMap<string, string>,
): Rename | null {
  if (!mayBeRenamed(was, is)) return null;
  const { same, both } = counts.get(renameKey({ was: was.field, is: is.field })) ?? { same: 0, both: 0 };
  return renameEvidence(is.field, {
    agreement: { same, both, what: 'same value' },
    texts: [oldTexts.get(was.field), newTexts.get(is.field)],
    names: [lastName(was.field), lastName(is.field)],
  });
}

/** Returns the pairs of a removed and an added field that may be a rename. */
export function fieldRenameCandidates(plan: RunPlan): RenameCandidate[] {
  const { removed = [], added = [] } = changedLines(plan) ?? {};
  return removed.flatMap((was) =>
    added.filter((is) => mayBeRenamed(was, is)).map((is) => ({ was: was.field, is: is.field })),
  );
}

function mayBeRenamed(was: FieldLine, is: FieldLine): boolean {
  return is.type === was.type && parentOf(is.field) === parentOf(was.field);
}

/** Returns the fields of two configs and those that only one has; `null` unless there are two extraction configs. */
function changedLines({ versions }: RunPlan) {
  const [before, after] = versions.map(({ config }) => config);
  if (versions.length !== 2 || before?.type !== 'EXTRACT' || after?.type !== 'EXTRACT') return null;
  const old = linesOf(before);
  const now = linesOf(after);
  const retyped = old.filter(({ field, ...line }) =>
    now.some((other) => other.field === field && natureOf(other) !== natureOf(line)),
  );
  const below = ({ field }: FieldLine) =>
    isUnder(
      field,
      retyped.map((line) => line.field),
    );
  const removed = topmost(
    old.filter((line) => !now.some(({ field }) => line.field === field) && !below(line)),
  );
  const added = topmost(now.filter((line) => !old.some(({ field }) => line.field === field) && !below(line)));
  return { before, after, old, now, removed, added };
}

function linesOf(config: ExtractConfig): FieldLine[] {
  const tree = schemaTree({ schema: config.schema, fields: config.fields });
  return tree === null ? [] : listFields(tree);
}

/** Returns whether a field is an object, an array or a value. Fields of different natures cannot be compared. */
function natureOf({ type }: Pick<FieldLine, 'type'>): string {
  return type === 'object' || type === 'array' ? type : 'value';
}

function topmost<T extends { readonly field: string }>(lines: readonly T[]): T[] {
  return lines.filter(({ field }) => !lines.some((other) => field.startsWith(`${other.field}.`)));
}

function parentOf(field: string): string {
  return field.split('.').slice(0, -1).join('.');
}

function lastName(field: string): string {
  return field.split('.').at(-1) ?? field;
}

/** Returns the descriptions in a JSON schema or a fields array, by dotted name. */
function descriptionsOf(config: ExtractConfig): Map<string, string> {
  const texts = new Map<string, string>();
  const visit = (node: unknown, field: string): void => {
    if (!isJsonObject(node)) return;
    if (field !== '' && typeof node.description === 'string') texts.set(field, node.description.trim());
    if (isJsonObject(node.items)) visit({ ...node.items, description: undefined }, field);
    for (const [name, child] of Object.entries(isJsonObject(node.properties) ? node.properties : {}))
      visit(child, field === '' ? name : `${field}.${name}`);
    for (const child of Array.isArray(node.schema) ? node.schema : [])
      if (isJsonObject(child)) visit(child, field === '' ? String(child.id) : `${field}.${String(child.id)}`);
  };
  visit(config.schema ?? { schema: config.fields }, '');
  return texts;
}
