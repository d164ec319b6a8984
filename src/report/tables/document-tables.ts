import type { ChangedDocument, DocumentRow } from '../../model/report/report-model.ts';
import type { StripSegment } from '../../model/report/report-sections.ts';
import type {
  LeafSelection,
  ScoredDocument,
  ScoredDocumentVersion,
} from '../../model/report/scored-document.ts';
import type { LeafOutcome, Outcome } from '../../model/score/item-score.ts';
import { type Column, defineTable } from './define-table.ts';

/** A document of a row table, with the names of the report's versions. */
export interface TableDocument {
  readonly document: ScoredDocument;
  readonly versions: readonly string[];
  readonly leaves: LeafSelection;
}

export const outcomes = [
  'correct',
  'incorrect',
  'missing',
  'spurious',
  'absent',
  'excluded',
  'unscored',
] as const satisfies readonly Outcome[];

interface VersionRow {
  readonly document: ScoredDocument;
  readonly name: string | undefined;
  readonly version: ScoredDocumentVersion;
}

function versionRows({ document, versions }: TableDocument): VersionRow[] {
  return document.versions.map((version, number) => ({ document, name: versions[number], version }));
}

export const documentsTable = defineTable<TableDocument, VersionRow>({
  name: 'documents',
  doc: 'a document and version',
  columns: [
    { name: 'item', type: 'text', doc: 'id of the item', of: ({ document }) => document.itemId },
    { name: 'name', type: 'text', doc: 'file name of the document', of: ({ document }) => document.name },
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
    {
      name: 'change',
      type: 'text',
      doc: 'new-errors, fixed, changed-wrong or same; none with one version',
      of: ({ document }) => document.change,
    },
    { name: 'version', type: 'text', doc: 'name of the version', of: ({ name }) => name },
    {
      name: 'state',
      type: 'text',
      doc: 'scored, failed, cancelled or not-run',
      of: ({ version }) => version.state,
    },
    {
      name: 'failure',
      type: 'text',
      doc: 'reason and message of a failed run',
      of: ({ version }) => version.failure,
    },
    {
      name: 'exact',
      type: 'boolean',
      doc: 'whether everything is right; empty if nothing was scored',
      of: ({ version }) => version.exact,
    },
    ...outcomes.map(
      (outcome): Column<VersionRow> => ({
        name: outcome,
        type: 'integer',
        doc: `number of leaves with the outcome ${outcome}`,
        of: ({ version }) => version.counts[outcome],
      }),
    ),
    {
      name: 'confidence',
      type: 'number',
      doc: 'confidence of the class, or the lowest of the fields',
      of: ({ version }) => version.confidence,
    },
    {
      name: 'latency_ms',
      type: 'number',
      doc: 'time of the run in milliseconds',
      of: ({ version }) => version.latencyMs,
    },
    { name: 'credits', type: 'number', doc: 'credits of the run', of: ({ version }) => version.credits },
    { name: 'run_id', type: 'text', doc: 'id of the run', of: ({ version }) => version.runId },
  ],
  rows: versionRows,
});

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
    for (const leaf of version.leaves ?? []) {
      if (leaves === 'wrong' && !isWrong(leaf)) continue;
      const at = leaf.predictedPath ?? leaf.path;
      const confidence = Object.hasOwn(version.confidences, at) ? version.confidences[at] : undefined;
      rows.push({ itemId: document.itemId, name: versions[i], leaf, confidence });
    }
  }
  return rows;
}

function isWrong({ outcome }: LeafOutcome): boolean {
  return outcome === 'incorrect' || outcome === 'missing' || outcome === 'spurious';
}

