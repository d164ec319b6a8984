import {
  type ChangeGroup,
  type DocumentState,
  documentStateLabels,
} from '../../model/report/document-state.ts';
import type { ComparisonVerdict, Recommendation } from '../../model/score/comparison.ts';
import type { Outcome } from '../../model/score/item-score.ts';

/** Sign, label and CSS class. The sign is shown in addition to the colour, for readers who cannot see colours. */
export type Label = readonly [sign: string, label: string, look: string];

export const outcomeLabels: Record<Outcome, readonly [sign: string, label: string]> = {
  correct: ['●', 'right'],
  incorrect: ['✗', 'wrong'],
  missing: ['∅', 'missing'],
  spurious: ['+', 'extra'],
  absent: ['·', 'correctly empty'],
  excluded: ['–', 'excluded'],
  unscored: ['?', 'not scored'],
};

export const verdictLabels: Record<ComparisonVerdict, Label> = {
  improved: ['▲', 'better', 'better'],
  regressed: ['▼', 'worse', 'worse'],
  equivalent: ['=', 'same', 'inconclusive'],
  inconclusive: ['◇', 'inconclusive', 'inconclusive'],
};

const recommendationLabels: Record<Recommendation, Label> = {
  publish: ['▲', 'Publish', 'better'],
  'do-not-publish': ['▼', 'Do not publish', 'worse'],
  'not-enough-evidence': ['◇', 'Not enough evidence', 'inconclusive'],
  identical: ['=', 'No difference', 'plain'],
  'no-comparison': ['●', 'One version', 'plain'],
  'selected-part': ['●', 'Part of the dataset', 'plain'],
  incomplete: ['◌', 'Run incomplete', 'inconclusive'],
};

export const statusLabels = {
  pass: ['✓', 'passed', 'better'],
  fail: ['✗', 'failed', 'worse'],
  inconclusive: ['◇', 'inconclusive', 'inconclusive'],
} as const satisfies Record<string, Label>;

export type Status = keyof typeof statusLabels;

const stateLooks: Record<DocumentState, string> = {
  newlyWrong: 'worse',
  noResult: 'stop',
  moreErrors: 'worse',
  mixed: 'amber',
  otherWrong: 'quiet',
  fewerErrors: 'better',
  nowRight: 'better',
  unchanged: 'quiet',
};

/** Returns the label of a document state. */
export function stateLabel(state: DocumentState): Label {
  return [...documentStateLabels[state], stateLooks[state]];
}

/** Look of each list of changed documents. */
export const changeGroupLooks: Record<ChangeGroup, Label[2]> = {
  newErrors: 'worse',
  fewerErrors: 'better',
  otherWrong: 'quiet',
};

interface Decision<Gate> {
  readonly versions: readonly unknown[];
  readonly verdict: { readonly recommendation: Recommendation; readonly sentence: string };
  readonly gate: Gate | null;
}

/**
 * Returns the label and the sentence of the first screen. A complete run of one version has no
 * recommendation, so its label is the gate result. In other reports, the label is the recommendation, and
 * `gate` appears below it.
 */
export function verdictHeadline<Gate extends { readonly status: Status }>(
  report: Decision<Gate>,
): { label: Label; sentence: string; gate: Gate | null } {
  const { versions, verdict, gate } = report;
  const showsGate = gate !== null && versions.length < 2 && verdict.recommendation !== 'incomplete';
  const label = showsGate ? gateLabel(gate.status) : recommendationLabels[verdict.recommendation];
  const opening = `${label[1]}.`;
  const sentence = verdict.sentence.startsWith(opening)
    ? verdict.sentence.slice(opening.length).trimStart()
    : verdict.sentence;
  return { label, sentence, gate: showsGate ? null : gate };
}

export function gateLabel(status: Status): Label {
  const [sign, label, look] = statusLabels[status];
  return [sign, `Gate ${label}`, look];
}
