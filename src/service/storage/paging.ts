import { z } from 'zod';
import type { ListQuery } from '../../model/wire/list.ts';
import { invalid } from '../errors/http-error.ts';
import { columnOf, type Database, type Parameters } from './database.ts';

export interface Page<Row> {
  readonly rows: Row[];
  /** Absent on the last page. */
  readonly nextPageToken: string | undefined;
}

const defaultPageSize = 50;

/** End of a page: the sort order and the two sort keys of its last row. */
const cursorSchema = z
  .tuple([z.enum(['createdAt', 'updatedAt']), z.enum(['asc', 'desc']), z.string(), z.number()])
  .transform(([sortBy, sortDir, value, seq]) => ({ sortBy, sortDir, value, seq }));
type Cursor = z.output<typeof cursorSchema>;

/**
 * Returns one page of a table, sorted by time and `seq`. The cursor contains the two sort keys of the last row. Therefore
 * rows that are added or deleted between two requests do not repeat or hide other rows. A row that is updated in between
 * appears at its new position.
 */
export function listPage(
  database: Database,
  table: string,
  query: ListQuery,
  filters: readonly Filter[],
  members: readonly string[],
): Page<Parameters> {
  const cursor = query.nextPageToken === undefined ? undefined : readToken(query.nextPageToken, query);
  const { sortBy = 'updatedAt', sortDir = 'desc' } = cursor ?? query;
  const column = columnOf(sortBy);
  const selected = members.length === 0 ? '*' : ['seq', ...members].map(columnOf).join(', ');
  const size = query.maxPageSize ?? defaultPageSize;
  const conditions: string[] = [];
  const parameters: Parameters = { limit: size + 1 };
  filters.forEach(({ column, value, contains, anyOf }, index) => {
    const name = `f${index}`;
    if (anyOf != null) {
      // A JSON array needs only one parameter.
      conditions.push(`${column} IN (SELECT value FROM json_each(:${name}))`);
      parameters[name] = JSON.stringify(anyOf);
    }
    if (value === undefined || value === '') return;
    conditions.push(contains ? `instr(lower(${column}), lower(:${name})) > 0` : `${column} = :${name}`);
    parameters[name] = value;
  });
  if (cursor !== undefined) {
    conditions.push(`(${column}, seq) ${sortDir === 'desc' ? '<' : '>'} (:value, :seq)`);
    parameters.value = cursor.value;
    parameters.seq = cursor.seq;
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const found = database.all<Parameters & { readonly seq: number }>(
    `SELECT ${selected} FROM ${table} ${where} ORDER BY ${column} ${sortDir}, seq ${sortDir} LIMIT :limit`,
    parameters,
  );
  const rows = found.slice(0, size);
  const last = found.length > size ? rows.at(-1) : undefined;
  return {
    rows,
    nextPageToken: last && writeToken({ sortBy, sortDir, value: String(last[sortBy]), seq: last.seq }),
  };
}

export interface Filter {
  readonly column: string;
  /** Required value. `undefined` or empty: no filter. */
  readonly value?: string | undefined;
  readonly contains?: boolean;
  /** Allowed values. `null`: no filter. */
  readonly anyOf?: readonly string[] | null;
}

function writeToken({ sortBy, sortDir, value, seq }: Cursor): string {
  return Buffer.from(JSON.stringify([sortBy, sortDir, value, seq])).toString('base64');
}

/** Reads a page token. Throws a 400 error if the token is invalid or if the request asks for another order. */
function readToken(token: string, query: ListQuery): Cursor {
  try {
    // If a client does not encode the token, "+" arrives as a space.
    const written = Buffer.from(token.replaceAll(' ', '+'), 'base64').toString('utf8');
    const cursor = cursorSchema.parse(JSON.parse(written));
    const { sortBy, sortDir } = cursor;
    if ((query.sortBy ?? sortBy) === sortBy && (query.sortDir ?? sortDir) === sortDir) return cursor;
  } catch {
    // An unreadable token gives the error below.
  }
  throw invalid('nextPageToken', 'not a token of this list and order');
}
