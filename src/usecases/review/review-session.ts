import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { acquireLock } from '../../base/file-lock.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { checkGold } from '../../loaders/check/check-gold.ts';
import { allowsPath, schemaNames } from '../../loaders/gold/schema-names.ts';
import { loadDataset } from '../../loaders/load-dataset.ts';
import { readManifest } from '../../loaders/reading/read-json.ts';
import { changeGold } from '../../loaders/review/apply-review.ts';
import { editedGold } from '../../loaders/review/edited-gold.ts';
import {
  ImpossibleLabel,
  type ItemGold,
  type Label,
  labelAt,
  overlaps,
  sameLabel,
  withLabel,
} from '../../loaders/review/item-gold.ts';
import type { DatasetManifest } from '../../model/dataset/evaluation-set.ts';
import { notAnnotated, unclear } from '../../model/dataset/not-scored.ts';
import { proposalsName } from '../../model/dataset/proposal.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { classesOf } from '../../model/processor/classes-of.ts';
import type { AppliedReview } from '../../model/results/command-results.ts';
import {
  type ReviewEdit,
  type ReviewLine,
  reviewLineSchema,
  undoneEdits,
  unsavedEdits,
} from '../../model/review/review-log.ts';
import { LineFile } from '../../record/files/jsonl-file.ts';
import { readLines } from '../../record/read/read-lines.ts';
import { LabelConflict, LabelRejected } from './label-problems.ts';
import { proposedCounts } from './proposed-counts.ts';
import { type EditConflict, type SplitEdits, splitConflicts } from './split-conflicts.ts';
import { NotAValue, typedValue } from './typed-value.ts';

export type EditRequest = Pick<
  ReviewEdit,
  | 'item'
  | 'path'
  | 'action'
  | 'before'
  | 'after'
  | 'from'
  | 'note'
  | 'markBefore'
  | 'evidence'
  | 'randomOrder'
> & {
  readonly blind?: boolean;
  /** What the reviewer typed, for the action `edit`. It is parsed by the type of the field, and replaces `after`. */
  readonly text?: string | undefined;
};

/** The unsaved edits of a session. */
export interface UnsavedEdits {
  /** Edits that fit the current dataset, in the order in which they were made. */
  readonly edits: readonly ReviewEdit[];
  /**
   * Edits of labels that changed in the dataset after the edit. These edits are not saved until the reviewer decides
   * which label to keep.
   */
  readonly conflicts: readonly EditConflict[];
  /** The edit that `redo` would repeat, which is the edit that was undone last. `null` if there is no such edit. */
  readonly redo: ReviewEdit | null;
}

/** An edit that was made, undone or repeated, and the gold of its item afterwards. */
export interface WrittenEdit {
  readonly edit: ReviewEdit;
  readonly gold: ItemGold;
}

const logName = 'review/log.jsonl';
const itemsName = 'items.jsonl';

/** Members of a line in `history/changes.jsonl` that state which edit caused the change. */
const changeLineSchema = z.object({ review: z.string(), line: z.int(), version: z.int() });

/** A log line without the members that every line gets when it is stored. */
export type NewLine = ReviewLine extends infer Line
  ? Line extends ReviewLine
    ? Omit<Line, 'seq' | 'at' | 'reviewer'>
    : never
  : never;

/**
 * Edits the gold of one native dataset. Each edit is stored immediately as one line of `review/log.jsonl`. `save`
 * writes all edits to a new version of the dataset. Only one process at a time can edit a dataset.
 */
