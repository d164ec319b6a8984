import { type DocumentState, documentStateLabels } from '../../model/report/document-state.ts';
import type { ComparisonVerdict } from '../../model/score/comparison.ts';
import type { Outcome } from '../../model/score/item-score.ts';

/**
 * A sign, a text and a CSS class. The sign carries the same meaning as the colour, for readers who cannot see colours.
 */
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

export function stateLabel(state: DocumentState): Label {
  return [...documentStateLabels[state], stateLooks[state]];
}
