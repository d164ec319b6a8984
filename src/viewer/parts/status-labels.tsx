import type { IndexVersion } from '../../model/report/document-index.ts';
import type { ComparisonVerdict } from '../../model/score/comparison.ts';
import type { Outcome } from '../../model/score/item-score.ts';
import {
  changeLabels,
  type Label,
  outcomeLabels,
  type Status,
  statusLabels,
  verdictLabels,
} from '../blocks/labels.ts';

export function OutcomeSign({ outcome }: { outcome: Outcome }) {
  const [sign, label] = outcomeLabels[outcome];
  return (
    <span class={`outcome ${outcome}`} title={label}>
      <span aria-hidden="true">{sign}</span>
      <span class="visually-hidden">{label}</span>
    </span>
  );
}

export function VerdictLabel({ verdict }: { verdict: ComparisonVerdict }) {
  return <SignedLabel label={verdictLabels[verdict]} kind="verdict-word" />;
}

export function StatusLabel({ status }: { status: Status }) {
  return <SignedLabel label={statusLabels[status]} kind="verdict-word" />;
}

export function ChangeLabel({ letter = 'n' }: { letter: string | undefined }) {
  return <SignedLabel label={changeLabels[letter] ?? ['', '', 'quiet']} />;
}

function SignedLabel({ label: [sign, text, look], kind = '' }: { label: Label; kind?: string }) {
  return (
    <span class={`${kind} ${look}`.trim()}>
      <span aria-hidden="true">{sign}</span> {text}
    </span>
  );
}

const stateLabels: Record<string, string> = { f: 'failed', c: 'cancelled', n: 'not run' };

export function OutcomeCounts({ version, item }: { version: IndexVersion; item: number }) {
  const state = stateLabels[version.state[item] ?? 'n'];
  if (state) return <span class="worse">✗ {state}</span>;
  if (version.state[item] === 'w') return <span class="quiet">no gold</span>;
  if (version.exact[item] === '1')
    return <SignedLabel label={['●', 'all right', 'correct']} kind="outcome" />;
  return (
    <>
      {(['correct', 'incorrect', 'missing', 'spurious'] as const).map((outcome) => {
        const count = version[outcome][item] ?? 0;
        if (count === 0) return null;
        return (
          <span key={outcome} class="outcome-count">
            <OutcomeSign outcome={outcome} />
            {count}
          </span>
        );
      })}
    </>
  );
}
