import { isJsonObject } from '../../model/json/json-value.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { ReconciledChange } from '../../model/report/sections/reconciliation.ts';
import type { MatchCounts } from '../../model/score/class-and-split-scores.ts';
import { scoreClassification } from '../../scorers/classification/score-classification.ts';
import { declaredFields } from './cell-tree.ts';
import { labelParts, splitParts } from './document-parts.ts';
import type { EvaluatedDocument, Evaluation } from './evaluate.ts';
import type { FigureComparison } from './figure-comparison.ts';
import {
  type DocumentParts,
  type FigurePart,
  fieldFigure,
  memberName,
  replacePart,
  samePart,
  withEnclosingFields,
} from './figure-parts.ts';

interface DocumentSearch {
  /** Changes of a single document, each of which makes the requested figures equal to those of the service. */
  readonly found: readonly ReconciledChange[];
  readonly tried: number;
}

/**
 * Searches for one document that explains the differing figures. Tries to remove each document, and to change each of
 * its labels. The change must make all figures equal, or only the figure `only` if it is given.
 */
export function searchDocuments(
  evaluation: Evaluation,
  comparison: FigureComparison,
  differing: { readonly names: ReadonlySet<string>; readonly decimals: number | null },
  config: ProcessorConfig,
  only?: string,
): DocumentSearch {
  const found = new Map<string, { change: DocumentChange; candidates: Set<string> }>();
  let tried = 0;
  const requested = only === undefined ? [...differing.names] : [only];
  for (const document of evaluation.documents) {
    const edits = labelEdits(document, evaluation, config, requested);
    for (const change of [withoutDocument(document), ...edits]) {
      tried++;
      if (!requested.every((name) => touches(change, name))) continue;
      if (!fits(document, change, only)) continue;
      const key = `${change.id} ${change.text}`;
      const entry = found.get(key) ?? { change, candidates: new Set<string>() };
      found.set(key, entry);
      entry.candidates.add(document.id);
    }
  }
  return {
    found: [...found.values()].map(({ change, candidates }) => ({
      id: change.id,
      text: change.text,
      candidates: [...candidates],
    })),
    tried,
  };

  function fits(document: EvaluatedDocument, change: DocumentChange, name: string | undefined): boolean {
    const sumOf = (one: string) =>
      change.after.has(one)
        ? replacePart(evaluation.sums.get(one), document.parts.get(one), change.after.get(one))
        : evaluation.sums.get(one);
    const names = name === undefined ? affected(change) : [name];
    return names.every(
      (one) =>
        !comparison.isCompared(one, evaluation) ||
        comparison.isEqual(one, comparison.goldsetValue(one, evaluation, sumOf), differing.decimals),
    );
  }

  function affected(change: DocumentChange): string[] {
    const names = [...change.after.keys()];
    // A change in one class also changes the mean over all classes.
    return names.some((name) => name.startsWith('accuracyPercBy')) ? [...names, 'accuracyPerc'] : names;
  }
}

function touches(change: DocumentChange, name: string): boolean {
  if (change.after.has(name)) return true;
  // An array has an accuracy only if it has a recall. So a change that adds or removes the recall also adds or removes
  // the accuracy.
  return name.endsWith('.accuracyPerc') && change.after.has(name.replace(/accuracyPerc$/, 'recallPerc'));
}

/**
 * One way in which the service's data for a document may differ from the record: the document is missing, or its gold
 * is different. Contains the effect on the figures.
 */
interface DocumentChange {
  readonly id: 'document-missing' | 'label-edited' | 'row-missing';
  readonly text: string;
  /** The new contributions by figure name; `undefined` for a removed contribution. */
  readonly after: ReadonlyMap<string, FigurePart | undefined>;
}

/** Returns the change that removes the document from the service's figures. */
function withoutDocument(document: EvaluatedDocument): DocumentChange {
  return {
    id: 'document-missing',
    text: 'the service’s figures exclude one document of the record',
    after: replaced(document.parts, []),
  };
}

/**
 * Yields every possible change of one label. Extraction: one more or one fewer expected or correct cell of a field, or
 * a missing row. Classification: another class. Splitting: one more or one fewer expected or correct split.
 */
function* labelEdits(
  document: EvaluatedDocument,
  evaluation: Evaluation,
  config: ProcessorConfig,
  requested: readonly string[],
): Generator<DocumentChange> {
  if (document.recorded.expected === undefined) return;
  if (config.type === 'CLASSIFY') yield* classEdits(document, config.classifications);
  else if (config.type === 'SPLITTER') yield* splitEdits(document, evaluation);
  else {
    yield* cellEdits(document, evaluation, requested);
    yield* missingRows(document, evaluation, requested);
  }
}

const steps: readonly (readonly [expected: number, correct: number])[] = [
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [-1, -1],
];

