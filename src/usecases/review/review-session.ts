import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { acquireLock } from '../../base/file-lock.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { checkGold } from '../../loaders/check/check-gold.ts';
import { readManifest } from '../../loaders/formats/read-json.ts';
import { allowsPath, schemaNames } from '../../loaders/gold/schema-names.ts';
import { loadDataset } from '../../loaders/load-dataset.ts';
import { changeGold } from '../../loaders/review/apply-review.ts';
import { editedGold } from '../../loaders/review/edited-gold.ts';
import {
  ImpossibleLabel,
  type ItemGold,
  type Label,
  labelAt,
  sameLabel,
  withLabel,
} from '../../loaders/review/item-gold.ts';
import type { DatasetManifest } from '../../model/dataset/evaluation-set.ts';
import { notAnnotated, unclear } from '../../model/dataset/not-scored.ts';
import type { AppliedReview } from '../../model/results/command-results.ts';
import {
  type ReviewEdit,
  type ReviewLine,
  reviewLineSchema,
  unsavedEdits,
} from '../../model/review/review-log.ts';
import { LineFile } from '../../record/files/jsonl-file.ts';
import { readLines } from '../../record/read/read-lines.ts';

export type EditRequest = Pick<
  ReviewEdit,
  'item' | 'path' | 'action' | 'before' | 'after' | 'from' | 'note' | 'markBefore'
> & {
  readonly blind?: boolean;
};

/** The label has changed since the reviewer saw it. */
export class LabelConflict extends Error {
  readonly current: Label;

  constructor(current: Label) {
    super('The label has changed since this page showed it.');
    this.current = current;
  }
}

/** The value cannot be the label. */
export class LabelRejected extends Error {}

const logName = 'review/log.jsonl';

/** The members of a line of `history/changes.jsonl` that name the edit behind a change. */
const changeLineSchema = z.object({ review: z.string(), line: z.int(), version: z.int() });

/** A log line without the facts that every line has. */
type NewLine = ReviewLine extends infer Line
  ? Line extends ReviewLine
    ? Omit<Line, 'seq' | 'at' | 'reviewer'>
    : never
  : never;

