import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { getOrCreate } from '../../../base/collections.ts';
import { placeText } from '../../../base/place-text.ts';
import type {
  LabellingProgress,
  LabellingQueue,
  LabellingState,
  LabellingValue,
} from '../../../model/review/labelling-state.ts';
import { formatNumber } from '../../../viewer/blocks/format-measurement.ts';
import { PagePane } from '../../../viewer/documents/page-pane.tsx';
import { LoadingIndicator, SectionHeading } from '../../../viewer/parts/data-table.tsx';
import { shellWord } from '../../../viewer/parts/rerun-command.tsx';
import { KeyHelp } from '../../../viewer/search-and-keys.tsx';
import type { Box } from '../../../viewer/state/document-places.ts';
import { areKeysOn, editableField, useKeys } from '../../../viewer/state/keys.ts';
import { TextForm } from '../forms/text-form.tsx';
import { useKeyQueue } from '../forms/use-key-queue.ts';
import { Problem } from '../requests/problem.tsx';
import { LabelForm } from './label-form.tsx';
import { type LabellingAction, useLabelling } from './use-labelling.ts';
import { decisionText, shownText, ValueLine } from './value-line.tsx';

const listedKeys = [
  ['Enter', 'confirm the proposal, and go to the next value'],
  ['Shift+Enter', 'confirm the group'],
  ['e x', 'type the label (e), or set no value (x)'],
  ['m q', 'not annotated, unclear'],
  ['a', 'take the proposal after you typed another label'],
  ['↑ ↓', 'previous, next value'],
  ['Ctrl+Enter', 'save the document as partly labelled'],
  ['→', 'skip the document'],
  ['z', 'take back the last decision'],
  ['g r', 'all records'],
  ['?', 'this list'],
] as const;

/**
 * Labels documents: shows the page image, and asks for one decision per value. `queue` selects documents without gold
 * or partly labelled documents. For a partly labelled document, asks again for the values that are not annotated.
 */
