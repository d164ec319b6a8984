import { emptyMark } from '../../base/phrases.ts';
import { placeText } from '../../base/place-text.ts';
import type { Citation } from '../../model/processor/output.ts';
import { type ChangedDocument, type ChangedValue, errorsText } from '../../model/report/document-state.ts';
import type { DocumentRow, DocumentVersion } from '../../model/report/report-model.ts';
import type { LookFirst, LookFirstDocument } from '../../model/report/summary.ts';
import type { LeafOutcome } from '../../model/score/item-score.ts';
import type { ExplainedLeaf } from '../causes/find-causes.ts';
import { displayValue } from '../display-value.ts';
import { problemOf, sameProblemText } from './problem-of.ts';

const maxDocuments = 5;

/** Longer values are cut to this number of characters. */
const longest = 200;

export interface LookFirstInput {
  readonly items: readonly DocumentRow[];
  /** Changes between two versions in the shown documents; `null` unless the report compares two versions. */
  readonly changes: readonly ChangedDocument[] | null;
  /** Number of documents in the whole record that have new errors (two versions) or errors (one version). */
  readonly total: number;
  /** Number of documents that lost their result, but have no new errors, because no value was right before. */
  readonly lost: number;
  /** Returns whether errors in a field matter most. */
  readonly isCritical: (field: string) => boolean;
  /** For each document position: the wrong values of the last version, each with its cause. */
  readonly causes: ReadonlyMap<number, readonly ExplainedLeaf[]>;
}

/**
 * Returns the documents that a person should open first, at most five, each with its most important wrong value.
 *
 * With two versions, these are documents with new errors. The order is: newly wrong, more errors than before, new
 * errors in critical fields, most new errors. With one version, these are documents with errors. Documents with errors
 * in critical fields come first, then documents with the most errors. Documents that are equal by all these criteria
 * are ordered by the confidence in the listed value, the highest first, because readers do not expect such a value to
 * be wrong.
 *
 * If the most important values of several documents have the same cause, only the first of these documents is listed.
 * The entry of this document states how many documents have the cause.
 */
export function lookFirst(input: LookFirstInput): LookFirst {
  const { changes, total, lost } = input;
  const all = total + lost;
  const candidates = changes === null ? ofOneVersion(input) : ofTwoVersions(input, changes);
  const sorted = candidates.sort((a, b) => compareKeys(a.keys, b.keys));
  const groups = Map.groupBy(sorted, ({ problem }, number) => problem ?? number);
  const entries = [...groups.values()].slice(0, maxDocuments);
  const showsAll = candidates.length >= all;
  return {
    documents: entries.flatMap(([first, ...others]): LookFirstDocument[] => {
      if (first === undefined) return [];
      const { document, problem } = first;
      if (problem === null || others.length === 0) return [document];
      return [{ ...document, sameCause: sameProblemText(problem, 1 + others.length, showsAll) }];
    }),
    total,
    lost,
    more: Math.max(0, all - entries.reduce((sum, group) => sum + group.length, 0)),
    of: changes === null ? 'errors' : 'new errors',
  };
}

interface Candidate {
  readonly document: LookFirstDocument;
  /** What is wrong with the most important value; `null` if it is unknown. */
  readonly problem: string | null;
  /** Sort keys. Entries with larger numbers come first. */
  readonly keys: readonly number[];
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  return a.reduce((found, key, at) => found || (b[at] as number) - key, 0);
}

