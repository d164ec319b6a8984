import { invariant } from '../../base/goldset-error.ts';
import type { JsonValue } from '../../model/json-value.ts';
import type { PlainLeaf, PlainObject, PlainTable } from './plain-node.ts';

/**
 * The values of two plain documents in the order in which `PlainCounter` reads them: what their ledger is written from
 * later, whatever becomes of the documents. Of an object or a table that is not there `null` or `undefined` is kept; of
 * an object `true`, of a table its number of rows and then its cells.
 */
export type PlainTape = (JsonValue | undefined)[];

type Written = Record<string, JsonValue>;

/** The two documents of a tape. */
export function readTape(
  root: PlainObject,
  tape: PlainTape,
): { readonly expected: JsonValue; readonly predicted: JsonValue } {
  const reader = new TapeReader(tape);
  const expected: Written = {};
  const predicted: Written = {};
  reader.members(root, expected, predicted);
  invariant(reader.at === tape.length, 'every value that was kept is read again');
  return { expected, predicted };
}

class TapeReader {
  readonly #tape: PlainTape;
  at = 0;

  constructor(tape: PlainTape) {
    this.#tape = tape;
  }

  members(node: PlainObject, expected: Written | null, predicted: Written | null): void {
    for (const member of node.members) {
      if (member.kind === 'leaf') {
        set(expected, member.key, this.#next());
        set(predicted, member.key, this.#next());
      } else if (member.kind === 'table') {
        set(expected, member.key, this.#table(member));
        set(predicted, member.key, this.#table(member));
      } else {
        const inside = structureOf(this.#next());
        const answer = structureOf(this.#next());
        set(expected, member.key, inside);
        set(predicted, member.key, answer);
        this.members(member, inside ?? null, answer ?? null);
      }
    }
  }

  #table({ columns }: PlainTable): JsonValue | undefined {
    const rows = this.#next();
    if (typeof rows !== 'number') return rows;
    return Array.from({ length: rows }, () => this.#row(columns));
  }

  #row(columns: readonly PlainLeaf[]): JsonValue {
    const row: Written = {};
    for (const { key } of columns) set(row, key, this.#next());
    return row;
  }

  #next(): JsonValue | undefined {
    const value = this.#tape[this.at];
    this.at++;
    return value;
  }
}

function set(object: Written | null, key: string, value: JsonValue | undefined): void {
  if (object !== null && value !== undefined) object[key] = value;
}

function structureOf(kept: JsonValue | undefined): Written | null | undefined {
  if (kept === undefined || kept === null) return kept;
  return {};
}
