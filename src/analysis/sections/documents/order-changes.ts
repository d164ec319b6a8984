import { stateLetter, stateLetters } from '../../../model/report/document-index.ts';
import type {
  ChangedDocument,
  ChangedValue,
  DocumentChange,
  ValueChange,
} from '../../../model/report/document-state.ts';

const ranks = Object.values(stateLetters).join('');

/**
 * Sorts documents so that the most important come first. The order of the states is: newly wrong, lost result, more
 * errors, mixed, other wrong answer, fewer errors, now fully right, no result in both versions, unchanged. Within a
 * state, documents with more new errors come first. Next, the change in the number of errors decides: the largest fall
 * comes first for improved documents, and the largest rise for other documents.
 */
export function compareByImportance(a: DocumentChange, b: DocumentChange): number {
  const byState = ranks.indexOf(stateLetter(a)) - ranks.indexOf(stateLetter(b));
  if (byState !== 0) return byState;
  const rise = (change: DocumentChange) => change.errorsNow - change.errorsBefore;
  const isImproved = a.state === 'fewerErrors' || a.state === 'nowRight';
  return b.newErrors - a.newErrors || (isImproved ? rise(a) - rise(b) : rise(b) - rise(a));
}

interface ValueOrder {
  /** Returns whether errors in a field are the most important ones. */
  readonly isCritical: (field: string) => boolean;
  /** Returns, for a kind of change, the number of documents with such a change in each field. */
  readonly documentsPerField: (change: ValueChange) => ReadonlyMap<string, number>;
  /** Leaf fields in the order of the schema. */
  readonly fields: readonly string[];
}

/**
 * Returns the values of a document, the most important first. Values in critical fields come before others. Among the
 * critical values and among the others, the rarer change comes first: the change that fewer documents have in its
 * field. Schema order decides the rest.
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

/** Returns changed documents, the most important first, each with its values in the order of `orderValues`. */
export function orderChanges(documents: readonly ChangedDocument[], order: ValueOrder): ChangedDocument[] {
  return documents
    .map((document) => ({ ...document, values: orderValues(document.values, order) }))
    .sort(compareByImportance);
}
