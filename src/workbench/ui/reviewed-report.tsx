import { useState } from 'preact/hooks';
import { App } from '../../viewer/app.tsx';
import type { HeadBlock } from '../../viewer/blocks/report-blocks.ts';
import type { SelectedValue } from '../../viewer/documents/document-view.tsx';
import { listLabelKeys, useKeys } from '../../viewer/state/keys.ts';
import { GoldPanel } from './gold/gold-panel.tsx';
import { ReviewBar } from './gold/review-bar.tsx';
import { useBlind } from './gold/use-blind.ts';
import { type Review, useReview } from './gold/use-review.ts';
import { ChangedNote } from './live/live-notes.tsx';
import { RerunLink } from './rerun-screen.tsx';

const labelKeys = [
  ['a s', 'accept the value of the last version (a) or the first version (s) as the label'],
  ['e x', 'edit the label (e), or set no value (x)'],
  ['m q', 'not annotated, unclear'],
  ['y', 'keep the label, and go to the next error'],
  ['z Shift+z', 'undo or redo an edit'],
  ['B', 'blind mode: hide what the versions read until you decide'],
  ['Ctrl+Enter', 'save the edits as a version'],
  ['g e', 'review the labels that are probably wrong'],
] as const;

export const home = { label: '‹ All records', href: '/' };

/** A report. Labels can be edited on the pages of its documents. */
export function ReviewedReport({ head, recordKey }: { head: HeadBlock; recordKey: string }) {
  const review = useReview(recordKey);
  const blind = useBlind();
  useState(() => listLabelKeys(labelKeys));
  useKeys({ 'g e': () => location.assign(`/records/${recordKey}/label-issues`) });
  return (
    <App
      head={head}
      home={home}
      banner={
        <>
          <ChangedNote recordKey={recordKey} />
          <RerunLink recordKey={recordKey} />
          <GoldBanner recordKey={recordKey} review={review} />
        </>
      }
      isBlind={blind.isOn}
      documentPanel={(props: SelectedValue) => (
        <GoldPanel {...props} review={review} kind={head.kind} blind={blind} />
      )}
    />
  );
}

/** A report whose labels cannot be edited. */
export function ReadReport({ head, recordKey }: { head: HeadBlock; recordKey: string }) {
  const banner = (
    <>
      <ChangedNote recordKey={recordKey} />
      <GoldNote />
    </>
  );
  return <App head={head} home={home} banner={banner} />;
}

function GoldBanner({ recordKey, review }: { recordKey: string; review: Review }) {
  return (
    <>
      <GoldNote />
      {review.state !== null && (
        <p class="quiet">
          <a href={`/records/${recordKey}/label-issues`}>Review label issues</a>: the labels that are probably
          wrong, one at a time
        </p>
      )}
      <ReviewBar review={review} recordKey={recordKey} />
    </>
  );
}

/**
 * States whether the report uses the gold of the run or the newest version of the gold, and links to the other report.
 */
function GoldNote() {
  const { pathname, search, hash } = location;
  if (search !== '?gold=saved')
    return (
      <p class="quiet">
        Gold of the run. <a href={`${pathname}?gold=saved${hash}`}>Use the newest version of the gold</a>
        {' · '}
        <a href={`/compare?b=${pathname.split('/').at(-1)}`}>Compare with another record</a>
      </p>
    );
  return (
    <p class="gold-note">
      This report uses the newest version of the gold.{' '}
      <a href={`${pathname}${hash}`}>Show the gold of the run</a>
    </p>
  );
}
