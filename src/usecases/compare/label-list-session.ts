import path from 'node:path';
import { scoringConfig } from '../../analysis/config-changes/scoring-config.ts';
import { parseJson } from '../../base/exact-json.ts';
import { acquireLock } from '../../base/file-lock.ts';
import { readTextFile } from '../../base/read-text-file.ts';
import { withValueAt } from '../../base/value-path.ts';
import { writeFileAtomically } from '../../base/write-file.ts';
import { checkGold } from '../../loaders/check/check-gold.ts';
import { formatValue, isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import { type LabelLine, labelOf, restPath } from '../../model/record/label-list.ts';
import type { RecordedItem } from '../../model/record/run-record.ts';
import type { AskedLine, AskedValue, LabelListState } from '../../model/review/label-list-state.ts';
import { openRecord } from '../../record/read/open-record.ts';
import {
  expectedText,
  type LabelField,
  labelFields,
  labelTexts,
  parseLabel,
} from '../review/label-fields.ts';
import { LabelRejected } from '../review/label-problems.ts';
import { NotAValue, typedValue } from '../review/typed-value.ts';
import { readLabelList } from './read-label-list.ts';

/** An answer to one line of a list, as the page of a label list sends it. */
export interface AnswerRequest {
  /** Number of the line in the list file. */
  readonly line: number;
  readonly document: string;
  readonly path: string;
  /** `right` and `wrong` are allowed only for a line with the path `$rest`. `open` removes an earlier answer. */
  readonly answer: 'value' | 'none' | 'unclear' | 'right' | 'wrong' | 'open';
  /** For the answer `value`: the typed text, or the texts of the cells of a table. */
  readonly label?: string | readonly (readonly string[])[] | undefined;
  /** For the answer `value`: index of the chosen value in the values that the line lists. Replaces `label`. */
  readonly choice?: number | undefined;
}

/**
 * Selects what the page of a label list shows: the given line, or otherwise the first line that has no answer and is
 * not in `skipped`.
 */
export interface StateRequest {
  readonly line?: number | undefined;
  readonly skipped?: readonly number[] | undefined;
  /** Whether to show the values of the versions. */
  readonly reveal?: boolean | undefined;
}

type OpenLine = LabelLine & { readonly line: number };

/**
 * Asks a person for the answers of a list of label differences. Confirms an answer only after the list file with this
 * answer has replaced the old file. Never changes the dataset.
 */
export class LabelListSession {
  readonly file: string;
  readonly #command: string;
  readonly #config: ProcessorConfig;
  readonly #fields: readonly LabelField[];
  readonly #documents: ReadonlyMap<string, RecordedItem['document']>;
  /** The operation that started last. Each operation starts when the previous one has ended. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    file: string,
    command: string,
    opened: { config: ProcessorConfig; documents: ReadonlyMap<string, RecordedItem['document']> },
  ) {
    this.file = file;
    this.#command = command;
    this.#config = opened.config;
    this.#documents = opened.documents;
    const { config } = opened;
    this.#fields = config.type === 'EXTRACT' && config.schema === undefined ? [] : labelFields(config);
  }

  /**
   * Opens a list. `candidate` is the folder of the record whose documents and config are used. Throws LABELS_INVALID if
   * the list is invalid, and RECORD_INVALID if the record cannot be read.
   */
  static async open(file: string, candidate: string, command: string): Promise<LabelListSession> {
    const { list } = await readLabelList(file);
    const asked = new Set(list.lines.map(({ document }) => document));
    const reader = await openRecord(candidate);
    const documents = new Map<string, RecordedItem['document']>();
    for await (const { id, document } of reader.items()) if (asked.has(id)) documents.set(id, document);
    const { config } = scoringConfig(reader.plan);
    return new LabelListSession(file, command, { config, documents });
  }

  /** Returns the recorded document. Throws LabelRejected if the label list has no such document. */
  documentOf(id: string): RecordedItem['document'] {
    const found = this.#documents.get(id);
    if (found === undefined) throw new LabelRejected(`The list has no document ${id}.`);
    return found;
  }

  /**
   * Returns the progress of the list and the line to answer. Reads the file at each call, because an editor may have
   * changed it.
   */
  state(request: StateRequest = {}): Promise<LabelListState> {
    return this.#next(() => this.#state(request));
  }

  /**
   * Stores an answer. The promise is rejected with LabelRejected if the line has changed, or if the value is not
   * allowed. It is rejected with FOLDER_LOCKED if another process stores an answer at the same time.
   */
  answer(request: AnswerRequest): Promise<void> {
    return this.#next(async () => {
      const unlock = acquireLock(path.join(path.dirname(this.file), 'lock.db'), 'FOLDER_LOCKED');
      try {
        const { list } = await readLabelList(this.file);
        const asked = list.lines.find(({ line }) => line === request.line);
        if (asked === undefined || asked.document !== request.document || asked.path !== request.path)
          throw new LabelRejected('The list has changed. Reload the page.');
        const answer = this.#answerOf(asked, request);
        const lines = (await readTextFile(this.file)).split('\n');
        const stored = parseJson(lines[request.line - 1] ?? '') as Record<string, unknown>;
        lines[request.line - 1] = JSON.stringify({ ...stored, answer });
        await writeFileAtomically(this.file, lines.join('\n'), { sync: true });
      } finally {
        unlock();
      }
    });
  }

  #next<Value>(operation: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(operation, operation);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #state({ line, skipped = [], reveal = false }: StateRequest): Promise<LabelListState> {
    const { list } = await readLabelList(this.file);
    const values = list.lines.filter((one) => one.path !== restPath);
    const isOpen = ({ answer }: OpenLine) => labelOf(answer).state === 'open';
    const rest = list.lines.filter((one) => one.path === restPath && isOpen(one));
    const open = [...values.filter(isOpen), ...rest];
    const asked =
      line === undefined
        ? open.find((one) => !skipped.includes(one.line))
        : list.lines.find((one) => one.line === line);
    return {
      file: this.file,
      command: this.#command,
      values: values.length,
      answered: values.length - values.filter(isOpen).length,
      openRest: rest.length,
      asked: asked === undefined ? null : this.#asked(asked, reveal),
    };
  }

  #asked({ line, document, path: at, page, values }: OpenLine, reveal: boolean): AskedLine {
    const field = this.#fieldAt(at);
    const isRest = at === restPath;
    return {
      line,
      document,
      path: at,
      page: page ?? null,
      columns: field?.columns?.map((column) => column.path) ?? null,
      options: field?.cell?.options ?? null,
      expected: field === undefined ? 'a value' : expectedText(field),
      values: reveal || isRest ? values.map((value) => shownValue(field, value as JsonValue)) : null,
    };
  }

  #fieldAt(at: string): LabelField | undefined {
    const [only] = this.#fields;
    const isWhole = at === '$' && this.#config.type !== 'EXTRACT';
    return isWhole ? only : this.#fields.find((field) => field.path === at);
  }

  /**
   * Returns the JSON for the member `answer` of a line. A value becomes `{"value": x}`, so that the value `none`
   * differs from the answer `none`.
   */
  #answerOf(asked: OpenLine, { answer, label, choice }: AnswerRequest): unknown {
    const isRest = asked.path === restPath;
    if (answer === 'open') return null;
    if (isRest !== (answer === 'right' || answer === 'wrong'))
      throw new LabelRejected(
        isRest ? 'Answer "right" or "wrong".' : 'Type a value, or state that there is none.',
      );
    if (answer !== 'value') return answer;
    if (choice !== undefined) {
      if (!(choice in asked.values)) throw new LabelRejected('The list has no such value.');
      const value = asked.values[choice] ?? null;
      return value === null ? 'none' : { value };
    }
    const value = this.#typed(asked.path, label ?? '');
    return value === null ? 'none' : { value };
  }

  #typed(at: string, label: string | readonly (readonly string[])[]): JsonValue {
    // A path can name a table row by a key, such as `rows[id=7]`. Use row 0 instead, because all rows have the same
    // type.
    const place = at === '$' ? '' : at.replace(/\[[^\]"=]*="(?:[^"\\]|\\.)*"\]|\[[^\]]*=[^\]]*\]/g, '[0]');
    try {
      const field = this.#fieldAt(at);
      if (typeof label !== 'string') {
        if (field === undefined) throw new LabelRejected('This value is not a table.');
        return parseLabel(field, label, this.#config, []);
      }
      const value = typedValue(label, place, this.#config, []);
      const whole =
        place === '' ? value : (withValueAt({}, place.replace(/\[\d+\]/g, '[0]'), value) as JsonValue);
      const gold = this.#config.type === 'EXTRACT' && isJsonObject(whole) ? { value: whole } : whole;
      const [fault] = checkGold(gold, this.#config);
      if (fault !== undefined) throw new LabelRejected(`found ${fault.found}, expected ${fault.expected}`);
      return value;
    } catch (thrown) {
      if (thrown instanceof NotAValue) throw new LabelRejected(thrown.message);
      throw thrown;
    }
  }
}

/** Returns a table as the texts of its cells, and any other value as one text. */
function shownValue(field: LabelField | undefined, value: JsonValue): AskedValue {
  const cells = field?.columns && Array.isArray(value) ? labelTexts(field, value) : null;
  return cells ?? formatValue(value);
}
