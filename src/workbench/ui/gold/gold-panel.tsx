import { useEffect, useState } from 'preact/hooks';
import { parseJson } from '../../../base/exact-json.ts';
import { placeText } from '../../../base/place-text.ts';
import type { NotScored, NotScoredMark } from '../../../model/dataset/not-scored.ts';
import { formatValue, type JsonValue } from '../../../model/json/json-value.ts';
import type { ProcessorKind } from '../../../model/processor/processor-config.ts';
import type { RecordHeadline } from '../../../model/results/record-list.ts';
import { labelText } from '../../../model/review/label-text.ts';
import type { OpenReview } from '../../../model/review/review-state.ts';
import type { LeafOutcome } from '../../../model/score/item-score.ts';
import type { SelectedValue } from '../../../viewer/sections/document-view.tsx';
import { predictedPathOf } from '../../../viewer/state/document-rows.ts';
import { useKeys } from '../../../viewer/state/keys.ts';
import { TextForm } from '../forms/text-form.tsx';
import { Problem } from '../requests/problem.tsx';
import { BlindValues, readText } from './blind-values.tsx';
import { GoldRows, rowOfPath } from './gold-rows.tsx';
import { GoldSegments, segmentsOf } from './gold-segments.tsx';
import { labelOf } from './label-of.ts';
import type { BlindMode } from './use-blind.ts';
import type { LabelEdit, Review } from './use-review.ts';

/**
 * A label issue as the panel shows it. The panel names the versions A and B, so that the reviewer does not know which
 * version read which value.
 */
export interface IssuePanel {
  /** Numbers of the versions with different values. The first one is A, and the second one is B. */
  readonly order: readonly number[];
  /** Hash of the evidence against the label. */
  readonly evidence: string;
  /** Whether the queue asks for the labels in random order. */
  readonly isRandom: boolean;
  /** Receives whether the server accepted the decision about the label. */
  onDecided(decided: Promise<boolean>): void;
}

