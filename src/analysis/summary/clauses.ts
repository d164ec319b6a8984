import { capitalise, grouped, joinList, truncateList } from '../../base/phrases.ts';
import type { ProcessorKind } from '../../model/processor/processor-config.ts';
import type { PairedComparison } from '../../model/score/comparison.ts';
import { fewDocuments } from '../../model/score/measurement.ts';
import type { ChangedLabels } from './changed-labels.ts';
import { scopeName } from './notable-parts.ts';
import type { CostFacts, DocumentCounts, OutcomeFacts, TimeFacts } from './outcome-facts.ts';
import {
  counted,
  creditsText,
  ofHundred,
  perHundred,
  rateWords,
  secondsText,
  timesText,
  versionPhrase,
} from './plain-figures.ts';

/** If the costs of the versions differ by less than this factor, the report says that the versions cost the same. */
const sameCost = 1.1;

/** The headline mentions cost or typical time if the candidate's figure is more than this many times the baseline's. */
const expensive = 1.5;

/**
 * Smallest increase of the typical time, in milliseconds, that a headline mentions. People do not notice a smaller
 * increase.
 */
const noticeable = 100;

const fullyRight: Readonly<Record<ProcessorKind, readonly [one: string, many: string]>> = {
  EXTRACT: ['document is fully right', 'documents are fully right'],
  CLASSIFY: ['document has the right type', 'documents have the right type'],
  SPLITTER: ['packet is fully right', 'packets are fully right'],
};

/** Returns what an item is called: `packet` for SPLITTER, otherwise `document`. */
export function unitWord(kind: ProcessorKind): 'document' | 'packet' {
  return kind === 'SPLITTER' ? 'packet' : 'document';
}

/** Returns `48 of 100 documents are fully right (range 35 to 61), 0 before`; `null` if nothing was measured. */
export function qualityClause({ kind, exact, labelled, repeats }: OutcomeFacts): string | null {
  const few = labelled < fewDocuments;
  const after = rateWords(exact.at(-1), few);
  if (after === null) return null;
  const before = exact.length === 2 ? rateWords(exact[0], few) : null;
  const was = before === null ? '' : `, ${before.short} before`;
  const mean = repeats > 1 ? `, as a mean of ${repeats} runs` : '';
  return `${after.text} ${fullyRight[kind][1]}${after.range}${was}${mean}`;
}

/** Returns `48 of 100 documents fully right`, for a headline; `null` if nothing was measured. */
export function qualityHeadline({ kind, exact, labelled }: OutcomeFacts): string | null {
  const after = rateWords(exact.at(-1), labelled < fewDocuments);
  return after === null
    ? null
    : `${after.text} ${fullyRight[kind][1].replace(/ (?:are|have the)/, ' ').replace('  ', ' ')}`;
}

/**
 * Returns the candidate's cost divided by the baseline's. Returns `null` if one of them is unknown, or if the baseline
 * costs nothing.
 */
export function costRatio(cost: CostFacts | null): number | null {
  if (cost === null || cost.before === null || cost.before <= 0) return null;
  return cost.after / cost.before;
}

/** Returns whether the candidate clearly costs less than the baseline. */
export function isCheaper(cost: CostFacts | null): boolean {
  const ratio = costRatio(cost);
  return ratio !== null && ratio < 1 / sameCost;
}

/**
 * Returns the cost per document in words: `costs the same`, or `costs 4.3 times as much (3.33 instead of 0.78
 * credits)`. Returns `null` if the credits are unknown.
 */
export function costClause(cost: CostFacts | null): string | null {
  if (cost === null) return null;
  const { before, after } = cost;
  if (before === null) return `costs ${creditAmount(after)}`;
  if (before === after) return 'costs the same';
  const ratio = costRatio(cost);
  if (ratio === null) return `costs ${creditAmount(after)} (0 before)`;
  if (ratio < sameCost && ratio > 1 / sameCost) return 'costs the same';
  const credits = `${creditsText(after)} instead of ${creditAmount(before)}`;
  return `costs ${timesText(ratio)} times as much (${credits})`;
}

function creditAmount(credits: number): string {
  const text = creditsText(credits);
  return `${text} ${text === '1' ? 'credit' : 'credits'}`;
}

/**
 * Returns the time per document in words: `takes as long as before (typically 0.27 s)` if the interval of the mean
 * difference includes 0, otherwise `takes 1.4 s longer (now typically 2.1 s)`. Returns `null` if the times are unknown.
 */
