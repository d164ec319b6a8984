import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { parseJson } from '../../../base/exact-json.ts';
import { placeText } from '../../../base/place-text.ts';
import type { NotScoredMark } from '../../../model/dataset/not-scored.ts';
import { formatValue, type JsonValue } from '../../../model/json/json-value.ts';
import type { RecordHeadline } from '../../../model/results/record-list.ts';
import type { OpenReview } from '../../../model/review/review-state.ts';
import { notScoredText } from './label-of.ts';
import { hasTypedLabel } from './typed-label.ts';
import type { Review } from './use-review.ts';

/** The unsaved edits and the verdict that they lead to. Shown above every section. */
export function ReviewBar({ review, recordKey }: { review: Review; recordKey: string }) {
  const { state, verdicts } = review;
  const count = state?.changes ?? 0;
  /** Whether the reviewer tried to save while a label was typed but not set. */
  const [isTyped, setTyped] = useState(false);
  useEffect(() => setTyped(false), [state]);
  const save = () => {
    // Do not save while a label is typed but not set. Saving loads the page again, and this label would be lost.
    setTyped(hasTypedLabel());
    if (!hasTypedLabel()) void review.save();
  };
  // Use a layout effect, because an ordinary effect would run only after the next paint. Until then, a key would act on
  // an outdated state.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || count === 0) return;
      event.preventDefault();
      save();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <div class="review-bar" role="status">
      {state?.conflicts.map((conflict) => (
        <Conflict key={conflict.seq} conflict={conflict} review={review} />
      ))}
      {review.isSavedElsewhere && (
        <span>
          The edits were saved as a version in another tab.{' '}
          <a href={`/records/${recordKey}?gold=saved${location.hash}`}>Show the report with this version</a>
        </span>
      )}
      {count > 0 && (
        <>
          <b>
            {count} unsaved edit{count === 1 ? '' : 's'} of labels
          </b>
          <span>Preview: {verdicts === null ? 'updating…' : <Preview {...verdicts} />}</span>
          <button type="button" class="save" onClick={save}>
            Save as a version <kbd>Ctrl+Enter</kbd>
          </button>
          {isTyped && <span class="worse">Set or cancel the typed label first.</span>}
          <button type="button" class="save" onClick={() => review.undo()}>
            Undo the last edit <kbd>z</kbd>
          </button>
          <button
            type="button"
            class="save"
            onClick={() => confirm(`Give up ${count} edits?`) && review.discard()}
          >
            Give up all edits
          </button>
        </>
      )}
    </div>
  );
}

/** An unsaved edit of a label that was changed in the dataset after the edit. */
function Conflict({ conflict, review }: { conflict: OpenReview['conflicts'][number]; review: Review }) {
  const { seq, item, path, before, after, markAfter, current, currentMark } = conflict;
  const yours = jsonLabelText(after, markAfter ?? null);
  return (
    <p class="gold-actions">
      <b>
        {item} {placeText(path)}
      </b>
      {current === null ? (
        <span>The dataset has no such document any more. Your label: {yours}</span>
      ) : (
        <span>
          Changed in the dataset: {jsonLabelText(before, null)} → {jsonLabelText(current, currentMark)}. Your
          label: {yours}
        </span>
      )}
      <button type="button" class="save" onClick={() => review.resolve(seq, 'keep')}>
        {current === null ? 'Give up my label' : `Keep ${jsonLabelText(current, currentMark)}`}
      </button>
      {current !== null && (
        <button type="button" class="save" onClick={() => review.resolve(seq, 'replace')}>
          Replace by {yours}
        </button>
      )}
    </p>
  );
}

function jsonLabelText(json: string, mark: NotScoredMark | null): string {
  return mark === null ? formatValue(parseJson(json) as JsonValue) : notScoredText(mark);
}

function Preview({ run, preview }: { run: RecordHeadline; preview: RecordHeadline }) {
  return (
    <>
      {preview.headline}
      {preview.measure !== null && (
        <>
          {' '}
          · fully right {preview.measure} {preview.range}
        </>
      )}
      {run.headline !== preview.headline && (
        <span class="quiet"> (with the gold of the run: {run.headline})</span>
      )}
    </>
  );
}
