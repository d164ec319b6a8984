import {
  citationsOf,
  confidenceOrNull,
  confidencesOf,
} from '../../analysis/fold/documents/output-metadata.ts';
import {
  documentValues,
  NameCounts,
  type Relation,
  RelationCounts,
} from '../../analysis/label-issues/relations.ts';
import { goldPlace } from '../../loaders/review/gold-place.ts';
import type { DatasetManifest } from '../../model/dataset/evaluation-set.ts';
import type { Proposal } from '../../model/dataset/proposal.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import type { LabellingValue } from '../../model/review/labelling-state.ts';
import { type LabelField, labelTexts, leavesOf } from './label-fields.ts';

/** Smallest confidence with which a value can be confirmed together with its group. */
export const groupConfidence = 0.5;

/**
 * Returns the proposed label of a field; `null` if there is none. A table without rows counts as no label, and money
 * without an amount also counts as no label.
 */
export function proposedLabel(
  { output }: Pick<Proposal, 'output'>,
  field: LabelField,
  manifest: Pick<DatasetManifest, 'kind' | 'config'>,
): JsonValue {
  const label = (goldPlace(output, field.path, manifest).read(output) ?? null) as JsonValue;
  const text = labelTexts(field, label);
  return text === null || text.length === 0 ? null : label;
}

/**
 * Returns the smallest confidence among a value and all values inside it; `null` if the output has no confidence for
 * any of them.
 */
export function confidenceOf({ output }: Pick<Proposal, 'output'>, { path }: LabelField): number | null {
  if (isJsonObject(output) && typeof output.type === 'string' && path === 'type')
    return confidenceOrNull(output.confidence);
  const known = Object.entries(confidencesOf(output)).filter(([at]) => isAtOrBelow(at, path));
  const values = known.flatMap(([, confidence]) => (confidence === null ? [] : [confidence]));
  return values.length === 0 ? null : Math.min(...values);
}

/** Returns the boxes on the pages for a value and the values inside it. */
export function boxesOf({ output }: Pick<Proposal, 'output'>, { path }: LabelField): LabellingValue['boxes'] {
  return Object.entries(citationsOf(output))
    .filter(([at]) => isAtOrBelow(at, path))
    .flatMap(([, citations]) => citations)
    .filter(({ polygon = [] }) => polygon.length > 0)
    .map(({ page = 1, polygon = [], pageWidth, pageHeight }) => ({
      page,
      corners: polygon.map(({ x, y }) => [x / (pageWidth || 1), y / (pageHeight || 1)] as const),
    }));
}

/**
 * Returns whether the output states the position on a page for every single value of a label. For a cell without a
 * position, the position of its row is used.
 */
export function isPlaced({ output }: Pick<Proposal, 'output'>, field: LabelField, label: JsonValue): boolean {
  const placed = Object.entries(citationsOf(output))
    .filter(([, citations]) => citations.some(({ polygon = [] }) => polygon.length > 0))
    .map(([at]) => at);
  return [...leavesOf(field, label).keys()].every((leaf) =>
    placed.some((at) => isAtOrBelow(at, leaf) || (isAtOrBelow(leaf, at) && isAtOrBelow(at, field.path))),
  );
}

function isAtOrBelow(at: string, path: string): boolean {
  return at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`);
}

/**
 * Finds arithmetic relations in proposals, such as subtotal + tax_amount = total_amount. A relation must apply to at
 * least 8 documents, and hold in at least 75 % of the cases to which it applies.
 */
export function arithmeticOf(outputs: readonly JsonValue[]): readonly Relation[] {
  const values = outputs.map((output) => documentValues(valuesIn(output)));
  const names = new NameCounts();
  for (const one of values) names.add(one);
  const counts = new RelationCounts(names.candidates().filter(({ kind }) => kind === 'totals'));
  for (const one of values) counts.add(one);
  return counts.kept();
}

function valuesIn(output: JsonValue): JsonValue {
  return isJsonObject(output) && isJsonObject(output.value) ? output.value : output;
}

/**
 * Checks the relations that contain a field. Returns the first relation that does not hold. If all hold, returns the
 * first relation. Returns `null` if there is no relation to check. Ignores relations with a field that is hidden from
 * the reviewer.
 */
export function checkArithmetic(
  relations: readonly Relation[],
  { path }: LabelField,
  values: JsonValue,
  hidden: readonly string[],
): LabellingValue['arithmetic'] {
  const found = documentValues(values);
  let held: string | null = null;
  for (const { fields, holds, text } of relations) {
    const has = (at: string) => fields.some((name) => isAtOrBelow(name, at));
    if (!has(path) || hidden.some(has)) continue;
    const [array] = fields.find((name) => name.includes('[]'))?.split('[]') ?? [];
    const rows = array === undefined ? [null] : (found.rows.get(array) ?? []).map((_, row) => row);
    const results = rows.map((row) => holds(found, row));
    if (results.includes(false)) return { holds: false, text };
    if (results.includes(true)) held ??= text;
  }
  return held === null ? null : { holds: true, text: held };
}