export class ReviewSession {
  readonly dataset: string;
  readonly reviewer: string;
  readonly #unlock: () => void;
  readonly #file: LineFile;
  readonly #lines: ReviewLine[];
  #manifest: DatasetManifest;
  #gold = new Map<string, ItemGold>();
  #stamp = '';
  /**
   * The operation that started last. Operations run one after the other, so a saved version contains exactly the edits
   * that were made before `save` was called.
   */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    dataset: string,
    reviewer: string,
    opened: { unlock: () => void; lines: ReviewLine[]; file: LineFile; manifest: DatasetManifest },
  ) {
    this.dataset = dataset;
    this.reviewer = reviewer;
    this.#unlock = opened.unlock;
    this.#lines = opened.lines;
    this.#file = opened.file;
    this.#manifest = opened.manifest;
  }

  /**
   * Opens a dataset for editing. If a crash truncated the last log line, removes this line. Throws FOLDER_LOCKED if
   * another process edits the dataset, USAGE if the dataset is not in the native format or cannot be written, and
   * RECORD_INVALID if a log line is invalid.
   */
  static async open(dataset: string, reviewer: string): Promise<ReviewSession> {
    const dir = path.resolve(dataset);
    if (![itemsName, proposalsName].some((name) => existsSync(path.join(dir, name))))
      throw new GoldsetError('USAGE', {
        problem: `${dir} has no items.jsonl, so its labels cannot be edited`,
        fix: 'Convert the dataset with goldset dataset convert, and run the new dataset.',
      });
    const unlock = lockReview(dir);
    try {
      const manifest = await readManifest(path.join(dir, 'dataset.json'));
      const name = path.join(dir, logName);
      using opened = new DisposableStack();
      const file = opened.adopt(new LineFile(name), (log) => log.close());
      const lines = await Array.fromAsync(readLines(name, { schema: reviewLineSchema }));
      const session = new ReviewSession(dir, reviewer, { unlock, lines, file, manifest });
      await session.#completeSave();
      opened.move();
      return session;
    } catch (thrown) {
      unlock();
      throw thrown;
    }
  }

  get kind(): DatasetManifest['kind'] {
    return this.#manifest.kind;
  }

  /** The document types in the config of the dataset. Empty for extraction, and if the dataset has no config. */
  get types(): readonly string[] {
    return classesOf(this.#manifest.config).map(({ type }) => type);
  }

  /**
   * Returns the gold of an item with its unsaved edits. The promise is rejected with LabelRejected if there is no such
   * item.
   */
  gold(item: string): Promise<ItemGold> {
    return this.#next(() => this.#goldOf(item));
  }

  /** Returns the unsaved edits. If the dataset has changed, reads it again first. */
  unsaved(): Promise<UnsavedEdits> {
    return this.#next(async () => {
      const { edits, conflicts } = await this.#split();
      const fitting = new Set(edits.flatMap(({ members }) => members));
      return {
        edits: unsavedEdits(this.#lines).filter(({ seq }) => fitting.has(seq)),
        conflicts,
        redo: undoneEdits(this.#lines).at(-1) ?? null,
      };
    });
  }

  /**
   * Adds an edit to the log. If an earlier edit of the label is in conflict, the new edit replaces it. The promise is
   * rejected with LabelConflict if the label, including unsaved edits, is no longer `before`. It is rejected with
   * LabelRejected if the config does not allow the new value, or if a value is marked as unclear without a reason.
   */
  edit(request: EditRequest): Promise<WrittenEdit> {
    return this.#next(async () => {
      const gold = await this.#goldOf(request.item);
      const current = labelAt(gold, request.path, this.#manifest);
      if (!sameLabel(current, { value: request.before, mark: request.markBefore ?? null }))
        throw new LabelConflict(request, current);
      const label = newLabel(request, current, this.#manifest);
      const { value: after, mark } = label;
      const { config } = this.#manifest;
      if (config?.type === 'EXTRACT' && !allowsPath(schemaNames(config), request.path))
        throw new LabelRejected(`The schema has no value at ${request.path}.`);
      const types = config?.type === 'CLASSIFY' ? config.classifications.map(({ type }) => type) : null;
      if (types !== null && !types.includes(String(after)))
        throw new LabelRejected(`found ${JSON.stringify(after)}, expected one of ${types.join(', ')}`);
      const changed = changedGold(gold, request.path, label, this.#manifest);
      const [fault] = config === undefined ? [] : checkGold(changed.expectedOutput, config);
      if (fault !== undefined)
        throw new LabelRejected(`${fault.path}: found ${fault.found}, expected ${fault.expected}`);
      const { item, path: at, from, note, blind = false, evidence, randomOrder } = request;
      const isEmptied = request.text !== undefined && after === null && mark === null;
      const action = isEmptied ? 'no-value' : request.action;
      const marks = {
        ...(current.mark !== null && { markBefore: current.mark }),
        ...(mark !== null && { markAfter: mark }),
      };
      const values = { item, path: at, before: current.value, after, ...marks };
      const replaced = (await this.#split()).conflicts.filter(
        ({ edit: one }) => one.item === item && overlaps(one.path, at),
      );
      const shown = { ...(evidence !== undefined && { evidence }), ...(randomOrder && { randomOrder }) };
      const line = this.#append({
        kind: 'edit',
        ...values,
        action,
        from,
        blind,
        note,
        ...shown,
      }) as ReviewEdit;
      for (const { edit: one } of replaced) this.#takeBack(one.members);
      return this.#written(line);
    });
  }

  /**
   * Resolves a conflict. `keep` keeps the current label of the dataset, and `replace` replaces it by the label of the
   * edit.
   */
  resolve(seq: number, decision: 'keep' | 'replace'): Promise<void> {
    return this.#next(async () => {
      const { conflicts } = await this.#split();
      const conflict = conflicts.find(({ edit }) => edit.seq === seq);
      if (conflict === undefined) throw new LabelRejected(`Edit ${seq} is not in conflict.`);
      const { edit, current } = conflict;
      if (decision === 'replace') {
        if (current === null) throw new LabelRejected(`The dataset has no item ${edit.item}.`);
        const gold = await this.#goldOf(edit.item);
        const after = { value: edit.after, mark: edit.markAfter ?? null };
        changedGold(gold, edit.path, after, this.#manifest);
        this.#append(repeated(edit, current));
      }
      this.#takeBack(edit.members);
    });
  }

  /**
   * Takes back an unsaved edit. The promise is rejected with LabelConflict if a later edit changed the same label, or
   * depends on the edit to undo.
   */
  undo(seq: number): Promise<WrittenEdit> {
    return this.#next(async () => {
      const unsaved = unsavedEdits(this.#lines);
      const edit = unsaved.find((one) => one.seq === seq);
      if (edit === undefined) throw new LabelRejected(`Edit ${seq} is not one of the unsaved edits.`);
      const current = labelAt(await this.#goldOf(edit.item), edit.path, this.#manifest);
      // A later edit may depend on the edit to undo. For example, it may change a cell of a row that the edit to undo
      // added.
      const isNeeded =
        this.#splitEdits(unsaved.filter((one) => one !== edit)).conflicts.length >
        this.#splitEdits(unsaved).conflicts.length;
      if (isNeeded || !sameLabel(current, { value: edit.after, mark: edit.markAfter ?? null }))
        throw new LabelConflict(edit, current);
      this.#append({ kind: 'undo', undoes: seq });
      return this.#written(edit);
    });
  }

  /**
   * Repeats the edit that was undone last. The promise is rejected with LabelConflict if the label has changed since
   * then.
   */
  redo(): Promise<WrittenEdit> {
    return this.#next(async () => {
      const edit = undoneEdits(this.#lines).at(-1);
      if (edit === undefined) throw new LabelRejected('There is no undone edit.');
      const current = labelAt(await this.#goldOf(edit.item), edit.path, this.#manifest);
      if (!sameLabel(current, { value: edit.before, mark: edit.markBefore ?? null }))
        throw new LabelConflict(edit, current);
      return this.#written(this.#append({ ...repeated(edit, current), redoes: edit.seq }) as ReviewEdit);
    });
  }

  /** Writes all unsaved edits to a new version of the dataset. Edits that are in conflict stay unsaved. */
  save(): Promise<AppliedReview & { readonly edits: readonly number[] }> {
    return this.#next(async () => {
      const { edits, conflicts } = await this.#split();
      const decisions = edits.map(
        ({ seq, item, path: at, before, after, markBefore = null, markAfter = null, note, reviewer }) => ({
          line: seq,
          itemId: item,
          path: at,
          label: before,
          value: after,
          markBefore,
          mark: markAfter,
          evidence: note,
          reviewer,
        }),
      );
      const review = path.join(this.dataset, logName);
      const recount = proposedCounts(this.dataset);
      const source = { review, at: now(), reviewer: this.reviewer, recount };
      const applied = await changeGold(this.dataset, { decisions, kept: 0, undecided: 0 }, source);
      if (edits.length > 0) this.#appendSaved(applied.version, conflicts);
      return { ...applied, edits: edits.flatMap(({ members }) => members) };
    });
  }

  /** Whether another program, such as git, has replaced, changed or deleted the log. New edits would then be lost. */
  get isReplaced(): boolean {
    return !this.#file.isInPlace;
  }

  /** All lines of the log, in their order. */
  get lines(): readonly ReviewLine[] {
    return this.#lines;
  }

  /** Performs an operation after all earlier ones. `append` adds a line to the log and syncs it. */
  exclusively<Value>(operation: (append: (line: NewLine) => ReviewLine) => Promise<Value>): Promise<Value> {
    return this.#next(() => operation((line) => this.#append(line)));
  }

  /** Deletes all unsaved edits. Returns their number. */
  discard(): Promise<number> {
    return this.#next(async () => {
      const { length } = unsavedEdits(this.#lines);
      if (length > 0) this.#append({ kind: 'discarded' });
      return length;
    });
  }

  /** Ends the session, so that another process can edit the dataset. Unsaved edits stay in the log. */
  async close(): Promise<void> {
    await this.#last.catch(() => undefined);
    try {
      this.#file.close();
    } finally {
      this.#unlock();
    }
  }

  #next<Value>(operation: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(operation, operation);
    this.#last = result.catch(() => undefined);
    return result;
  }

  #append(line: NewLine): ReviewLine {
    const whole: ReviewLine = {
      seq: (this.#lines.at(-1)?.seq ?? 0) + 1,
      at: now(),
      reviewer: this.reviewer,
      ...line,
    };
    this.#file.append(whole);
    this.#file.sync();
    this.#lines.push(whole);
    return whole;
  }

  /** Returns the gold of an item with its unsaved edits. */
  async #goldOf(item: string): Promise<ItemGold> {
    await this.#readGold();
    const gold = this.#gold.get(item);
    if (gold === undefined) throw new LabelRejected(`The dataset has no item ${item}.`);
    const { edits } = this.#splitEdits();
    const own = edits.filter((edit) => edit.item === item);
    return editedGold(gold, own, this.#manifest);
  }

  async #written(edit: ReviewEdit): Promise<WrittenEdit> {
    return { edit, gold: await this.#goldOf(edit.item) };
  }

  async #split(): Promise<SplitEdits> {
    await this.#readGold();
    return this.#splitEdits();
  }

  #splitEdits(edits = unsavedEdits(this.#lines)): SplitEdits {
    return splitConflicts(edits, (item) => this.#gold.get(item), this.#manifest);
  }

  #takeBack(edits: readonly number[]): void {
    for (const undoes of edits) this.#append({ kind: 'undo', undoes });
  }

  #appendSaved(version: number, conflicts: readonly EditConflict[]): void {
    const except = conflicts.flatMap(({ edit }) => edit.members);
    this.#append({ kind: 'saved', version, ...(except.length > 0 && { except }) });
  }

  /** Reads the items again if their file has changed, for example because of an editor or another command. */
  async #readGold(): Promise<void> {
    const items = path.join(this.dataset, itemsName);
    // A folder with proposals has no items if no document is labelled.
    if (!existsSync(items)) {
      this.#gold = new Map();
      this.#stamp = '';
      return;
    }
    const { size, mtimeMs } = await stat(items);
    const stamp = `${size} ${mtimeMs}`;
    if (stamp === this.#stamp) return;
    const set = await loadDataset(this.dataset, { allowInvalidGold: true });
    const gold = new Map<string, ItemGold>();
    for await (const { id, expectedOutput, notScored } of set.items())
      gold.set(id, { expectedOutput, notScored });
    this.#manifest = set.manifest;
    this.#gold = gold;
    this.#stamp = stamp;
  }

  /**
   * Adds a missing line `saved` to the log. The line is missing if an earlier process wrote the new version and was
   * killed before it wrote the line.
   */
  async #completeSave(): Promise<void> {
    const open = new Set(unsavedEdits(this.#lines).map(({ seq }) => seq));
    const changes = path.join(this.dataset, 'history/changes.jsonl');
    if (open.size === 0 || !existsSync(changes)) return;
    for await (const { review, line, version } of readLines(changes, { schema: changeLineSchema }))
      if (review === path.basename(logName) && open.has(line)) {
        this.#appendSaved(version, (await this.#split()).conflicts);
        return;
      }
  }
}

