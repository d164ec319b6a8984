import { Fragment } from 'preact';
import { formatValue } from '../../model/json/json-value.ts';
import type { CitedLeaf } from '../../model/report/report-model.ts';
import { citationLabels } from '../../model/score/citation-counts.ts';
import type { LeafOutcome } from '../../model/score/item-score.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import { markDifference } from '../state/character-difference.ts';
import { OutcomeSign } from './status-labels.tsx';

/** The predicted value of a leaf. Characters that differ from the expected value are marked. */
export function LeafValue({
  leaf,
  confidence,
  cited,
}: {
  leaf: LeafOutcome | undefined;
  confidence?: number | null;
  cited?: CitedLeaf | undefined;
}) {
  if (!leaf) return <span class="quiet">·</span>;
  const text = shortened(formatValue(leaf.predicted));
  const marked = leaf.outcome === 'incorrect' ? markedRuns(leaf, text) : null;
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
      {cited && <CitationNote cited={cited} />}
      {leaf.note !== undefined && <span class="note">{leaf.note}</span>}
    </span>
  );
}

const isDate = /^\d{4}-\d{2}-\d{2}/;
/**
 * Differing characters are marked only if at least this share of the characters is equal. Otherwise, most of the text
 * would be marked.
 */
const markedShare = 0.6;

/**
 * Returns which characters differ. Returns `null` if marks do not help: for short texts, dates, very different texts,
 * and values that are not texts.
 */
function markedRuns({ expected, predicted }: LeafOutcome, text: string) {
  if (typeof expected !== 'string' || typeof predicted !== 'string') return null;
  if (text.length <= 3 || (isDate.test(expected) && isDate.test(predicted))) return null;
  const runs = markDifference(text, shortened(formatValue(expected)));
  const same = runs.reduce((sum, run) => sum + (run.same ? run.text.length : 0), 0);
  return same >= markedShare * Math.max(text.length, expected.length) ? runs : null;
}

const citationSigns = { supported: '✓', unsupported: '✗', uncited: '∅', unchecked: '?' } as const;

/** States whether the words inside the cited boxes contain the value. */
function CitationNote({ cited: { state, ocr } }: { cited: CitedLeaf }) {
  const isRead = ocr && (state === 'supported' || state === 'unsupported');
  return (
    <span class={`note citation ${state}`}>
      {citationSigns[state]} {state === 'uncited' ? '' : 'citation '}
      {citationLabels[state]}
      {isRead && ' (OCR)'}
    </span>
  );
}

const maxCharacters = 4000;

/**
 * Shortens a long value, because several megabytes of text would block the page. The other files of the report have the
 * whole value.
 */
export function shortened(text: string): string {
  return text.length <= maxCharacters
    ? text
    : `${text.slice(0, maxCharacters).toWellFormed()}… (${formatNumber(text.length)} characters)`;
}

/** Maximum number of characters of a value in a list of errors. The view of the document has the whole value. */
const listedCharacters = 120;

/**
 * Returns the start of a value for a list of errors, so that a long value does not make a row as high as the screen.
 */
export function listedValue(text: string): string {
  return text.length <= listedCharacters ? text : `${text.slice(0, listedCharacters).toWellFormed()}…`;
}

/** A path that may break into lines only after dots, brackets and underscores. */
export function PathText({ path }: { path: string }) {
  const parts = path.split(/(?<=[._\]])/);
  return parts.map((part, number) => (
    <Fragment key={number}>
      {part}
      {number < parts.length - 1 && <wbr />}
    </Fragment>
  ));
}