function moved(counts: MatchCounts, [expected, correct]: readonly [number, number]): MatchCounts | null {
  const after = {
    expected: counts.expected + expected,
    predicted: counts.predicted,
    correct: counts.correct + correct,
  };
  return after.correct >= 0 && after.correct <= Math.min(after.expected, after.predicted) ? after : null;
}

function* cellEdits(
  document: EvaluatedDocument,
  { extraction }: Evaluation,
  requested: readonly string[],
): Generator<DocumentChange> {
  if (extraction === null || document.cells === null) return;
  const none = { expected: 0, predicted: 0, correct: 0 };
  for (const { field, node } of declaredFields(extraction.counter.tree)) {
    if (node.kind !== 'cell' || !requested.every((name) => figuresOfCell(field).has(name))) continue;
    for (const step of steps) {
      if (moved(document.cells.cells.get(field) ?? none, step) === null) continue;
      const after = new Map<string, FigurePart | undefined>();
      for (const at of withEnclosingFields(field)) {
        const before = document.cells.cells.get(at) ?? none;
        const cells = moved(before, step) ?? before;
        const shares = replaced(extraction.sharesOf(at, before), extraction.sharesOf(at, cells));
        for (const [name, part] of shares) after.set(name, part);
      }
      yield {
        id: 'label-edited',
        text: `the service’s gold of one document has another value in "${field}"`,
        after,
      };
    }
  }
}

/**
 * Returns the names of the figures that a cell affects: the figures of its field, and of all fields that contain this
 * field.
 */
function figuresOfCell(field: string): ReadonlySet<string> {
  const known = cellFigures.get(field);
  if (known !== undefined) return known;
  const names = new Set<string>();
  for (const at of withEnclosingFields(field))
    for (const metric of ['recallPerc', 'precisionPerc', 'accuracyPerc']) names.add(fieldFigure(at, metric));
  if (cellFigures.size < 1000) cellFigures.set(field, names);
  return names;
}

const cellFigures = new Map<string, ReadonlySet<string>>();

const maxRowsTried = 60;

/**
 * Yields one change for each row that may be missing in the service's gold. Scores the document again, because the row
 * alignment may change.
 */
function* missingRows(
  document: EvaluatedDocument,
  { extraction }: Evaluation,
  requested: readonly string[],
): Generator<DocumentChange> {
  if (extraction === null) return;
  const { tree } = extraction.counter;
  const gold = extraction.counter.plainValue(document.recorded.expected);
  if (tree.kind === 'cell' || !isJsonObject(gold)) return;
  for (const [name, member] of tree.members) {
    const rows = Object.hasOwn(gold, name) ? gold[name] : undefined;
    if (member.kind !== 'array' || !Array.isArray(rows) || rows.length > maxRowsTried) continue;
    const own = [`${memberName('fieldMetrics', name)}.`, memberName('arrayCardinalityMetrics', name)];
    if (!requested.every((one) => own.some((start) => one.startsWith(start)))) continue;
    for (const at of rows.keys()) {
      const expected = { value: { ...gold, [name]: rows.toSpliced(at, 1) }, metadata: {} };
      yield {
        id: 'row-missing',
        text: `the service’s gold of one document has one row fewer in "${name}"`,
        after: difference(document.parts, extraction.partsOf({ ...document.recorded, expected }).parts),
      };
    }
  }
}

function* classEdits(
  document: EvaluatedDocument,
  classifications: Extract<ProcessorConfig, { type: 'CLASSIFY' }>['classifications'],
): Generator<DocumentChange> {
  const { expected, output } = document.recorded;
  const scored = scoreClassification({ expected, predicted: output, classifications });
  for (const { type } of classifications) {
    if (type === scored.expectedLabel) continue;
    yield {
      id: 'label-edited',
      text: `the service’s gold of one document is ${type} instead of ${scored.expectedLabel}`,
      after: replaced(
        labelParts(scored.expectedLabel, scored.predictedLabel),
        labelParts(type, scored.predictedLabel),
      ),
    };
  }
}

function* splitEdits(document: EvaluatedDocument, { conventions }: Evaluation): Generator<DocumentChange> {
  if (document.splits === null) return;
  for (const step of steps) {
    const counts = moved(document.splits, step);
    if (counts === null) continue;
    const after = difference(document.parts, splitParts(document.recorded, counts, conventions));
    yield { id: 'label-edited', text: 'the service’s gold of one packet has another split', after };
  }
}

/** Returns the contributions in `after`, and `undefined` for those that exist only in `before`. */
function replaced(
  before: Iterable<readonly [name: string, part: FigurePart]>,
  after: Iterable<readonly [name: string, part: FigurePart]>,
): Map<string, FigurePart | undefined> {
  const removed = [...before].map(([name]) => [name, undefined] as const);
  return new Map<string, FigurePart | undefined>([...removed, ...after]);
}

function difference(before: DocumentParts, after: DocumentParts): Map<string, FigurePart | undefined> {
  const changes = [...replaced(before, after)];
  return new Map(changes.filter(([name, part]) => !samePart(before.get(name), part)));
}
