import type { ListQuery } from '../../model/wire/list.ts';
import { invalid } from '../http-error.ts';
import type { Database, Parameters } from './database.ts';

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextPageToken: string | null;
}

const defaultPageSize = 50;

interface Cursor {
  readonly value: string;
  readonly seq: number;
}

/**
 * One page of a table, by time and `seq`. The cursor holds the last row's two keys, so rows that come or go between
 * two requests neither repeat nor hide others (a row that is updated in between moves to its new place).
 */
export function listPage<Row extends { seq: number }>(
  database: Database,
  table: string,
  query: ListQuery,
  filters: readonly Filter[],
  columns = '*',
): Page<Row> {
  const column = (query.sortBy ?? 'updatedAt') === 'createdAt' ? 'created_at' : 'updated_at';
  const direction = query.sortDir ?? 'desc';
  const size = query.maxPageSize ?? defaultPageSize;
  const conditions: string[] = [];
  const parameters: Parameters = { limit: size + 1 };
  filters.forEach((filter, index) => {
    if (filter.anyOf != null) {
      // One parameter for a list of any length.
      conditions.push(`${filter.column} IN (SELECT value FROM json_each(:f${index}))`);
      parameters[`f${index}`] = JSON.stringify(filter.anyOf);
    }
    if (filter.value === undefined || filter.value === '') return;
    const name = `f${index}`;
    conditions.push(
      filter.contains ? `instr(lower(${filter.column}), lower(:${name})) > 0` : `${filter.column} = :${name}`,
    );
    parameters[name] = filter.value;
  });
  if (query.nextPageToken !== undefined) {
    const cursor = readToken(query.nextPageToken, `${column}:${direction}`);
    conditions.push(`(${column}, seq) ${direction === 'desc' ? '<' : '>'} (:value, :seq)`);
    parameters.value = cursor.value;
    parameters.seq = cursor.seq;
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const found = database.all<Row>(
    `SELECT ${columns} FROM ${table} ${where} ORDER BY ${column} ${direction}, seq ${direction} LIMIT :limit`,
    parameters,
  );
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  const value = last === undefined ? undefined : (last as unknown as Record<string, string>)[column];
  const more = found.length > size && last !== undefined && value !== undefined;
  return {
    rows,
    nextPageToken: more ? writeToken({ value, seq: last.seq }, `${column}:${direction}`) : null,
  };
}

export interface Filter {
  readonly column: string;
  /** Undefined or empty: the filter was not asked for. */
  readonly value?: string | undefined;
  readonly contains?: boolean;
  /** Only rows with one of these; null: the filter was not asked for. */
  readonly anyOf?: readonly string[] | null;
}

function writeToken(cursor: Cursor, order: string): string {
  return Buffer.from(JSON.stringify([order, cursor.value, cursor.seq])).toString('base64');
}

function readToken(token: string, order: string): Cursor {
  try {
    // A client that does not encode it sends "+" for what arrives as a space.
    const written = Buffer.from(token.replaceAll(' ', '+'), 'base64').toString('utf8');
    const [tokenOrder, value, seq] = JSON.parse(written) as unknown[];
    if (tokenOrder === order && typeof value === 'string' && typeof seq === 'number') return { value, seq };
  } catch {
    // Falls through to the one refusal below.
  }
  throw invalid('nextPageToken', 'not a token of this list and order');
}
