import { canonicalJson } from '../../base/canonical-json.ts';
import { sha256 } from '../../base/hash.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import {
  type LabelLine,
  type LabelListHead,
  labelListKind,
  restPath,
} from '../../model/record/label-list.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { RecordedDocument } from '../../record/read/open-record.ts';
import type { DifferingPlace } from '../../scorers/differing-places.ts';
import { describeScorer } from '../../scorers/extraction/scorer-fingerprint.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { citationsOf } from '../fold/documents/output-metadata.ts';
import { type CompareOutputs, compileOutputComparison } from './find-differences.ts';
import {
  askedPlaces,
  DifferingFields,
  fieldsOf,
  hashedShare,
  inclusionProbability,
  type ListDesign,
  type QuotaRule,
} from './list-design.ts';

export interface LabelListOptions {
  readonly scoring: ExtractionScoringOptions;
  /** Share of the differing documents to include, above 0 and at most 1. */
  readonly share: number;
  /** Number of documents to include per field. If set, these quotas replace `share`. */
  readonly quotas?: QuotaRule | undefined;
  readonly sequential?: ListDesign['sequential'];
  readonly seed: string;
}

export interface LabelList {
  readonly head: LabelListHead;
  readonly lines: readonly LabelLine[];
}

/**
 * Returns the list of the values that need a label, to decide which of two versions is better. A hash of the seed and
 * the document id gives each document a number from 0 to 1. The list includes a document if this number is below the
 * probability of inclusion (`inclusionProbability`). So a larger share or quota only adds documents, and removes none.
 * The list is sorted by these numbers. The list does not show which version returned which value.
 */
export async function listLabelDifferences(
  source: { readonly plan: RunPlan; documents(): AsyncIterable<RecordedDocument> },
  { scoring, share, seed, quotas, sequential }: LabelListOptions,
): Promise<LabelList> {
  const compare = compileOutputComparison(source.plan, scoring);
  const scorer = describeScorer(scoring).fingerprint;
  const design: ListDesign = {
    share,
    seed,
    ...(quotas && { quotas: (await countDifferingFields(source, compare)).quotas(quotas) }),
    ...(sequential && { sequential }),
  };
  const included: { readonly at: number; readonly lines: LabelLine[] }[] = [];
  let [documents, differing] = [0, 0];
  for await (const document of source.documents()) {
    const compared = compare(document);
    if (compared === null) continue;
    documents++;
    const { hash, rest } = compared;
    const places = askedPlaces(design, compared.places);
    if (places.length === 0) continue;
    differing++;
    const { id, document: file } = document.item;
    const at = hashedShare(seed, id);
    const probability = inclusionProbability(design, fieldsOf(places));
    if (at >= probability) continue;
    const lineOf = (path: string, values: readonly (JsonValue | undefined)[], page?: number): LabelLine => ({
      order: 0,
      document: id,
      file: file.path ?? file.name,
      path,
      ...(page === undefined ? {} : { page }),
      values: shuffled(values, `${seed}\0${id}\0${path}`),
      probability,
      outputs: hash,
      scorer,
      answer: null,
    });
    const lines = places.map((place) => lineOf(place.path, place.values, pageOf(document, place)));
    if (needsRest(places, source.plan, design)) lines.push(lineOf(restPath, [rest]));
    included.push({ at, lines });
  }
  included.sort((a, b) => a.at - b.at);
  return {
    head: { list: labelListKind, ...design, documents, differing, included: included.length, scorer },
    lines: included.flatMap(({ lines }, i) => lines.map((line) => ({ ...line, order: i + 1 }))),
  };
}

/**
 * Returns whether the label list asks about the values in which the versions agree: are all of them right? Without this
 * answer, it is unknown whether a document is fully right. A sequential list does not ask about these values.
 */
export function needsRest(
  places: readonly DifferingPlace[],
  { dataset }: RunPlan,
  { sequential }: Pick<ListDesign, 'sequential'>,
): boolean {
  return (
    sequential === undefined && dataset.kind === 'EXTRACT' && places.every(({ steps }) => steps.length > 0)
  );
}

async function countDifferingFields(
  source: { documents(): AsyncIterable<RecordedDocument> },
  compare: CompareOutputs,
): Promise<DifferingFields> {
  const counted = new DifferingFields();
  for await (const document of source.documents()) {
    const { places = [] } = compare(document) ?? {};
    if (places.length > 0) counted.add(fieldsOf(places));
  }
  return counted;
}

/**
 * Returns the distinct values in the order of their hashes, so that the order does not show which version returned
 * which value.
 */
function shuffled(values: readonly (JsonValue | undefined)[], seed: string): (JsonValue | null)[] {
  const distinct = new Map(values.map((value) => [canonicalJson(value), value ?? null]));
  return [...distinct]
    .map(([text, value]) => ({ value, hash: sha256(`${seed}\0${text}`) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ value }) => value);
}

/** Returns the first page that an output cites for a place; `undefined` if no output cites one. */
function pageOf({ runs }: RecordedDocument, { path }: DifferingPlace): number | undefined {
  for (const { output } of runs.flat())
    for (const { page } of citationsOf(output)[path] ?? []) if (page !== undefined) return page;
  return undefined;
}
