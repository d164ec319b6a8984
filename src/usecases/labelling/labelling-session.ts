import path from 'node:path';
import type { Relation } from '../../analysis/label-issues/relations.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { sha256 } from '../../base/hash.ts';
import { withValueAt } from '../../base/value-path.ts';
import { checkGold } from '../../loaders/check/check-gold.ts';
import { readProposals } from '../../loaders/inputs/read-proposals.ts';
import { readManifest } from '../../loaders/reading/read-json.ts';
import { goldPlace } from '../../loaders/review/gold-place.ts';
import type { DatasetManifest } from '../../model/dataset/evaluation-set.ts';
import { maxReason } from '../../model/dataset/not-scored.ts';
import type { Proposal } from '../../model/dataset/proposal.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type {
  LabellingProgress,
  LabellingQueue,
  LabellingState,
  LabellingValue,
  MadeDecision,
} from '../../model/review/labelling-state.ts';
import type { DecisionLine, ReviewLine } from '../../model/review/review-log.ts';
import {
  expectedText,
  type LabelField,
  labelFields,
  labelTexts,
  parseLabel,
} from '../review/label-fields.ts';
import { LabelRejected } from '../review/label-problems.ts';
import {
  arithmeticOf,
  boxesOf,
  checkArithmetic,
  confidenceOf,
  groupConfidence,
  isPlaced,
  proposedLabel,
} from '../review/proposed-values.ts';
import type { NewLine, ReviewSession } from '../review/review-session.ts';
import { NotAValue } from '../review/typed-value.ts';
import { ItemsFile } from './items-file.ts';
import { documentMembers, labelledItem } from './labelled-item.ts';
import { LabellingLog } from './labelling-log.ts';
import { wronglyConfirmed } from './labelling-progress.ts';

/** One proposal in this many is hidden from the reviewer, on average. */
const oneBlindIn = 10;

/** Decisions after which no figure includes the value. */
const notScoredActions: ReadonlySet<DecisionLine['action']> = new Set(['unclear', 'not-annotated']);

/** A decision about one value, as the labelling page sends it. */
export interface DecisionRequest {
  readonly item: string;
  readonly path: string;
  readonly action: DecisionLine['action'];
  /** For the action `edit`: the text that the reviewer typed. For a table: the texts of its cells, row by row. */
  readonly label?: string | readonly (readonly string[])[] | undefined;
  /** Why the value is unclear. */
  readonly note?: string | undefined;
  /**
   * Number of the decision that the labelling page showed for the value; `null` if the page showed none. If `seen` is
   * not set, the session does not check whether the value has a newer decision.
   */
  readonly seen?: number | null | undefined;
}

/** Thrown if a value was decided after the labelling page showed it, for example in another tab. */
export class OutdatedDecision extends LabelRejected {}

type ManifestWithConfig = DatasetManifest & { readonly config: ProcessorConfig };

type Append = (line: NewLine) => ReviewLine;

/**
 * Lets a person label the documents of a folder that has proposals. Each decision is one synced line of
 * `review/log.jsonl`. When every field of a document is decided, the document becomes an item of `items.jsonl`.
 */
export class LabellingSession {
  readonly seed: string;
  readonly #review: ReviewSession;
  readonly #manifest: ManifestWithConfig;
  readonly #fields: readonly LabelField[];
  readonly #proposals: ReadonlyMap<string, Proposal>;
  readonly #order: readonly string[];
  readonly #relations: readonly Relation[];
  readonly #items: ItemsFile;
  readonly #log: LabellingLog;

