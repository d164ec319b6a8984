import { useEffect, useMemo, useState } from 'preact/hooks';
import { placeText } from '../../../base/place-text.ts';
import { formatValue } from '../../../model/json/json-value.ts';
import type { ProcessorKind } from '../../../model/processor/processor-config.ts';
import type { LabelIssueQueue, QueuedIssue } from '../../../model/review/label-issue-queue.ts';
import { formatNumber } from '../../../viewer/blocks/format-measurement.ts';
import type { Detail } from '../../../viewer/blocks/unpack-detail.ts';
import { LoadingIndicator, SectionHeading } from '../../../viewer/parts/data-table.tsx';
import { KeyHelp } from '../../../viewer/search-and-keys.tsx';
import { formatAddress } from '../../../viewer/state/address.ts';
import { arrangeLeaves, type LeafLine } from '../../../viewer/state/document-rows.ts';
import { useKeys } from '../../../viewer/state/keys.ts';
import { GoldPanel } from '../gold/gold-panel.tsx';
import { labelOf } from '../gold/label-of.ts';
import { ReviewBar } from '../gold/review-bar.tsx';
import type { BlindMode } from '../gold/use-blind.ts';
import { type EditResult, type Review, useReview } from '../gold/use-review.ts';
import { durationText } from '../labelling/labelling-screen.tsx';
import { Problem } from '../requests/problem.tsx';
import { ask } from '../requests/server.ts';
import { DocumentPages, IssuePlace } from './issue-place.tsx';
import { type OpenDocument, useDocument } from './use-document.ts';

const keys = [
  ['a b', 'accept value A or B as the label'],
  ['e x', 'type the label (e), or set no value (x)'],
  ['m q', 'not annotated, unclear'],
  ['y', 'keep the label'],
  ['→', 'skip'],
  ['z Shift+z', 'undo, redo'],
  ['Ctrl+Enter', 'save the decisions as a version'],
  ['g r', 'all records'],
  ['?', 'this list'],
] as const;

/** The blind mode is always off here, because this page never shows the names of the versions. */
const notBlind: BlindMode = { isOn: false, toggle() {}, isHidden: () => false, reveal() {} };

/**
 * Shows the labels of a dataset that are probably wrong, one at a time. By default, the label that is most likely wrong
 * comes first.
 */
