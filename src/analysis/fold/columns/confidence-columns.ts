import { getOrCreate, grown } from '../../../base/collections.ts';
import type { DocumentPredictions } from '../../../metrics/confidence/automation-table.ts';
import {
  type ConfidenceSource,
  confidenceSources,
} from '../../../model/report/sections/confidence-section.ts';
import type { Counts, LeafOutcome } from '../../../model/score/item-score.ts';
import { predictedLeaves } from '../../../model/score/metrics.ts';
import type { RunScore, ScoredRun } from '../documents/document-scores.ts';
import { confidenceLookup, confidenceOrNull, sourcesIn } from '../documents/output-metadata.ts';
import type { CodeColumn } from './code-column.ts';
import type { ExtractionColumns } from './extraction-columns.ts';

export interface PositionedPredictions extends DocumentPredictions {
  readonly position: number;
}

/**
 * Documents of a version with their predicted values, by scope. A scope is all values (`overall`), one field
 * (`field:total`) or one class (`class:invoice`).
 */
export type DocumentsByScope = ReadonlyMap<string, readonly PositionedPredictions[]>;

/** The documents that have a confidence from one source, and their predicted values by scope. */
interface SourceColumns {
  readonly positions: Set<number>;
  readonly scopes: Map<string, ScopeList>;
}

/**
 * Confidences in the first repeat of one version, by source. Stores only documents whose output has a confidence. The
 * method `documents` adds the other documents, without confidences.
 */
export class ConfidenceColumns {
  readonly #sources = new Map<ConfidenceSource, SourceColumns>();

