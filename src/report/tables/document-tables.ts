import { type ChangedValue, type DocumentState, documentStates } from '../../model/report/document-state.ts';
import type { StripSegment } from '../../model/report/report-sections.ts';
import type {
  LeafSelection,
  ScoredDocument,
  ScoredDocumentVersion,
} from '../../model/report/scored-document.ts';
import type { LeafOutcome } from '../../model/score/item-score.ts';
import { column, outcomeColumns, type Table } from './define-table.ts';

/** A document, together with the names of the versions in the report. */
export interface TableDocument {
  readonly document: ScoredDocument;
  readonly versions: readonly string[];
  readonly leaves: LeafSelection;
}

interface VersionRow extends ScoredDocumentVersion {
  readonly document: ScoredDocument;
  readonly versionName: string | undefined;
}

export const documentsTable: Table<TableDocument, VersionRow> = {
  name: 'documents',
  doc: 'a document and version',
  columns: [
    column('item', 'text', 'id of the item', ({ document }) => document.itemId),
    column('name', 'text', 'file name of the document', ({ document }) => document.name),
    {
      name: 'tags',
      type: 'value',
      doc: 'tags of the item, as `name=value; name=value` in CSV',
      of: ({ document }) => ({ ...document.tags }),
      text: ({ document }) =>
        Object.entries(document.tags)
          .map(([name, value]) => `${name}=${value}`)
          .join('; '),
    },
    column(
      'state',
      'text',
      `state of the document (${documentStates.join(', ')}); empty with one version`,
      ({ document }) => document.change?.state,
    ),
    column(
      'newly_wrong',
      'boolean',
      'whether the document was fully right and has errors now, or had a result and has none now',
      ({ document }) => document.change?.newlyWrong,
    ),
    column(
      'new_errors',
      'integer',
      'number of values that were right and are wrong now',
      ({ document }) => document.change?.newErrors,
    ),
    column('version', 'text', 'name of the version', ({ versionName }) => versionName),
    column(
      'run',
      'text',
      'state of the run: `scored`, `without-gold`, `failed`, `cancelled` or `not-run`',
      ({ state }) => state,
    ),
    column('failure', 'text', 'reason and message of a failed run', ({ failure }) => failure),
    column(
      'exact',
      'boolean',
      'whether everything is right; empty if nothing was scored',
      ({ exact }) => exact,
    ),
    ...outcomeColumns<VersionRow>(({ counts }) => counts),
    column(
      'confidence',
      'number',
      'confidence of the class, or the lowest confidence of the fields',
      ({ confidence }) => confidence,
    ),
    column('latency_ms', 'number', 'time of the run in milliseconds', ({ latencyMs }) => latencyMs),
    column('credits', 'number', 'credits of the run', ({ credits }) => credits),
    column('run_id', 'text', 'id of the run', ({ runId }) => runId),
  ],
  rows: ({ document, versions }) =>
    document.versions.map((version, at) => ({ ...version, document, versionName: versions[at] })),
};

interface LeafRow {
  readonly itemId: string;
  readonly name: string | undefined;
  readonly leaf: LeafOutcome;
  readonly confidence: number | null | undefined;
}

function leafRows({ document, versions, leaves }: TableDocument): LeafRow[] {
  const rows: LeafRow[] = [];
  if (leaves === 'none') return rows;
  for (let i = 0; i < document.versions.length; i++) {
    const version = document.versions[i] as ScoredDocumentVersion;
    const { confidences } = version;
    const hasConfidences = Object.keys(confidences).length > 0;
    for (const leaf of version.leaves ?? []) {
      if (leaves === 'wrong' && !isWrong(leaf)) continue;
      const at = leaf.predictedPath ?? leaf.path;
      const confidence = hasConfidences && Object.hasOwn(confidences, at) ? confidences[at] : undefined;
      rows.push({ itemId: document.itemId, name: versions[i], leaf, confidence });
    }
  }
  return rows;
}

