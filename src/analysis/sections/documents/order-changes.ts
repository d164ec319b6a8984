import { stateLetter, stateLetters } from '../../../model/report/document-index.ts';
import type {
  ChangedDocument,
  ChangedValue,
  DocumentChange,
  ValueChange,
} from '../../../model/report/document-state.ts';

const ranks = Object.values(stateLetters).join('');

/**
 * Compares two documents for lists: the one that matters more comes first. The order of the states is newly wrong, lost
 * result, more errors, mixed, other wrong answer, fewer errors, now fully right, no result in both versions, unchanged.
 * Documents with the same state are in the order of their new errors, most first. With equally many, improved documents are
 * in the order of the errors that are gone, and others in the order of the errors that were added, most first.
 */
export function compareByImportance(a: DocumentChange, b: DocumentChange): number {
  const byState = ranks.indexOf(stateLetter(a)) - ranks.indexOf(stateLetter(b));
  if (byState !== 0) return byState;
  const rise = (change: DocumentChange) => change.errorsNow - change.errorsBefore;
  const isImproved = a.state === 'fewerErrors' || a.state === 'nowRight';
  return b.newErrors - a.newErrors || (isImproved ? rise(a) - rise(b) : rise(b) - rise(a));
}

interface ValueOrder {
  /** Returns whether errors in a field matter most. */
  readonly isCritical: (field: string) => boolean;
  /** Number of documents per field with each kind of change. */
  readonly documentsPerField: (change: ValueChange) => ReadonlyMap<string, number>;
  /** Leaf fields in the order of the schema. */
  readonly fields: readonly string[];
}

/**
 * Returns the values of a document with the largest effect first: critical fields, then fields with the smallest
 * number of documents with this kind of change, then the order of the schema.
 */
export function orderValues(
  values: readonly ChangedValue[],
  { isCritical, documentsPerField, fields }: ValueOrder,
): readonly ChangedValue[] {
  if (values.length < 2) return values;
  const schemaOrder = new Map(fields.map((field, at) => [field, at]));
  const keyed = values.map((value) => {
    const field = value.path.replaceAll(/\[\d+\]/g, '');
    return {
      value,
      keys: [
        isCritical(field) ? 0 : 1,
        documentsPerField(value.change).get(field) ?? 0,
        schemaOrder.get(field) ?? fields.length,
      ] as const,
    };
  });
  return keyed
    .sort((a, b) => a.keys.reduce((found, key, at) => found || key - (b.keys[at] as number), 0))
    .map(({ value }) => value);
}

/** Returns changed documents in the order of lists, each with the value of the largest effect first. */
export function orderChanges(documents: readonly ChangedDocument[], order: ValueOrder): ChangedDocument[] {
  return documents
    .map((document) => ({ ...document, values: orderValues(document.values, order) }))
    .sort(compareByImportance);
}
