import { pluralise, points } from '../../base/phrases.ts';
import type {
  LabelComparisonResult,
  LabelledQuestion,
  SequentialComparison,
} from '../../model/results/label-results.ts';

/** Returns sentences on the result of a comparison for which all labels are known. */
export function sentenceOf(
  { documents, differing, included }: Pick<LabelComparisonResult, 'documents' | 'differing' | 'included'>,
  { questions, primary }: Pick<LabelComparisonResult, 'questions' | 'primary'>,
  candidate: string,
): string {
  const all = pluralise(documents, 'document');
  if (differing === 0) return identicalSentence(all);
  const named = (verdict: LabelledQuestion['verdict']) =>
    questions
      .filter((question) => question.verdict === verdict)
      .map(({ label, difference }) => `${label} (${amount(difference)})`);
  const [worse, better] = [named('regressed'), named('improved')];
  const found = [
    ...(worse.length > 0 ? [`worse: ${worse.join(', ')}`] : []),
    ...(better.length > 0 ? [`better: ${better.join(', ')}`] : []),
  ];
  const verdict =
    found.length === 0 ? 'No difference is significant.' : `Version ${candidate} is ${found.join('; ')}.`;
  return `The versions differ in ${differing} of ${all}, and ${included} of these have labels. ${verdict}${primarySentence(primary)}`;
}

function primarySentence(primary: LabelComparisonResult['primary']): string {
  if (primary === null) return '';
  const { name, isIdentified } = primary;
  return isIdentified
    ? ` The primary comparison (${name}), declared before the run, gets half of the allowed probability of a false alarm.`
    : ` These labels do not show the primary comparison (${name}), so all comparisons have equal weight.`;
}

function identicalSentence(all: string): string {
  return `Both versions have the same score in all ${all}, whatever the gold is: every difference is 0.`;
}

/** Returns sentences on the current state of a sequential comparison. */
export function sequentialSentence(
  { documents, differing, open }: Pick<LabelComparisonResult, 'documents' | 'differing' | 'open'>,
  { label, read, better, worse, evidence, limit, stoppedAfter, verdict }: SequentialComparison,
  candidate: string,
): string {
  if (differing === 0) return identicalSentence(pluralise(documents, 'document'));
  const counted = `In the first ${pluralise(read, 'labelled document')} of the ${differing} that differ, version ${candidate} is better in ${better} and worse in ${worse} (${label})`;
  if (stoppedAfter !== null)
    return `Version ${candidate} is ${verdict === 'improved' ? 'better' : 'worse'}: decided after ${pluralise(stoppedAfter, 'document')}, and no further label is needed. ${counted}.`;
  const soFar = `${counted}. The evidence is ${evidence.toPrecision(3)}, and a decision needs ${formatLimit(limit)}.`;
  return open > 0 ? `Not decided yet. ${soFar}` : `No difference is significant. ${soFar}`;
}

function formatLimit(limit: number): string {
  return String(Number(limit.toPrecision(3)));
}

function amount({ value, unit }: LabelledQuestion['difference']): string {
  if (value === null) return '—';
  if (unit === 'points') return `${points(value)} points`;
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)} per document`;
}
