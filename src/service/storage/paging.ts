import { z } from 'zod';
import type { ListQuery } from '../../model/wire/list.ts';
import { invalid } from '../errors/http-error.ts';
import { columnOf, type Database, type Parameters } from './database.ts';

const defaultPageSize = 50;

export interface Page<Row> {
  readonly rows: Row[];
  /** Token of the next page. Absent on the last page. */
  readonly nextPageToken: string | undefined;
}

export interface Filter {
  readonly column: string;
  /** Value that the rows must have in `column`. All values are allowed if `value` is `undefined` or empty. */
  readonly value?: string | undefined;
  readonly contains?: boolean;
  /** Values that the rows may have in `column`. All values are allowed if `anyOf` is `null`. */
  readonly anyOf?: readonly string[] | null;
}

/** Content of a page token: the query, and the position of the last row of the page. */
const cursorSchema = z
  .tuple([
    z.string(),
    z.enum(['createdAt', 'updatedAt']),
    z.enum(['asc', 'desc']),
    z.array(z.string().nullable()),
    z.int(),
    z.string(),
    z.number(),
  ])
  .transform(([list, sortBy, sortDir, filters, since, value, seq]) => ({
    list,
    sortBy,
    sortDir,
    filters,
    since,
    value,
    seq,
  }));

interface ListPlace {
  /** Name of the table. */
  readonly list: string;
  readonly sortBy: 'createdAt' | 'updatedAt';
  readonly sortDir: 'asc' | 'desc';
  /** `value` of each filter of the query. `null` if `value` is undefined or empty. */
  readonly filters: readonly (string | null)[];
  /**
   * Number of the newest change of an update time (`moved_rows.move`) when the client requested the first
   * page.
   */
  readonly since: number;
  /** Sort keys of the last row of the page. */
  readonly value: string;
  readonly seq: number;
}

/**
 * Returns one page of the rows of a table, sorted by time and then by `seq`. The page token contains the position of
 * the last row. If the update time of a row changes after the first page, the row keeps its place on the following
 * pages. Therefore, each row that exists during all these requests is on exactly one page. `columns` is the list of
 * columns in SQL.
 */
export function listPage(
  database: Database,
  table: { readonly name: string; readonly columns: string },
  query: ListQuery,
  filters: readonly Filter[],
): Page<Parameters> {
  const { maxPageSize = defaultPageSize } = query;
  const place = readToken(table.name, query, filters) ?? {
    list: table.name,
    sortBy: query.sortBy ?? 'updatedAt',
    sortDir: query.sortDir ?? 'desc',
    filters: filters.map(filterValue),
    since: lastMove(database),
  };
  const parameters: Parameters = { limit: maxPageSize + 1 };
  const conditions = filterConditions(filters, place.filters, parameters);
  const isAfter = place.sortDir === 'desc' ? '<' : '>';
  if ('seq' in place) Object.assign(parameters, { value: place.value, seq: place.seq });
  const end = `ORDER BY place ${place.sortDir}, seq ${place.sortDir} LIMIT :limit`;
  const rowsAt = (time: string, source: string, condition = 'true'): string => {
    const after = 'seq' in place ? `(${time}, seq) ${isAfter} (:value, :seq)` : 'true';
    return `SELECT seq, ${time} AS place, ${table.columns} FROM ${source}
      WHERE ${[condition, after, ...conditions].join(' AND ')} ${end}`;
  };
  let sql = rowsAt(columnOf(place.sortBy), table.name);
  if (place.sortBy === 'updatedAt' && lastMove(database) > place.since) {
    rejectOldToken(database, place.since);
    parameters.since = place.since;
    // For each row, `min(move)` makes SQLite return `updated_before` of the earliest change of the update time.
    sql = `WITH moved AS MATERIALIZED (
        SELECT row_id, updated_before, min(move) FROM moved_rows WHERE move > :since GROUP BY row_id)
      SELECT * FROM (${rowsAt('updated_at', table.name, 'id NOT IN (SELECT row_id FROM moved)')})
      UNION ALL
      SELECT * FROM (${rowsAt('updated_before', `moved JOIN ${table.name} ON id = row_id`)}) ${end}`;
  }
  const found = database.all<Parameters & { readonly seq: number; readonly place: string }>(sql, parameters);
  const rows = found.slice(0, maxPageSize);
  const last = found.length > maxPageSize ? rows.at(-1) : undefined;
  return {
    rows: rows.map(({ seq: _seq, place: _place, ...row }) => row),
    nextPageToken: last && writeToken({ ...place, value: last.place, seq: last.seq }),
  };
}

function writeToken({ list, sortBy, sortDir, filters, since, value, seq }: ListPlace): string {
  return Buffer.from(JSON.stringify([list, sortBy, sortDir, filters, since, value, seq])).toString('base64');
}

/**
 * Reads the page token, if there is one. Throws 400 if the token is invalid, or if its list, sort order or filters differ
 * from those of the request. A sort order or filter that the request omits is taken from the token.
 */
function readToken(list: string, query: ListQuery, filters: readonly Filter[]): ListPlace | undefined {
  const { nextPageToken: token } = query;
  if (token === undefined) return undefined;
  try {
    // If a client does not encode the token, "+" arrives as a space.
    const written = Buffer.from(token.replaceAll(' ', '+'), 'base64').toString('utf8');
    const place = cursorSchema.parse(JSON.parse(written));
    const { sortBy, sortDir } = place;
    const isSameQuery =
      place.list === list &&
      (query.sortBy ?? sortBy) === sortBy &&
      (query.sortDir ?? sortDir) === sortDir &&
      place.filters.length === filters.length &&
      filters.every((filter, index) => [null, place.filters[index]].includes(filterValue(filter)));
    if (isSameQuery) return place;
  } catch {
    // The error below also reports an unreadable token.
  }
  throw invalid(
    'nextPageToken',
    'expected a page token that this list returned for the same filters and sort order',
  );
}

/** Returns the SQL conditions of the filters, and adds their values to the parameters. */
function filterConditions(
  filters: readonly Filter[],
  values: readonly (string | null)[],
  parameters: Parameters,
): string[] {
  return filters.flatMap(({ column, contains, anyOf }, index) => {
    const name = `f${index}`;
    const value = values[index] ?? null;
    if (anyOf != null) {
      // One JSON array needs only one SQL parameter.
      parameters[name] = JSON.stringify(anyOf);
      return [`${column} IN (SELECT value FROM json_each(:${name}))`];
    }
    if (value === null) return [];
    parameters[name] = value;
    return [contains ? `instr(lower(${column}), lower(:${name})) > 0` : `${column} = :${name}`];
  });
}

/** Returns the value of a filter, or `null` if the filter allows all values. */
function filterValue({ value }: Filter): string | null {
  return value === undefined || value === '' ? null : value;
}

/** Returns the sequence number of the newest change of an update time in any table. Returns 0 if there is none. */
function lastMove(database: Database): number {
  return database.get<{ last: number }>('SELECT coalesce(max(move), 0) AS last FROM moved_rows')?.last ?? 0;
}

/**
 * Throws 400 if old changes of update times were deleted, so that `moved_rows` no longer has all changes after `since`.
 */
function rejectOldToken(database: Database, since: number): void {
  const first = database.get<{ first: number }>('SELECT min(move) AS first FROM moved_rows')?.first ?? 0;
  if (first > since + 1)
    throw invalid(
      'nextPageToken',
      'the token is too old: too many objects changed since the first page; start again at the first page',
    );
}
