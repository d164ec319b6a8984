import type { AnsweredDocument } from '../../../metrics/confidence/automation-table.ts';
import { type ConfidenceSource, confidenceSources } from '../../../model/report/confidence-section.ts';
import type { Counts, LeafOutcome } from '../../../model/score/item-score.ts';
import type { RunScore, ScoredRun } from '../documents/document-scores.ts';
import { confidenceLookup, confidenceOrNull, sourcesIn } from '../documents/read-confidences.ts';
import type { CodeColumn } from './code-column.ts';
import type { ExtractionColumns } from './extraction-columns.ts';

/** Documents of a version per scope, such as `overall`, `field:total` or `class:invoice`. */
export type DocumentsByScope = ReadonlyMap<string, readonly AnsweredDocument[]>;

/**
 * Confidences of the first repeat of one version, per source. Stores only documents whose output has a confidence. For
 * all other documents, the counts give the number of predicted values without confidence.
 */
export class ConfidenceColumns {
  readonly #bySource = new Map<ConfidenceSource, Map<string, ScopeList>>();
  readonly #having = new Map<ConfidenceSource, Set<number>>();

  /** Sources that at least one output has. */
  get sources(): ConfidenceSource[] {
    return confidenceSources.filter((source) => this.#bySource.has(source));
  }

  add(position: number, run: ScoredRun): void {
    const { score, row } = run;
    if (run.state !== 'scored') return;
    if (score.kind === 'CLASSIFY') {
      const { correct, confidence, predictedLabel } = score.answer;
      const known = confidenceOrNull(confidence);
      if (known === null) return;
      const lists = this.#listsOf('confidence', position);
      if (correct === null) return;
      const answers = predictedLabel === null ? [] : [[known, correct] as const];
      listOf(lists, 'overall').add(position, answers, 0, correct);
      if (predictedLabel !== null)
        listOf(lists, `class:${predictedLabel}`).add(position, answers, 0, correct);
      return;
    }
    if (score.kind !== 'EXTRACT') return;
    for (const source of sourcesIn(row?.output)) {
      const lists = this.#listsOf(source, position);
      const { exact, itemScore } = score.counts;
      if (exact === null) continue;
      addLeaves(lists, position, itemScore().leaves, exact, confidenceLookup(row?.output, source));
    }
  }

  #listsOf(source: ConfidenceSource, position: number): Map<string, ScopeList> {
    const having = this.#having.get(source) ?? new Set();
    this.#having.set(source, having.add(position));
    const lists = this.#bySource.get(source) ?? new Map<string, ScopeList>();
    this.#bySource.set(source, lists);
    return lists;
  }

  /**
   * Returns the predicted values of every scored document per scope, in the order of the documents. A predicted value is
   * right if its outcome is correct, and wrong if it is incorrect or spurious. A missing value is not a predicted value,
   * but it makes its document wrong.
   */
  documents(
    source: ConfidenceSource,
    count: number,
    { extraction, classes }: ScoreColumns,
  ): DocumentsByScope {
    const lists = this.#bySource.get(source) ?? new Map<string, ScopeList>();
    const having = this.#having.get(source) ?? new Set<number>();
    const scopes = new Set(['overall', ...lists.keys()]);
    const found = new Map<string, AnsweredDocument[]>([['overall', []]]);
    const add = (scope: string, document: AnsweredDocument) => {
      const list = found.get(scope);
      if (list === undefined) found.set(scope, [document]);
      else list.push(document);
    };
    for (let position = 0; position < count; position++) {
      if (having.has(position)) {
        for (const scope of scopes) {
          const document = lists.get(scope)?.at(position);
          if (document !== undefined) add(scope, document);
        }
      } else if (extraction !== null) addUnanswered(position, extraction, add);
      else if (classes !== null) addUnansweredClass(classes.at(position)[0], add);
    }
    return found;
  }
}

/** Columns with the counts of documents without a confidence. */
interface ScoreColumns {
  readonly extraction: ExtractionColumns | null;
  readonly classes: CodeColumn<readonly RunScore[]> | null;
}

type Add = (scope: string, document: AnsweredDocument) => void;