export function LabellingScreen({ datasetKey, queue }: { datasetKey: string; queue: LabellingQueue }) {
  const labelling = useLabelling(datasetKey, queue);
  const { state, error, pages } = labelling;
  const [active, setActive] = useState<string | null>(null);
  const [asking, setTyping] = useState<'label' | 'note' | 'none' | null>(null);
  const [asked, setAsked] = useState<{ page: number } | null>(null);
  const document = state?.document ?? null;
  const values = document?.values ?? [];
  const value = values.find(({ path }) => path === active) ?? null;
  // For each document: number of its last decision when the page first opened it. After an undo, the page can open a
  // document again.
  const opened = useRef(new Map<string, number>());
  /**
   * Returns a function that returns whether the page still asks for a value of a document. In the queue `partly`, the
   * page also asks for each value that was not annotated when the document was opened. If the reviewer again marks such
   * a value as not annotated, the page does not ask for it again.
   */
  const isLeftIn = (shown: LabellingState['document']): IsLeft => {
    const last = Math.max(0, ...(shown?.values ?? []).map(({ decision }) => decision?.seq ?? 0));
    const openedAt = getOrCreate(opened.current, shown?.id ?? '', () => last);
    return ({ decision }) =>
      decision === null ||
      (queue === 'partly' && decision.action === 'not-annotated' && decision.seq <= openedAt);
  };
  const isLeft = isLeftIn(document);
  const left = values.filter(isLeft).length;
  // If the proposal of a value is hidden, the form for the value is open by default. The reviewer can close the form.
  const byDefault = value?.isBlind && isLeft(value) ? 'label' : null;
  const typing = asking === 'none' ? null : (asking ?? byDefault);
  const select = (path: string | null) => {
    setTyping(null);
    setActive(path);
  };
  useEffect(() => {
    globalThis.document.title = `Labelling ${state?.name ?? ''} · goldset`;
  }, [state?.name]);
  useEffect(() => {
    const page = value?.boxes[0]?.page;
    if (page !== undefined) setAsked({ page });
  }, [document?.id, value?.path]);

  /**
   * Opens the next document. Keys that were pressed before the page shows this document do not decide about the values
   * of this document.
   */
  const open = async (skip = false) => {
    const found = await labelling.next(skip);
    keys.forgetExcept('z');
    if (found !== null) select(firstLeft(found.document, isLeftIn(found.document)));
  };
  useEffect(() => keys.perform(() => open()), [datasetKey]);
  /** Goes to the next value for which the page still asks, or to the next document if there is none. */
  const moveOn = (found: LabellingState | null, from: string | null) => {
    if (found === null) return;
    const decided = found.document?.values.find(({ path }) => path === from);
    // If the typed value differs from the hidden proposal, stay at this value. The proposal is now shown, so that the
    // reviewer can correct a typing mistake.
    if (value?.isBlind && decided?.decision?.isChanged) return setTyping(null);
    const next = firstLeft(found.document, isLeftIn(found.document), from);
    select(next ?? from);
    return next === null ? open(queue === 'partly') : undefined;
  };
  const put = async (action: LabellingAction, more?: object) =>
    value && moveOn(await labelling.decide(value.path, action, more), value.path);
  const confirm = () => {
    if (value === null) return;
    if (!isLeft(value)) return moveOn(state, value.path);
    return value.proposed === null ? undefined : put('confirm');
  };
  const confirmGroup = async () => {
    if (queue !== 'open' || value === null) return;
    return moveOn(await labelling.confirmGroup(value.group), value.path);
  };
  const undo = async () => {
    const undone = await labelling.undo();
    if (undone === null) return;
    select(undone.path);
    // Do not open the form. Its field would take the next key, which may be meant to take back one more decision.
    setTyping('none');
  };
  const savePartly = async () => {
    if ((await labelling.savePartly()) !== null) await open();
  };
  const step = (by: number) => {
    const at = values.findIndex(({ path }) => path === active) + by;
    if (values[at] !== undefined) select(values[at].path);
  };
  const actions = {
    a: () => (value?.proposed == null ? undefined : put('confirm')),
    e: () => value && setTyping('label'),
    x: () => put('no-value'),
    m: () => put('not-annotated'),
    q: () => value && setTyping('note'),
    z: undo,
    ArrowRight: () => open(true),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: confirm,
    'Shift+Enter': confirmGroup,
    'Ctrl+Enter': savePartly,
  };
  const keys = useKeyQueue(actions);
  const singleKeys = Object.keys(actions).filter((key) => !key.endsWith('Enter'));
  useKeys({
    ...Object.fromEntries(singleKeys.map((key) => [key, () => keys.press(key)])),
    'g r': () => location.assign('/'),
  });
  useEnter(
    (isShift) => keys.press(isShift ? 'Shift+Enter' : 'Enter'),
    () => keys.press('Ctrl+Enter'),
  );

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the handler only takes the focus away after a click with the mouse
    <main id="main" class="records labelling" onClick={leaveButton}>
      <p>
        <a href="/">‹ All records</a> <KeyHelp title="Labelling" keys={listedKeys} />
      </p>
      <SectionHeading title={`Labelling ${state?.name ?? ''}`}>
        {state && <Progress progress={state.progress} />}
      </SectionHeading>
      {state !== null && <OtherQueue queue={queue} progress={state.progress} />}
      {error !== null && <Problem error={error} />}
      {state === null && error === null && <LoadingIndicator />}
      {state !== null && document === null && (
        <p class="labelling-done" role="status">
          {(queue === 'partly' ? state.progress.partlyLabelled === 0 : isAllLabelled(state.progress))
            ? queue === 'partly'
              ? 'No document is partly labelled.'
              : 'Every document is labelled.'
            : 'No further document. Reload the page to see skipped documents again.'}{' '}
          Next, in a terminal: <code>goldset run {shellWord(state.dataset)}</code> evaluates the version that
          proposed the labels, and <code>goldset open</code> shows its report. Add{' '}
          <code>--processor FILE</code> to evaluate other versions.
        </p>
      )}
      {document !== null && (
        <div class="document-columns">
          <PagePane
            pages={pages?.images ?? []}
            text={textOf(document.text ?? pages?.text ?? null)}
            absence={pages === null ? 'Reading the document…' : 'The document cannot be shown here.'}
            boxes={boxesOf(values)}
            kinds={{ now: 'proposal' }}
            active={value?.isBlind && isLeft(value) ? null : active}
            activePage={value?.boxes[0]?.page ?? null}
            asked={asked}
            onHover={() => undefined}
            onSelect={select}
            onPage={() => undefined}
          />
          <section aria-label="Values">
            <p class="labelling-document">
              <b>{document.id}</b>{' '}
              <span class="quiet">
                proposed by {document.proposedBy}
                {document.state === 'labelled' && (queue === 'partly' ? ' · partly labelled' : ' · labelled')}
                {left > 0 && ` · ${left} of ${values.length} values left`}
              </span>
            </p>
            {value !== null && (
              <ActiveValue
                value={value}
                isLeft={isLeft(value)}
                typing={typing}
                isSending={keys.isBusy}
                hasGroups={queue === 'open'}
                onKey={keys.press}
                onPut={(action, more) => keys.perform(() => put(action, more))}
                onCancel={() => setTyping('none')}
              />
            )}
            <ol class="labelling-values">
              {values.map((one) => (
                <ValueLine
                  key={one.path}
                  value={one}
                  isActive={one.path === active}
                  onSelect={() => select(one.path)}
                />
              ))}
            </ol>
          </section>
        </div>
      )}
    </main>
  );
}

