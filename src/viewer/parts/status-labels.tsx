import type { ComparisonVerdict, Recommendation } from '../../model/score/comparison.ts';
import type { Outcome } from '../../model/score/item-score.ts';

/** Sign and label of an outcome. The sign is always shown together with the colour. */
export const outcomeLabels: Record<Outcome, { readonly sign: string; readonly label: string }> = {
  correct: { sign: '●', label: 'correct' },
  incorrect: { sign: '✗', label: 'wrong' },
  missing: { sign: '∅', label: 'missing' },
  spurious: { sign: '+', label: 'spurious' },
  absent: { sign: '·', label: 'correctly empty' },
  excluded: { sign: '–', label: 'excluded' },
  unscored: { sign: '?', label: 'not scored' },
};

export function OutcomeSign({ outcome }: { outcome: Outcome }) {
  const { sign, label } = outcomeLabels[outcome];
  return (
    <span class={`outcome ${outcome}`} title={label}>
      <span aria-hidden="true">{sign}</span>
      <span class="visually-hidden">{label}</span>
    </span>
  );
}

type Style = readonly [sign: string, label: string, look: string];

export const verdictLabels: Record<ComparisonVerdict, Style> = {
  improved: ['▲', 'better', 'better'],
  regressed: ['▼', 'worse', 'worse'],
  equivalent: ['=', 'same', 'inconclusive'],
  inconclusive: ['◇', 'inconclusive', 'inconclusive'],
};

export const recommendationStyle: Record<Recommendation, Style> = {
  publish: ['▲', 'Publish', 'better'],
  'do-not-publish': ['▼', 'Do not publish', 'worse'],
  'not-enough-evidence': ['◇', 'Not enough evidence', 'inconclusive'],
  'no-comparison': ['●', 'One version', 'plain'],
  incomplete: ['◌', 'Run incomplete', 'inconclusive'],
};

type Status = 'pass' | 'fail' | 'inconclusive';

/** Verdict of a report on one version, which has no recommendation: the result of its gate. */
export const gateStyle: Record<Status, Style> = {
  pass: ['✓', 'Gate passed', 'better'],
  fail: ['✗', 'Gate failed', 'worse'],
  inconclusive: ['◇', 'Gate inconclusive', 'inconclusive'],
};

const statusLabels: Record<Status, Style> = {
  pass: ['✓', 'passed', 'better'],
  fail: ['✗', 'failed', 'worse'],
  inconclusive: ['◇', 'inconclusive', 'inconclusive'],
};

export function VerdictLabel({ verdict }: { verdict: ComparisonVerdict }) {
  return <StyledLabel style={verdictLabels[verdict]} />;
}

export function StatusLabel({ status }: { status: Status }) {
  return <StyledLabel style={statusLabels[status]} />;
}

function StyledLabel({ style: [sign, label, look] }: { style: Style }) {
  return (
    <span class={`verdict-word ${look}`}>
      <span aria-hidden="true">{sign}</span> {label}
    </span>
  );
}
