import { createReadStream, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { type CsvError, parse } from 'csv-parse';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { readFailure, refuseUtf16 } from '../../base/read-text-file.ts';
import { resolveInside } from '../../base/safe-path.ts';
import type { DatasetManifest, DocumentSource } from '../../model/dataset/evaluation-set.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { CsvTypes, expectationOf, parseColumnPath } from './csv-expectation.ts';
import type { DatasetEntry, DatasetSource } from './dataset-source.ts';
import { inferConfig, inferKind } from './infer-config.ts';
import { readManifest } from './read-manifest.ts';

const sourceColumns = ['file', 'fileUrl', 'fileId', 'text'] as const;
const plainColumns: ReadonlySet<string> = new Set(['id', 'fileName', 'comment', ...sourceColumns]);

interface CsvRow {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/**
 * One row an item: `id`, one of `file`, `fileUrl`, `fileId`, `text`, then `expected.<path>` (`expected.total`,
 * `expected.line_items.0.amount` or `[0]`) and `tag.<name>`. `dataset.json` beside it gives kind and config; without
 * it both are read off the columns. An empty cell is null; a table row whose cells are all empty is no row.
 */
export async function openCsvDataset(file: string): Promise<DatasetSource> {
  const manifestFile = path.join(path.dirname(file), 'dataset.json');
  const given = existsSync(manifestFile) ? await readManifest(manifestFile) : null;
  const columns = await readHeader(file);
  const types = new CsvTypes(given?.config, await delimiterOf(file));
  const expected: JsonValue[] = [];
  try {
    if (given?.config === undefined) for await (const { cells } of readRows(file)) types.learn(cells);
    if (given === null)
      for await (const { cells } of readRows(file)) expected.push(expectationOf(cells, columns, types));
  } catch (thrown) {
    // The entries meet the same fault again and report it as theirs.
    if (!(thrown instanceof GoldsetError)) throw thrown;
  }
  const kind = given?.kind ?? inferKind(expected);
  const manifest: DatasetManifest = given ?? {
    name: path.basename(file).replace(/\.csv$/i, ''),
    kind,
    config: inferConfig(kind, expected),
  };
  return {
    manifest,
    manifestFile,
    path: file,
    inferred: given === null,
    notices: [],
    entries: () => readItems(file, columns, types),
  };
}

async function readHeader(file: string): Promise<string[]> {
  let columns: string[] | null = null;
  const parser = createReadStream(file).pipe(parse({ bom: true, delimiter: await delimiterOf(file), to: 1 }));
  try {
    for await (const record of parser as AsyncIterable<string[]>) columns = record;
  } catch (thrown) {
    throw csvFault(file, thrown);
  }
  const refuse = (found: string, expected: string): GoldsetError =>
    new GoldsetError('DATASET_LINE_INVALID', {
      file,
      line: 1,
      path: 'the header',
      found,
      expected,
      fix: 'Columns are id, file | fileUrl | fileId | text, expected.<path>, tag.<name>, comment.',
    });
  if (columns === null) throw new GoldsetError('DATASET_EMPTY', { path: file });
  const twice = columns.find((column, index) => columns?.indexOf(column) !== index);
  if (twice !== undefined) throw refuse(`column "${twice}" twice`, 'every column once');
  for (const needed of ['id'])
    if (!columns.includes(needed)) throw refuse(columns.join(', '), `a column "${needed}"`);
  if (!sourceColumns.some((column) => columns?.includes(column)))
    throw refuse(columns.join(', '), `one of the columns ${sourceColumns.join(', ')}`);
  for (const column of columns) {
    const known = plainColumns.has(column) || column.startsWith('tag.') || parseColumnPath(column) !== null;
    if (!known) throw refuse(`column "${column}"`, 'a known column');
  }
  if (!columns.some((column) => column.startsWith('expected.')))
    throw refuse(columns.join(', '), 'at least one column expected.<path>');
  return columns;
}

async function* readItems(
  file: string,
  columns: readonly string[],
  types: CsvTypes,
): AsyncGenerator<DatasetEntry> {
  try {
    for await (const { line, cells } of readRows(file)) {
      try {
        const id = (cells.id ?? '').trim();
        if (id === '') throw lineFault(file, line, 'id', 'an empty cell', 'an id of its own');
        yield {
          item: {
            id,
            source: await sourceOf(cells, file, line),
            expectedOutput: expectationOf(cells, columns, types),
            tags: tagsOf(cells),
            origin: { file, line },
          },
        };
      } catch (thrown) {
        if (!(thrown instanceof GoldsetError)) throw thrown;
        yield { problem: thrown };
      }
    }
  } catch (thrown) {
    // After a broken quote or row nothing that follows can be trusted.
    if (!(thrown instanceof GoldsetError)) throw thrown;
    yield { problem: thrown };
  }
}

async function* readRows(file: string): AsyncGenerator<CsvRow> {
  const parser = createReadStream(file).pipe(
    parse({
      bom: true,
      columns: true,
      info: true,
      skip_empty_lines: true,
      delimiter: await delimiterOf(file),
    }),
  );
  try {
    let before = 1;
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>;
      info: { lines: number };
    }>) {
      // The parser counts to the end of a record; a cell may hold line breaks, so its start is what people look for.
      yield { line: before + 1, cells: record };
      before = info.lines;
    }
  } catch (thrown) {
    throw csvFault(file, thrown);
  }
}

