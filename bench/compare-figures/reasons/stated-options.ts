import { type Change, type Evidence, type Explanation, readTable } from '../evidence.ts';
import { readGate } from '../gate-result.ts';
import type { Fact } from '../read-outputs.ts';
import { isSameList } from './reasons-of-verdict.ts';

const options = 'reports and gates state the scoring options that differ from the defaults';
const labels = 'with `unlabelled: ignore`, reports and gates list the fields that few documents label';
const added = 'the gate has checks that state options and labels';

const maxNamed = 5;

/**
 * Returns the scoring options in a command line, under the names that reports use: comparators, their order
 * and excluded fields.
 */
function optionsOf(where: string): Map<string, string> {
  const flags = (name: string) =>
    [...where.matchAll(new RegExp(` --${name} (\\S+)`, 'g'))].map(([, value]) => String(value));
  const comparators = flags('comparator').map((flag) => {
    const [, field = '', name = '', threshold] = /^([^=]+)=([\w-]+)(?::(.+))?$/.exec(flag) ?? [];
    return [field, threshold === undefined ? name : `${name} {"threshold":${threshold}}`] as const;
  });
  const found = new Map(comparators.map(([field, value]) => [`Comparator of ${field}`, value]));
  if (comparators.length > 1)
    found.set('Order of comparator rules', comparators.map(([field]) => field).join(', '));
  const excluded = flags('exclude');
  if (excluded.length > 0) found.set('Exclude', JSON.stringify(excluded.sort()));
  for (const { option, recorded, used } of differencesOf(where))
    found.set(`Other option than in the run: ${option}`, `${used}; ${recorded} in the run`);
  return found;
}

interface OptionDifference {
  readonly option: string;
  readonly recorded: string;
  readonly used: string;
}

/**
 * Options of an import that some commands override: flag, name of the option, and its value in the import.
 */
const recordedOptions: readonly (readonly [flag: string, option: string, recorded: string])[] = [
  ['emptiness', 'presence.emptiness', 'service'],
  ['unlabelled', 'presence.unlabelled', 'absent'],
];

/** Returns the options that a command sets to another value than the import of its record. */
function differencesOf(where: string): OptionDifference[] {
  if (!/^(scale-300|cord-kieval) /.test(where)) return [];
  return recordedOptions.flatMap(([flag, option, recorded]) => {
    const used = new RegExp(` --${flag} (\\S+)`).exec(where)?.[1];
    return used === undefined || used === recorded ? [] : [{ option, recorded, used }];
  });
}

/**
 * Returns the note that lists options with another value than in the run; `null` if all options have the values of the
 * run.
 */
function differencesText(where: string): string | null {
  const texts = differencesOf(where).map(
    ({ option, recorded, used }) => `${option} is ${used}, not ${recorded}`,
  );
  return texts.length === 0 ? null : `scored with other options than the run: ${texts.join('; ')}`;
}

const isNote = (sentence: string, { where, evidence }: Change) =>
  [fewLabels(evidence), differencesText(where)].some(
    (note) => note !== null && sentence === `Note: ${note}.`,
  );

/**
 * Finds the fields with a label in at most half of the documents, from the earlier report. Returns the sentence that
 * lists them; `null` if there are none.
 */
function fewLabels(evidence: Evidence): string | null {
  const own = readTable(evidence.earlier, 'fields').length > 0 ? evidence.earlier : evidence.report();
  const count = new Set(readTable(own, 'documents').map(({ item }) => item)).size;
  const rows = readTable(own, 'fields').filter((row) => row.is_leaf === 'true');
  const rare = new Map(
    rows
      .filter(({ documents }) => Number(documents) <= count / 2)
      .map(({ field, documents }) => [field, documents]),
  );
  if (rare.size === 0) return null;
  const named = [...rare].slice(0, maxNamed).map(([field, documents]) => `${field} in ${documents}`);
  const more = rare.size > maxNamed ? ` and ${rare.size - maxNamed} more fields` : '';
  return `some fields have labels in only a few of the ${count} documents ("unlabelled" is "ignore"): ${named.join(', ')}${more}`;
}

/** Returns the expected members of a check that only the later gate has; `null` for another check. */
function addedCheck(name: string, { where, evidence }: Change): Readonly<Record<string, Fact>> | null {
  const common = { name, value: null, bound: null, unit: 'count', status: 'pass' };
  if (name === 'labels of the fields') return { ...common, rule: 'labels', reason: fewLabels(evidence) };
  if (name !== 'options of the scores') return null;
  const stated = [...optionsOf(where)].map(
    ([option, value]) => `${option[0]?.toLowerCase()}${option.slice(1)} is ${value}`,
  );
  return { ...common, rule: 'options', reason: stated.join('; ') };
}

/** Returns the names of the checks that only the later gate has. */
function addedNames({ evidence, ...change }: Change): string[] {
  const names = readGate(evidence.later)?.checks.map(({ name }) => name) ?? [];
  return names.filter((name) => addedCheck(name, { ...change, evidence }) !== null);
}

export const statedOptions: readonly Explanation[] = [
  {
    match:
      /› report\.json\.method\.facts(\.length|\[(Comparator of .*|Order of comparator rules|Exclude|Other option than .*)\]\.(name|value))$/,
    holds: ({ key, before, after, where }) => {
      const stated = optionsOf(where);
      if (key.endsWith('.length')) return stated.size > 0 && after === Number(before) + stated.size;
      const [, name = '', member] = /\.facts\[(.*)\]\.(name|value)$/.exec(key) ?? [];
      return (
        before === undefined && stated.has(name) && after === (member === 'name' ? name : stated.get(name))
      );
    },
    reason: options,
  },
  {
    match: /› (stdout|gate\.json)\.checks(\.length|\[(labels of the fields|options of the scores)\]\.\w+)$/,
    holds: (change) => {
      const { key, before, after, left } = change;
      if (key.endsWith('.length')) return after === Number(before) + addedNames(change).length;
      const [, name = '', member = ''] = /\.checks\[(.*)\]\.(\w+)$/.exec(key) ?? [];
      const expected =
        member === 'n' ? left.facts.get('gate.json.items') : addedCheck(name, change)?.[member];
      return before === undefined && expected !== undefined && after === expected;
    },
    reason: added,
  },
  {
    match: /› (stdout|report\.json\.verdict)\.reasons(\.length|\[\d+\]| \(order\))$/,
    holds: (change) => isSameList(change, { added: (reason) => isNote(reason, change) }),
    reason: labels,
  },
  {
    match: /› summary\.md, a line$/,
    holds: (change) => change.before === undefined && isNote(String(change.after).slice('- '.length), change),
    reason: labels,
  },
  {
    match: /› (stdout|report\.json\.method)\.optionDifferences(\.length|\[\d+\]\.\w+)$/,
    holds: ({ key, before, after, where }) => {
      const differences = differencesOf(where);
      const [, at, member] = /\[(\d+)\]\.(\w+)$/.exec(key) ?? [];
      const own = differences[Number(at)] as OptionDifference | undefined;
      const expected = at === undefined ? differences.length : own?.[member as keyof OptionDifference];
      return before === undefined && differences.length > 0 && after === expected;
    },
    reason: options,
  },
];
