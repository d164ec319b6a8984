import { type IndexVersion, stateOfLetter } from '../../model/report/document-index.ts';
import { type DocumentChange, errorsText } from '../../model/report/document-state.ts';
import type { ComparisonVerdict } from '../../model/score/comparison.ts';
import type { Outcome } from '../../model/score/item-score.ts';
import {
  type Label,
  outcomeLabels,
  type Status,
  stateLabel,
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

/** The state of a document, given by its letter in `DocumentIndex.change`. With `short`, only the sign is visible. */
export function ChangeLabel({ letter, short = false }: { letter: string | undefined; short?: boolean }) {
  const state = stateOfLetter(letter);
  if (state === null) return null;
  if (!short) return <SignedLabel label={stateLabel(state)} />;
  const [sign, words, look] = stateLabel(state);
  return (
    <span class={`change-sign ${look}`} title={words}>
      <span aria-hidden="true">{sign}</span>
      <span class="visually-hidden">{words}:</span>{' '}
    </span>
  );
}

/** The state of a document and its errors: `◆ 15 → 10 errors, 5 new`. */
export function ErrorsLabel({ change }: { change: DocumentChange }) {
  const [sign, words, look] = stateLabel(change.state);
  return (
    <span class={look}>
      <span aria-hidden="true">{sign}</span>
      <span class="visually-hidden">{words}:</span> {errorsText(change)}
    </span>
  );
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
  if (state === 'failed') return <span class="worse">✗ {state}</span>;
  if (state) return <span class="quiet">{state}</span>;
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