export function timeClause(time: TimeFacts | null): string | null {
  if (time === null) return null;
  const typical = `typically ${secondsText(time.after)}`;
  if (time.before === null) return `takes ${typical}`;
  if (time.difference === null) return `takes ${typical}, ${secondsText(time.before)} before`;
  const { value, low, high } = time.difference;
  if (low <= 0 && high >= 0) return `takes as long as before (${typical})`;
  const change = secondsText(Math.abs(value));
  return value > 0 ? `takes ${change} longer (now ${typical})` : `is ${change} faster (now ${typical})`;
}

/** Returns one sentence on cost and time per document. Returns `null` if both are unknown. */
export function costAndTime({
  cost,
  time,
  kind,
}: Pick<OutcomeFacts, 'cost' | 'time' | 'kind'>): string | null {
  const clauses = [costClause(cost), timeClause(time)].filter((clause) => clause !== null);
  return clauses.length === 0 ? null : `A ${unitWord(kind)} ${joinList(clauses)}.`;
}

/**
 * Ratios of cost and of typical time that a headline must mention. A ratio is `null` if the headline does not mention
 * it.
 */
export interface Burden {
  readonly cost: number | null;
  readonly time: number | null;
}

/**
 * Returns the ratios of cost and of typical time that are above 1.5. The time counts only if it is at least 0.1 s
 * longer, and if the interval of the mean difference excludes 0.
 */
export function burdenOf({ cost, time }: Pick<OutcomeFacts, 'cost' | 'time'>): Burden {
  const ratio = costRatio(cost);
  const isSlower = time?.difference != null && time.difference.low > 0;
  const isNoticed =
    isSlower && time.before !== null && time.before > 0 && time.after - time.before >= noticeable;
  const slow = isNoticed ? time.after / time.before : null;
  return {
    cost: ratio !== null && ratio > expensive ? ratio : null,
    time: slow !== null && slow > expensive ? slow : null,
  };
}

/** Returns `4.3 times the cost and 2.1 times the time`. Returns `null` if there is nothing to mention. */
export function burdenText({ cost, time }: Burden): string | null {
  const parts = [
    cost === null ? [] : [`${timesText(cost)} times the cost`],
    time === null ? [] : [`${timesText(time)} times the time`],
  ].flat();
  return parts.length === 0 ? null : joinList(parts);
}

/**
 * Returns a sentence on documents with new errors: `7 documents have 12 new errors; all 7 have fewer errors in total
 * than before.`
 */
export function newErrorsClause(changes: DocumentCounts | null, kind: ProcessorKind): string | null {
  if (changes === null) return null;
  const { newErrors, newErrorValues, fewerInTotal } = changes;
  const unit = unitWord(kind);
  const lost = lostTexts(changes, kind);
  if (newErrors === 0) return lost ?? `No ${unit} has new errors.`;
  // A document has only one class, so a document with a new error was right before.
  if (kind === 'CLASSIFY' && lost !== null) return lost;
  const found = `${counted(newErrors, unit)} ${has(newErrors)} ${newErrorValues === 1 ? 'a new error' : counted(newErrorValues, 'new error')}`;
  return [`${found}${inTotal(newErrors, fewerInTotal, unit)}.`, lost ?? []].flat().join(' ');
}

/**
 * Returns how many documents were right and are now wrong, and how many lost their result. Returns `null` if there are
 * no such documents.
 */
function lostTexts({ newlyWrong, lost }: DocumentCounts, kind: ProcessorKind): string | null {
  const wrong = newlyWrong - lost;
  const texts = [
    wrong > 0 ? [newlyWrongText(wrong, kind)] : [],
    lost > 0 ? [`${counted(lost, unitWord(kind))} ${has(lost)} no result any more.`] : [],
  ].flat();
  return texts.length === 0 ? null : texts.join(' ');
}

function newlyWrongText(documents: number, kind: ProcessorKind): string {
  const [was, is] = documents === 1 ? ['was', 'is'] : ['were', 'are'];
  return kind === 'CLASSIFY'
    ? `${counted(documents, 'document')} that had the right type ${has(documents)} a wrong one now.`
    : `${counted(documents, unitWord(kind))} that ${was} fully right ${is} wrong now.`;
}

function inTotal(newErrors: number, fewer: number, unit: string): string {
  if (fewer === 0) return '';
  if (fewer < newErrors)
    return `; ${grouped(fewer)} of these ${unit}s ${has(fewer)} fewer errors in total than before`;
  if (newErrors === 1) return '; it has fewer errors in total than before';
  return `; all ${grouped(newErrors)} have fewer errors in total than before`;
}

function has(count: number): string {
  return count === 1 ? 'has' : 'have';
}

/**
 * Returns a clause on the groups of documents that are significantly worse. Returns `null` if no group was compared.
 */
export function groupClause(groups: readonly string[] | null): string | null {
  if (groups === null) return null;
  return groups.length === 0
    ? 'No group of documents is clearly worse.'
    : `Clearly worse for ${truncateList(groups, 3)}.`;
}

