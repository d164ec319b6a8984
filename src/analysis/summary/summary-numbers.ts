import { grouped } from '../../base/phrases.ts';
import type { ProcessorKind } from '../../model/processor/processor-config.ts';
import type { SummaryNumber } from '../../model/report/summary.ts';
import { fewDocuments, type Measurement } from '../../model/score/measurement.ts';
import { type VersionWork, withWrong, workPerThousand } from './business.ts';
import { unitWord } from './clauses.ts';
import { counted, fromTo, ofHundred, perHundred, rateWords } from './plain-figures.ts';

/** The data for the figures on the first page of a report. Lists have one entry per version, the baseline first. */
export interface NumberFacts {
  readonly kind: ProcessorKind;
  /** Number of documents with gold. */
  readonly labelled: number;
  /** Text between the figures of two versions: an arrow, or `and` if the figures are not compared. */
  readonly between: ' → ' | ' and ';
  /** Share of fully right documents. */
  readonly exact: readonly (Measurement | null)[];
  /** Share of the expected values that are right. Empty unless the kind is EXTRACT. */
  readonly recall: readonly Measurement[];
  /** Number of cuts to correct per page. Empty unless the kind is SPLITTER. */
  readonly cuts: readonly Measurement[];
  readonly work: readonly VersionWork[];
  /** Number of wrong values per document with an error; `null` if no document has an error. */
  readonly valuesPerDocument: readonly (number | null)[];
  /** Which documents a person reviews: all, those below a confidence threshold, or none. */
  readonly review: 'all' | 'confidence' | 'none';
  /**
   * Target for the share of fully right documents, and where the target is set (`from`); `null` if no target is set.
   */
  readonly target: { readonly share: number; readonly from: string } | null;
  /** The best answer that needs no processor, and its share of right documents; `null` if there is no such answer. */
  readonly trivial: { readonly name: string; readonly share: number } | null;
}

const targetKey = 'business.target.fullyRight';

/**
 * Returns the figures on the first page. For EXTRACT: fully right documents, right values and the remaining work. For
 * CLASSIFY: right types, and documents sent to the wrong place. For SPLITTER: fully right packets, and cuts to correct.
 * Omits a figure that was not measured.
 */
export function summaryNumbers(facts: NumberFacts): SummaryNumber[] {
  const numbers = {
    EXTRACT: [fullyRight, valuesRight, workLeft],
    CLASSIFY: [fullyRight, wrongPlace],
    SPLITTER: [fullyRight, cutsToMove],
  }[facts.kind];
  return numbers.map((number) => number(facts)).filter((number) => number !== null);
}

const labels: Readonly<Record<ProcessorKind, string>> = {
  EXTRACT: 'Documents fully right',
  CLASSIFY: 'Documents with the right type',
  SPLITTER: 'Packets fully right',
};

function fullyRight(facts: NumberFacts): SummaryNumber | null {
  const { kind, exact, target } = facts;
  const rate = rateOf(exact, facts);
  return rate === null
    ? null
    : {
        key: 'fullyRight',
        label: labels[kind],
        ...rate,
        counts: countsText(exact, unitWord(kind)),
        detail: null,
        reference: referenceText(facts),
        mark: { ...rate.mark, target: target?.share ?? null },
      };
}

function valuesRight(facts: NumberFacts): SummaryNumber | null {
  const { recall } = facts;
  const rate = rateOf(recall, facts);
  return rate === null
    ? null
    : {
        key: 'valuesRight',
        label: 'Values right',
        ...rate,
        counts: countsText(recall, 'value'),
        detail: 'of the values that the documents have',
        reference: null,
      };
}

/** Converts a count of right documents to a count of wrong documents. */
function wrongOf(right: Measurement | null): Measurement | null {
  if (right?.numerator === undefined || right.denominator === undefined) return null;
  return { ...right, numerator: right.denominator - right.numerator };
}

/**
 * Returns a rate as a text with its range, and as marks on a scale. The text and the marks also show the baseline.
 * Returns `null` if the rate was not measured.
 */
