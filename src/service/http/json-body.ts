import { isUtf8 } from 'node:buffer';
import { parseJson } from '../../base/exact-json.ts';
import { invalid } from '../errors/http-error.ts';

const depthLimit = 100;

/**
 * Returns the JSON value of a body, or `undefined` if the body is empty. Throws 400 for invalid UTF-8 or JSON, and for
 * the values that `checkDepth` rejects.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  // Without this check, invalid bytes would be stored as replacement characters.
  if (!isUtf8(bytes)) throw invalid('body', 'the body is not UTF-8.');
  const text = bytes.toString('utf8');
  if (text.trim() === '') return undefined;
  let body: unknown;
  try {
    // Some clients begin UTF-8 with a byte order mark.
    body = parseJson(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    throw invalid('body', 'the body is not valid JSON.');
  }
  checkDepth(body);
  return body;
}

/** Throws 400 if the value is nested too deeply or has the key `__proto__`, which has no legitimate use. */
function checkDepth(body: unknown): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > depthLimit) throw invalid('body', `the body is nested deeper than ${depthLimit} levels.`);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (Object.hasOwn(value, '__proto__')) throw invalid('body', 'the key __proto__ is not allowed.');
      for (const member of Object.values(value)) if (typeof member === 'object') next.push(member);
    }
    level = next;
  }
}
