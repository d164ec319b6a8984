import { canonicalJson } from '../../base/canonical-json.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import type { ExtractConfig, ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { BatchDocument, BatchInput } from './batch-input.ts';
import { plainValues } from './extraction-metrics.ts';
import { kindMetrics } from './kind-metrics.ts';
import { splitList } from './splitting-metrics.ts';

const maxEditedRows = 3;

interface DocumentChange {
  readonly convention: 'label-edited' | 'document-missing';
  readonly runId: string;
  /**
   * Expected output before and after the edit of the convention `label-edited`. Absent for
   * `document-missing`.
   */
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Changes the documents of a batch, to simulate a service that computes the metrics from other data than the client
 * sees. With the convention `label-edited`, edits one expected output in a way that changes the metrics. With
 * `document-missing`, removes one document. Returns the altered documents and a list of the changes. The same batch
 * always gets the same changes.
 */
export function alterDocuments(input: BatchInput) {
  const documents = [...input.documents];
  const changes: DocumentChange[] = [];
  const edit = input.injectedConventions.includes('label-edited') ? findEdit(input) : null;
  if (edit !== null) {
    const { document, index, after } = edit;
    documents[index] = { ...document, expected: after };
    changes.push({ convention: 'label-edited', runId: document.runId, before: document.expected, after });
  }
  if (input.injectedConventions.includes('document-missing')) {
    const index = fromTheMiddle(documents).find((at) => documents[at]?.expected !== undefined);
    const missing = index === undefined ? [] : documents.splice(index, 1);
    for (const { runId } of missing) changes.push({ convention: 'document-missing', runId });
  }
  return { documents, changes };
}

function fromTheMiddle(documents: readonly unknown[]): number[] {
  const indices = documents.map((_, index) => index);
  const middle = Math.floor(indices.length / 2);
  return [...indices.slice(middle), ...indices.slice(0, middle)];
}

function findEdit(input: BatchInput) {
  for (const index of fromTheMiddle(input.documents)) {
    const document = input.documents[index] as BatchDocument;
    if (document.expected === undefined) continue;
    const figures = (expected: unknown): string =>
      canonicalJson(kindMetrics({ ...input, documents: [{ ...document, expected }] }));
    const before = figures(document.expected);
    for (const after of editsOf(input.config, document.expected))
      if (figures(after) !== before) return { document, index, after };
  }
  return null;
}

function editsOf(config: ProcessorConfig, expected: unknown): unknown[] {
  switch (config.type) {
    case 'EXTRACT':
      return editedValues(config, expected);
    case 'CLASSIFY':
      return config.classifications.flatMap(({ id, type }) =>
        isJsonObject(expected) && expected.id !== id ? [{ ...expected, id, type }] : [],
      );
    case 'SPLITTER':
      return editedSplits(expected);
  }
}

function editedSplits(expected: unknown): unknown[] {
  const splits = splitList(expected) ?? [];
  return splits.flatMap((split, index) =>
    isJsonObject(split) && typeof split.endPage === 'number'
      ? [{ splits: splits.with(index, { ...split, endPage: split.endPage + 1 }) }]
      : [],
  );
}

function editedValues(config: ExtractConfig, expected: unknown): unknown[] {
  const values = plainValues(expected, config);
  if (!isJsonObject(values)) return [];
  return Object.entries(values).flatMap(([name, value]) =>
    otherValues(value).map((other) => {
      const edited = { ...values, [name]: other };
      if (config.schema !== undefined) return { value: edited };
      const entry = isJsonObject(expected) ? expected[name] : undefined;
      return { ...(expected as object), [name]: { ...(entry as object), value: other } };
    }),
  );
}

/** Returns copies of a value, each with one changed leaf. Edits only the first rows of a list. */
function otherValues(value: unknown): unknown[] {
  if (typeof value === 'string') return [`${value} (edited)`];
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value))
    return value
      .slice(0, maxEditedRows)
      .flatMap((row, index) => otherValues(row).map((other) => value.with(index, other)));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    otherValues(member).map((other) => ({ ...value, [name]: other })),
  );
}
