import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { placeText } from '../../../base/place-text.ts';
import type { NotScored } from '../../../model/dataset/not-scored.ts';
import { formatValue, type JsonValue } from '../../../model/json/json-value.ts';
import type { ProcessorKind } from '../../../model/processor/processor-config.ts';
import { labelText } from '../../../model/review/label-text.ts';
import type { LeafOutcome } from '../../../model/score/item-score.ts';
import type { SelectedValue } from '../../../viewer/documents/document-view.tsx';
import { predictedPathOf } from '../../../viewer/state/document-rows.ts';
import { useKeys } from '../../../viewer/state/keys.ts';
import { TextForm } from '../forms/text-form.tsx';
import { Problem } from '../requests/problem.tsx';
import { BlindValues, readText } from './blind-values.tsx';
import { GoldRows, type RowChange, rowOfPath } from './gold-rows.tsx';
import { GoldSegments } from './gold-segments.tsx';
import { labelOf, notScoredText } from './label-of.ts';
import type { BlindMode } from './use-blind.ts';
import type { EditResult, LabelEdit, Review, ShownLabels } from './use-review.ts';

/**
 * A label issue as the panel shows it. The panel names the versions A and B, so that the reviewer does not know which
 * version read which value.
 */
export interface IssuePanel {
  /** Numbers of the versions with different values. The page calls the first version A, and the second version B. */
  readonly order: readonly number[];
  /** Hash of the evidence against the label. */
  readonly evidence: string;
  /** Whether the queue asks for the labels in random order. */
  readonly isRandom: boolean;
  /** Receives whether the server accepted the decision about the label. */
  onDecided(decided: Promise<EditResult>): void;
}

