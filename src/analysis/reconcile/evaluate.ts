import { GoldsetError } from '../../base/goldset-error.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { MatchCounts } from '../../model/score/class-and-split-scores.ts';
import type { RecordReader } from '../../record/read/open-record.ts';
import type { Conventions } from './conventions.ts';
import { classParts, ExtractionParts, splitCounts, splitParts } from './document-parts.ts';
import type { DocumentCells } from './extraction-cells.ts';
import {
  type DocumentParts,
  type FigurePart,
  meanPart,
  type RecordedDocument,
  sumParts,
} from './figure-parts.ts';

/** Contribution of one document to the metrics under given conventions, and the counts from which it is computed. */
export interface EvaluatedDocument {
  readonly id: string;
  readonly parts: DocumentParts;
  readonly recorded: RecordedDocument;
  /** Cell counts; `null` unless the processor extracts fields and the document has gold. */
  readonly cells: DocumentCells | null;
  /** Split counts; `null` unless the processor splits packets and the packet has gold. */
  readonly splits: MatchCounts | null;
}

export interface Evaluation {
  readonly conventions: Conventions;
  readonly sums: ReadonlyMap<string, FigurePart>;
  readonly documents: readonly EvaluatedDocument[];
  /** Computes the contributions again after cells of a document changed; EXTRACT only. */
  readonly extraction: ExtractionParts | null;
}

/**
 * Evaluates all documents under the given conventions. `base` is an evaluation of the same documents. The cell counts
 * of `base` are reused if they are certain to be equal under the given conventions.
 */
export function evaluate(
  { config, documents }: Pick<RecordedVersion, 'config' | 'documents'>,
  conventions: Conventions,
  base?: Evaluation,
): Evaluation {
  const known = new Map(base?.documents.map(({ id, cells }) => [id, cells]));
  const counter = base?.extraction?.counter;
  const counted = documents.filter(
    ({ output }) => output !== undefined || conventions.failures === 'missing',
  );
  const extraction = config.type === 'EXTRACT' ? new ExtractionParts(config, conventions) : null;
  const evaluated = counted.map((recorded): EvaluatedDocument => {
    const document = { id: recorded.id, recorded, cells: null, splits: null };
    if (config.type === 'CLASSIFY') return { ...document, parts: classParts(recorded, config) };
    if (config.type === 'SPLITTER') {
      const splits = splitCounts(recorded, config, conventions);
      return { ...document, splits, parts: splitParts(recorded, splits, conventions) };
    }
    const knownCells = counter && { counter, cells: known.get(recorded.id) ?? null };
    return { ...document, ...(extraction as ExtractionParts).partsOf(recorded, knownCells) };
  });
  // The report shows the run time but does not compare it, because record and batch come from different runs.
  const timed = evaluated.map((document) => {
    const { parts, recorded } = document;
    if (recorded.latencyMs === null) return document;
    return { ...document, parts: new Map([...parts, ['meanRunTimeMs', meanPart(recorded.latencyMs, 'ms')]]) };
  });
  return { conventions, extraction, sums: sumParts(timed), documents: timed };
}

/** The config of one version and the first repeat of its documents, in the order of the record. */
export interface RecordedVersion {
  readonly config: ProcessorConfig;
  readonly documents: readonly RecordedDocument[];
  /** Number of documents whose output was reused from an earlier run. */
  readonly reused: number;
}

/** A record may have at most this many documents, because a search keeps the cells of all documents in memory. */
const maxDocuments = 50_000;

/** Reads one version of a record. Throws USAGE if it has more than 50,000 documents. */
export async function recordedVersion(reader: RecordReader, version: number): Promise<RecordedVersion> {
  const { dir, plan } = reader;
  const resolved = plan.versions[version];
  if (resolved === undefined) throw new RangeError(`version ${version}`);
  const { count } = plan.items;
  if (count > maxDocuments)
    throw new GoldsetError('USAGE', {
      problem: `${dir} has ${count} documents; reconcile supports at most ${maxDocuments}`,
      fix: 'Use a smaller batch run, and a record of exactly its documents.',
    });
  const documents: RecordedDocument[] = [];
  let reused = 0;
  for await (const { item, runs } of reader.documents()) {
    const row = runs[version]?.find(({ repeat }) => repeat === 1);
    if (row?.reused !== undefined) reused++;
    documents.push({
      id: item.id,
      expected: item.expectedOutput ?? undefined,
      output: row?.state === 'processed' ? (row.output ?? undefined) : undefined,
      pages: row?.pages ?? null,
      latencyMs: row?.latencyMs ?? null,
    });
  }
  return { config: resolved.config, documents, reused };
}