function rateOf(values: readonly (Measurement | null)[], { labelled, between }: NumberFacts) {
  const few = labelled < fewDocuments;
  const last = values.at(-1);
  const after = rateWords(last, few);
  if (last?.value == null || after === null) return null;
  const first = values.length === 2 ? values[0] : null;
  return {
    text: fromTo(rateWords(first, few), after, between),
    range: after.range.replace(/^ \(|\)$/g, ''),
    ...(few && { fewCounts: countsPerVersion(values) }),
    mark: {
      before: first?.value ?? null,
      after: last.value,
      low: last.interval?.low ?? null,
      high: last.interval?.high ?? null,
      target: null,
    },
  };
}

/**
 * Returns a count such as `3 of 8` for each version, and the change of the count. Reports with few documents show
 * counts instead of rates.
 */
function countsPerVersion(values: readonly (Measurement | null)[]): SummaryNumber['fewCounts'] {
  const [first, second] = values;
  const isComparable = second != null && first?.denominator === second.denominator;
  const change = isComparable ? (second.numerator ?? 0) - (first?.numerator ?? 0) : null;
  return {
    versions: values.map((value) => rateWords(value, true)?.text ?? ''),
    change: change === null ? '' : signedText(change),
  };
}

function signedText(change: number): string {
  const text = wholeText(Math.abs(change));
  if (text === '0') return text;
  return change > 0 ? `+${text}` : `−${text}`;
}

/** Returns `26 of 54 documents, 0 of 54 before`. */
function countsText(values: readonly (Measurement | null)[], unit: string): string {
  const count = (value: Measurement | null | undefined) =>
    value?.numerator === undefined || value.denominator === undefined
      ? null
      : { right: grouped(Math.round(value.numerator * 10) / 10), of: value.denominator };
  const after = count(values.at(-1));
  const before = values.length === 2 ? count(values[0]) : null;
  if (after === null) return '';
  const now = `${after.right} of ${counted(Math.round(after.of), unit)}`;
  return before === null ? now : `${now}, ${before.right} of ${grouped(Math.round(before.of))} before`;
}

/**
 * Compares the share of fully right documents with the target. Without a target, compares it with the best answer that
 * needs no processor.
 */
function referenceText({ target, trivial, exact, labelled }: NumberFacts): string {
  const share = exact.at(-1)?.value ?? null;
  if (target !== null && share !== null) {
    const missing = target.share - share;
    const result = missing > 0 ? `missed by ${perHundred(missing)}` : 'reached';
    return `target ${perHundred(target.share)} of 100 (${target.from}): ${result}`;
  }
  const none = `no target set (${targetKey})`;
  if (trivial === null) return none;
  const { name, share: right } = trivial;
  const rate =
    labelled < fewDocuments ? `${wholeText(right * labelled)} of ${grouped(labelled)}` : ofHundred(right);
  return `${name} is right for ${rate}; ${none}`;
}

function workLeft(facts: NumberFacts): SummaryNumber | null {
  const { work, labelled, valuesPerDocument, between } = facts;
  const after = work.at(-1);
  if (after === undefined) return null;
  const before = work.length === 2 ? (work[0] as VersionWork) : null;
  const [was, is] = valuesPerDocument.length === 2 ? valuesPerDocument : [null, valuesPerDocument[0] ?? null];
  const values =
    is == null
      ? null
      : `${was == null ? '' : `${each(was)}${between}`}${each(is)} ${each(is) === '1' ? 'value' : 'values'} each`;
  const few = labelled < fewDocuments;
  const detail = [values, reviewText(facts, after)].filter((text) => text !== null).join('; ');
  const text = few ? fewText(before, after, facts) : perThousandText(before, after, between);
  return {
    key: 'workLeft',
    label: few ? 'Remaining work' : 'Remaining work per 1,000 documents',
    text: `${text.text} to correct`,
    range: text.range,
    counts: countsText(facts.exact.map(wrongOf), 'document'),
    detail,
    reference: null,
    mark: null,
  };
}