interface OpenForm {
  readonly form: 'value' | 'reason';
  /**
   * Labels that the page showed when the form was opened. `null` after an edit failed because these labels are
   * outdated.
   */
  readonly seen: ShownLabels | null;
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
  const { closed, error } = review;
  const [typing, setTyping] = useState<OpenForm | null>(null);
  /** Whether the text of the form is being sent. */
  const [isSending, setSending] = useState(false);
  /**
   * Path of the value that the reviewer chose in the rows of a table, or in the list of values that are not scored. The
   * report may not list this value.
   */
  const [chosen, setChosen] = useState<string | null>(null);
  const path = chosen ?? line?.path ?? '';
  useEffect(() => {
    setTyping(null);
    setChosen(null);
  }, [id, line?.key]);
  // Use a layout effect, because an ordinary effect would run only after the document is painted.
  useLayoutEffect(() => review.show(id), [id, review.state === null]);
  // The report may show labels from before the last edits. So nothing can be edited until the current labels are known.
  const shown = review.labels?.item === id ? review.labels : null;
  const state = shown === null ? null : review.state;
  const edited = state?.unsaved.findLast((edit) => edit.item === id && edit.path === path);
  const output = shown?.output;
  const notScored: NotScored = shown?.notScored ?? {};
  const label = labelOf(output, path, kind);
  const mark = Object.hasOwn(notScored, path) ? notScored[path] : undefined;
  const isExtraRow = chosen === null && line?.isExtraRow === true;
  const place = rowOfPath(path);
  const rows = place === null ? [] : rowsAt(output, place.table);
  // A path of the report contains the row number at the time of scoring. Later edits may have moved the row.
  const haveRowsChanged =
    chosen === null &&
    place !== null &&
    (rowsAt(detail.expected, place.table).length !== rows.length ||
      state?.unsaved.some((edit) => edit.item === id && edit.path === place.table) === true);
  const reason = whyNot(detail.expected !== undefined, isExtraRow, haveRowsChanged);
  const isHidden = blind.isHidden(id, path);
  const isEditable = state !== null && path !== '' && reason === null;
  const put = async (action: LabelEdit['action'], after: JsonValue, more: Partial<LabelEdit> = {}) => {
    const seen = typing?.seen ?? shown;
    if (!isEditable || seen === null) return;
    const edit = { item: id, path, action, after, from: null, blind: isHidden };
    const decided = review.edit({ ...edit, ...more, ...(issue && issueMembers(issue)) }, seen);
    issue?.onDecided(decided);
    if (typing !== null) setSending(true);
    const result = await decided;
    setSending(false);
    if (result === 'accepted' && isHidden) blind.reveal(id, path);
    // Close only the form from which the label was sent, because the reviewer may have opened another one in the
    // meantime. If the form showed an outdated label, keep it open with the current label.
    setTyping((open) => {
      if (open === null || open !== typing || result === 'rejected') return open;
      return result === 'accepted' ? null : { ...open, seen: null };
    });
  };
  const type = (form: 'value' | 'reason') => isEditable && setTyping({ form, seen: shown });
  /** Replaces the whole label at a path, such as all rows of a table. */
  const putWhole = (
    at: string,
    after: LabelEdit['after'],
    from: LabelEdit['from'] = null,
    seen: ShownLabels | null = shown,
  ) => {
    const action = from === null ? 'edit' : 'accept';
    const edit = { item: id, path: at, action, after, from, blind: blind.isHidden(id, at) } as const;
    return seen === null ? Promise.resolve('rejected' as const) : review.edit(edit, seen);
  };
  const changeRows = (table: string, change: RowChange, from: LabelEdit['from'] = null) =>
    putWhole(table, (before) => change(Array.isArray(before) ? before : []), from);
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
      const row = labelOf(detail.versions[number]?.output, `${from.table}[${from.row}]`, kind);
      const version = { version: names[number] ?? '', confidence: null };
      return changeRows(from.table, (rows) => rows.toSpliced(from.row, 0, row), version);
    }
    const read = detail.versions[number]?.output;
    const value = leaf.predicted === undefined ? null : labelOf(read, predictedPathOf(leaf), kind);
    const confidence = detail.versions[number]?.confidences[predictedPathOf(leaf)] ?? null;
    return put('accept', value, { from: { version: names[number] ?? '', confidence } });
  };
  const last = names.length - 1;
  const choices = issue
    ? issue.order.map((number, at) => ({ number, name: choiceName(at), key: choiceName(at).toLowerCase() }))
    : names.map((name, number) => ({ number, name, key: number === last ? 'a' : 's' })).reverse();
  const keep = () => {
    void put('keep', null);
    selectNext();
  };
  useKeys({
    ...Object.fromEntries(choices.map(({ key, number }) => [key, () => void accept(number)])),
    e: () => type('value'),
    x: () => void put('no-value', null),
    m: () => void putNotAnnotated(),
    q: () => canMark && type('reason'),
    y: keep,
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
      {kind === 'SPLITTER' && state !== null && shown !== null && !issue && (
        <GoldSegments
          labels={shown}
          types={state.types}
          onPut={(segments, seen) => putWhole('splits', segments, null, seen)}
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
                  {mark === undefined ? formatValue(label) : notScoredText(mark)}
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
          ) : typing?.form === 'value' ? (
            <TextForm
              name="New label"
              hint="empty for no value"
              initial={labelText(label)}
              hasLines
              options={state.types}
              isSending={isSending}
              onCancel={() => setTyping(null)}
              onPut={(text) => {
                if (text === labelText(label)) setTyping(null);
                else if (!isSending) void put('edit', null, { text });
              }}
            />
          ) : typing?.form === 'reason' ? (
            <TextForm
              name="Why is the value unclear?"
              required
              maxLength={1000}
              isSending={isSending}
              onCancel={() => setTyping(null)}
              onPut={(note) => !isSending && put('unclear', null, { note })}
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
              <button type="button" class="save" onClick={() => type('value')}>
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
                  <button type="button" class="save" onClick={() => type('reason')}>
                    Unclear <kbd>q</kbd>
                  </button>
                </>
              )}
              <button type="button" class="save" onClick={keep}>
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
            onChange={(change) => void changeRows(place.table, change)}
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
  const rows = labelOf(output, table, 'EXTRACT');
  return Array.isArray(rows) ? rows : [];
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
          title={notScoredText(mark)}
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

function issueMembers({ evidence, isRandom }: IssuePanel): Partial<LabelEdit> {
  return { evidence, ...(isRandom && { randomOrder: true }) };
}
