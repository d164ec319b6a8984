/**
 * Matches dotted field names (`line_items.amount`, without row numbers) against a pattern.
 *
 * `*` alone matches every field. Within a pattern a part `*` stands for one part or, in the middle, for a row number,
 * which field names do not have: `line_items.*.amount` and `line_items.amount` mean the same. `**` stands for any
 * number of parts. Inside a part `*` and `?` stand for any characters and for one: `*_date`.
 */
export function fieldGlob(pattern: string): (field: string) => boolean {
  if (pattern === '*' || pattern === '**') return () => true;
  const parts = pattern
    .replace(/\[(\d+|\*)?\]/g, '.*')
    .split('.')
    .map((part) => (part === '*' || part === '**' ? part : partMatcher(part)));
  return (field) => matches(parts, 0, field.split('.'), 0);
}

/** Whether a pattern matches a field or one of the nodes that it lies in: how exclusions are read. */
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

function matches(parts: readonly Part[], at: number, names: readonly string[], name: number): boolean {
  if (at === parts.length) return name === names.length;
  const part = parts[at] as Part;
  if (part === '**') {
    for (let next = name; next <= names.length; next++) if (matches(parts, at + 1, names, next)) return true;
    return false;
  }
  if (part === '*') {
    const rowNumber = at > 0 && at < parts.length - 1 && matches(parts, at + 1, names, name);
    return rowNumber || (name < names.length && matches(parts, at + 1, names, name + 1));
  }
  return name < names.length && part(names[name] as string) && matches(parts, at + 1, names, name + 1);
}
