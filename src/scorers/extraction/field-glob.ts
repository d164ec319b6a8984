/**
 * Compiles a pattern for field names such as `line_items.amount`. The dots separate the parts of a name.
 *
 * - `*` alone matches every field.
 * - `*` as a part matches one part: `*.amount`. Between two parts, it can also be empty: `line_items.*.amount`
 *   matches `line_items.amount`, because field names have no row numbers.
 * - `**` as a part matches any number of parts.
 * - Inside a part, `*` matches any characters and `?` matches one: `*_date`.
 */
export function fieldGlob(pattern: string): (field: string) => boolean {
  if (pattern === '*' || pattern === '**') return () => true;
  const parts = pattern
    .replace(/\[(\d+|\*)?\]/g, '.*')
    .split('.')
    .map((part) => (part === '*' || part === '**' ? part : partMatcher(part)));
  return (field) => matches(parts, field.split('.'));
}

/** Like `fieldGlob`, but also matches all fields below a matching field. Used for exclusions. */
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

/**
 * Goes through the parts of the pattern, and computes after each part which prefixes of the name match the parts so
 * far. Time grows with pattern length x name length.
 */
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
