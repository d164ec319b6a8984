import { type Candidate, positionKey } from '../candidates/candidate.ts';
import { joinedForm } from '../layout/fold-text.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';

/** The value chosen for a field, compared with the other candidates of the field. */
export interface Assignment {
  readonly candidate: Candidate;
  /** Score of the best candidate with another value, or 0 if there is none. */
  readonly rival: number;
  /** Whether the document contains the same value at another position that no other field uses. */
  readonly isRepeated: boolean;
  /** Whether the document prints the same text in another spelling, such as `ACME, INC.` for `Acme, Inc.`. */
  readonly hasOtherSpelling: boolean;
}

/** Minimum score of a value. A field with a lower score stays empty, because a missing value is better than a guess. */
const minScore = 0.36;

/**
 * Chooses the values of all fields, in descending order of scores. Parts of one address can share a position, and so
 * can currencies. Other fields share a position only if the second field has its own label there and a score of at
 * least 0.8.
 */
export function assignValues(
  candidates: readonly Candidate[],
  fields: readonly FieldPlan[],
): Map<number, Assignment> {
  const byField = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    const list = byField.get(candidate.field);
    if (list === undefined) byField.set(candidate.field, [candidate]);
    else list.push(candidate);
  }
  const sorted = candidates
    .filter((candidate) => candidate.score >= minScore)
    .sort((a, b) => b.score - a.score || a.field - b.field || firstPlace(a) - firstPlace(b));
  const chosen = new Map<number, Assignment>();
  const owners = new Map<string, Candidate>();
  for (const candidate of sorted) {
    if (chosen.has(candidate.field)) continue;
    const field = fields[candidate.field];
    // Several parts of one address may share a position, and so may several currency fields.
    const own = field?.part ?? (field?.concept?.id === 'currency' ? field.path : undefined);
    const place = own === undefined ? positionKey(candidate) : `${positionKey(candidate)}/${own}`;
    const owner = owners.get(place);
    if (owner !== undefined && !(candidate.labelled && candidate.score >= 0.8)) continue;
    const assignment = compared(candidate, byField.get(candidate.field) ?? [], owners);
    // If another field has the same text, the document may contain no value for this field.
    const isShared = owner !== undefined && field?.part === undefined;
    chosen.set(candidate.field, isShared ? doubted(assignment) : assignment);
    if (owner === undefined) owners.set(place, candidate);
  }
  return currenciesOfAmounts(chosen, fields);
}

/**
 * Removes the currency of an object such as `{ amount, currency }` if the amount has no value. A currency is as
 * uncertain as the amount, because the currency is wrong if the document has no such amount.
 */
function currenciesOfAmounts(
  chosen: Map<number, Assignment>,
  fields: readonly FieldPlan[],
): Map<number, Assignment> {
  const parentOf = ({ path }: FieldPlan): string => path.slice(0, path.lastIndexOf('.') + 1);
  for (const field of fields) {
    const parent = parentOf(field);
    if (field.concept?.id !== 'currency' || parent === '') continue;
    const amounts = fields.filter((other) => other.shape === 'amount' && parentOf(other) === parent);
    const scores = amounts.flatMap(({ index }) => chosen.get(index)?.candidate.score ?? []);
    const own = chosen.get(field.index);
    if (amounts.length === 0 || own === undefined) continue;
    if (scores.length === 0) chosen.delete(field.index);
    else {
      const score = Math.min(own.candidate.score, Math.max(...scores));
      chosen.set(field.index, { ...own, candidate: { ...own.candidate, score } });
    }
  }
  return chosen;
}

function doubted({ candidate, ...others }: Assignment): Assignment {
  return { ...others, candidate: { ...candidate, score: candidate.score * 0.9 }, rival: candidate.score };
}

function firstPlace(candidate: Candidate): number {
  const span = candidate.spans[0];
  return span === undefined ? 0 : span.segment.id * 10_000 + span.start;
}

/**
 * Compares a candidate with the other candidates of its field. The same value at a place that another field owns does
 * not count as a repetition.
 */
function compared(
  candidate: Candidate,
  all: readonly Candidate[],
  owners: ReadonlyMap<string, Candidate>,
): Assignment {
  let rival = candidate.rival ?? 0;
  let isRepeated = false;
  let hasOtherSpelling = false;
  const place = positionKey(candidate);
  for (const other of all) {
    if (isOtherSpelling(other, candidate)) hasOtherSpelling ||= other.score >= minScore;
    else if (!sameValue(other, candidate)) rival = Math.max(rival, other.score);
    else if (positionKey(other) !== place && !owners.has(positionKey(other))) isRepeated = true;
  }
  return { candidate, rival, isRepeated, hasOtherSpelling };
}

/** Returns whether two texts differ only in letter case, spaces and punctuation marks. */
function isOtherSpelling(a: Candidate, b: Candidate): boolean {
  const isText = [a, b].every(({ amount, date, truth }) => (amount ?? date ?? truth) === undefined);
  return isText && !sameValue(a, b) && joinedForm(a.text) === joinedForm(b.text);
}

function sameValue(a: Candidate, b: Candidate): boolean {
  if (a.amount !== undefined && b.amount !== undefined) return a.amount.value === b.amount.value;
  if (a.date !== undefined && b.date !== undefined) {
    return a.date.year === b.date.year && a.date.month === b.date.month && a.date.day === b.date.day;
  }
  if (a.truth !== undefined || b.truth !== undefined) return a.truth === b.truth;
  return singleSpaced(a.text) === singleSpaced(b.text);
}

function singleSpaced(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
