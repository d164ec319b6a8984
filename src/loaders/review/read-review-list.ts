import { parse } from 'csv-parse/sync';
import { parseJson } from '../../base/exact-json.ts';
import { withoutFormulaMark } from '../../base/formula-text.ts';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { readTextFile } from '../../base/read-text-file.ts';
import { type NotScoredMark, notAnnotated, unclear } from '../../model/dataset/not-scored.ts';
import type { JsonValue } from '../../model/json/json-value.ts';

export interface ReviewDecision {
  readonly line: number;
  readonly itemId: string;
  readonly path: string;
  /** The label as it was when the list was written. */
  readonly label: JsonValue;
  readonly value: JsonValue;
  /** Why the label was not scored before the decision; `null` if the label was scored then. */
  readonly markBefore: NotScoredMark | null;
  /** Why the label is not scored after the decision; `null` if the label is scored. */
  readonly mark: NotScoredMark | null;
  readonly evidence: string;
  readonly reviewer: string;
  /** Set only if the decision renames a misspelt key. `path` of the decision then has the correct key. */
  readonly renamed?: {
    /** Path with the misspelt key. */
    readonly from: string;
    /** Value of the misspelt key. */
    readonly value: JsonValue;
  };
}

export interface ReviewList {
  readonly decisions: readonly ReviewDecision[];
  readonly kept: number;
  readonly undecided: number;
}

const decisionWords = ['accept', 'correct', 'not-annotated', 'unclear', 'keep'] as const;

/**
 * Reads a completed review list. Decisions: `accept` (use `proposed`), `correct` (use `corrected`), `not-annotated`,
 * `unclear` (the reason is in `corrected`), `keep`, or empty.
 */
export async function readReviewList(file: string): Promise<ReviewList> {
  const rows = parseRows(file, await readTextFile(file));
  const decisions: ReviewDecision[] = [];
  let kept = 0;
  let undecided = 0;
  for (const { line, cells } of rows) {
    const cell = (name: string) => cells[name] ?? '';
    const word = cell('decision').trim().toLowerCase();
    const decision = decisionWords.find((known) => known === word);
    if (word !== '' && decision === undefined)
      throw invalid(file, line, 'decision', word, decisionWords.join(', '));
    if (decision === undefined) undecided++;
    else if (decision === 'keep') kept++;
    else {
      // Reject an empty cell, because the reviewer may have forgotten to fill it in. To delete a label, the cell must
      // contain `null`.
      if (decision === 'unclear' && withoutFormulaMark(cell('corrected')).trim() === '')
        throw invalid(file, line, 'corrected', '', 'the reason why the value is unclear');
      if (decision === 'correct' && cell('corrected').trim() === '')
        throw invalid(file, line, 'corrected', '', 'the correct value, or null if there is none');
      const label = jsonCell(file, line, 'label', cell('label'));
      const mark =
        decision === 'not-annotated'
          ? notAnnotated
          : decision === 'unclear'
            ? unclear(withoutFormulaMark(cell('corrected')).trim())
            : null;
      const value =
        mark !== null
          ? null
          : decision === 'accept'
            ? jsonCell(file, line, 'proposed', cell('proposed'))
            : corrected(cell('corrected'), label);
      const [itemId, path] = [withoutFormulaMark(cell('item')), withoutFormulaMark(cell('path'))];
      decisions.push({
        line,
        itemId,
        path,
        label,
        value,
        markBefore: null,
        mark,
        evidence: cell('evidence'),
        reviewer: cell('reviewer'),
      });
    }
  }
  return { decisions, kept, undecided };
}

interface Row {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

const needed = ['item', 'path', 'label', 'proposed', 'decision'];

function parseRows(file: string, text: string): Row[] {
  let parsed: { record: Record<string, string>; info: { lines: number } }[];
  const [header = ''] = text.split('\n', 1);
  const delimiter = header.includes(';') && !header.includes(',') ? ';' : ',';
  try {
    parsed = parse(text, {
      columns: true,
      info: true,
      delimiter,
      relax_column_count: true,
    }) as unknown as typeof parsed;
  } catch (thrown) {
    throw invalid(file, 1, 'the file', messageOf(thrown), 'a CSV with the columns of a review list');
  }
  const columns = Object.keys(parsed[0]?.record ?? {});
  const missing = needed.find((name) => !columns.includes(name));
  if (parsed.length > 0 && missing !== undefined)
    throw invalid(file, 1, missing, 'no such column', needed.join(', '));
  return parsed.map(({ record, info }) => ({ line: info.lines, cells: record }));
}

function jsonCell(file: string, line: number, column: string, text: string): JsonValue {
  try {
    return parseJson(withoutFormulaMark(text)) as JsonValue;
  } catch {
    throw invalid(file, line, column, text, 'the JSON that goldset wrote into this cell');
  }
}

/**
 * Returns the value of a corrected cell: its JSON value, or its text if it is not valid JSON. If the label is a text,
 * the result is a text or `null`, so `7` stays a text.
 */
function corrected(text: string, label: JsonValue): JsonValue {
  let value: JsonValue;
  try {
    value = parseJson(withoutFormulaMark(text)) as JsonValue;
  } catch {
    return withoutFormulaMark(text);
  }
  return typeof label === 'string' && typeof value !== 'string' && value !== null ? text : value;
}

function invalid(file: string, line: number, path: string, found: string, expected: string): GoldsetError {
  return new GoldsetError('DATASET_LINE_INVALID', {
    file,
    line,
    path,
    found: found === '' ? 'nothing' : found,
    expected,
    fix: 'Correct that place, or write a new list to another file with goldset label-issues --review.',
  });
}