export function LabelIssuesScreen({ recordKey }: { recordKey: string }) {
  const address = `/api/records/${recordKey}`;
  const [saved, setSaved] = useState<{ readonly version: number; readonly changed: number } | null>(null);
  const review = useReview(recordKey, (version, changed) => setSaved({ version, changed }));
  const [isDoubtful, setDoubtful] = useState(false);
  const [isRandom, setRandom] = useState(false);
  const [queue, setQueue] = useState<LabelIssueQueue | null>(null);
  const [error, setError] = useState<unknown>(null);
  /**
   * Labels that are no longer shown, because the reviewer skipped them or decided about them after the queue was read.
   */
  const [gone, setGone] = useState<readonly string[]>([]);
  const edits = review.state?.unsaved.map(({ seq }) => seq).join();
  useEffect(() => {
    document.title = 'Label issues · goldset';
  }, []);
  useEffect(() => {
    if (edits === undefined) return;
    let isCurrent = true;
    ask<LabelIssueQueue>(
      `${address}/label-issues?doubtful=${isDoubtful ? 1 : 0}&random=${isRandom ? 1 : 0}`,
    ).then(
      (found) => {
        if (!isCurrent) return;
        setQueue(found);
        setError(null);
      },
      (problem) => isCurrent && setError(problem),
    );
    return () => {
      isCurrent = false;
    };
  }, [edits, isDoubtful, isRandom, saved]);
  const open = queue?.issues.filter((issue) => !gone.includes(keyOf(issue))) ?? [];
  const [issue, after] = open;
  const opened = useDocument(
    recordKey,
    {
      position: issue?.position ?? null,
      next: after?.position ?? null,
      version: saved?.version ?? 0,
    },
    setError,
  );
  const undo = async () => {
    const undone = await review.undo();
    if (undone !== null)
      setGone((known) => known.filter((key) => key !== keyOf({ itemId: undone.item, path: undone.path })));
    return undone;
  };
  const own = { ...review, undo };
  const decide = async (key: string, decided: Promise<EditResult>) => {
    setSaved(null);
    setGone((known) => [...known, key]);
    if ((await decided) !== 'accepted') setGone((known) => known.filter((one) => one !== key));
  };
  useKeys({
    ArrowRight: () => issue && setGone([...gone, keyOf(issue)]),
    z: () => void undo(),
    'g r': () => location.assign('/'),
  });
  const { closed } = review;
  return (
    <main id="main" class="records label-issues-queue">
      <p>
        <a href="/">‹ All records</a> · <a href={`/records/${recordKey}`}>Report</a>{' '}
        <KeyHelp title="Label issues" keys={keys} />
      </p>
      <SectionHeading title="Label issues">
        {queue && <Progress queue={queue} isDoubtful={isDoubtful || isRandom} />}
      </SectionHeading>
      {queue && <Remaining queue={queue} isRandom={isRandom} onRandom={setRandom} />}
      <ReviewBar review={own} recordKey={recordKey} />
      {error !== null && <Problem error={error} />}
      {closed && (
        <p>
          The labels cannot be edited here: {closed.problem}. {closed.fix}
        </p>
      )}
      {saved && (
        <p role="status">
          Saved as version {saved.version} of the dataset: {formatNumber(saved.changed)} labels changed.
        </p>
      )}
      {queue === null && !closed && error === null && (
        <>
          <LoadingIndicator />
          <p class="quiet">Searching for label issues. This reads the text of every document.</p>
        </>
      )}
      {queue && issue && (
        <Issue
          key={keyOf(issue)}
          {...{ queue, issue, recordKey, isRandom }}
          document={opened}
          review={own}
          onDecided={(decided) => void decide(keyOf(issue), decided)}
          onSkip={() => setGone([...gone, keyOf(issue)])}
        />
      )}
      {queue && !issue && (
        <Done
          queue={queue}
          skipped={gone.length > 0 && queue.issues.length > 0}
          onDoubtful={isDoubtful || isRandom ? null : () => setDoubtful(true)}
        />
      )}
    </main>
  );
}

function keyOf({ itemId, path }: Pick<QueuedIssue, 'itemId' | 'path'>): string {
  return JSON.stringify([itemId, path]);
}

/** Shows the progress, for example `12 of 34 reviewed, 9 changed, about 4 min left`. */
function Progress({ queue, isDoubtful }: { queue: LabelIssueQueue; isDoubtful: boolean }) {
  const { reviewed, changed, likely, doubtful, secondsPerLabel } = queue;
  const left = likely + (isDoubtful ? doubtful : 0);
  const parts = [`${formatNumber(reviewed)} of ${formatNumber(reviewed + left)} reviewed`];
  if (reviewed > 0) parts.push(`${formatNumber(changed)} changed`);
  if (left > 0 && secondsPerLabel !== null) parts.push(`about ${durationText(secondsPerLabel * left)} left`);
  return <span role="status">{parts.join(', ')}</span>;
}

/**
 * Chooses the order of the queue, and states how many wrong labels remain. The estimate uses only decisions that were
 * made in random order. In the other order, the labels that are most likely wrong come first, so the estimate would be
 * too high.
 */
function Remaining(props: {
  queue: LabelIssueQueue;
  isRandom: boolean;
  onRandom: (isRandom: boolean) => void;
}) {
  const { queue, isRandom, onRandom } = props;
  const { remaining } = queue;
  return (
    <p class="quiet">
      <label>
        <input type="checkbox" checked={isRandom} onChange={() => onRandom(!isRandom)} /> Random order
      </label>{' '}
      {remaining === null
        ? 'If the labels are in random order, this page estimates how many wrong labels remain in the list.'
        : `Of ${formatNumber(remaining.open)} listed labels without a decision, about ${formatNumber(remaining.wrong)} are wrong (${formatNumber(remaining.low)} to ${formatNumber(remaining.high)} at 95 % confidence), because ${formatNumber(remaining.changed)} of ${formatNumber(remaining.sample)} labels in random order were changed. Labels that are not in this list are not part of the estimate.`}
    </p>
  );
}

