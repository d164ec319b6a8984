import type { Span } from '../candidates/candidate.ts';
import { joinedForm, tokensOf } from '../layout/fold-text.ts';
import { type ColumnConcept, columnConcepts } from '../lexicon/columns.ts';
import type { ValueShape } from '../lexicon/concept.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import { type ColumnNames, columnNamesOf } from './column-names.ts';
import { moneyFieldsOf } from './money-objects.ts';

/** A field of array items, with all possible headers of the column that contains the field. */
export interface ColumnPlan {
  readonly node: FieldNode;
  /** Path of the field inside the row, such as `athlete.team`. */
  readonly path: string;
  readonly concept: ColumnConcept | undefined;
  readonly shape: ValueShape;
  /** Headers as letters and digits only, in lower case (see `joinedForm`). */
  readonly labels: ReadonlySet<string>;
  readonly names: ColumnNames;
}

const conceptByName = new Map<string, ColumnConcept>();
for (const kind of ['names', 'labels'] as const) {
  for (const concept of columnConcepts) {
    for (const name of concept[kind]) {
      const joined = joinedForm(name);
      if (joined !== '' && !conceptByName.has(joined)) conceptByName.set(joined, concept);
    }
  }
}

/**
 * Maps each known header to the ids of the concepts that the header can mean. Known headers help to recognise
 * a header row, even if no field requests their columns.
 */
export const knownHeaders: ReadonlyMap<string, readonly string[]> = (() => {
  const known = new Map<string, string[]>();
  for (const concept of columnConcepts) {
    for (const label of concept.labels) {
      const joined = joinedForm(label);
      if (joined === '') continue;
      const list = known.get(joined);
      if (list === undefined) known.set(joined, [concept.id]);
      else if (!list.includes(concept.id)) list.push(concept.id);
    }
  }
  return known;
})();

export function planColumns(array: FieldNode, useDescriptions: boolean): ColumnPlan[] {
  return leavesOf(array.children, '').map(({ node, path }) => {
    const concept = conceptOf(node);
    const labels = new Set([joinedForm(node.name), joinedForm(node.key)]);
    for (const label of concept?.labels ?? []) labels.add(joinedForm(label));
    if (useDescriptions) {
      for (const match of node.description
        .slice(0, 2_000)
        .matchAll(/['"“”„«»]([^'"“”„«»\n]{2,40})['"“”„«»]/g)) {
        labels.add(joinedForm(match[1] ?? ''));
      }
    }
    labels.delete('');
    return { node, path, concept, shape: shapeOf(node, concept), labels, names: columnNamesOf(node) };
  });
}

/**
 * Returns the fields of a row that can have a separate column. Includes the fields of nested objects. The amount of an
 * object such as `unit_price: { amount, currency }` has the name of the object.
 */
function leavesOf(nodes: readonly FieldNode[], prefix: string): { node: FieldNode; path: string }[] {
  return nodes.flatMap((node) => {
    const path = `${prefix}${node.key}`;
    const money = moneyFieldsOf(node);
    if (money !== undefined) {
      const { key, name, description } = node;
      return [{ node: { ...money.amount, key, name, description }, path: `${path}.${money.amount.key}` }];
    }
    if (node.kind === 'object') return leavesOf(node.children, `${path}.`);
    const hasNoCell = node.kind === 'signature' || (node.kind === 'array' && node.element === undefined);
    return hasNoCell ? [] : [{ node, path }];
  });
}

function conceptOf(node: FieldNode): ColumnConcept | undefined {
  for (const name of [node.name, node.key]) {
    const found = conceptByName.get(joinedForm(name));
    if (found !== undefined && fits(node, found)) return found;
  }
  for (const name of [node.name, node.key]) {
    const tokens = tokensOf(name).map((token) => token.text);
    for (let length = Math.min(3, tokens.length - 1); length >= 1; length--) {
      // Tries longer ends of the name first, because `item_unit_price` is a unit price, not just a price.
      const found = conceptByName.get(tokens.slice(-length).join(''));
      // A tracking number is a code, not the position of a row.
      if (found !== undefined && found.id !== 'position' && fits(node, found)) return found;
    }
  }
  return undefined;
}

function fits(node: FieldNode, concept: ColumnConcept): boolean {
  const numeric = node.kind === 'number' || node.kind === 'integer' || node.kind === 'currency';
  if (numeric) return ['number', 'amount', 'percent', 'identifier'].includes(concept.shape);
  if (node.kind === 'date') return concept.shape === 'date';
  return node.kind === 'string';
}

function shapeOf(node: FieldNode, concept: ColumnConcept | undefined): ValueShape {
  if (node.kind === 'date') return 'date';
  if (concept !== undefined) return concept.shape;
  if (node.kind === 'currency') return 'amount';
  if (node.kind === 'number' || node.kind === 'integer') return 'number';
  return 'text';
}

export interface TableRow {
  /** Positions of the texts of each cell. The key is the index of the column in the list of column plans. */
  readonly cells: ReadonlyMap<number, readonly Span[]>;
  /** How well each column fits its field, 0 to 1. Absent if known headers name all columns, or if there is no header. */
  readonly sureness?: ReadonlyMap<number, number>;
}