const now = () => new Date().toISOString();

/** Returns a log line that makes an undone edit again, starting from the current label. */
function repeated(
  { item, path: at, action, after, markAfter, from, blind, note, evidence, randomOrder }: ReviewEdit,
  current: Label,
) {
  const marks = { ...(current.mark && { markBefore: current.mark }), ...(markAfter && { markAfter }) };
  const values = { item, path: at, before: current.value, after, ...marks };
  const shown = { ...(evidence !== undefined && { evidence }), ...(randomOrder && { randomOrder }) };
  return { kind: 'edit' as const, ...values, action, from, blind, note, ...shown };
}

/** Returns the label after an edit. Throws LabelRejected if a value is marked as unclear without a reason. */
function newLabel(
  { action, after, note, text, path: at }: EditRequest,
  current: Label,
  { config }: DatasetManifest,
): Label {
  switch (action) {
    case 'keep':
      return current;
    case 'no-value':
      return { value: null, mark: null };
    case 'not-annotated':
      return { value: null, mark: notAnnotated };
    case 'unclear':
      if (note.trim() === '') throw new LabelRejected('State why the value is unclear.');
      return { value: null, mark: unclear(note.trim()) };
    default:
      return { value: text === undefined ? after : typed(text, at, config, [current.value]), mark: null };
  }
}

function typed(...given: Parameters<typeof typedValue>): JsonValue {
  try {
    return typedValue(...given);
  } catch (thrown) {
    if (thrown instanceof NotAValue) throw new LabelRejected(thrown.message);
    throw thrown;
  }
}

/** Returns the gold with the new label. Throws LabelRejected if the gold cannot have this label. */
function changedGold(gold: ItemGold, at: string, label: Label, manifest: DatasetManifest): ItemGold {
  try {
    return withLabel(gold, at, label, manifest);
  } catch (thrown) {
    if (thrown instanceof ImpossibleLabel) throw new LabelRejected(thrown.message);
    throw thrown;
  }
}

function lockReview(dir: string): () => void {
  try {
    return acquireLock(path.join(dir, 'review/lock.db'), 'FOLDER_LOCKED');
  } catch (thrown) {
    if (!(thrown instanceof GoldsetError) || thrown.code !== 'OUTPUT_NOT_WRITABLE') throw thrown;
    const problem = `${thrown.message}, so the labels of this dataset cannot be edited`;
    const fix = 'Allow this user to write in the folder of the dataset, or edit a copy of the dataset.';
    throw new GoldsetError('USAGE', { problem, fix }, { cause: thrown });
  }
}