function Done(props: { queue: LabelIssueQueue; skipped: boolean; onDoubtful: (() => void) | null }) {
  const { queue, skipped, onDoubtful } = props;
  return (
    <p class="labelling-done" role="status">
      {skipped
        ? 'All other label issues are reviewed. Reload the page to see the skipped ones again.'
        : queue.reviewed > 0
          ? 'Every label issue is reviewed.'
          : 'No label is more likely wrong than right.'}{' '}
      {onDoubtful !== null && queue.doubtful > 0 && (
        <button type="button" class="save" onClick={onDoubtful}>
          Review {formatNumber(queue.doubtful)} doubtful labels too
        </button>
      )}
    </p>
  );
}

interface IssueProps {
  readonly queue: LabelIssueQueue;
  readonly issue: QueuedIssue;
  readonly recordKey: string;
  /** Whether the queue asks for the labels in random order. */
  readonly isRandom: boolean;
  readonly document: OpenDocument | null;
  readonly review: Review;
  readonly onDecided: (decided: Promise<EditResult>) => void;
  readonly onSkip: () => void;
}

/** One label issue: its place on the page, the label, the values of the versions as A and B, and the evidence. */
function Issue({ queue, issue, recordKey, isRandom, document: open, review, onDecided, onSkip }: IssueProps) {
  const detail = open?.detail ?? null;
  const line = useMemo(() => detail && lineOf(detail, issue.path, queue.kind), [detail, issue.path]);
  const { itemId, path, reasons, order, evidence } = issue;
  const choices = line === null ? [] : distinct(order, line);
  const page = formatAddress('document', itemId, { value: path });
  return (
    <article class="issue">
      <h2>
        {placeText(path)} <span class="quiet">in</span>{' '}
        <a href={`/records/${recordKey}?gold=saved${page}`}>{itemId}</a>
      </h2>
      {open === null || line === null ? (
        <LoadingIndicator />
      ) : (
        <>
          {open.pages === null ? (
            <DocumentPages pages={null} page={null} />
          ) : (
            <IssuePlace line={line} detail={open.detail} pages={open.pages} />
          )}
          <GoldPanel
            names={queue.versions}
            id={itemId}
            detail={open.detail}
            line={line}
            values={[line]}
            onSelect={() => undefined}
            selectNext={() => undefined}
            review={review}
            kind={queue.kind}
            blind={notBlind}
            issue={{ order: choices, evidence, isRandom, onDecided }}
          />
          <p>
            <b>Evidence against the label:</b> {reasons.map(({ text }) => text).join('; ')}.
          </p>
          <p class="gold-actions">
            <button type="button" class="save" onClick={onSkip}>
              Skip <kbd>→</kbd>
            </button>
            <span class="quiet">
              {choices.length > 1
                ? 'A and B are the different values that the versions read, in random order.'
                : 'A is the value that the versions read.'}
            </span>
          </p>
        </>
      )}
    </article>
  );
}

/** The view of a document has no line for the segments of a packet, so the line is made from the outputs. */
function lineOf(detail: Detail, path: string, kind: ProcessorKind): LeafLine {
  const { values } = arrangeLeaves(detail.versions);
  const found = values.find((line) => line.path === path && line.isExtraRow !== true);
  if (found !== undefined) return found;
  const leaves = detail.versions.map(({ output }) =>
    output === undefined
      ? undefined
      : {
          path,
          field: path,
          outcome: 'incorrect' as const,
          similarity: 0,
          expected: undefined,
          predicted: labelOf(output, path, kind),
        },
  );
  return { key: path, path, field: path, leaves };
}

/** Returns the versions that have an output. If versions read the same value, returns only the first of them. */
function distinct(order: readonly number[], { leaves }: LeafLine): number[] {
  const texts = new Set<string>();
  return order.filter((number) => {
    const leaf = leaves[number];
    const text = formatValue(leaf?.predicted);
    if (leaf === undefined || texts.has(text)) return false;
    texts.add(text);
    return true;
  });
}