/** Editor for the label of the selected value of a document. */
export function GoldPanel({
  names,
  id,
  detail,
  line,
  values,
  onSelect,
  selectNext,
  review,
  kind,
  blind,
  issue,
}: SelectedValue & { review: Review; kind: ProcessorKind; blind: BlindMode; issue?: IssuePanel }) {
  const { state, closed, error } = review;
  const [typing, setTyping] = useState<'value' | 'reason' | null>(null);
  /**
   * Path of the value that the reviewer chose among those that are not scored. The values of the report do not include
   * it.
   */
  const [chosen, setChosen] = useState<string | null>(null);
  const path = chosen ?? line?.path ?? '';
  useEffect(() => {
    setTyping(null);
    setChosen(null);
  }, [id, line?.key]);
  const edited = state?.unsaved.findLast((edit) => edit.item === id && edit.path === path);
  useEffect(() => review.readOutput(id), [id, state === null]);
  // Until the server has responded, the label of the report is shown. The server rejects an edit of an outdated label.
  const known = Object.hasOwn(review.labels, id) ? review.labels[id] : undefined;
  const output = known === undefined ? detail.expected : known.output;
  const notScored: NotScored = known?.notScored ?? {};
  const label = labelOf(output, path);
  const mark = Object.hasOwn(notScored, path) ? notScored[path] : undefined;
  const isExtraRow = chosen === null && line?.isExtraRow === true;
  const place = rowOfPath(path);
  const rows = place === null ? [] : rowsAt(output, place.table);
  // A path of the report has the row number of the gold at the time of scoring. Later edits may have moved the row.
  const haveRowsChanged =
    chosen === null &&
    place !== null &&
    (rowsAt(detail.expected, place.table).length !== rows.length ||
      state?.unsaved.some((edit) => edit.item === id && edit.path === place.table) === true);
  const reason = whyNot(detail.expected !== undefined, isExtraRow, haveRowsChanged);
  const isHidden = blind.isHidden(id, path);
  const isEditable = state !== null && path !== '' && reason === null;
  const put = async (action: LabelEdit['action'], after: JsonValue, more: Partial<LabelEdit> = {}) => {
    if (!isEditable) return;
    const edit = { item: id, path, action, before: label, after, from: null, blind: isHidden };
    const decided = review.edit({ ...edit, ...more, ...(issue && issueMembers(issue)) });
    issue?.onDecided(decided);
    if (!(await decided)) return;
    setTyping(null);
    if (isHidden) blind.reveal(id, path);
  };
  /** Replaces the whole label at a path, such as all rows of a table. */
  const putWhole = async (
    at: string,
    before: JsonValue,
    after: JsonValue,
    from: LabelEdit['from'] = null,
  ) => {
    const action = from === null ? 'edit' : 'accept';
    await review.edit({ item: id, path: at, action, before, after, from, blind: blind.isHidden(id, at) });
  };
  const canMark = kind === 'EXTRACT';
  const putNotAnnotated = () => (canMark ? put('not-annotated', null) : undefined);
  /** In a label issue, the reviewer can also accept that a version read no value. */
  const canAccept = (leaf: LeafOutcome | undefined): leaf is LeafOutcome =>
    leaf !== undefined && (leaf.predicted !== undefined || issue !== undefined);
  const accept = (number: number) => {
    const leaf = chosen === null && !isHidden ? line?.leaves[number] : undefined;
    if (!canAccept(leaf)) return;
    if (isExtraRow) {
      const from = rowOfPath(predictedPathOf(leaf));
      if (from === null || from.table.includes('[') || haveRowsChanged) return;
      const row = labelOf(detail.versions[number]?.output, `${from.table}[${from.row}]`);
      const version = { version: names[number] ?? '', confidence: null };
      return putWhole(from.table, rows, rows.toSpliced(from.row, 0, row), version);
    }
    const { output: read } = detail.versions[number] ?? {};
    const value =
      leaf.predicted === undefined
        ? null
        : path === 'splits'
          ? segmentsOf(read)
          : labelOf(read, predictedPathOf(leaf));
    const confidence = detail.versions[number]?.confidences[predictedPathOf(leaf)] ?? null;
    return put('accept', value, { from: { version: names[number] ?? '', confidence } });
  };
  const last = names.length - 1;
  const choices = issue
    ? issue.order.map((number, at) => ({ number, name: choiceName(at), key: choiceName(at).toLowerCase() }))
    : names.map((name, number) => ({ number, name, key: number === last ? 'a' : 's' })).reverse();
  useKeys({
    ...Object.fromEntries(choices.map(({ key, number }) => [key, () => void accept(number)])),
    e: () => isEditable && setTyping('value'),
    x: () => void put('no-value', null),
    m: () => void putNotAnnotated(),
    q: () => isEditable && canMark && setTyping('reason'),
    y: () => void put('keep', label).then(selectNext),
    z: () => void review.undo(),
    Z: () => void review.redo(),
    ...(!issue && { B: blind.toggle }),
  });
  return (
    <section class="gold-panel" aria-label="Correct the gold">
      {error !== null && <Problem error={error} />}
      {closed && (
        <p class="quiet">
          The gold cannot be edited here: {closed.problem}. {closed.fix}
        </p>
      )}
      {state !== null && !issue && <BlindNote {...{ names, line, blind, isHidden }} />}
      {kind === 'SPLITTER' && state !== null && !issue && (
        <GoldSegments
          segments={segmentsOf(output)}
          types={state.types}
          onPut={(segments) => putWhole('splits', segmentsOf(output), segments)}
        />
      )}
      {kind !== 'SPLITTER' && line === undefined && chosen === null && (
        <p class="quiet">No value of this document is wrong. Select a value to edit its label.</p>
      )}
      {(kind !== 'SPLITTER' || issue) && path !== '' && state !== null && (
        <>
          <p class="gold-value">
            <b>{placeText(path)}</b>{' '}
            {!isExtraRow && (
              <>
                <span class="quiet">gold</span>{' '}
                <span class={edited ? 'edited' : undefined}>
                  {mark === undefined ? formatValue(label) : markText(mark)}
                </span>
              </>
            )}
            {edited && <span class="quiet"> (edited, not saved)</span>}
          </p>
          {issue && <Choices {...{ choices, line }} />}
          {reason !== null ? (
            <p class="gold-actions">
              <span class="quiet">{reason}</span>
              {isExtraRow &&
                !haveRowsChanged &&
                names.map(
                  (name, number) =>
                    line?.leaves[number]?.predicted !== undefined && (
                      <button key={name} type="button" class="save" onClick={() => accept(number)}>
                        Add the row of {name} <kbd>{number === last ? 'a' : 's'}</kbd>
                      </button>
                    ),
                )}
            </p>
          ) : typing === 'value' ? (
            <TextForm
              name="New label"
              hint="empty for no value"
              initial={labelText(label)}
              hasLines
              options={state.types}
              onCancel={() => setTyping(null)}
              onPut={(text) => (text === labelText(label) ? setTyping(null) : put('edit', null, { text }))}
            />
          ) : typing === 'reason' ? (
            <TextForm
              name="Why is the value unclear?"
              required
              maxLength={1000}
              onCancel={() => setTyping(null)}
              onPut={(note) => put('unclear', null, { note })}
            />
          ) : (
            <p class="gold-actions">
              {(isHidden ? [] : choices).map(({ name, number, key }) => (
                <button
                  key={name}
                  type="button"
                  class="save"
                  disabled={chosen !== null || !canAccept(line?.leaves[number])}
                  onClick={() => accept(number)}
                >
                  Accept {name} <kbd>{key}</kbd>
                </button>
              ))}
              <button type="button" class="save" onClick={() => setTyping('value')}>
                Edit <kbd>e</kbd>
              </button>
              <button type="button" class="save" onClick={() => put('no-value', null)}>
                No value <kbd>x</kbd>
              </button>
              {canMark && (
                <>
                  <button type="button" class="save" onClick={putNotAnnotated}>
                    Not annotated <kbd>m</kbd>
                  </button>
                  <button type="button" class="save" onClick={() => setTyping('reason')}>
                    Unclear <kbd>q</kbd>
                  </button>
                </>
              )}
              <button type="button" class="save" onClick={() => put('keep', label).then(selectNext)}>
                Keep <kbd>y</kbd>
              </button>
            </p>
          )}
        </>
      )}
      {place !== null &&
        !issue &&
        state !== null &&
        detail.expected !== undefined &&
        !place.table.includes('[') && (
          <GoldRows
            table={place.table}
            rows={rows}
            others={detail.versions.flatMap((version) => rowsAt(version.output, place.table))}
            notScored={notScored}
            selected={path}
            onSelect={setChosen}
            onPut={(changed) => putWhole(place.table, rows, [...changed])}
          />
        )}
      {state !== null && !issue && <NotScoredList notScored={notScored} onChoose={setChosen} />}
      {blind.isOn && <BlindValues {...{ id, names, line, values, blind, onSelect }} />}
    </section>
  );
}