function ofTwoVersions(
  { items, isCritical, causes }: LookFirstInput,
  changes: readonly ChangedDocument[],
): Candidate[] {
  const byId = new Map(items.map((item) => [item.itemId, item]));
  return changes.flatMap((change): Candidate[] => {
    const item = byId.get(change.itemId);
    const isListed = change.newlyWrong || change.newErrors > 0;
    const newErrors = change.values.filter((value) => value.change === 'newError');
    const deciding = mostConfident(newErrors, item, isCritical);
    if (item === undefined || !isListed) return [];
    if (deciding === null) return change.newlyWrong ? [withoutValue(item, change)] : [];
    const { value, leaf, confidence, critical } = deciding;
    const worse = change.errorsNow > change.errorsBefore;
    return [
      {
        document: {
          itemId: item.itemId,
          position: item.position,
          errors: errorsOf(change),
          errorCounts: `${change.errorsBefore} → ${change.errorsNow}`,
          newlyWrong: change.newlyWrong,
          path: value.path,
          place: placeText(value.path, value.extraRow),
          expected: shownValue(value.expected),
          values: [shownValue(value.baseline), shownValue(value.candidate)],
          confidence,
          ...cropOf(item, value.path, leaf),
        },
        problem: leaf === undefined ? null : problemOf(leaf, causes.get(item.position) ?? []),
        keys: [
          Number(change.newlyWrong),
          Number(worse),
          Number(critical),
          change.newErrors,
          confidence ?? -1,
        ],
      },
    ];
  });
}

/** Returns the errors of a document: `15 → 10 errors, 5 new`, or `fully right before, 2 errors now`. */
function errorsOf(change: ChangedDocument): string {
  const { newlyWrong, errorsBefore, errorsNow, state } = change;
  if (state === 'noResult') return 'no result any more';
  if (!newlyWrong || errorsBefore > 0) return errorsText(change);
  return `fully right before, ${errorsNow} ${errorsNow === 1 ? 'error' : 'errors'} now`;
}

/** Returns the entry for a newly wrong document without a wrong value. Such a document has lost its result. */
function withoutValue(item: DocumentRow, change: ChangedDocument): Candidate {
  return {
    document: {
      itemId: item.itemId,
      position: item.position,
      errors: errorsOf(change),
      errorCounts: 'no result',
      newlyWrong: true,
      path: '',
      place: 'whole document',
      expected: 'a result',
      values: ['a result', 'nothing'],
      confidence: null,
      ...cropOf(item, '', undefined),
    },
    problem: problemOf(undefined, []),
    keys: [1, 1, 0, 0, -1],
  };
}

interface Deciding<Value> {
  readonly value: Value;
  readonly leaf: LeafOutcome | undefined;
  readonly confidence: number | null;
  readonly critical: boolean;
}

/**
 * Returns the wrong value with the highest confidence, from critical fields if possible. Returns `null` if no value is
 * wrong.
 */
function mostConfident(
  values: readonly ChangedValue[],
  item: DocumentRow | undefined,
  isCritical: LookFirstInput['isCritical'],
): Deciding<ChangedValue> | null {
  const version = item?.versions.at(-1);
  const rated = values.map((value) => {
    const leaf = version?.leaves.find(
      ({ path, spuriousRow }) => path === value.path && (spuriousRow === true) === (value.extraRow === true),
    );
    return {
      value,
      leaf,
      confidence: confidenceOf(version, leaf),
      critical: isCritical(fieldOf(value.path)),
    };
  });
  return firstOf(rated);
}

function firstOf<Value>(rated: readonly Deciding<Value>[]): Deciding<Value> | null {
  const keys = ({ critical, confidence }: Deciding<Value>) => [Number(critical), confidence ?? -1];
  return [...rated].sort((a, b) => compareKeys(keys(a), keys(b)))[0] ?? null;
}

