import { corrupt, empty } from '../input/document-errors.ts';
import { type Flow, hasHeader, isFigure } from './flow.ts';
import { FlowBuilder } from './flow-builder.ts';

const delimiters = [',', ';', '\t', '|'] as const;
/** Number of lines that determine the delimiter. */
const sampledLines = 50;

/**
 * Returns the delimiter that divides most lines into the same number of fields. Ignores quoted text. Returns
 * `undefined` if no line has a delimiter.
 */
export function delimiterOf(text: string): string | undefined {
  const lines = unquotedLines(text);
  let best: { delimiter: string; score: number } | undefined;
  for (const delimiter of delimiters) {
    const counts = lines.map((line) => line.split(delimiter).length - 1).filter((count) => count > 0);
    const usual = modeOf(counts);
    const sameCount = counts.filter((count) => count === usual).length;
    const score = (sameCount / Math.max(1, lines.length)) * 10 + Math.min(usual, 9) / 10;
    if (usual > 0 && score > (best?.score ?? 0)) best = { delimiter, score };
  }
  return best?.delimiter;
}

/**
 * Returns whether a text is a table: at least three lines, all with the same number of delimiters. Called only if the
 * file extension is unknown.
 */
export function looksLikeTable(text: string): boolean {
  const lines = unquotedLines(text);
  const delimiter = delimiterOf(text);
  if (lines.length < 3 || delimiter === undefined) return false;
  const counts = new Set(lines.map((line) => line.split(delimiter).length));
  // Each line needs at least one tab, or at least two of another delimiter, because prose also contains
  // commas.
  return counts.size === 1 && ([...counts][0] as number) >= (delimiter === '\t' ? 2 : 3);
}

/** Returns the rows of a CSV file as a table. A first line such as `sep=;` states the delimiter. */
export async function csvFlow(text: string, file: string): Promise<Flow> {
  const { parse } = await import('csv-parse/sync');
  const flow = new FlowBuilder(file);
  flow.count(text.length);
  const declared = /^\ufeff?sep=(.)[ \t]*\n/i.exec(text);
  let rows: string[][];
  try {
    rows = parse(declared === null ? text : text.slice(declared[0].length), {
      delimiter: declared?.[1] ?? delimiterOf(text) ?? ',',
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (record: string[]) => {
        flow.count(0, record.length);
        return record;
      },
    });
  } catch (thrown) {
    if (!(thrown instanceof Error) || !('code' in thrown) || !String(thrown.code).startsWith('CSV_'))
      throw thrown;
    throw corrupt(file, 'CSV', firstSentence(thrown.message), thrown);
  }
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  if (filled.length === 0) throw empty(file, 'the table has no rows');
  flow.add({ kind: 'table', rows: filled, headerRows: hasColumnNames(filled) ? 1 : 0 });
  return flow.finish();
}

/**
 * Returns whether the first row of a table names the columns. Returns true if `hasHeader` does, or if all cells of the
 * first row are filled, different from each other, and neither numbers nor dates. A column name can be a year, except
 * in the first column.
 */
function hasColumnNames(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = rows;
  const isName = (cell: string, column: number) =>
    cell !== '' && (!isFigure(cell) || (column > 0 && /^(19|20)\d\d$/.test(cell)));
  const areNames = first.every(isName) && new Set(first).size === first.length;
  return others.length > 0 && (areNames || hasHeader(rows));
}

function unquotedLines(text: string): string[] {
  const lines = text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, '""')
    .split('\n');
  if (text.length > 20_000) lines.pop();
  return lines.filter((line) => line.trim() !== '').slice(0, sampledLines);
}

function modeOf(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
}

function firstSentence(message: string): string {
  return message.split('\n')[0]?.slice(0, 160) ?? 'it cannot be read';
}