export function isWrong({ outcome }: LeafOutcome): boolean {
  return outcome === 'incorrect' || outcome === 'missing' || outcome === 'spurious';
}

export const leavesTable: Table<TableDocument, LeafRow> = {
  name: 'leaves',
  doc: 'a scored leaf: a field value, class or packet segment of one document and version',
  columns: [
    column('item', 'text', 'id of the item', ({ itemId }) => itemId),
    column('version', 'text', 'name of the version', ({ name }) => name),
    column('path', 'text', 'path of the leaf in the document', ({ leaf }) => leaf.path),
    column('field', 'text', 'leaf field, without row numbers', ({ leaf }) => leaf.field),
    column('outcome', 'text', 'result of the leaf', ({ leaf }) => leaf.outcome),
    column('expected', 'value', 'expected value', ({ leaf }) => leaf.expected),
    column('predicted', 'value', 'predicted value', ({ leaf }) => leaf.predicted),
    column(
      'similarity',
      'number',
      'similarity of expected and predicted value, 0 to 1',
      ({ leaf }) => leaf.similarity,
    ),
    column('note', 'text', 'normalisation or ambiguity that decided the outcome', ({ leaf }) => leaf.note),
    column(
      'predicted_path',
      'text',
      'path in the prediction if it differs from `path`',
      ({ leaf }) => leaf.predictedPath,
    ),
    column('confidence', 'number', 'confidence of the value', ({ confidence }) => confidence),
  ],
  rows: leafRows,
};

interface ChangeRow extends ChangedValue {
  readonly itemId: string;
  readonly state: DocumentState | undefined;
}

function changeRows({ document: { itemId, change, changes } }: TableDocument): ChangeRow[] {
  return changes.map((value) => ({ ...value, itemId, state: change?.state }));
}

export const changesTable: Table<TableDocument, ChangeRow> = {
  name: 'changes',
  doc: 'a value that differs between the two versions and affects the state of its document; the rows have the order of the documents',
  columns: [
    column('change', 'text', '`newError`, `nowRight` or `otherWrong`', ({ change }) => change),
    column('item', 'text', 'id of the item', ({ itemId }) => itemId),
    column('state', 'text', 'state of the document', ({ state }) => state),
    column('path', 'text', 'path of the value', ({ path }) => path),
    column('expected', 'text', 'expected value', ({ expected }) => expected),
    column('baseline', 'text', 'value of the baseline', ({ baseline }) => baseline),
    column('candidate', 'text', 'value of the candidate', ({ candidate }) => candidate),
  ],
  rows: changeRows,
};

interface SplitRow extends StripSegment {
  readonly itemId: string;
  readonly pages: number;
  readonly source: string;
}

function splitRows({ document: { strip }, versions }: TableDocument): SplitRow[] {
  if (strip === null) return [];
  const { itemId, pages } = strip;
  const rows: SplitRow[] = strip.expected.map((segment) => ({
    ...segment,
    itemId,
    pages,
    source: 'expected',
  }));
  for (const [number, segments] of strip.predicted.entries())
    for (const segment of segments ?? [])
      rows.push({ ...segment, itemId, pages, source: versions[number] ?? '' });
  return rows;
}

export const splitsTable: Table<TableDocument, SplitRow> = {
  name: 'splits',
  doc: 'an expected segment of a packet, or a segment that one version predicted',
  columns: [
    column('item', 'text', 'id of the item', ({ itemId }) => itemId),
    column('pages', 'integer', 'number of pages of the packet', ({ pages }) => pages),
    column('source', 'text', '`expected`, or the name of the version', ({ source }) => source),
    column('type', 'text', 'class of the segment', ({ type }) => type),
    column('start_page', 'integer', 'first page, from 1', ({ startPage }) => startPage),
    column('end_page', 'integer', 'last page', ({ endPage }) => endPage),
    column(
      'exact',
      'boolean',
      'whether gold and prediction both have exactly this segment',
      ({ exact }) => exact,
    ),
  ],
  rows: splitRows,
};