  private constructor(
    review: ReviewSession,
    seed: string,
    opened: {
      manifest: ManifestWithConfig;
      proposals: readonly Proposal[];
      items: ItemsFile;
    },
  ) {
    this.#review = review;
    this.seed = seed;
    this.#manifest = opened.manifest;
    this.#fields = labelFields(opened.manifest.config);
    // The proposal of a table is never hidden. So a comparison of hidden and shown proposals must not include tables.
    const tables = new Set(this.#fields.filter(({ cell }) => cell === null).map((field) => field.path));
    this.#log = new LabellingLog(review.lines, (at) => !tables.has(at));
    this.#proposals = new Map(opened.proposals.map((proposal) => [proposal.id, proposal]));
    this.#items = opened.items;
    const hashed = opened.proposals.map(({ id }) => ({ id, hash: sha256(`${seed}\0${id}`) }));
    this.#order = hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ id }) => id);
    this.#relations = arithmeticOf(opened.proposals.map(({ output }) => output));
  }

  /**
   * Opens the proposals of a dataset. Writes items that are missing because an earlier process was killed. Throws USAGE
   * if the dataset has no proposals or no config. `seed` determines the order of the documents and which proposals are
   * hidden.
   */
  static async open(review: ReviewSession, seed = 'goldset'): Promise<LabellingSession> {
    const proposals = await readProposals(review.dataset);
    if (proposals.length === 0)
      throw new GoldsetError('USAGE', {
        problem: `${review.dataset} has no proposals`,
        fix: 'Write them with goldset dataset prefill.',
      });
    const manifest = await readManifest(path.join(review.dataset, 'dataset.json'));
    const { config } = manifest;
    if (config === undefined)
      throw new GoldsetError('USAGE', {
        problem: `dataset.json of ${review.dataset} has no "config", so the fields to label are unknown`,
        fix: 'Copy "config" of the processor into dataset.json.',
      });
    const items = new ItemsFile(review.dataset);
    const session = new LabellingSession(review, seed, {
      manifest: { ...manifest, config },
      proposals,
      items,
    });
    await review.exclusively(async (append) => {
      const written = session.#log.written();
      for (const id of session.#order)
        if (!written.has(id) && session.#isComplete(id)) await session.#finish(id, append);
    });
    return session;
  }

  /**
   * Returns what the labelling page shows for a document. Without `item`, selects the first document of the queue that
   * is not in `skipped`. The queue is in random order. It has either the documents that are not labelled, or the partly
   * labelled ones.
   */
  async state(
    item?: string,
    skipped: readonly string[] = [],
    queue: LabellingQueue = 'open',
  ): Promise<LabellingState> {
    return this.#review.exclusively(async () => this.#state(item, skipped, queue));
  }

  /**
   * Returns the file of a document; `null` if the document is a text or an address. Throws LabelRejected for an unknown
   * document.
   */
  fileOf(item: string): { readonly file: string; readonly name: string } | null {
    const { file, fileName } = this.#proposalOf(item);
    return file === undefined
      ? null
      : { file: this.#items.inside.resolve(file, 'proposals.jsonl'), name: fileName ?? path.basename(file) };
  }

  /**
   * Adds a decision to the log. After the last decision about a document, writes the document to `items.jsonl`. The
   * promise is rejected with LabelRejected if the config does not allow the value, or if the item of the document was
   * edited outside of this session. It is rejected with OutdatedDecision if the labelling page showed another decision.
   */
  async decide({ item, path: at, action, label, note = '', seen }: DecisionRequest): Promise<LabellingState> {
    return this.#review.exclusively(async (append) => {
      const proposal = this.#proposalOf(item);
      const field = this.#fields.find((one) => one.path === at);
      if (field === undefined) throw new LabelRejected(`The schema has no field ${at}.`);
      const known = this.#log.decided(item).get(at);
      if (seen !== undefined && seen !== (known?.seq ?? null))
        throw new OutdatedDecision(
          `The decision about ${at} was changed in another tab. The page shows it now.`,
        );
      const proposed = proposedLabel(proposal, field, this.#manifest);
      if (action === 'confirm' && proposed === null)
        throw new LabelRejected(
          'There is no proposal to confirm. Type the value, or state that there is none.',
        );
      if (action === 'unclear' && note.trim() === '')
        throw new LabelRejected('State why the value is unclear.');
      if (action === 'unclear' && note.trim().length > maxReason)
        throw new LabelRejected(`The reason is too long: it can have ${maxReason} characters.`);
      const isHidden = this.#isHidden(item, field, proposed, known);
      if (action === 'confirm' && isHidden)
        throw new LabelRejected('Type the value: its proposal is hidden.');
      const value =
        action === 'confirm'
          ? proposed
          : action === 'edit'
            ? this.#typed(field, label ?? '', [known?.value ?? null, isHidden ? null : proposed])
            : null;
      const isMarked = notScoredActions.has(action);
      if (isMarked && this.#manifest.kind !== 'EXTRACT')
        throw new LabelRejected('Only extracted values can be excluded from the figures.');
      const fault = isMarked ? null : this.#faultOf(field, value);
      if (fault !== null) throw new LabelRejected(fault);
      await this.#reopen(item, append);
      const made = this.#decide(append, item, field, {
        action: value === null && action === 'edit' ? 'no-value' : action,
        value,
        note: note.trim(),
        blind: isHidden,
      });
      if (this.#isComplete(item)) await this.#finish(item, append);
      return { ...(await this.#state(item)), made: [made] };
    });
  }

  /**
   * Confirms the proposals of a group. Omits values that are already decided or need a separate decision. Returns what
   * the labelling page shows for the document.
   */
  async confirmGroup(item: string, group: string): Promise<LabellingState> {
    return this.#review.exclusively(async (append) => {
      const made: MadeDecision[] = [];
      const values = this.#valuesOf(item).filter((value) => value.group === group);
      await this.#reopen(item, append);
      for (const { path: at, ownDecision, decision } of values) {
        const field = this.#fields.find((one) => one.path === at);
        if (field === undefined || decision !== null || ownDecision !== null) continue;
        const value = proposedLabel(this.#proposalOf(item), field, this.#manifest);
        made.push(this.#decide(append, item, field, { action: 'confirm', value, note: '', blind: false }));
      }
      if (this.#isComplete(item)) await this.#finish(item, append);
      return { ...(await this.#state(item)), made };
    });
  }

  /**
   * Makes a partly labelled document an item: marks each undecided value as not annotated, so that no figure includes
   * the value. Returns what the labelling page shows for the document. The promise is rejected with LabelRejected if no
   * value has a label, or if the dataset is not for extraction.
   */
  async savePartly(item: string): Promise<LabellingState> {
    return this.#review.exclusively(async (append) => {
      if (this.#manifest.kind !== 'EXTRACT')
        throw new LabelRejected('Only documents with extracted values can be partly labelled.');
      const decided = this.#log.decided(item);
      const hasLabel = [...decided.values()].some(({ action }) => !notScoredActions.has(action));
      if (!hasLabel) throw new LabelRejected('Decide at least one value first.');
      const made: MadeDecision[] = [];
      for (const { path: at, isBlind } of this.#valuesOf(item)) {
        const field = this.#fields.find((one) => one.path === at);
        if (field === undefined || decided.has(at)) continue;
        const facts = { action: 'not-annotated', value: null, note: '', blind: isBlind } as const;
        made.push(this.#decide(append, item, field, facts));
      }
      if (!this.#log.written().has(item)) await this.#finish(item, append);
      return { ...(await this.#state(item)), made };
    });
  }

  /**
   * Takes back the decision with the log number `seq`, or the last decision. Returns what the labelling page shows for
   * the document. The promise is rejected with LabelRejected if there is no such decision, and with OutdatedDecision if
   * the value has a later decision.
   */
  async undo(seq?: number): Promise<LabellingState> {
    return this.#review.exclusively(async (append) => {
      const last = seq === undefined ? this.#log.last() : this.#log.decision(seq);
      if (last === undefined) throw new LabelRejected('There is no decision to take back.');
      if (this.#log.decided(last.item).get(last.path) !== last)
        throw new OutdatedDecision(
          `The decision about ${last.path} of ${last.item} was changed in another tab.`,
        );
      await this.#reopen(last.item, append);
      append({ kind: 'undo', undoes: last.seq });
      // Without the undone decision, an earlier decision about the same value may apply again. If each value still has
      // a decision, the document stays labelled.
      if (this.#isComplete(last.item)) await this.#finish(last.item, append);
      return this.#state(last.item);
    });
  }

  /**
   * Returns the label that a person typed. `shown` has the decided label and the proposal; `null` for what the
   * labelling page did not show. Throws LabelRejected for a text that is not a value of the field.
   */
  #typed(
    field: LabelField,
    label: NonNullable<DecisionRequest['label']>,
    shown: readonly JsonValue[],
  ): JsonValue {
    try {
      const known = shown.filter((value) => value !== null);
      return parseLabel(field, label, this.#manifest.config, known);
    } catch (thrown) {
      if (thrown instanceof NotAValue) throw new LabelRejected(thrown.message);
      throw thrown;
    }
  }

  #decide(
    append: Append,
    item: string,
    field: LabelField,
    { action, value, note, blind }: Pick<DecisionLine, 'action' | 'value' | 'note' | 'blind'>,
  ): MadeDecision {
    const proposal = this.#proposalOf(item);
    const { recordId, proposedBy } = proposal;
    const { seq } = append({
      kind: 'decision',
      ...{ item, path: field.path, action, value, note, blind },
      proposed: proposedLabel(proposal, field, this.#manifest),
      from: { recordId, version: proposedBy.version, confidence: confidenceOf(proposal, field) },
    });
    return { seq, path: field.path };
  }

  #faultOf(field: LabelField, value: JsonValue): string | null {
    const place = goldPlace({ value: {} }, field.path, this.#manifest);
    const gold = place.write({ value: {} }, value) as JsonValue;
    const [fault] = checkGold(gold, this.#manifest.config);
    return fault === undefined
      ? null
      : `${fault.path.replace(/^value\./, '')}: found ${fault.found}, expected ${fault.expected}`;
  }

  #proposalOf(item: string): Proposal {
    const proposal = this.#proposals.get(item);
    if (proposal === undefined) throw new LabelRejected(`There is no proposal for ${item}.`);
    return proposal;
  }

  #isComplete(item: string): boolean {
    const decided = this.#log.decided(item);
    return this.#fields.every(({ path: at }) => decided.has(at));
  }

  async #finish(item: string, append: Append): Promise<void> {
    const line = labelledItem(this.#proposalOf(item), this.#fields, this.#log.decided(item), this.#manifest);
    if (line === null) return;
    const wasItem = await this.#items.put(documentMembers(this.#proposalOf(item)), line);
    append({ kind: 'labelled', item, isItem: true, wasItem });
  }

  /**
   * Makes a labelled document a document without gold again. The promise is rejected with LabelRejected if the item of
   * the document was edited in the meantime.
   */
  async #reopen(item: string, append: Append): Promise<void> {
    const wasItem = this.#log.written().get(item);
    if (wasItem === undefined) return;
    const line = labelledItem(this.#proposalOf(item), this.#fields, this.#log.decided(item), this.#manifest);
    if (!(await this.#items.remove(item, line, !wasItem)))
      throw new LabelRejected('The item was edited after it was labelled. Edit its labels in a report.');
    append({ kind: 'labelled', item, isItem: false, wasItem });
  }

  /**
   * Returns whether to hide a proposal from the reviewer. A hash of seed, document and path selects about 1 of 10
   * proposals. Never hides the proposal of a table, or of a value
   * that has a decision other than "not annotated".
   */
  #isHidden(
    item: string,
    { path: at, cell }: LabelField,
    proposed: JsonValue,
    decision: DecisionLine | undefined,
  ): boolean {
    const isDecided = decision !== undefined && decision.action !== 'not-annotated';
    if (cell === null || proposed === null || isDecided) return false;
    return Number.parseInt(sha256(`${this.seed}\0blind\0${item}\0${at}`).slice(0, 8), 16) % oneBlindIn === 0;
  }

  async #state(
    item?: string,
    skipped: readonly string[] = [],
    queue: LabellingQueue = 'open',
  ): Promise<LabellingState> {
    const written = this.#log.written();
    const { labelled, partly } = await this.#items.labelled();
    const isOpen = (id: string) => !written.has(id) && !labelled.has(id);
    const isQueued = (id: string) =>
      queue === 'partly' ? written.has(id) && partly.has(id) : isOpen(id) && !this.#isComplete(id);
    const next = item ?? this.#order.find((id) => isQueued(id) && !skipped.includes(id));
    const { name } = this.#manifest;
    const { reviewer } = this.#review;
    const relative = path.relative('.', this.#review.dataset);
    const dataset = relative.startsWith('..') ? this.#review.dataset : relative || '.';
    const progress = this.#progress(written, labelled, partly);
    const shared = { name, dataset, reviewer, seed: this.seed, progress };
    if (next === undefined) return { ...shared, document: null };
    const { text = null, proposedBy } = this.#proposalOf(next);
    const state = isOpen(next) ? 'open' : 'labelled';
    const by = `${proposedBy.version} of ${proposedBy.processor}`;
    return { ...shared, document: { id: next, state, proposedBy: by, text, values: this.#valuesOf(next) } };
  }

  #valuesOf(item: string): LabellingValue[] {
    const proposal = this.#proposalOf(item);
    const decided = this.#log.decided(item);
    const known = this.#fields.map((field) => {
      const proposed = proposedLabel(proposal, field, this.#manifest);
      const line = decided.get(field.path);
      return { field, proposed, isBlind: this.#isHidden(item, field, proposed, line), line };
    });
    const hidden = known.filter(({ isBlind }) => isBlind).map(({ field }) => field.path);
    const values = known.reduce<JsonValue>(
      (all, { field, proposed, line }) =>
        withValueAt(all, field.path, line === undefined ? proposed : line.value) as JsonValue,
      {},
    );
    return known.map(({ field, proposed, isBlind, line }) => {
      const confidence = confidenceOf(proposal, field);
      const arithmetic = checkArithmetic(this.#relations, field, values, hidden);
      const reason = ownDecision({
        proposed,
        confidence,
        isBlind,
        isAllowed: proposed === null || this.#faultOf(field, proposed) === null,
        failed: arithmetic?.holds === false,
        isPlaced: isPlaced(proposal, field, proposed),
      });
      return {
        path: field.path,
        group: field.group,
        columns: field.columns?.map((column) => column.path) ?? null,
        options: field.cell?.options ?? null,
        expected: expectedText(field),
        isBlind,
        proposed: isBlind ? null : labelTexts(field, proposed),
        confidence: isBlind ? null : confidence,
        boxes: isBlind ? [] : boxesOf(proposal, field),
        arithmetic,
        ownDecision: reason,
        decision:
          line === undefined
            ? null
            : {
                seq: line.seq,
                action: line.action,
                label: labelTexts(field, line.value),
                note: line.note,
                isChanged:
                  !notScoredActions.has(line.action) && canonicalJson(line.value) !== canonicalJson(proposed),
              },
      };
    });
  }

  #progress(
    written: ReadonlyMap<string, boolean>,
    labelled: ReadonlySet<string>,
    partly: ReadonlySet<string>,
  ): LabellingProgress {
    const done = this.#order.filter((id) => written.has(id) || labelled.has(id)).length;
    const finished = this.#order.filter((id) => written.has(id)).length;
    const { blind, shown, workingMs, decisions } = this.#log.counts();
    return {
      documents: this.#order.length,
      labelled: done,
      partlyLabelled: this.#order.filter((id) => written.has(id) && partly.has(id)).length,
      secondsPerDocument: finished === 0 || decisions < 2 ? null : workingMs / 1000 / finished,
      blind,
      shown,
      wronglyConfirmed: wronglyConfirmed(blind, shown),
    };
  }
}

/**
 * Returns why a value cannot be confirmed together with its group; `null` if the value can be confirmed with the group.
 */
function ownDecision(value: {
  readonly proposed: JsonValue;
  readonly confidence: number | null;
  readonly isBlind: boolean;
  readonly isAllowed: boolean;
  readonly failed: boolean;
  readonly isPlaced: boolean;
}): string | null {
  if (value.isBlind) return 'its proposal is hidden';
  if (value.proposed === null) return 'no proposal';
  if (!value.isAllowed) return 'the config does not allow this value';
  if (value.failed) return 'the arithmetic fails';
  if (!value.isPlaced) return 'its place on the page is unknown';
  if (value.confidence !== null && value.confidence < groupConfidence) return 'low confidence';
  return null;
}
