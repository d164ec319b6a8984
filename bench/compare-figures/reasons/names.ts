import { type Change, type Evidence, type Explanation, fileOf } from '../evidence.ts';
import type { Fact } from '../read-outputs.ts';
import { unescaped } from '../restated.ts';

const text = ({ before, after }: Change) => [String(before), String(after)] as const;

/**
 * Maps each earlier hash of a scorer to the later one, and each later hash to the earlier one. With these maps, the
 * rule checks that equal hashes stay equal and different hashes stay different.
 */
const hashes = { later: new Map<string, string>(), earlier: new Map<string, string>() };

function isSameHash(before: string, after: string): boolean {
  if (![before, after].every((hash) => /^[0-9a-f]{16}$/.test(hash))) return false;
  if (!hashes.later.has(before) && !hashes.earlier.has(after)) {
    hashes.later.set(before, after);
    hashes.earlier.set(after, before);
  }
  return hashes.later.get(before) === after && hashes.earlier.get(after) === before;
}

interface LabelIssues {
  readonly labels: number;
  readonly found: number;
  readonly likely: number;
  readonly issues: readonly {
    readonly itemId: string;
    readonly path: string;
    readonly label: unknown;
    readonly proposed: unknown;
    readonly score: number;
  }[];
}

/** Maximum number of rows in a table of the Markdown summary. */
const maxRows = 15;

/** Returns whether a line of the Markdown summary states the label issues of report.json. */
function isLabelIssue(line: string, { later }: Evidence): boolean {
  const content = fileOf(later, 'report.json');
  if (content === undefined) return false;
  const { labelIssues } = JSON.parse(content) as { readonly labelIssues: LabelIssues };
  const { labels, found, likely, issues } = labelIssues;
  const total = `${likely} of ${labels.toLocaleString('en')} labels are more likely wrong than right; ${found - likely} more are doubtful.`;
  if (line === total || line === `and ${found - maxRows} more`) return true;
  const shown = (value: unknown) =>
    value === null
      ? '—'
      : typeof value === 'object'
        ? Object.values(value as object).join(' ')
        : String(value);
  const isShown = (cell: string | undefined, value: unknown) =>
    cell === shown(value) || (cell?.endsWith('…') && shown(value).startsWith(cell.slice(0, -1)));
  const [item, path, label, proposed, score] = unescaped(line).slice(2, -2).split(' | ');
  return issues.some(
    (issue) =>
      issue.itemId === item &&
      issue.path === path &&
      isShown(label, issue.label) &&
      isShown(proposed, issue.proposed) &&
      score === issue.score.toFixed(1),
  );
}

/** Earlier names of the conventions of a reconciliation, with their present names. */
const conventions: Readonly<Record<string, string>> = {
  'share of nothing': 'rate with denominator 0',
  'what the gold does not label': 'members without a label',
  'rows paired': 'row alignment',
};

/** Returns whether two lists of conventions differ only in names. */
function isRenamedConvention(
  key: string,
  before: ReadonlyMap<string, Fact>,
  after: ReadonlyMap<string, Fact>,
): boolean {
  const [, list = '', name] = /^(.*\.reconciliation\.conventions)(?:\[(.*)\]\.\w+)?/.exec(key) ?? [];
  if (key.endsWith(' (order)')) {
    const names = String(before.get(key)).split(' | ');
    return names.map((one) => conventions[one] ?? one).join(' | ') === after.get(key);
  }
  const pair = Object.entries(conventions).find((names) => names.includes(name ?? ''));
  if (pair === undefined) return false;
  const [was, is] = [before.get(`${list}[${pair[0]}].value`), after.get(`${list}[${pair[1]}].value`)];
  return was !== undefined && was === is;
}

