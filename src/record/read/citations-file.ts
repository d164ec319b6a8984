import { existsSync } from 'node:fs';
import { GoldsetError } from '../../base/goldset-error.ts';
import { KeyScanner } from '../../base/lines/key-scanner.ts';
import { type ScannedLine, scanLines } from '../../base/lines/scan-lines.ts';
import { Spans } from '../../base/lines/spans.ts';
import { WindowReader } from '../../base/lines/window-reader.ts';
import {
  type CitationsLine,
  type CitedWords,
  citationsHeadSchema,
  citationsLineSchema,
} from '../../model/record/cited-words.ts';
import type { RecordIndex } from '../index/record-index.ts';
import { type LineShape, parseLine, parseText } from '../lines/line-shapes.ts';

/** Access to the cited boxes of single item runs. */
interface CitationsIndex extends Disposable {
  /**
   * Returns the cited boxes of the item run with the number `slot` in the record index; `undefined` if its citations
   * were not read.
   */
  at(slot: number): CitedWords | undefined;
}

/**
 * Opens `citations.jsonl`. Returns `null` if the file does not exist. If the file was written for other result rows,
 * calls `onNotice` and returns `null`. Throws RECORD_INVALID for an invalid line.
 */
export async function indexCitations(
  file: string,
  index: RecordIndex,
  onNotice: (text: string) => void,
): Promise<CitationsIndex | null> {
  if (!existsSync(file)) return null;
  const spans = new Spans(index.rows.count);
  let rows: string | undefined;
  await scanLines(file, (line) => {
    if (line.line === 1) rows = parseLine({ schema: citationsHeadSchema }, line, file).rows;
    else if (line.complete) {
      const { position, version, repeat } = keysOf(line) ?? parseLine(citationsLine, line, file);
      const isPlanned = position < index.itemCount && version < index.versionCount && repeat <= index.repeats;
      if (!isPlanned)
        throw new GoldsetError('RECORD_INVALID', {
          file,
          line: line.line,
          path: 'position, version and repeat',
          found: `${position}, ${version} and ${repeat}`,
          expected: 'an item run of the plan',
        });
      spans.set(index.slot(position, version, repeat), line.offset, line.end - line.start);
    }
  });
  if (rows !== index.files.rows.sha256) {
    onNotice(
      `${file} was written for other outputs and is ignored; with --citations, goldset reads the citations again`,
    );
    return null;
  }
  const reader = new WindowReader(file, { windows: 16, windowSize: 1 << 20 });
  return {
    at(slot) {
      const length = spans.length(slot);
      if (length === 0) return undefined;
      return parseText(citationsLine, reader.text(spans.offset(slot), length), file, 0).cited;
    },
    [Symbol.dispose]: () => reader[Symbol.dispose](),
  };
}

const scanner = new KeyScanner();
const keyTexts = ['{"position":', ',"version":', ',"repeat":'].map((text) => Buffer.from(text));

/** Reads the keys of a line without parsing the line. Returns `null` if the line has another layout. */
function keysOf(line: ScannedLine): Pick<CitationsLine, 'position' | 'version' | 'repeat'> | null {
  scanner.reset(line);
  const [position = -1, version = -1, repeat = -1] = keyTexts.map((text) =>
    scanner.takeText(text) ? scanner.takeNumber() : -1,
  );
  return position < 0 || version < 0 || repeat < 1 ? null : { position, version, repeat };
}

const citationsLine: LineShape<CitationsLine> = {
  schema: citationsLineSchema,
  quick: (value) => (isLine(value) ? value : null),
};

/** Fast check of a line. A line that fails this check is then checked with the schema. */
function isLine(value: unknown): value is CitationsLine {
  const { cited } = (value ?? {}) as { readonly cited?: unknown };
  if (typeof cited !== 'object' || cited === null || Array.isArray(cited)) return false;
  return Object.values(cited).every(
    (boxes) => Array.isArray(boxes) && boxes.length > 0 && boxes.every(isBox),
  );
}

function isBox(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { page, box, size, words, ocr } = value as Readonly<Record<string, unknown>>;
  return (
    Number.isSafeInteger(page) &&
    areNumbers(box, 4) &&
    areNumbers(size, 2) &&
    (words === null || typeof words === 'string') &&
    typeof ocr === 'boolean'
  );
}

function areNumbers(value: unknown, count: number): boolean {
  return value === null || (Array.isArray(value) && value.length === count && value.every(Number.isFinite));
}

/** Returns whether the file has the citations of exactly the result rows in `index`. */
export async function hasCitations(file: string, index: RecordIndex): Promise<boolean> {
  using citations = await indexCitations(file, index, () => undefined);
  return citations !== null;
}
