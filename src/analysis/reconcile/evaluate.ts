import type { MatchCounts } from '../../model/score/class-and-split-scores.ts';
import { classParts } from './class-parts.ts';
import type { Conventions } from './conventions.ts';
import type { DocumentCells } from './extraction-cells.ts';
import { ExtractionParts } from './extraction-parts.ts';
import { type DocumentParts, type FigurePart, type FigureSums, sumParts } from './figure-parts.ts';
import type { RecordedDocument, RecordedVersion } from './recorded-documents.ts';
import { splitCounts, splitParts } from './split-parts.ts';

/** One document under one set of conventions: what it adds to the figures, and what that was counted from. */
export interface EvaluatedDocument {
  readonly id: string;
  readonly parts: DocumentParts;
  readonly recorded: RecordedDocument;
  /** EXTRACT with an expectation. */
  readonly cells: DocumentCells | null;
  /** SPLITTER with an expectation. */
  readonly splits: MatchCounts | null;
}

/** Our figures under one set of conventions. */
export interface Evaluation extends FigureSums {
  readonly conventions: Conventions;
  readonly documents: readonly EvaluatedDocument[];
  /** EXTRACT only: makes parts anew from changed cells. */
  readonly extraction: ExtractionParts | null;
}

/** `base`: an evaluation of the same documents, from which cells are taken over where they must be the same. */
export function evaluate(
  { config, documents }: RecordedVersion,
  conventions: Conventions,
  base?: Evaluation,
): Evaluation {
  const known = new Map(base?.documents.map(({ id, cells }) => [id, cells]));
  const counter = base?.extraction?.counter;
  const counted = documents.filter(
    ({ output }) => output !== undefined || conventions.failures === 'missing',
  );
  const none = { cells: null, splits: null };
  const extraction = config.type === 'EXTRACT' ? new ExtractionParts(config, conventions) : null;
  const evaluated = counted.map((recorded): EvaluatedDocument => {
    const { id } = recorded;
    if (config.type === 'CLASSIFY') return { id, recorded, ...none, parts: classParts(recorded, config) };
    if (config.type === 'SPLITTER') {
      const splits = splitCounts(recorded, config, conventions);
      return { id, recorded, ...none, splits, parts: splitParts(recorded, splits, conventions) };
    }
    const { cells, parts } = (extraction as ExtractionParts).partsOf(
      recorded,
      counter && { counter, cells: known.get(id) ?? null },
    );
    return { id, recorded, ...none, cells, parts };
  });
  const timed = evaluated.map((document) => ({ ...document, parts: withRunTime(document) }));
  return { conventions, extraction, ...sumParts(timed), documents: timed };
}

/** Told beside the service's, and not judged: the record's runs are others. */
function withRunTime({ parts, recorded }: EvaluatedDocument): DocumentParts {
  const { latencyMs } = recorded;
  if (latencyMs === null) return parts;
  const time: FigurePart = { numerator: latencyMs, denominator: 1, unit: 'ms' };
  return new Map([...parts, ['meanRunTimeMs', time]]);
}