/** Rules for names, hashes and formats that changed while all figures stayed the same. */
export const names: readonly Explanation[] = [
  {
    match: /\.anchor$/,
    holds: ({ before, after }) => [before, after].every((anchor) => /^[a-z0-9#./-]+$/.test(String(anchor))),
    reason: 'docs/metrics.md is divided into pages, and a heading has another name',
  },
  {
    match: /\.(scorerFingerprint|scorer\.fingerprint)$/,
    holds: (change) => isSameHash(...text(change)),
    reason: 'the scorer has another version, which is part of its fingerprint',
  },
  {
    match: /\.scorer\.code$/,
    holds: ({ before, after }) => before === '3' && after === '4',
    reason: 'the scorer has another version, which is part of its fingerprint',
  },
  {
    match: /› score .*› stdout, a line$/,
    holds: ({ before, after, left, right }) => {
      const hashIn = (lines: readonly string[] = []) =>
        lines.flatMap((line) => /^(?:Scored by|Scorer:) ([0-9a-f]{16})\.?$/.exec(line)?.[1] ?? []);
      const [[earlier], [later]] = [hashIn(left.texts.get('stdout')), hashIn(right.texts.get('stdout'))];
      const line = String(before ?? after);
      const own = before === undefined ? later : earlier;
      return (
        [`Scored by ${own}.`, `Scorer: ${own}`].includes(line) && isSameHash(String(earlier), String(later))
      );
    },
    reason: 'the scorer has another version, which is part of its fingerprint',
  },
  {
    match: /› gate\.md, a line$/,
    holds: ({ before, after, left, right }) => {
      const plain = (line: unknown) => String(line).replace(/ · policy [0-9a-f]{8}$/, ' · policy');
      const line = plain(before ?? after);
      const others = (before === undefined ? left : right).texts.get('gate.md') ?? [];
      return line.endsWith(' · policy') && others.some((other) => plain(other) === line);
    },
    reason: 'the line contains the hash of the policy, whose rules have other names',
  },
  {
    match: /› (stdout|gate\.json)\.policyHash$|› gate\.codequality\.json\[\d+\]\.(check_name|fingerprint)$/,
    holds: ({ key, before, after }) => {
      const pattern = key.endsWith('check_name') ? /^goldset-gate-[a-z-]+$/ : /^[0-9a-f]{64}$/;
      return [before, after].every((name) => name === undefined || pattern.test(String(name)));
    },
    reason: 'the rules of a gate policy have other names, which are part of its hash and of fingerprints',
  },
  {
    match: /\.reconciliation\.conventions(\[.*\]\.(name|value)| \(order\))$/,
    holds: ({ key, left, right }) => isRenamedConvention(key, left.facts, right.facts),
    reason: 'conventions of a reconciliation have other names',
  },
  {
    match: /› stdout\.files\[\d+\]$/,
    holds: ({ before, after }) => String(before).replace('/stages.', '/attribution.') === after,
    reason: 'the files of an error attribution have other names',
  },
  {
    match: /› documents\.csv\[.*\]\.failure$/,
    holds: ({ before, after }) => String(before).replace('there is no prediction', 'no prediction') === after,
    reason: 'the reason of a missing prediction has other words',
  },
  {
    match: /› [\w-]+\.csv columns$/,
    holds: ({ before, after }) =>
      typeof before === 'string' &&
      typeof after === 'string' &&
      before.split(',').length === after.split(',').length,
    reason: 'columns have other names; their cells are compared under the present names',
  },
  {
    match: /› report\.json\.schemaVersion$/,
    holds: ({ before, after }) => before === 1 && after === 2,
    reason: 'report.json has another shape: rows of the shown documents only',
  },
  {
    match: /› report\.json\.rerun(\.(dataset|processor))?$/,
    holds: ({ after }) => after === undefined || after === null,
    reason: 'nothing was run for an import, so its report has no command to run a document again',
  },
  {
    match: /--suspects.* › summary\.md, a line$/,
    holds: ({ before, after, evidence }) => before === undefined && isLabelIssue(String(after), evidence),
    reason: 'the Markdown summary has the label issues',
  },
  {
    match: /› ((stdout|gate\.json)\.(code|selection)|(stdout|trend\.json)\.points\[.*\]\.problem)$/,
    holds: ({ before, after }) => before === undefined && after === null,
    reason: 'the result has a member for the reason why there is no verdict, which is null here',
  },
  {
    match: /^shards › gate › ((exit code|(stdout|gate\.json)\.exitCode)|(stdout|gate\.json)\.code)$/,
    holds: ({ key, before, after }) =>
      key.endsWith('code') && !key.startsWith('exit')
        ? before === undefined && after === 'unreadable-record'
        : before === 1 && after === 2,
    reason: 'a gate on a record that it cannot read, here a shard, exits with 2',
  },
];