export const leavesTable = defineTable<TableDocument, LeafRow>({
  name: 'leaves',
  doc: 'a scored leaf: a field value, class or packet segment of one document and version',
  columns: [
    { name: 'item', type: 'text', doc: 'id of the item', of: ({ itemId }) => itemId },
    { name: 'version', type: 'text', doc: 'name of the version', of: ({ name }) => name },
    { name: 'path', type: 'text', doc: 'place of the leaf in the document', of: ({ leaf }) => leaf.path },
    { name: 'field', type: 'text', doc: 'leaf field, without row numbers', of: ({ leaf }) => leaf.field },
    { name: 'outcome', type: 'text', doc: 'result of the leaf', of: ({ leaf }) => leaf.outcome },
    { name: 'expected', type: 'value', doc: 'expected value', of: ({ leaf }) => leaf.expected },
    { name: 'predicted', type: 'value', doc: 'predicted value', of: ({ leaf }) => leaf.predicted },
    {
      name: 'similarity',
      type: 'number',
      doc: 'similarity of the two, 0 to 1',
      of: ({ leaf }) => leaf.similarity,
    },
    {
      name: 'note',
      type: 'text',
      doc: 'normalisation or ambiguity that decided',
      of: ({ leaf }) => leaf.note,
    },
    {
      name: 'predicted_path',
      type: 'text',
      doc: 'place in the prediction if it differs from `path`',
      of: ({ leaf }) => leaf.predictedPath,
    },
    {
      name: 'confidence',
      type: 'number',
      doc: 'confidence of the value',
      of: ({ confidence }) => confidence,
    },
  ],
  rows: leafRows,
});

interface ChangeRow extends ChangedDocument {
  readonly change: DocumentRow['change'];
}

/** Changes of one document: what broke, or what was fixed if nothing broke, or what is wrong differently. */
function* changeRows({ document: { change, changes } }: TableDocument): Generator<ChangeRow> {
  if (changes === null) return;
  for (const entry of changes.newErrors) yield { ...entry, change: 'new-errors' };
  if (change === 'fixed') for (const entry of changes.fixed) yield { ...entry, change };
  if (change === 'changed-wrong') for (const entry of changes.changedWrong) yield { ...entry, change };
}

export const changesTable = defineTable<TableDocument, ChangeRow>({
  name: 'changes',
  doc: 'changed value: new error, fixed, or another wrong value, in the order of the documents',
  columns: [
    { name: 'change', type: 'text', doc: 'new-errors, fixed or changed-wrong', of: ({ change }) => change },
    { name: 'item', type: 'text', doc: 'id of the item', of: ({ itemId }) => itemId },
    { name: 'path', type: 'text', doc: 'place of the value', of: ({ path }) => path },
    { name: 'expected', type: 'text', doc: 'expected value', of: ({ expected }) => expected },
    { name: 'baseline', type: 'text', doc: 'value of the baseline', of: ({ baseline }) => baseline },
    { name: 'candidate', type: 'text', doc: 'value of the candidate', of: ({ candidate }) => candidate },
  ],
  rows: changeRows,
});

interface SplitRow extends StripSegment {
  readonly itemId: string;
  readonly pages: number;
  readonly source: string;
}

function* splitRows({ document: { strip }, versions }: TableDocument): Generator<SplitRow> {
  if (strip === null) return;
  const { itemId, pages } = strip;
  for (const segment of strip.expected) yield { ...segment, itemId, pages, source: 'expected' };
  for (const [number, segments] of strip.predicted.entries())
    for (const segment of segments ?? []) yield { ...segment, itemId, pages, source: versions[number] ?? '' };
}

export const splitsTable = defineTable<TableDocument, SplitRow>({
  name: 'splits',
  doc: 'a segment of a packet, expected or of one version',
  columns: [
    { name: 'item', type: 'text', doc: 'id of the item', of: ({ itemId }) => itemId },
    { name: 'pages', type: 'integer', doc: 'pages of the packet', of: ({ pages }) => pages },
    {
      name: 'source',
      type: 'text',
      doc: '`expected`, or the name of the version',
      of: ({ source }) => source,
    },
    { name: 'type', type: 'text', doc: 'class of the segment', of: ({ type }) => type },
    { name: 'start_page', type: 'integer', doc: 'first page, from 1', of: ({ startPage }) => startPage },
    { name: 'end_page', type: 'integer', doc: 'last page', of: ({ endPage }) => endPage },
    {
      name: 'exact',
      type: 'boolean',
      doc: 'whether the other side has exactly this segment',
      of: ({ exact }) => exact,
    },
  ],
  rows: splitRows,
});
