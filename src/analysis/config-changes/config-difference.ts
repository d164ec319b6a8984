import { canonicalJson } from '../../base/canonical-json.ts';
import { isJsonObject } from '../../model/json/json-value.ts';

const longest = 160;

/** Reports do not show the values of settings whose names match this pattern. */
const secretNames = /secret|token|password|passphrase|credential|authorization|api[-_]?key|private[-_]?key/i;

export const hiddenValue = '(hidden)';

/** One path at which two configs differ. A value is `undefined` if the config does not have the path. */
export interface ConfigDifference {
  readonly path: string;
  /** The names of the nested keys on the path. A list entry that has an id is written as `[id]`. */
  readonly parts: readonly string[];
  /** True if only the order of a list changed. The values are then lists of ids. */
  readonly reordered: boolean;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Returns the differences between two configs: one per changed path, sorted by path. Compares list entries by id if all
 * entries have one. Values of secret settings, such as tokens and passwords, are replaced by `(hidden)`.
 */
export function configDifferences(baseline: unknown, candidate: unknown): ConfigDifference[] {
  const found: ConfigDifference[] = [];
  visit(baseline, candidate, []);
  return found;

  function add(parts: readonly string[], before: unknown, after: unknown, reordered = false): void {
    const isSecret = parts.some((part) => secretNames.test(part));
    const shownOf = (value: unknown) =>
      value === undefined ? undefined : isSecret ? hiddenValue : withoutSecrets(value);
    found.push({ path: pathOf(parts), parts, reordered, before: shownOf(before), after: shownOf(after) });
  }

  function visit(before: unknown, after: unknown, parts: readonly string[]): void {
    if (canonicalJson(before) === canonicalJson(after)) return;
    if (isJsonObject(before) && isJsonObject(after)) {
      const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
      for (const key of keys) visit(before[key], after[key], [...parts, key]);
      return;
    }
    const [old, now] = [byId(before), byId(after)];
    if (old !== null && now !== null) {
      for (const id of new Set([...old.keys(), ...now.keys()]))
        visit(old.get(id), now.get(id), [...parts, `[${id}]`]);
      const [was, is] = [
        [...old.keys()].filter((id) => now.has(id)),
        [...now.keys()].filter((id) => old.has(id)),
      ];
      if (was.join('\n') !== is.join('\n')) add(parts, was, is, true);
      return;
    }
    add(parts, before, after);
  }
}

/** Returns the differences as lines such as `path: old -> new`. A missing value is shown as `(none)`. */
export function configDifference(baseline: unknown, candidate: unknown): string[] {
  return configDifferences(baseline, candidate).map(({ path, reordered, before, after }) => {
    const values = `${shown(before)} -> ${shown(after)}`;
    return `${path === '' ? '(root)' : path}: ${reordered ? 'order ' : ''}${values}`;
  });
}

function pathOf(parts: readonly string[]): string {
  return parts.reduce(
    (path, part) => (path === '' || part.startsWith('[') ? `${path}${part}` : `${path}.${part}`),
    '',
  );
}

/** Returns a copy of the value in which every secret is replaced by `(hidden)`. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      secretNames.test(key) ? hiddenValue : withoutSecrets(inner),
    ]),
  );
}

/**
 * Returns the entries of a list by id. Returns `null` if the value is not a list, or if its entries have no unique ids.
 */
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