/**
 * Calls `onEnter` for the Enter key, unless the focus is on a control that has its own action for Enter, such as a
 * button. Calls `onControlEnter` for the Enter key with Ctrl or Command, unless the focus is in a field with a text.
 */
function useEnter(onEnter: (isShift: boolean) => void, onControlEnter: () => void): void {
  // Use a layout effect, because an ordinary effect would run only after the next paint. Until then, a key would act on
  // an outdated state.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, shiftKey, ctrlKey, metaKey, altKey, repeat, defaultPrevented } = event;
      const isOwn = target instanceof Element && target.closest(`${editableField}, button, a, dialog`);
      // Ignore a key that a field has already handled.
      if (key !== 'Enter' || altKey || repeat || defaultPrevented) return;
      const isControl = ctrlKey || metaKey;
      if (!isControl && (isOwn || !areKeysOn())) return;
      // Do nothing in a field with a text, because a text that is typed but not set would be lost.
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (isControl && isField && target.value !== '') return;
      event.preventDefault();
      if (isControl) onControlEnter();
      else onEnter(shiftKey);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

/** Takes the focus from a button that was pressed with the mouse, so that Enter does not press it again. */
function leaveButton({ target, detail }: MouseEvent): void {
  if (detail > 0 && target instanceof Element) target.closest('button')?.blur();
}

/** Returns whether the page still asks for a value. */
type IsLeft = (value: LabellingValue) => boolean;

/**
 * Returns the path of the first value after `from` for which the page still asks. If there is none, returns the path of
 * the first such value in the document. Returns `null` if the page asks for no value.
 */
function firstLeft(
  document: LabellingState['document'],
  isLeft: IsLeft,
  from: string | null = null,
): string | null {
  const values = document?.values ?? [];
  const start = values.findIndex(({ path }) => path === from) + 1;
  const found = [...values.slice(start), ...values.slice(0, start)].find(isLeft);
  return found?.path ?? null;
}

function boxesOf(values: readonly LabellingValue[]): Box[] {
  return values.flatMap(({ path, boxes }) =>
    boxes.map((box): Box => ({ ...box, key: path, kind: 'now', outcome: 'correct', isSettled: false })),
  );
}

function textOf(text: string | null) {
  return text === null ? undefined : [{ text }];
}

function isAllLabelled({ labelled, documents }: LabellingProgress): boolean {
  return labelled === documents;
}

/** Link to the queue that the page does not show, if this queue has documents. */
function OtherQueue({ queue, progress }: { queue: LabellingQueue; progress: LabellingProgress }) {
  const { partlyLabelled, documents, labelled } = progress;
  if (queue === 'open' && partlyLabelled > 0)
    return (
      <p>
        <a href="?queue=partly">Label the remaining values of {counted(partlyLabelled, 'document')}</a>
      </p>
    );
  if (queue === 'partly' && !isAllLabelled(progress))
    return (
      <p>
        <a href="?">Label {counted(documents - labelled, 'further document')}</a>
      </p>
    );
  return null;
}

function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** From this many typed values on, the page estimates how many proposals were wrongly confirmed. */
const fewestHidden = 10;

function Progress({ progress }: { progress: LabellingProgress }) {
  const { documents, labelled, partlyLabelled, secondsPerDocument, blind, wronglyConfirmed } = progress;
  const parts = [`${formatNumber(labelled)} of ${formatNumber(documents)} labelled`];
  if (partlyLabelled > 0) parts.push(`${formatNumber(partlyLabelled)} of them partly`);
  if (secondsPerDocument !== null) {
    parts.push(`${Math.round(secondsPerDocument)} s per document`);
    if (labelled < documents) parts.push(`${durationText(secondsPerDocument * (documents - labelled))} left`);
  }
  if (blind.decided > 0)
    parts.push(`${blind.changed} of ${blind.decided} typed labels differ from the hidden proposal`);
  if (wronglyConfirmed !== null && blind.decided >= fewestHidden) {
    const [share, low, high] = [wronglyConfirmed.share, wronglyConfirmed.low, wronglyConfirmed.high].map(
      (one) => formatNumber(100 * one, 1),
    );
    parts.push(`about ${share} % of shown proposals wrongly confirmed (${low} to ${high})`);
  }
  return <span role="status">{parts.join(' · ')}</span>;
}

/** Returns a duration in minutes, or in hours and minutes. */
export function durationText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

interface ActiveProps {
  readonly value: LabellingValue;
  /** Whether the page still asks for the value. */
  readonly isLeft: boolean;
  readonly typing: 'label' | 'note' | null;
  /** Whether a decision is being sent. */
  readonly isSending: boolean;
  /** False if each value needs its own decision. */
  readonly hasGroups: boolean;
  /** Performs the action of a key. */
  readonly onKey: (key: string) => void;
  /** Stores what the reviewer typed. */
  readonly onPut: (action: LabellingAction, more: object) => void;
  readonly onCancel: () => void;
}

function ActiveValue(props: ActiveProps) {
  const { value, isLeft, typing, isSending, hasGroups, onKey, onPut, onCancel } = props;
  const { path, proposed, isBlind, decision, ownDecision } = value;
  return (
    <section class="gold-panel" aria-label="Decide the value">
      <p class="gold-value">
        <b>{placeText(path)}</b>{' '}
        <span class="quiet">
          {isBlind && isLeft
            ? 'Type what the document says. Until then, the proposal is hidden, to measure how often wrong proposals are confirmed.'
            : decision !== null
              ? `decided: ${decisionText(value)}`
              : (ownDecision ?? '')}
        </span>
      </p>
      {isBlind === false && decision?.isChanged && proposed !== null && typing === null && (
        <p>
          The proposal is <b>{shownText(proposed)}</b>. <kbd>Enter</kbd> keeps your label, <kbd>a</kbd> takes
          the proposal.
        </p>
      )}
      {typing === 'label' && (
        <LabelForm {...{ value, isSending, onCancel }} onPut={(label) => onPut('edit', { label })} />
      )}
      {typing === 'note' && (
        <TextForm
          name="Why is the value unclear?"
          required
          maxLength={1000}
          isSending={isSending}
          onCancel={onCancel}
          onPut={(note) => onPut('unclear', { note })}
        />
      )}
      {typing === null && (
        <p class="gold-actions">
          <button
            type="button"
            class="save"
            disabled={proposed === null && isLeft}
            onClick={() => onKey('Enter')}
          >
            {isLeft ? 'Confirm' : 'Next'} <kbd>Enter</kbd>
          </button>
          {hasGroups && (
            <button type="button" class="save" onClick={() => onKey('Shift+Enter')}>
              Confirm the group <kbd>Shift+Enter</kbd>
            </button>
          )}
          <button type="button" class="save" onClick={() => onKey('e')}>
            Edit <kbd>e</kbd>
          </button>
          <button type="button" class="save" onClick={() => onKey('x')}>
            No value <kbd>x</kbd>
          </button>
          <button type="button" class="save" onClick={() => onKey('m')}>
            Not annotated <kbd>m</kbd>
          </button>
          <button type="button" class="save" onClick={() => onKey('q')}>
            Unclear <kbd>q</kbd>
          </button>
          <button type="button" class="save" onClick={() => onKey('ArrowRight')}>
            Skip the document <kbd>→</kbd>
          </button>
          <button
            type="button"
            class="save"
            title="Values without a decision are not annotated. No figure includes them."
            onClick={() => onKey('Ctrl+Enter')}
          >
            Save as partly labelled <kbd>Ctrl+Enter</kbd>
          </button>
          <button type="button" class="save" onClick={() => onKey('z')}>
            Undo <kbd>z</kbd>
          </button>
        </p>
      )}
    </section>
  );
}
