import { canonicalJson } from '../base/canonical-json.ts';
import { isJsonObject } from '../model/json-value.ts';

const longest = 160;

/**
 * The difference between two configs, one line a changed path in sorted order: `path: old -> new`, with `(none)`
 * where a side has nothing there. Empty when they are equal.
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
    lines.push(`${path === '' ? '(root)' : path}: ${shown(before)} -> ${shown(after)}`);
  }
}

function shown(value: unknown): string {
  if (value === undefined) return '(none)';
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
