import { sum } from '../../base/collections.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { isJsonObject, isScalar, type JsonValue } from '../../model/json/json-value.ts';
import { type LabelLine, labelOf, restPath } from '../../model/record/label-list.ts';
import type { RecordedDocument } from '../../record/read/open-record.ts';
import { type DifferingPlace, fieldOfPlace } from '../../scorers/differing-places.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { compileDocumentScorer } from '../fold/documents/document-scorer.ts';
import { FoldBuilder } from '../fold/fold-builder.ts';
import type { FoldSource } from '../fold/fold-record.ts';
import type { FoldedRun } from '../fold/folded-run.ts';
import { type ComparedOutputs, compileOutputComparison } from './find-differences.ts';
import { needsRest } from './label-list.ts';
import {
  askedPlaces,
  DifferingFields,
  fieldsOf,
  hashedShare,
  inclusionProbability,
  type ListDesign,
} from './list-design.ts';

export interface NumberedLine extends LabelLine {
  readonly line: number;
}

export interface LabelledList {
  readonly file: string;
  readonly design: ListDesign;
  readonly lines: readonly NumberedLine[];
}

/** A labelled document in which the versions differ. */
export interface LabelledDocument {
  readonly position: number;
  readonly probability: number;
  readonly places: readonly {
    /** Field in which the versions differ; empty for the whole document. */
    readonly field: string;
    /** Largest number of values that an output of the document has in this field; at least 1. */
    readonly leaves: number;
    readonly isUnclear: boolean;
  }[];
  /**
   * Whether the values in which the versions agree are right; `null` if this was not checked. `right` if the label list
   * does not ask about these values (`needsRest`).
   */
  readonly rest: 'right' | 'wrong' | 'unclear' | null;
  /** Position of the document in the random order of the label list, as a number from 0 to 1. */
  readonly at: number;
  /** Whether at least one value in the document still needs a label. */
  readonly isOpen: boolean;
}

/**
 * A record that is scored with the labels of a label list as gold. Values without a label are treated as values without
 * gold.
 */
export interface FoldedLabels {
  readonly run: FoldedRun;
  /** Positions of the documents for which `CompareOutputs` returns a result. */
  readonly compared: Int32Array;
  /** Number of documents in which the versions differ. */
  readonly differing: number;
  /** For each combination of fields: number of documents in which the versions differ in exactly these fields. */
  readonly differingIn: DifferingFields['lists'];
  readonly labelled: readonly LabelledDocument[];
  /** Largest number of differing values in a document. */
  readonly largest: number;
  /** Whether both versions return the same number of values in every document. */
  readonly hasEqualCounts: boolean;
  /** Number of values that the first version returns, summed over the compared documents. */
  readonly values: number;
}

/**
 * Scores a record by a list of labels. Throws LABELS_INVALID if the list was written for other outputs or scoring
 * rules, or if lines of the list were removed or changed.
 */
export async function foldLabels(
  source: FoldSource,
  list: LabelledList,
  options: {
    readonly scoring: ExtractionScoringOptions;
    readonly tags: ReadonlySet<string>;
    /** Throws an error if the answer of a line is invalid. `gold` contains only this answer. */
    readonly checkGold: (gold: JsonValue, line: NumberedLine) => void;
  },
): Promise<FoldedLabels> {
  const { plan, summary } = source;
  const compare = compileOutputComparison(plan, options.scoring);
  const scorer = compileDocumentScorer(plan, options.scoring);
  const builder = new FoldBuilder(plan, summary, scorer, options.tags);
  const byDocument = Map.groupBy(list.lines, ({ document }) => document);
  const positions: number[] = [];
  const labelled: LabelledDocument[] = [];
  const differingFields = new DifferingFields();
  let [differing, largest, values, hasEqualCounts] = [0, 0, 0, true];
  for await (const document of source.documents()) {
    const { id } = document.item;
    const compared = compare(document);
    const lines = byDocument.get(id) ?? [];
    byDocument.delete(id);
    let scored = withoutGold(document);
    if (compared !== null) {
      positions.push(document.position);
      hasEqualCounts &&= compared.values[0] === compared.values[1];
      values += compared.values[0];
      const places = askedPlaces(list.design, compared.places);
      const fields = fieldsOf(places);
      if (fields.length > 0) differing++;
      if (fields.length > 0) differingFields.add(fields);
      largest = Math.max(largest, sum(places.map(leavesOf)));
      const probability = inclusionProbability(list.design, fields);
      const at = hashedShare(list.design.seed, id);
      if (fields.length > 0 && at < probability) {
        const asked = { places, hash: compared.hash, probability };
        checkLines(list, id, lines, { ...asked, hasRest: needsRest(places, plan, list.design) });
        const found = labelDocument({ position: document.position, at }, lines, places);
        for (const line of lines) {
          const value = found.gold.get(line.path);
          if (value !== undefined)
            options.checkGold(compared.goldOf(new Map([[line.path, value]])) as JsonValue, line);
        }
        scored = compared.labelled(found.gold);
        labelled.push(found.document);
      } else rejectLines(list, lines, fields.length > 0 ? 'outside the sample' : 'without a difference');
    } else rejectLines(list, lines, 'without outputs of both versions');
    builder.add(scorer.score(scored), 'wrong');
  }
  rejectLines(list, [...byDocument.values()].flat(), 'that the records do not have');
  checkQuotas(list, differingFields);
  return {
    run: builder.finish(),
    compared: Int32Array.from(positions),
    differing,
    differingIn: differingFields.lists,
    labelled,
    largest,
    hasEqualCounts,
    values,
  };
}