function reviewText({ review }: NumberFacts, after: VersionWork): string {
  if (review === 'all') return 'all documents need a review';
  const { review: reviewed, undetected } = workPerThousand(after);
  return review === 'none'
    ? 'no document is reviewed'
    : `${whole(reviewed)} of 1,000 need a review, and ${whole(undetected)} wrong documents pass without a review`;
}

function wrongPlace(facts: NumberFacts): SummaryNumber | null {
  const { work, labelled, exact, between } = facts;
  const after = work.at(-1);
  if (after === undefined) return null;
  const before = work.length === 2 ? (work[0] as VersionWork) : null;
  const few = labelled < fewDocuments;
  const wrong = (of: VersionWork | null) => (of === null ? null : { ...of, accepted: 0 });
  const given = wrong(after) as VersionWork;
  const text = few ? fewText(wrong(before), given, facts) : perThousandText(wrong(before), given, between);
  return {
    key: 'wrongPlace',
    label: few ? 'Documents sent to the wrong place' : 'Sent to the wrong place per 1,000 documents',
    text: text.text,
    range: text.range,
    counts: countsText(exact.map(wrongOf), 'document'),
    detail: 'a document with a wrong type goes to the wrong place',
    reference: null,
    mark: null,
  };
}

function cutsToMove({ cuts, labelled, between }: NumberFacts): SummaryNumber | null {
  const last = cuts.at(-1);
  if (last?.value == null) return null;
  const before = cuts.length === 2 ? (cuts[0]?.value ?? null) : null;
  const few = labelled < fewDocuments;
  const scale = (share: number) => whole(share * 1000);
  const count = (value: Measurement | undefined) => grouped(Math.round((value?.numerator ?? 0) * 10) / 10);
  const start = before === null ? '' : few ? `${count(cuts[0])}${between}` : `${scale(before)}${between}`;
  const pages = last.denominator === undefined ? '' : ` in ${counted(Math.round(last.denominator), 'page')}`;
  const range =
    few || last.interval === undefined
      ? ''
      : `range ${scale(last.interval.low)} to ${scale(last.interval.high)}`;
  return {
    key: 'cutsToMove',
    label: few ? 'Cuts to move' : 'Cuts to move per 1,000 pages',
    text: few ? `${start}${count(last)}${pages}` : `${start}${scale(last.value)}`,
    range,
    counts: `${count(last)}${pages}${before === null ? '' : `, ${count(cuts[0])} before`}`,
    detail: 'a cut is where one document ends and the next begins',
    reference: null,
    mark: null,
  };
}

/** Returns counts for few documents: `8 → 5 of 8`. */
function fewText(before: VersionWork | null, after: VersionWork, { labelled, between }: NumberFacts) {
  const count = ({ wrong, accepted, acceptedWrong }: VersionWork) =>
    wholeText((wrong.value - accepted * acceptedWrong) * labelled);
  const start = before === null ? '' : `${count(before)}${between}`;
  return { text: `${start}${count(after)} of ${grouped(labelled)}`, range: '' };
}

/** Returns numbers per 1,000 documents: `1,000 → 519`, with the range of the last number. */
function perThousandText(before: VersionWork | null, after: VersionWork, between: string) {
  const correct = (work: VersionWork, wrong: number) =>
    whole(workPerThousand(withWrong(work, wrong)).correct);
  const start = before === null ? '' : `${correct(before, before.wrong.value)}${between}`;
  const { value, low, high } = after.wrong;
  return {
    text: `${start}${correct(after, value)}`,
    range: `range ${correct(after, low)} to ${correct(after, high)}`,
  };
}

function whole(value: number): string {
  return grouped(Math.round(value));
}

/** Formats the mean number of wrong values in wrong documents, which is at least 1. */
function each(values: number): string {
  return whole(Math.max(1, values));
}

/** Formats a mean number: whole numbers from 10 on, one decimal below. */
function wholeText(value: number): string {
  return value >= 9.95 ? whole(value) : String(Math.round(value * 10) / 10);
}
