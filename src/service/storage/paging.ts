import { z } from 'zod';
import type { ListQuery } from '../../model/wire/list.ts';
import { invalid } from '../errors/http-error.ts';

export interface Page<Row> {
  readonly rows: Row[];
  /** Token of the next page. Absent on the last page. */
  readonly nextPageToken: string | undefined;
}

/** Content of a page token: the sort order, and the two sort keys of the last row of the page. */
const cursorSchema = z
  .tuple([z.enum(['createdAt', 'updatedAt']), z.enum(['asc', 'desc']), z.string(), z.number()])
  .transform(([sortBy, sortDir, value, seq]) => ({ sortBy, sortDir, value, seq }));
type Cursor = z.output<typeof cursorSchema>;

export interface Filter {
  readonly column: string;
  /** Value that the rows must have in `column`. `undefined` or empty: no filter. */
  readonly value?: string | undefined;
  readonly contains?: boolean;
  /** Values that the rows may have in `column`. `null`: no filter. */
  readonly anyOf?: readonly string[] | null;
}

export function writeToken({ sortBy, sortDir, value, seq }: Cursor): string {
  return Buffer.from(JSON.stringify([sortBy, sortDir, value, seq])).toString('base64');
}

/** Reads the page token, if there is one. Throws 400 if the token is invalid or has another sort order. */
export function readToken(query: ListQuery): Cursor | undefined {
  const { nextPageToken: token } = query;
  if (token === undefined) return undefined;
  try {
    // If a client does not encode the token, "+" arrives as a space.
    const written = Buffer.from(token.replaceAll(' ', '+'), 'base64').toString('utf8');
    const cursor = cursorSchema.parse(JSON.parse(written));
    const { sortBy, sortDir } = cursor;
    if ((query.sortBy ?? sortBy) === sortBy && (query.sortDir ?? sortDir) === sortDir) return cursor;
  } catch {
    // The check below rejects an unreadable token.
  }
  throw invalid('nextPageToken', 'expected a page token of this list with the same sort order');
}