/**
 * Edits the gold of one native dataset. Each edit is one synced line of `review/log.jsonl`. `save` writes all edits into a
 * new version of the dataset. Only one process at a time can edit a dataset.
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
  /** The last operation. Operations wait for each other, so that a version contains exactly the edits before it. */
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
   * Opens a dataset for edits. Cuts off a last log line that a crash truncated. Throws FOLDER_LOCKED if another process
   * edits the dataset, USAGE if the dataset is not in the native format, and RECORD_INVALID for an invalid log line.
   */
  static async open(dataset: string, reviewer: string): Promise<ReviewSession> {
    const dir = path.resolve(dataset);
    if (!existsSync(path.join(dir, 'items.jsonl')))
      throw new GoldsetError('USAGE', {
        problem: `${dir} has no items.jsonl, so its labels cannot be edited`,
        fix: 'Convert it with goldset dataset convert, and run the new dataset.',
      });
    await mkdir(path.join(dir, 'review'), { recursive: true });
    const unlock = acquireLock(path.join(dir, 'review/lock.db'), 'FOLDER_LOCKED');
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

  /** Returns the gold of an item with its unsaved edits. Rejects with LabelRejected for an unknown item. */
  gold(item: string): Promise<ItemGold> {
    return this.#next(() => this.#goldOf(item));
  }

  /** The edits that are in no version yet, in their order. */
  get unsaved(): readonly ReviewEdit[] {
    return unsavedEdits(this.#lines);
  }

  /**
   * Adds an edit to the log. Rejects with LabelConflict if the label is not `before` any more, and with LabelRejected if the
   * config does not allow the value, or if an unclear value has no note with the reason.
   */
  edit(request: EditRequest): Promise<ReviewEdit> {
    return this.#next(async () => {
      const gold = await this.#goldOf(request.item);
      const current = labelAt(gold, request.path, this.#manifest);
      if (!sameLabel(current, { value: request.before, mark: request.markBefore ?? null }))
        throw new LabelConflict(current);
      const label = newLabel(request, current);
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
      const { item, path: at, action, from, note, blind = false } = request;
      const marks = {
        ...(current.mark !== null && { markBefore: current.mark }),
        ...(mark !== null && { markAfter: mark }),
      };
      const values = { item, path: at, before: current.value, after, ...marks };
      return this.#append({ kind: 'edit', ...values, action, from, blind, note }) as ReviewEdit;
    });
  }

  /** Takes back an unsaved edit. Rejects with LabelConflict if a later edit changed the same label. */
  undo(seq: number): Promise<ReviewEdit> {
    return this.#next(async () => {
      const edit = this.unsaved.find((one) => one.seq === seq);
      if (edit === undefined) throw new LabelRejected(`Edit ${seq} is not one of the unsaved edits.`);
      const current = labelAt(await this.#goldOf(edit.item), edit.path, this.#manifest);
      if (!sameLabel(current, { value: edit.after, mark: edit.markAfter ?? null }))
        throw new LabelConflict(current);
      this.#append({ kind: 'undo', undoes: seq });
      return edit;
    });
  }

  /** Writes all unsaved edits into a new version of the dataset. */
  save(): Promise<AppliedReview> {
    return this.#next(async () => {
      const decisions = netEdits(this.unsaved).map(
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
      const source = { review: path.join(this.dataset, logName), at: now(), reviewer: this.reviewer };
      const applied = await changeGold(this.dataset, { decisions, kept: 0, undecided: 0 }, source);
      if (this.unsaved.length > 0) this.#append({ kind: 'saved', version: applied.version });
      return applied;
    });
  }

  /** Gives up all unsaved edits. Returns their number. */
  discard(): Promise<number> {
    return this.#next(async () => {
      const { length } = this.unsaved;
      if (length > 0) this.#append({ kind: 'discarded' });
      return length;
    });
  }

  /** Ends the session, so that another process can edit the dataset. Keeps unsaved edits in the log. */
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
    const own = this.unsaved.filter((edit) => edit.item === item);
    return editedGold(gold, own, this.#manifest);
  }

  /** Reads the items again if their file has changed, for example by an editor or by another command. */
  async #readGold(): Promise<void> {
    const { size, mtimeMs } = await stat(path.join(this.dataset, 'items.jsonl'));
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

  /** Adds the line `saved` if the process was killed between a new version and this line. */
  async #completeSave(): Promise<void> {
    const [first] = this.unsaved;
    const changes = path.join(this.dataset, 'history/changes.jsonl');
    if (first === undefined || !existsSync(changes)) return;
    for await (const { review, line, version } of readLines(changes, { schema: changeLineSchema }))
      if (review === path.basename(logName) && line >= first.seq) {
        this.#append({ kind: 'saved', version });
        return;
      }
  }
}

const now = () => new Date().toISOString();

/**
 * Joins consecutive edits of the same label into one, so that a version contains no intermediate values. Keeps all edits of an
 * item if one of them changes a part of another, such as a row and its table.
 */
function netEdits(edits: readonly ReviewEdit[]): ReviewEdit[] {
  return [...Map.groupBy(edits, ({ item }) => item).values()].flatMap((own) => {
    const paths = [...new Set(own.map(({ path: at }) => at))];
    if (paths.some((a) => paths.some((b) => a !== b && b.startsWith(a)))) return own;
    const byPath = Map.groupBy(own, ({ path: at }) => at);
    return [...byPath.values()].map((same) => ({
      ...(same.at(-1) as ReviewEdit),
      before: same[0]?.before ?? null,
      markBefore: same[0]?.markBefore,
    }));
  });
}

/** Returns the label after an edit. Throws LabelRejected if an unclear value has no reason. */
function newLabel({ action, after, note }: EditRequest, current: Label): Label {
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
      return { value: after, mark: null };
  }
}

/** Returns the gold with the label. Throws LabelRejected for a label that the gold cannot have. */
function changedGold(gold: ItemGold, at: string, label: Label, manifest: DatasetManifest): ItemGold {
  try {
    return withLabel(gold, at, label, manifest);
  } catch (thrown) {
    if (thrown instanceof ImpossibleLabel) throw new LabelRejected(thrown.message);
    throw thrown;
  }
}