/** Returns the name of a version whose real name is hidden: A, B and so on. */
export function choiceName(at: number): string {
  return String.fromCharCode(65 + at);
}

/** The values that the versions read, without the names of the versions. */
function Choices(props: {
  choices: readonly { readonly name: string; readonly number: number }[];
  line: SelectedValue['line'];
}) {
  return (
    <dl class="choices">
      {props.choices.map(({ name, number }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatValue(props.line?.leaves[number]?.predicted)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Turns the blind mode on and off. After a blind decision, shows what the versions read. */
function BlindNote(props: Pick<SelectedValue, 'names' | 'line'> & { blind: BlindMode; isHidden: boolean }) {
  const { names, line, blind, isHidden } = props;
  return (
    <p class="gold-actions">
      <button type="button" class="save" aria-pressed={blind.isOn} onClick={blind.toggle}>
        Blind mode <kbd>B</kbd>
      </button>
      {blind.isOn && (
        <span class="quiet">
          {isHidden || line === undefined
            ? 'Decide about the label first. What the versions read is hidden until then.'
            : `The versions read ${readText(names, line.leaves)}.`}
        </span>
      )}
    </p>
  );
}

/** Returns the rows of a table; an empty list if there is no table. */
function rowsAt(output: JsonValue | undefined, table: string): readonly JsonValue[] {
  const rows = labelOf(output, table);
  return Array.isArray(rows) ? rows : [];
}

function markText(mark: NotScoredMark): string {
  return mark === 'not-annotated' ? 'not annotated, so not scored' : `${mark}, so not scored`;
}

/** The values of the document that are not scored. The report does not list them. */
function NotScoredList(props: { notScored: NotScored; onChoose: (path: string) => void }) {
  const entries = Object.entries(props.notScored);
  if (entries.length === 0) return null;
  return (
    <p class="gold-actions">
      <span class="quiet">Not scored:</span>
      {entries.map(([path, mark]) => (
        <button
          key={path}
          type="button"
          class="save"
          title={markText(mark)}
          onClick={() => props.onChoose(path)}
        >
          {placeText(path)}
        </button>
      ))}
    </p>
  );
}

/** Returns why a value cannot be edited on this page. Returns `null` if it can be edited. */
function whyNot(hasLabels: boolean, isExtraRow: boolean, haveRowsChanged: boolean): string | null {
  if (hasLabels && haveRowsChanged) return 'The rows have changed. Choose a cell in the rows of the gold.';
  if (hasLabels && isExtraRow) return 'Only the output has this row.';
  return hasLabels
    ? null
    : 'The report of a large record has no complete labels, so they cannot be edited here.';
}

/** The unsaved edits and the verdict that they lead to. Shown above every section. */
export function ReviewBar({ review }: { review: Review }) {
  const { state, verdicts } = review;
  const count = state?.changes ?? 0;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || count === 0) return;
      // Saving loads the page again, so a text that is typed but not set would be lost.
      if (isChangedField(event.target)) return;
      event.preventDefault();
      void review.save();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <div class="review-bar" role="status">
      {state?.conflicts.map((conflict) => (
        <Conflict key={conflict.seq} conflict={conflict} review={review} />
      ))}
      {count > 0 && (
        <>
          <b>
            {count} unsaved edit{count === 1 ? '' : 's'} of labels
          </b>
          <span>Preview: {verdicts === null ? 'updating…' : <Preview {...verdicts} />}</span>
          <button type="button" class="save" onClick={() => review.save()}>
            Save as a version <kbd>Ctrl+Enter</kbd>
          </button>
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

/** Returns whether an element is a field with a text that differs from its first text. */
function isChangedField(element: EventTarget | null): boolean {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isField && element.value !== element.defaultValue;
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
  return mark === null ? formatValue(parseJson(json) as JsonValue) : markText(mark);
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

function issueMembers({ evidence, isRandom }: IssuePanel): Partial<LabelEdit> {
  return { evidence, ...(isRandom && { randomOrder: true }) };
}
