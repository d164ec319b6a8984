import type { ComparisonVerdict, Recommendation } from '../../model/score/comparison.ts';
import type { Outcome } from '../../model/score/item-score.ts';

/** Sign, word and colour class of an outcome; the sign stands with the colour everywhere. */
export const outcomeSigns: Record<Outcome, { readonly sign: string; readonly word: string }> = {
  correct: { sign: '●', word: 'correct' },
  incorrect: { sign: '✗', word: 'wrong' },
  missing: { sign: '∅', word: 'missing' },
  spurious: { sign: '+', word: 'spurious' },
  absent: { sign: '·', word: 'rightly empty' },
  excluded: { sign: '–', word: 'excluded' },
  unscored: { sign: '?', word: 'not scored' },
};

export function OutcomeSign({ outcome, word = false }: { outcome: Outcome; word?: boolean }) {
  const { sign, word: name } = outcomeSigns[outcome];
  return (
    <span class={`outcome ${outcome}`} title={name}>
      <span aria-hidden="true">{sign}</span>
      <span class={word ? 'outcome-word' : 'visually-hidden'}>{name}</span>
    </span>
  );
}

const verdictSigns: Record<ComparisonVerdict, readonly [sign: string, word: string, look: string]> = {
  improved: ['▲', 'better', 'better'],
  regressed: ['▼', 'worse', 'worse'],
  equivalent: ['=', 'same', 'inconclusive'],
  inconclusive: ['◇', 'inconclusive', 'inconclusive'],
};

export function VerdictLabel({ verdict }: { verdict: ComparisonVerdict }) {
  const [sign, word, look] = verdictSigns[verdict];
  return (
    <span class={`verdict-word ${look}`}>
      <span aria-hidden="true">{sign}</span> {word}
    </span>
  );
}

export const verdictWords: Record<ComparisonVerdict, string> = {
  improved: 'better',
  regressed: 'worse',
  equivalent: 'same',
  inconclusive: 'inconclusive',
};

export const recommendationStyle: Record<
  Recommendation,
  readonly [sign: string, words: string, look: string]
> = {
  publish: ['▲', 'Publish', 'better'],
  'do-not-publish': ['▼', 'Do not publish', 'worse'],
  'not-enough-evidence': ['◇', 'Not enough evidence', 'inconclusive'],
  'no-comparison': ['●', 'One version', 'plain'],
  incomplete: ['◌', 'Run incomplete', 'inconclusive'],
};

/** One version has no recommendation; where there is a gate, its answer takes the place. */
export const gateStyle: Record<
  'pass' | 'fail' | 'inconclusive',
  readonly [sign: string, words: string, look: string]
> = {
  pass: ['✓', 'Gate passed', 'better'],
  fail: ['✗', 'Gate failed', 'worse'],
  inconclusive: ['◇', 'Gate cannot tell', 'inconclusive'],
};

const statusSigns = {
  pass: ['✓', 'passed', 'better'],
  fail: ['✗', 'failed', 'worse'],
  inconclusive: ['◇', 'cannot tell', 'inconclusive'],
} as const;

export function StatusLabel({ status }: { status: 'pass' | 'fail' | 'inconclusive' }) {
  const [sign, word, look] = statusSigns[status];
  return (
    <span class={`verdict-word ${look}`}>
      <span aria-hidden="true">{sign}</span> {word}
    </span>
  );
}