/** Returns a clause on the loss in a field or class: `due_date fell from 100 to 73 of 100 (loss between 12 and 42)`. */
export function lossClause(comparison: PairedComparison, kind: ProcessorKind): string {
  const { baseline, candidate, difference } = comparison;
  const rates = `fell from ${perHundred(baseline.value ?? 0)} to ${ofHundred(candidate.value ?? 0)}`;
  const { interval } = difference;
  const range =
    interval === undefined
      ? ''
      : ` (loss between ${hundredths(-interval.high)} and ${hundredths(-interval.low)})`;
  return `${partName(comparison, kind)} ${rates}${range}`;
}

/** Returns `lossClause` as a full sentence. Does not capitalise names of fields and classes. */
export function lossSentence(comparison: PairedComparison, kind: ProcessorKind): string {
  const text = `${lossClause(comparison, kind)}.`;
  return comparison.scope === 'overall' ? capitalise(text) : text;
}

/**
 * Returns a sentence on the fields or classes that improved: `Better in 3 fields: a, b and c.` Returns `null` if none
 * improved.
 */
export function gainClause(gains: readonly PairedComparison[], kind: ProcessorKind): string | null {
  if (gains.length === 0) return null;
  const word = kind === 'EXTRACT' ? 'field' : 'type';
  const names = gains.map((comparison) => scopeName(comparison.scope));
  return `Better in ${counted(gains.length, word)}: ${truncateList(names, 3)}.`;
}

/** Returns the name of a compared field or class, or of a headline rate. */
export function partName(comparison: PairedComparison, kind: ProcessorKind): string {
  if (comparison.scope !== 'overall') return scopeName(comparison.scope);
  if (comparison.metric.endsWith('_exact')) return `the share of fully right ${unitWord(kind)}s`;
  return {
    EXTRACT: 'the share of right values',
    CLASSIFY: 'the share of right types',
    SPLITTER: 'the share of right documents',
  }[kind];
}

/**
 * Formats a difference of shares as a number out of 100. Below 9.95, the number has one decimal unless it is whole:
 * `4.5`, `4`, `12`.
 */
export function hundredths(difference: number): string {
  const value = difference * 100;
  const rounded = Math.abs(value) < 9.95 ? Math.round(value * 10) / 10 : Math.round(value);
  return rounded < 0 ? `−${-rounded}` : String(rounded === 0 ? 0 : rounded);
}

/** Returns sentences on documents without gold, and on gold that changed after the run. */
export function goldClauses({ documents, labelled, goldChanged, kind, versions }: OutcomeFacts): string[] {
  const unit = unitWord(kind);
  return [
    labelled < documents && labelled > 0
      ? [
          `${grouped(labelled)} of ${counted(documents, unit)} ${has(labelled)} gold. The figures cover only these.`,
        ]
      : [],
    goldChanged === null ? [] : goldChangedTexts(goldChanged, versions, unit),
  ].flat();
}

/** Returns `Gold changed since the run: 5 labels, 4 in favour of the draft.`; an empty list if no gold changed. */
function goldChangedTexts(
  { documents, newlyLabelled, labels, forCandidate, forBaseline }: ChangedLabels,
  versions: readonly string[],
  unit: string,
): string[] {
  if (documents === 0) return [];
  const added =
    newlyLabelled === 0
      ? []
      : [`${counted(newlyLabelled, unit)} without gold in the run ${has(newlyLabelled)} gold now.`];
  if (documents === newlyLabelled) return added;
  if (labels === 0) return ['Gold changed since the run, but no scored label changed.', ...added];
  const last = versionPhrase(versions.at(-1) ?? '');
  const [first] = versions.length === 2 ? versions : [];
  const sides = [
    forCandidate > 0 ? [`${grouped(forCandidate)} in favour of ${last}`] : [],
    forBaseline === 0
      ? []
      : first === undefined
        ? [`${grouped(forBaseline)} against ${last}`]
        : [`${grouped(forBaseline)} in favour of ${versionPhrase(first)}`],
  ].flat();
  const favours =
    sides.length > 0 ? joinList(sides) : `none in favour of ${first === undefined ? last : 'a version'}`;
  return [`Gold changed since the run: ${counted(labels, 'label')}, ${favours}.`, ...added];
}

/** Returns a clause on fields or classes that only one version has: `Not compared: iban (only version 1.0 has it).` */
export function notComparedClause(names: readonly string[]): string | null {
  return names.length === 0 ? null : `Not compared: ${truncateList(names, 3)}.`;
}

/** Returns the text with a capital first letter and a full stop. */
export function sentence(text: string): string {
  const start = capitalise(text);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
