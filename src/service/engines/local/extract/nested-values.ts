import type { LabelledLayout } from './candidates/labelled-values.ts';
import type { ValueReader } from './candidates/value-reader.ts';
import { entryFieldsOf } from './entries/entry-fields.ts';
import { sectionEntries } from './entries/section-entries.ts';
import type { FieldNode } from './lexicon/field-tree.ts';
import type { Section } from './lists/sections.ts';
import { textList } from './lists/text-lists.ts';
import { isPartyList, partyRows } from './prose/party-rows.ts';
import type { Prose } from './prose/prose-values.ts';
import type { DocumentConventions } from './recognise/document-conventions.ts';
import { periodFieldsOf, Statements } from './statements/find-periods.ts';
import { findGroups, groupedArrayOf } from './tables/find-groups.ts';
import { findRows } from './tables/find-rows.ts';
import { addCurrencies } from './tables/money-objects.ts';
import type { ReadValue } from './values/evidence.ts';
import { signatureValues } from './values/signatures.ts';

interface Reading {
  readonly labelled: LabelledLayout;
  readonly reader: ValueReader;
  readonly conventions: DocumentConventions;
  readonly prose: Prose;
  /** The sections of the document, found on first use. */
  readonly sectionsOf: () => readonly Section[];
  readonly thorough: boolean;
}

/** Adds the values of arrays and signatures at all depths of the field tree, and the number of rows of each array. */
export function addNestedValues(
  tree: readonly FieldNode[],
  reading: Reading,
  values: Map<string, ReadValue>,
  rowCounts: Map<string, number>,
): void {
  let statements: Statements | undefined;
  const statementsOf = (): Statements => {
    statements ??= new Statements(reading.labelled.layout, reading.conventions);
    return statements;
  };
  const visit = (nodes: readonly FieldNode[], prefix: string): void => {
    for (const node of nodes) {
      const path = `${prefix}${node.key}`;
      if (node.kind === 'object') visit(node.children, `${path}.`);
      else if (node.kind === 'signature') addSignature(node, path, reading, values);
      else if (node.kind === 'array') addArray(node, path, reading, statementsOf, values, rowCounts);
    }
  };
  visit(tree, '');
}

function addSignature(
  node: FieldNode,
  path: string,
  { labelled, reader, conventions, thorough }: Reading,
  values: Map<string, ReadValue>,
): void {
  if (!thorough) return;
  for (const [key, filled] of signatureValues(node, path, labelled, reader, conventions))
    values.set(key, filled);
}

function addArray(
  node: FieldNode,
  path: string,
  { labelled, reader, conventions, prose, sectionsOf, thorough }: Reading,
  statementsOf: () => Statements,
  values: Map<string, ReadValue>,
  rowCounts: Map<string, number>,
): void {
  const parties = thorough && isPartyList(node) ? partyRows(node, prose) : undefined;
  if (parties !== undefined) {
    rowCounts.set(path, parties.length);
    for (const [index, row] of parties.entries()) {
      for (const [key, filled] of row) values.set(`${path}[${index}]${key === '' ? '' : `.${key}`}`, filled);
    }
    return;
  }
  if (node.element !== undefined) {
    const elements = thorough
      ? textList(node, { layout: labelled.layout, sections: sectionsOf(), conventions })
      : [];
    rowCounts.set(path, elements.length);
    for (const [index, filled] of elements.entries()) values.set(`${path}[${index}]`, filled);
    return;
  }
  const inner = thorough ? groupedArrayOf(node) : undefined;
  const periods = thorough ? periodFieldsOf(node) : undefined;
  const entryFields = thorough ? entryFieldsOf(node) : undefined;
  const entries =
    entryFields === undefined ? [] : sectionEntries(node, entryFields, sectionsOf(), conventions);
  const tableRows = (): Map<string, ReadValue>[] =>
    periods !== undefined
      ? statementsOf().entries(node, path, periods)
      : inner === undefined
        ? findRows(node, labelled, reader, conventions, thorough)
        : findGroups(node, inner, labelled, conventions);
  const rows = withMoreValues(entries, tableRows());
  rowCounts.set(path, rows.length);
  for (const [index, row] of rows.entries()) {
    addCurrencies(node.children, row, conventions);
    for (const [key, filled] of row) {
      const place = `${path}[${index}].${key}`;
      values.set(place, filled);
      countElements(place, `${path}[${index}].`.length, rowCounts);
    }
  }
}

/**
 * Returns the list with more values. Two lists can describe the same data, because a table below a heading
 * also looks like entries of a section.
 */
function withMoreValues(
  one: Map<string, ReadValue>[],
  other: Map<string, ReadValue>[],
): Map<string, ReadValue>[] {
  const count = (rows: readonly Map<string, ReadValue>[]): number =>
    rows.reduce((sum, row) => sum + row.size, 0);
  return count(one) > count(other) ? one : other;
}

/**
 * Counts the rows of nested arrays from the path of one value. For example, `orders[0].items[2].price` shows
 * that `orders[0].items` has at least 3 rows.
 */
function countElements(place: string, from: number, rowCounts: Map<string, number>): void {
  for (const match of place.slice(from).matchAll(/\[(\d+)\]/g)) {
    const array = place.slice(0, from + match.index);
    rowCounts.set(array, Math.max(rowCounts.get(array) ?? 0, Number(match[1]) + 1));
  }
}
