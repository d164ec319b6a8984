import { canonicalJson } from '../../base/canonical-json.ts';
import { isJsonObject } from '../../model/json/json-value.ts';

const longest = 160;

/**
 * Returns the differences between two configs, one line per changed path in sorted order: `path: old -> new`, with
 * `(none)` for a missing value. Compares list entries by id if all entries have one; a changed order is a separate
 * line.
 */
export function configDifference(baseline: unknown, candidate: unknown): string[] {
  const lines: string[] = [];
  visit(baseline, candidate, '');
  return lines;

  function visit(before: unknown, after: unknown, path: string): void {
    if (canonicalJson(before) === canonicalJson(after)) return;
    if (isJsonObject(before) && isJsonObject(after)) {
      const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
      for (const key of keys) visit(before[key], after[key], path === '' ? key : `${path}.${key}`);
      return;
    }
    const [old, now] = [byId(before), byId(after)];
    if (old !== null && now !== null) {
      for (const id of new Set([...old.keys(), ...now.keys()]))
        visit(old.get(id), now.get(id), `${path}[${id}]`);
      const [was, is] = [
        [...old.keys()].filter((id) => now.has(id)),
        [...now.keys()].filter((id) => old.has(id)),
      ];
      if (was.join('\n') !== is.join('\n')) lines.push(`${path}: order ${shown(was)} -> ${shown(is)}`);
      return;
    }
    lines.push(`${path === '' ? '(root)' : path}: ${shown(before)} -> ${shown(after)}`);
  }
}

/** Returns the entries of a list by id; `null` if the value is not a list of entries with unique ids. */
function byId(value: unknown): Map<string, unknown> | null {
  if (!Array.isArray(value)) return null;
  const entries = value.flatMap((entry): [string, unknown][] =>
    isJsonObject(entry) && typeof entry.id === 'string' ? [[entry.id, entry]] : [],
  );
  const found = new Map(entries);
  return found.size === value.length ? found : null;
}

function shown(value: unknown): string {
  if (value === undefined) return '(none)';
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