  /** Confidence sources that occur in at least one output. */
  get sources(): ConfidenceSource[] {
    return confidenceSources.filter((source) => this.#sources.has(source));
  }

  add(position: number, { state, score, row }: ScoredRun): void {
    if (state !== 'scored') return;
    if (score.kind === 'CLASSIFY') {
      const { correct, confidence, predictedLabel } = score.result;
      const known = confidenceOrNull(confidence);
      if (known === null) return;
      const value = { scope: `class:${predictedLabel}`, right: correct === true, confidence: known };
      this.#add(position, 'confidence', correct, predictedLabel === null ? [] : [value]);
    } else if (score.kind === 'EXTRACT') {
      const { exact, itemScore } = score.counts;
      for (const source of sourcesIn(row?.output)) {
        const leaves = exact === null ? [] : itemScore().leaves;
        this.#add(position, source, exact, valuesOf(leaves, confidenceLookup(row?.output, source)));
      }
    }
  }

  /** Adds the values of a document to their scopes. Adds no values if the document has no score (`right` is `null`). */
  #add(position: number, source: ConfidenceSource, right: boolean | null, values: readonly Value[]): void {
    const { positions, scopes } = getOrCreate(this.#sources, source, noDocuments);
    positions.add(position);
    if (right === null) return;
    addTo(scopes, 'overall', position, values, right);
    for (const [scope, own] of Map.groupBy(values, (value) => value.scope))
      addTo(
        scopes,
        scope,
        position,
        own,
        own.every((value) => value.right),
      );
  }

  /**
   * Returns the predicted values of all scored documents by scope, in the order of the documents. A predicted value is
   * right if its outcome is correct, and wrong if it is incorrect or spurious. A missing value makes its document wrong
   * but is not itself a predicted value.
   */
  documents(
    source: ConfidenceSource,
    count: number,
    { extraction, classes }: ScoreColumns,
  ): DocumentsByScope {
    const { positions, scopes } = this.#sources.get(source) ?? noDocuments();
    const found = new Map<string, PositionedPredictions[]>([['overall', []]]);
    for (let position = 0; position < count; position++) {
      const add = (scope: string, document: DocumentPredictions) =>
        getOrCreate(found, scope, () => []).push({ ...document, position });
      if (positions.has(position)) {
        for (const [scope, list] of scopes) {
          const document = list.at(position);
          if (document !== undefined) add(scope, document);
        }
      } else if (extraction !== null) addWithoutConfidence(position, extraction, add);
      else if (classes !== null) addClassWithoutConfidence(classes.at(position)[0], add);
    }
    return found;
  }
}

function noDocuments(): SourceColumns {
  return { positions: new Set(), scopes: new Map() };
}

/** The scores of all documents, including those without a confidence. */
interface ScoreColumns {
  readonly extraction: ExtractionColumns | null;
  readonly classes: CodeColumn<readonly RunScore[]> | null;
}

type Add = (scope: string, document: DocumentPredictions) => void;

function addWithoutConfidence(position: number, columns: ExtractionColumns, add: Add): void {
  const total = columns.total.at(position)[0];
  if (total === undefined || total.exact === null) return;
  add('overall', withoutConfidence(predictedLeaves(total.counts), total.exact));
  for (const [field, column] of columns.fields) {
    const counts = column.at(position)[0];
    if (counts === undefined || countScored(counts) === 0) continue;
    const right = counts.incorrect + counts.missing + counts.spurious === 0;
    add(`field:${field}`, withoutConfidence(predictedLeaves(counts), right));
  }
}

function addClassWithoutConfidence(score: RunScore | undefined, add: Add): void {
  if (score?.kind !== 'CLASSIFY' || score.result.correct === null) return;
  const { correct, predictedLabel } = score.result;
  add('overall', withoutConfidence(predictedLabel === null ? 0 : 1, correct));
  if (predictedLabel !== null) add(`class:${predictedLabel}`, withoutConfidence(1, correct));
}

function countScored({ correct, incorrect, missing, spurious }: Counts): number {
  return correct + incorrect + missing + spurious;
}

function withoutConfidence(values: number, right: boolean): DocumentPredictions {
  return { predictions: { confidence: [], correct: [] }, withoutConfidence: values, right };
}

/**
 * A scored value. `confidence` is `null` if the output has the value without a confidence, and `undefined` if the
 * output lacks the value.
 */
interface Value {
  readonly scope: string;
  readonly right: boolean;
  readonly confidence: number | null | undefined;
}

function valuesOf(leaves: readonly LeafOutcome[], confidenceAt: (path: string) => number | null): Value[] {
  return leaves
    .filter(({ outcome }) => outcome !== 'absent' && outcome !== 'excluded' && outcome !== 'unscored')
    .map(({ outcome, field, path, predictedPath }) => ({
      scope: `field:${field}`,
      right: outcome === 'correct',
      confidence: outcome === 'missing' ? undefined : confidenceAt(predictedPath ?? path),
    }));
}

function addTo(
  scopes: Map<string, ScopeList>,
  scope: string,
  position: number,
  values: readonly Value[],
  right: boolean,
): void {
  getOrCreate(scopes, scope, () => new ScopeList()).add(position, values, right);
}

/** The predicted values of one scope, ordered by document. */
class ScopeList {
  #confidence = new Float64Array(0);
  #right = new Uint8Array(0);
  #length = 0;
  readonly #documents = new Map<
    number,
    { readonly from: number; readonly to: number; readonly without: number; readonly right: boolean }
  >();

  add(position: number, values: readonly Value[], isAllRight: boolean): void {
    const from = this.#length;
    this.#confidence = grown(this.#confidence, from + values.length);
    this.#right = grown(this.#right, from + values.length);
    let without = 0;
    for (const { confidence, right } of values) {
      if (confidence === null) without++;
      if (confidence === null || confidence === undefined) continue;
      this.#confidence[this.#length] = confidence;
      this.#right[this.#length++] = right ? 1 : 0;
    }
    this.#documents.set(position, { from, to: this.#length, without, right: isAllRight });
  }

  at(position: number): DocumentPredictions | undefined {
    const held = this.#documents.get(position);
    if (held === undefined) return undefined;
    const { from, to, without, right } = held;
    const predictions = {
      confidence: Array.from(this.#confidence.subarray(from, to)),
      correct: Array.from(this.#right.subarray(from, to)),
    };
    return { predictions, withoutConfidence: without, right };
  }
}
