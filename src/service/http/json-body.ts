import { isUtf8 } from 'node:buffer';
import { HttpError } from '../errors/http-error.ts';

const depthLimit = 100;

/** A request body as JSON; 400 where it is not, or where its nesting could exhaust the stack of what reads it. */
export function parseJsonBody(bytes: Buffer): unknown {
  // Decoded all the same, other bytes would be stored as replacement characters.
  if (!isUtf8(bytes)) throw new HttpError(400, 'Validation Error: the body is not UTF-8. param: body');
  const text = bytes.toString('utf8');
  if (text.trim() === '') return undefined;
  let body: unknown;
  try {
    // Some senders mark their text as UTF-8 by its first character.
    body = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    throw new HttpError(400, 'Validation Error: the body is not valid JSON. param: body');
  }
  if (tooDeep(body))
    throw new HttpError(
      400,
      `Validation Error: the body is nested deeper than ${depthLimit} levels. param: body`,
    );
  return body;
}

/** Level by level, without recursion. Own keys named __proto__ are refused: they exist only to do harm. */
function tooDeep(body: unknown): boolean {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > depthLimit) return true;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (Object.hasOwn(value, '__proto__'))
        throw new HttpError(400, 'Validation Error: the key __proto__ is not allowed. param: body');
      for (const member of Object.values(value)) if (typeof member === 'object') next.push(member);
    }
    level = next;
  }
  return false;
}
