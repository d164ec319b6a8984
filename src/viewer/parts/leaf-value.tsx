import { formatValue } from '../../model/json/format-value.ts';
import type { LeafOutcome } from '../../model/score/item-score.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import { markDifference } from '../state/character-difference.ts';
import { OutcomeSign } from './status-labels.tsx';

/** What a version read for one leaf, with the characters marked that differ from the expected ones. */
export function LeafValue({
  leaf,
  confidence,
}: {
  leaf: LeafOutcome | undefined;
  confidence?: number | null;
}) {
  if (!leaf) return <span class="quiet">·</span>;
  const text = shortened(formatValue(leaf.predicted));
  const marked =
    leaf.outcome === 'incorrect' ? markDifference(text, shortened(formatValue(leaf.expected))) : null;
  return (
    <span class="leaf">
      <span class={text.length <= 14 ? 'short' : undefined}>
        <OutcomeSign outcome={leaf.outcome} />{' '}
        <span class="leaf-text">
          {marked
            ? marked.map((run, number) => (run.same ? run.text : <mark key={number}>{run.text}</mark>))
            : text}
        </span>
      </span>
      {confidence != null && leaf.outcome !== 'absent' && (
        <span class="confidence" title="confidence">
          {' '}
          {formatNumber(confidence, 2)}
        </span>
      )}
      {leaf.note !== undefined && <span class="note">{leaf.note}</span>}
    </span>
  );
}

const longestShown = 4000;

/** A value of megabytes would stop the page; the whole of it is in the raw JSON and in csv/leaves.csv. */
export function shortened(text: string): string {
  return text.length <= longestShown
    ? text
    : `${text.slice(0, longestShown).toWellFormed()}… (${formatNumber(text.length)} characters)`;
}
