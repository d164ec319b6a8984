/**
 * Compiles a pattern for dotted field names such as `line_items.amount`, which have no row numbers. The
 * pattern `*` alone matches every field. As one part of a pattern, `*` matches one part of the name. In the
 * middle it can also stand for the absent row number, so `line_items.*.amount` matches `line_items.amount`.
 * `**` matches any number of parts. Inside a part, `*` matches any characters and `?` matches one: `*_date`.
 */
export function fieldGlob(pattern: string): (field: string) => boolean {
  if (pattern === '*' || pattern === '**') return () => true;
  const parts = pattern
    .replace(/\[(\d+|\*)?\]/g, '.*')
    .split('.')
    .map((part) => (part === '*' || part === '**' ? part : partMatcher(part)));
  return (field) => matches(parts, field.split('.'));
}

/** Like `fieldGlob`, but also matches every field inside a field that matches. Exclusions use it. */
export function fieldGlobWithin(pattern: string): (field: string) => boolean {
  const glob = fieldGlob(pattern);
  return (field) => {
    for (let end = field.indexOf('.'); end !== -1; end = field.indexOf('.', end + 1)) {
      if (glob(field.slice(0, end))) return true;
    }
    return glob(field);
  };
}

type Part = '*' | '**' | ((text: string) => boolean);

function partMatcher(part: string): (text: string) => boolean {
  if (!/[*?]/.test(part)) return (text) => text === part;
  const source = part
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  const pattern = new RegExp(`^${source}$`, 'su');
  return (text) => pattern.test(text);
}

/** Finds per part which prefixes of the name it matches. Time grows with pattern length x name length. */
function matches(parts: readonly Part[], names: readonly string[]): boolean {
  let reached = names.map(() => false);
  reached.unshift(true);
  for (const [at, part] of parts.entries()) {
    const isInside = at > 0 && at < parts.length - 1;
    const next: boolean[] = [];
    for (let end = 0; end <= names.length; end++) {
      const before = end > 0 && reached[end - 1] === true;
      if (part === '**') next[end] = reached[end] === true || (end > 0 && next[end - 1] === true);
      else if (part === '*') next[end] = before || (isInside && reached[end] === true);
      else next[end] = before && part(names[end - 1] as string);
    }
    reached = next;
  }
  return reached[names.length] === true;
}
