import { createReadStream, existsSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type CsvError, type Options, parse } from 'csv-parse';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { readFailure, rejectUtf16 } from '../../base/read-text-file.ts';
import { InsideFolder } from '../../base/safe-path.ts';
import { type DocumentSource, hasGold } from '../../model/dataset/evaluation-set.ts';
import type { DatasetEntry } from '../../model/dataset/loader.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import type { Mismatch } from '../../model/processor/mismatch.ts';
import { defineLoader, entryOf } from '../reading/define-loader.ts';
import { documentSource, sourceMismatch, sourceNames } from '../reading/document-source.ts';
import { inferConfig, inferKind } from '../reading/infer-config.ts';
import { readManifest } from '../reading/read-json.ts';
import { CsvTypes, expectationOf, parseColumnPath } from './csv-expectation.ts';

const plainColumns: ReadonlySet<string> = new Set(['id', 'fileName', 'comment', ...sourceNames]);

interface CsvRow {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/**
 * A CSV file with one row per item (docs/datasets.md#csv). `dataset.json` in the same folder states the kind and the
 * config of the dataset. Without this file, goldset infers the kind and the config from the columns.
 */
export const csvLoader = defineLoader({
  name: 'csv',
  doc: '`.csv` file with one row per item, or a folder with one such file',
  withoutGold:
    'a row whose `expected.` cells are all empty, or any row of a file without `expected.` columns',
  recognise: ({ path: input, names }) =>
    names === null
      ? /\.csv$/i.test(input)
      : !names.includes('items.jsonl') && names.filter((name) => /\.csv$/i.test(name)).length === 1,
  open: async (input) => {
    const file = await csvIn(input);
    const manifestFile = path.join(path.dirname(file), 'dataset.json');
    const given = existsSync(manifestFile) ? await readManifest(manifestFile) : null;
    const columns = await readHeader(file);
    const types = new CsvTypes(given?.config, await delimiterOf(file));
    const expected: JsonValue[] = [];
    try {
      if (given?.config === undefined) for await (const { cells } of readRows(file)) types.learn(cells);
      if (given === null)
        for await (const { cells } of readRows(file)) expected.push(goldOf(cells, columns, types));
    } catch (thrown) {
      // Ignore the error here: `entries` reads the file again and reports the error with its line.
      if (!(thrown instanceof GoldsetError)) throw thrown;
    }
    const labelled = expected.filter((expectedOutput) => hasGold({ expectedOutput }));
    const kind = given?.kind ?? inferKind(labelled);
    const name = path.basename(file).replace(/\.csv$/i, '');
    return {
      manifest: given ?? { name, kind, config: inferConfig(kind, labelled) },
      manifestFile,
      path: file,
      inferred: given === null,
      notices: [],
      entries: () => readItems(file, columns, types),
    };
  },
});

/** Returns the path of the CSV file, or of the first CSV file in a folder. */
async function csvIn(input: string): Promise<string> {
  const found = await stat(input);
  if (!found.isDirectory()) return input;
  const name = (await readdir(input)).find((one) => /\.csv$/i.test(one));
  return path.join(input, name ?? 'items.csv');
}

async function readHeader(file: string): Promise<string[]> {
  const [columns = []] = await Array.fromAsync(parseCsv<string[]>(file, { to: 1 }));
  if (columns.length === 0) throw new GoldsetError('DATASET_EMPTY', { path: file });
  const mismatch = headerMismatch(columns);
  if (mismatch === null) return columns;
  throw new GoldsetError('DATASET_LINE_INVALID', {
    file,
    line: 1,
    path: 'the header',
    ...mismatch,
    fix: 'Use the columns id, file | fileUrl | fileId | text, expected.<path>, tag.<name> and comment.',
  });
}

function headerMismatch(columns: readonly string[]): Pick<Mismatch, 'found' | 'expected'> | null {
  const all = columns.join(', ');
  const repeated = columns.find((column, index) => columns.indexOf(column) !== index);
  if (repeated !== undefined) return { found: `column "${repeated}" twice`, expected: 'every column once' };
  if (!columns.includes('id')) return { found: all, expected: 'a column "id"' };
  if (!sourceNames.some((name) => columns.includes(name)))
    return { found: all, expected: `one of the columns ${sourceNames.join(', ')}` };
  const unknown = columns.find(
    (column) => !plainColumns.has(column) && !column.startsWith('tag.') && parseColumnPath(column) === null,
  );
  if (unknown !== undefined) return { found: `column "${unknown}"`, expected: 'a known column' };
  return null;
}

async function* readItems(
  file: string,
  columns: readonly string[],
  types: CsvTypes,
): AsyncGenerator<DatasetEntry> {
  const inside = new InsideFolder(path.dirname(file));
  try {
    for await (const { line, cells } of readRows(file))
      yield entryOf(() => ({
        id: idOf(cells, file, line),
        source: sourceOf(cells, inside, file, line),
        expectedOutput: goldOf(cells, columns, types),
        tags: tagsOf(cells),
        origin: { file, line },
      }));
  } catch (thrown) {
    // Stop at the first invalid row. After an unclosed quote, the following rows cannot be read reliably.
    if (!(thrown instanceof GoldsetError)) throw thrown;
    yield { problem: thrown };
  }
}

/**
 * Returns the expected output of a row. Returns `null` if all its `expected.` cells are empty, which means that the
 * item has no gold.
 */
function goldOf(cells: CsvRow['cells'], columns: readonly string[], types: CsvTypes): JsonValue {
  const isFilled = (column: string) => column.startsWith('expected.') && (cells[column] ?? '') !== '';
  return columns.some(isFilled) ? expectationOf(cells, columns, types) : null;
}

async function* readRows(file: string): AsyncGenerator<CsvRow> {
  const options = { columns: true, info: true, skip_empty_lines: true };
  let before = 1;
  for await (const { record, info } of parseCsv<{
    record: Record<string, string>;
    info: { lines: number };
  }>(file, options)) {
    // The parser states only the last line of a row. A row has several lines if a cell contains line breaks, so compute
    // the first line.
    yield { line: before + 1, cells: record };
    before = info.lines;
  }
}

async function* parseCsv<T>(file: string, options: Options): AsyncGenerator<T> {
  const delimiter = await delimiterOf(file);
  const parser = createReadStream(file).pipe(parse({ bom: true, delimiter, ...options }));
  try {
    yield* parser as AsyncIterable<T>;
  } catch (thrown) {
    throw csvError(file, thrown);
  }
}

function idOf(cells: CsvRow['cells'], file: string, line: number): string {
  const id = (cells.id ?? '').trim();
  if (id !== '') return id;
  throw rowError(file, line, { path: 'id', found: 'an empty cell', expected: 'a unique id' });
}

function sourceOf(cells: CsvRow['cells'], inside: InsideFolder, file: string, line: number): DocumentSource {
  const given = Object.fromEntries(
    [...sourceNames, 'fileName'].flatMap((name) => (cells[name] ? [[name, cells[name]]] : [])),
  );
  const mismatch = sourceMismatch(given);
  if (mismatch !== null) throw rowError(file, line, mismatch);
  const { fileUrl } = given;
  if (fileUrl !== undefined && (!URL.canParse(fileUrl) || !/^https?:/i.test(fileUrl)))
    throw rowError(file, line, {
      path: 'fileUrl',
      found: `"${fileUrl.slice(0, 60)}"`,
      expected: 'an http or https address',
    });
  return documentSource(given, inside, `${file}, line ${line}`, 'document');
}

function tagsOf(cells: CsvRow['cells']): Record<string, string> {
  const tags = Object.entries(cells).filter(([column, value]) => column.startsWith('tag.') && value !== '');
  return Object.fromEntries(tags.map(([column, value]) => [column.slice('tag.'.length), value]));
}

/** Returns the delimiter that is most frequent in the header outside quotes: comma, semicolon or tab. */
async function delimiterOf(file: string): Promise<string> {
  try {
    await using handle = await open(file, 'r');
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    rejectUtf16(file, buffer.subarray(0, bytesRead));
    const header = (buffer.toString('utf8', 0, bytesRead).split(/\r?\n/)[0] ?? '').replace(/"[^"]*"/g, '');
    const counts = [',', ';', '\t'].map((sign) => ({ sign, count: header.split(sign).length }));
    return counts.sort((a, b) => b.count - a.count)[0]?.sign ?? ',';
  } catch (thrown) {
    throw readFailure(file, thrown);
  }
}

function rowError(file: string, line: number, mismatch: Mismatch): GoldsetError {
  const fix = `Correct the row that starts on line ${line}.`;
  return new GoldsetError('DATASET_LINE_INVALID', { file, line, ...mismatch, fix });
}

function csvError(file: string, thrown: unknown): GoldsetError {
  if (thrown instanceof GoldsetError) return thrown;
  const line = (thrown as Partial<CsvError>).lines;
  return new GoldsetError(
    'DATASET_LINE_INVALID',
    {
      file,
      line: typeof line === 'number' ? line : 1,
      path: 'the row',
      found: messageOf(thrown),
      expected: 'as many cells as the header has, and closed quotes',
      fix: 'Correct the row; put a cell with a comma, a quote or a line break in double quotes.',
    },
    { cause: thrown },
  );
}