function addUnanswered(position: number, columns: ExtractionColumns, add: Add): void {
  const total = columns.total.at(position)[0];
  if (total === undefined || total.exact === null) return;
  add('overall', unanswered(total.counts, total.exact));
  for (const [field, column] of columns.fields) {
    const counts = column.at(position)[0];
    if (counts === undefined || countScored(counts) === 0) continue;
    const right = counts.incorrect + counts.missing + counts.spurious === 0;
    add(`field:${field}`, unanswered(counts, right));
  }
}

function addUnansweredClass(score: RunScore | undefined, add: Add): void {
  if (score?.kind !== 'CLASSIFY' || score.answer.correct === null) return;
  const { correct, predictedLabel } = score.answer;
  const document: AnsweredDocument = {
    answers: { confidence: [], correct: [] },
    withoutConfidence: predictedLabel === null ? 0 : 1,
    right: correct,
  };
  add('overall', document);
  if (predictedLabel !== null) add(`class:${predictedLabel}`, document);
}

function countScored({ correct, incorrect, missing, spurious }: Counts): number {
  return correct + incorrect + missing + spurious;
}

function unanswered({ correct, incorrect, spurious }: Counts, right: boolean): AnsweredDocument {
  return {
    answers: { confidence: [], correct: [] },
    withoutConfidence: correct + incorrect + spurious,
    right,
  };
}

type Answer = readonly [confidence: number, right: boolean];

function addLeaves(
  lists: Map<string, ScopeList>,
  position: number,
  leaves: readonly LeafOutcome[],
  exact: boolean,
  lookup: (path: string) => number | null,
): void {
  const scopes = new Map<string, { answers: Answer[]; without: number; right: boolean }>();
  const overall = { answers: [] as Answer[], without: 0, right: exact };
  scopes.set('overall', overall);
  for (const { outcome, field, path, predictedPath } of leaves) {
    if (outcome === 'absent' || outcome === 'excluded' || outcome === 'unscored') continue;
    const scope = `field:${field}`;
    const part = scopes.get(scope) ?? { answers: [], without: 0, right: true };
    scopes.set(scope, part);
    if (outcome !== 'correct') part.right = false;
    if (outcome === 'missing') continue;
    const confidence = lookup(predictedPath ?? path);
    for (const scoped of [part, overall]) {
      if (confidence === null) scoped.without++;
      else scoped.answers.push([confidence, outcome === 'correct']);
    }
  }
  for (const [scope, { answers, without, right }] of scopes)
    listOf(lists, scope).add(position, answers, without, right);
}

function listOf(lists: Map<string, ScopeList>, scope: string): ScopeList {
  const known = lists.get(scope);
  if (known !== undefined) return known;
  const made = new ScopeList();
  lists.set(scope, made);
  return made;
}

/** Predicted values of the documents of one scope, stored in sequence. */
class ScopeList {
  #confidence = new Float64Array(64);
  #right = new Uint8Array(64);
  #length = 0;
  readonly #documents = new Map<
    number,
    { readonly from: number; readonly to: number; readonly without: number; readonly right: boolean }
  >();

  add(position: number, answers: readonly Answer[], without: number, right: boolean): void {
    const from = this.#length;
    this.#reserve(from + answers.length);
    for (const [confidence, correct] of answers) {
      this.#confidence[this.#length] = confidence;
      this.#right[this.#length++] = correct ? 1 : 0;
    }
    this.#documents.set(position, { from, to: this.#length, without, right });
  }

  at(position: number): AnsweredDocument | undefined {
    const held = this.#documents.get(position);
    if (held === undefined) return undefined;
    const { from, to, without, right } = held;
    const answers = {
      confidence: Array.from(this.#confidence.subarray(from, to)),
      correct: Array.from(this.#right.subarray(from, to)),
    };
    return { answers, withoutConfidence: without, right };
  }

  #reserve(length: number): void {
    if (length <= this.#confidence.length) return;
    const size = Math.max(length, this.#confidence.length * 2);
    const confidence = new Float64Array(size);
    confidence.set(this.#confidence);
    this.#confidence = confidence;
    const right = new Uint8Array(size);
    right.set(this.#right);
    this.#right = right;
  }
}
