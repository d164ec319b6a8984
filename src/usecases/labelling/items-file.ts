import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { canonicalJson } from '../../base/canonical-json.ts';
import { parseJson } from '../../base/exact-json.ts';
import { acquireLock } from '../../base/file-lock.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { readTextFile } from '../../base/read-text-file.ts';
import { InsideFolder } from '../../base/safe-path.ts';
import { writeFileAtomically } from '../../base/write-file.ts';
import { completePendingFiles } from '../../loaders/reading/replace-dataset-files.ts';
import { hasGold } from '../../model/dataset/evaluation-set.ts';
import { notAnnotated } from '../../model/dataset/not-scored.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json-value.ts';

interface Line {
  readonly text: string;
  readonly item: JsonObject;
}

/** Ids of the items with gold; `partly` has the ids of the items in which a value is not annotated. */
interface LabelledItems {
  readonly labelled: ReadonlySet<string>;
  readonly partly: ReadonlySet<string>;
}

/** The members of an item that labelling writes. */
const goldMembers = ['expectedOutput', 'notScored', 'goldSource'];

/**
 * Adds labelled documents to `items.jsonl` of a dataset, and removes them again. Each change replaces the file
 * atomically.
 */
export class ItemsFile {
  readonly inside: InsideFolder;
  readonly #dataset: string;
  readonly #file: string;
  #stamp = '';
  #labelled: LabelledItems = { labelled: new Set(), partly: new Set() };

  constructor(dataset: string) {
    this.#dataset = dataset;
    this.#file = path.join(dataset, 'items.jsonl');
    this.inside = new InsideFolder(dataset);
  }

  async labelled(): Promise<LabelledItems> {
    const facts = await stat(this.#file).catch(() => null);
    const stamp = facts === null ? '' : `${facts.size} ${facts.mtimeMs}`;
    if (stamp !== this.#stamp) {
      const items = (await this.#read()).map(({ item }) => item).filter(hasGold);
      const idsOf = (some: readonly JsonObject[]) => new Set(some.map(({ id }) => String(id)));
      const isPartly = ({ notScored }: JsonObject) => Object.values(notScored ?? {}).includes(notAnnotated);
      this.#labelled = { labelled: idsOf(items), partly: idsOf(items.filter(isPartly)) };
      this.#stamp = stamp;
    }
    return this.#labelled;
  }

  /**
   * Adds gold to the item of a document. Creates the item if it does not exist. `document` has those members of the
   * item that name the document. Returns whether the item existed before. Throws USAGE if the item already has
   * different gold.
   */
  put(document: JsonObject, gold: JsonObject): Promise<boolean> {
    return this.#change((lines) => {
      const at = lines.findIndex(({ item }) => item.id === document.id);
      const known = lines[at]?.item;
      if (known !== undefined && hasGold(known)) {
        // The item already has this gold if an earlier process wrote the item but was killed before it wrote the log
        // line.
        if (isGold(known, gold))
          return { lines, result: canonicalJson(known) !== canonicalJson({ ...document, ...gold }) };
        throw new GoldsetError('USAGE', {
          problem: `item ${String(document.id)} of ${this.#file} already has gold that was not entered here`,
          fix: 'Remove its expectedOutput to label it here, or edit its gold in the report of a run.',
        });
      }
      const item = { ...(known ?? document), ...gold };
      const line = { item, text: JSON.stringify(item) };
      return { lines: at < 0 ? [...lines, line] : lines.with(at, line), result: known !== undefined };
    });
  }

  /**
   * Removes the gold of an item. Removes the whole item if labelling created it (`isOwn`). If the current gold of the
   * item differs from `gold`, because someone has edited it, changes nothing and returns `false`.
   */
  remove(id: string, gold: JsonObject | null, isOwn: boolean): Promise<boolean> {
    return this.#change((lines) => {
      const at = lines.findIndex(({ item }) => item.id === id);
      const known = lines[at]?.item;
      if (known === undefined) return { lines, result: true };
      if (gold === null || !isGold(known, gold)) return { lines, result: false };
      if (isOwn) return { lines: lines.toSpliced(at, 1), result: true };
      const item = Object.fromEntries(Object.entries(known).filter(([key]) => !goldMembers.includes(key)));
      return { lines: lines.with(at, { item, text: JSON.stringify(item) }), result: true };
    });
  }

  async #change<Result>(
    edit: (lines: readonly Line[]) => { readonly lines: readonly Line[]; readonly result: Result },
  ): Promise<Result> {
    await completePendingFiles(this.#dataset);
    const unlock = acquireLock(path.join(this.#dataset, 'history', 'lock.db'), 'FOLDER_LOCKED');
    try {
      const before = await this.#read();
      const { lines, result } = edit(before);
      // If no item remains, remove the file, which did not exist before the first label.
      if (lines.length === 0) await rm(this.#file, { force: true });
      else if (lines !== before)
        await writeFileAtomically(this.#file, lines.map(({ text }) => `${text}\n`).join(''), { sync: true });
      return result;
    } finally {
      unlock();
    }
  }

  async #read(): Promise<Line[]> {
    if (!existsSync(this.#file)) return [];
    const texts = (await readTextFile(this.#file)).split('\n').filter((text) => text.trim() !== '');
    return texts.map((text, at) => {
      const item = parsed(text);
      if (isJsonObject(item)) return { text, item };
      throw new GoldsetError('DATASET_LINE_INVALID', {
        file: this.#file,
        line: at + 1,
        path: 'the text',
        found: text.slice(0, 80),
        expected: 'one JSON object',
        fix: 'Correct the line. `goldset dataset check` lists every problem.',
      });
    });
  }
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function isGold(item: JsonObject, gold: JsonObject): boolean {
  const own = Object.fromEntries(Object.entries(item).filter(([key]) => goldMembers.includes(key)));
  return canonicalJson(own) === canonicalJson(gold);
}