function withoutGold(document: RecordedDocument): RecordedDocument {
  return { ...document, item: { ...document.item, expectedOutput: null } };
}

/** Returns the gold at the labelled places, and the labels of the document as input of the estimates. */
function labelDocument(
  of: Pick<LabelledDocument, 'position' | 'at'>,
  lines: readonly NumberedLine[],
  places: readonly DifferingPlace[],
): { readonly gold: Map<string, JsonValue>; readonly document: LabelledDocument } {
  const byPath = new Map(lines.map((line) => [line.path, line]));
  const gold = new Map<string, JsonValue>();
  let isOpen = false;
  const found = places.map((place) => {
    const label = labelOf((byPath.get(place.path) as NumberedLine).answer);
    if (label.state === 'labelled') gold.set(place.path, label.value as JsonValue);
    if (label.state === 'open') isOpen = true;
    const isUnclear = label.state !== 'labelled';
    // The gold can have several rows with the same key. If one value of these rows is unclear, all values of the rows
    // are unclear.
    const { keyedRow } = place;
    return isUnclear && keyedRow !== undefined
      ? { field: keyedRow.field, leaves: leavesOf(keyedRow), isUnclear }
      : { field: fieldOfPlace(place), leaves: leavesOf(place), isUnclear };
  });
  const rest = byPath.get(restPath);
  const { probability } = lines[0] as NumberedLine;
  const known = rest ? restOf(rest) : 'right';
  return { gold, document: { ...of, probability, places: found, rest: known, isOpen } };
}

function restOf({ answer }: NumberedLine): LabelledDocument['rest'] {
  return answer === 'right' || answer === 'wrong' || answer === 'unclear' ? answer : null;
}

/** Returns the largest number of scalars that an output has at a place. At least 1. */
function leavesOf({ values }: Pick<DifferingPlace, 'values'>): number {
  const count = (value: JsonValue | undefined): number => {
    if (value === undefined || value === null) return 0;
    if (isScalar(value)) return 1;
    return sum((Array.isArray(value) ? value : Object.values(isJsonObject(value) ? value : {})).map(count));
  };
  return Math.max(1, ...values.map(count));
}

/**
 * Throws an error unless the quotas of the label list have the fields in which the versions differ, and the right
 * number of documents per field. Does nothing for a list without quotas.
 */
function checkQuotas(list: LabelledList, differing: DifferingFields): void {
  const { quotas } = list.design;
  if (quotas === undefined) return;
  const [found, expected] = [
    quotas.map(({ field, differing }) => `${field}: ${differing}`).join(', '),
    differing
      .byField()
      .map(([field, documents]) => `${field}: ${documents}`)
      .join(', '),
  ];
  if (found !== expected) throw invalid(list, 1, 'quotas', found, expected, otherOutputs);
}

function checkLines(
  list: LabelledList,
  id: string,
  lines: readonly NumberedLine[],
  asked: Pick<ComparedOutputs, 'places' | 'hash'> & {
    readonly probability: number;
    readonly hasRest: boolean;
  },
): void {
  const { places, hash, probability, hasRest } = asked;
  const expected = [...places.map(({ path }) => path), ...(hasRest ? [restPath] : [])];
  const seen = new Set<string>();
  for (const one of lines) {
    if (one.outputs !== hash)
      throw invalid(list, one.line, 'outputs', one.outputs.slice(0, 12), hash.slice(0, 12), otherOutputs);
    if (seen.has(one.path)) throw invalid(list, one.line, 'path', `"${one.path}" twice`, 'every place once');
    if (!expected.includes(one.path))
      throw invalid(list, one.line, 'path', `"${one.path}"`, expected.join(', '));
    if (one.probability !== probability)
      throw invalid(list, one.line, 'probability', String(one.probability), String(probability));
    if (one.path === restPath && one.answer !== null && restOf(one) === null)
      throw invalid(
        list,
        one.line,
        'answer',
        JSON.stringify(one.answer),
        '"right", "wrong", "unclear" or null',
      );
    seen.add(one.path);
  }
  const missing = expected.find((path) => !seen.has(path));
  if (missing !== undefined)
    throw invalid(
      list,
      lines[0]?.line ?? 1,
      `document ${id}`,
      'no line',
      `a line with the path "${missing}"`,
    );
}

function rejectLines(list: LabelledList, lines: readonly NumberedLine[], what: string): void {
  const [first] = lines;
  if (first === undefined) return;
  throw invalid(
    list,
    first.line,
    'document',
    `${first.document}, a document ${what}`,
    'a document of the list',
    otherOutputs,
  );
}

const otherOutputs =
  'Compare the records that the list was written for, or write a new list with --label-differences.';

function invalid(
  { file }: LabelledList,
  line: number,
  path: string,
  found: string,
  expected: string,
  fix = 'Restore the line. Only "answer" and "comment" may change.',
): GoldsetError {
  return new GoldsetError('LABELS_INVALID', { file, line, path, found, expected, fix });
}