async function sourceOf(
  cells: Readonly<Record<string, string>>,
  file: string,
  line: number,
): Promise<DocumentSource> {
  const given = sourceColumns.filter((column) => (cells[column] ?? '') !== '');
  if (given.length !== 1)
    throw lineFault(
      file,
      line,
      'the document',
      given.length === 0 ? 'none' : given.join(' and '),
      'exactly one of file, fileUrl, fileId, text',
    );
  const [column] = given;
  const value = cells[column as string] as string;
  if (column === 'text') return { kind: 'text', text: value };
  if (column === 'fileId') return { kind: 'fileId', fileId: value };
  if (column === 'fileUrl') {
    if (!URL.canParse(value) || !/^https?:/i.test(value))
      throw lineFault(file, line, 'fileUrl', `"${value.slice(0, 60)}"`, 'an http or https address');
    const last = new URL(value).pathname.split('/').at(-1) ?? '';
    return { kind: 'url', url: value, name: cells.fileName || last || 'document' };
  }
  const absolute = await resolveInside(path.dirname(file), value, `${file}, line ${line}`);
  return { kind: 'file', path: absolute, name: cells.fileName || path.basename(absolute) };
}

function tagsOf(cells: Readonly<Record<string, string>>): Record<string, string> {
  const tags = Object.entries(cells).filter(([column, value]) => column.startsWith('tag.') && value !== '');
  return Object.fromEntries(tags.map(([column, value]) => [column.slice('tag.'.length), value]));
}

/** The sign that the header has most of, outside quotes: comma, semicolon or tab. */
async function delimiterOf(file: string): Promise<string> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(file, 'r');
  } catch (thrown) {
    throw readFailure(file, thrown);
  }
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    refuseUtf16(file, buffer.subarray(0, bytesRead));
    const header = (buffer.toString('utf8', 0, bytesRead).split(/\r?\n/)[0] ?? '').replace(/"[^"]*"/g, '');
    const counts = [',', ';', '\t'].map((sign) => ({ sign, count: header.split(sign).length }));
    return counts.sort((a, b) => b.count - a.count)[0]?.sign ?? ',';
  } catch (thrown) {
    throw readFailure(file, thrown);
  } finally {
    await handle.close();
  }
}

function lineFault(file: string, line: number, at: string, found: string, expected: string): GoldsetError {
  const fix = `Correct the row that begins on line ${line}.`;
  return new GoldsetError('DATASET_LINE_INVALID', { file, line, path: at, found, expected, fix });
}

function csvFault(file: string, thrown: unknown): GoldsetError {
  if (thrown instanceof GoldsetError) return thrown;
  const line = (thrown as Partial<CsvError>).lines;
  return new GoldsetError(
    'DATASET_LINE_INVALID',
    {
      file,
      line: typeof line === 'number' ? line : 1,
      path: 'the row',
      found: messageOf(thrown),
      expected: 'as many cells as the header has, quotes closed',
      fix: 'Correct the row; a cell with a comma, a quote or a line break stands in double quotes.',
    },
    { cause: thrown },
  );
}