function ofOneVersion({ items, isCritical, causes }: LookFirstInput): Candidate[] {
  return items.flatMap((item): Candidate[] => {
    const version = item.versions.at(-1);
    if (version === undefined) return [];
    const { incorrect, missing, spurious } = version.counts;
    const errors = incorrect + missing + spurious;
    const wrong = version.leaves.filter(
      ({ outcome }) => outcome === 'incorrect' || outcome === 'missing' || outcome === 'spurious',
    );
    const deciding = firstOf(
      wrong.map((leaf) => ({
        value: leaf,
        leaf,
        confidence: confidenceOf(version, leaf),
        critical: isCritical(leaf.field),
      })),
    );
    if (deciding === null) return [];
    const { value: leaf, confidence, critical } = deciding;
    return [
      {
        document: {
          itemId: item.itemId,
          position: item.position,
          errors: `${errors} ${errors === 1 ? 'error' : 'errors'}`,
          errorCounts: String(errors),
          newlyWrong: false,
          path: leaf.path,
          place: placeText(leaf.path, leaf.spuriousRow),
          expected: shownValue(displayValue(leaf.expected)),
          values: [shownValue(displayValue(leaf.predicted))],
          confidence,
          ...cropOf(item, leaf.path, leaf),
        },
        problem: problemOf(leaf, causes.get(item.position) ?? []),
        keys: [Number(critical), errors, confidence ?? -1],
      },
    ];
  });
}

function fieldOf(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '');
}

function shownValue(text: string): string {
  if (text === emptyMark) return 'nothing';
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}

/** Returns the confidence in a value that was predicted; `null` for a missing value. */
function confidenceOf(version: DocumentVersion | undefined, leaf: LeafOutcome | undefined): number | null {
  if (version === undefined || leaf === undefined || leaf.outcome === 'missing') return null;
  return version.confidences[leaf.predictedPath ?? leaf.path] ?? version.confidence;
}

/** Shown for a value without a picture. */
const noPosition = 'No picture: no output cites the position of this value.';

/**
 * Returns the page of a value with the boxes that the versions cite. If no version cites a box, returns page 1 for a
 * class, and the first page for a segment. For a field without a box, returns a note instead of a page.
 */
function cropOf(
  item: DocumentRow,
  path: string,
  leaf: LeafOutcome | undefined,
): Pick<LookFirstDocument, 'crop' | 'cropNote'> {
  if (item.document === null) return { crop: null };
  const cited = item.versions.flatMap((version, number) => {
    const own =
      number === item.versions.length - 1 ? leaf : version.leaves.find((other) => other.path === path);
    return citationsAt(version, own?.predictedPath ?? path).map((citation) => ({ number, citation }));
  });
  // The last version comes first, because the listed value comes from that version.
  const [main] = [...cited].sort((a, b) => b.number - a.number);
  const page = main?.citation.page ?? pageOf(path) ?? 1;
  const boxes = cited
    .filter(({ citation }) => (citation.page ?? 1) === page)
    .flatMap(({ number, citation }) => {
      const box = boxOf(citation);
      return box === null ? [] : [{ version: number, ...box }];
    });
  const isOfPage = path === '' || path === 'type' || pageOf(path) !== null;
  return boxes.length > 0 || isOfPage ? { crop: { page, boxes } } : { crop: null, cropNote: noPosition };
}

/** Returns the citations of a value, or of the row or object that contains it. */
function citationsAt({ citations }: DocumentVersion, path: string): readonly Citation[] {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('.'), at.lastIndexOf('['), 0)))
    if (Object.hasOwn(citations, at)) return citations[at] ?? [];
  return [];
}

/** Returns the first page of a segment path, such as `pages 3–4`. */
function pageOf(path: string): number | null {
  const page = /^pages? (\d+)/.exec(path)?.[1];
  return page === undefined ? null : Number(page);
}

/**
 * Returns the bounding box of a citation as shares of the page; `null` if the citation has no polygon or no page size.
 */
function boxOf({ polygon = [], pageWidth = 0, pageHeight = 0 }: Citation) {
  if (polygon.length === 0 || !(pageWidth > 0) || !(pageHeight > 0)) return null;
  const share = (value: number, size: number) => Math.min(1, Math.max(0, value / size));
  const xs = polygon.map(({ x }) => share(x, pageWidth));
  const ys = polygon.map(({ y }) => share(y, pageHeight));
  const box = {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
  return Object.values(box).every(Number.isFinite) ? box : null;
}
