import { type Change, type Explanation, readTable } from '../evidence.ts';

const maxNamed = 5;
const maxShown = 1000;

/**
 * Counts rows in the earlier table of documents: the item runs of a version that have a given state, or the items that
 * have a given change.
 */
function count({ evidence }: Change, column: string, value: string, version?: string): number {
  const rows = readTable(evidence.earlier, 'documents').filter(
    (row) => row[column] === value && (version === undefined || row.version === version),
  );
  return new Set(rows.map(({ item }) => item)).size;
}

/** Names of the changes in the table of documents, each with its name in the earlier checkout. */
const changes: Readonly<Record<string, string>> = {
  newErrors: 'broke',
  fixed: 'fixed',
  changedWrong: 'changed-wrong',
  same: 'same',
};

/**
 * Rules for counts that are new because lists have become shorter. Each count must equal the length of the
 * earlier, complete list.
 */
export const boundedLists: readonly Explanation[] = [
  {
    match: /› report\.json\.versions\[.*\]\.states\.[\w-]+$/,
    holds: (change) => {
      const [, at, state = ''] = /\.versions\[(.*)\]\.states\.([\w-]+)$/.exec(change.key) ?? [];
      const version = change.left.facts.get(`report.json.versions[${at}].name`) ?? at;
      return change.before === undefined && change.after === count(change, 'state', state, String(version));
    },
    reason: 'report.json states the number of documents per state, which documents.csv has',
  },
  {
    match: /› (report\.json\.changeCounts|stdout\.changed)(\.\w+)?$/,
    holds: (change) => {
      const name = /(?:changeCounts|changed)\.(\w+)$/.exec(change.key)?.[1];
      if (change.before !== undefined) return false;
      if (name === undefined)
        return change.after === null && !change.left.facts.has('report.json.comparison.headline.length');
      return change.after === count(change, 'change', changes[name] ?? '');
    },
    reason:
      'the numbers of documents with new errors, fixed, changed and unchanged ones, which documents.csv has',
  },
  {
    match: /› report\.json\.documents\.(shown|rule)$/,
    holds: ({ key, before, after, left }) => {
      const planned = Number(left.facts.get('report.json.documents.planned'));
      if (before !== undefined || planned > maxShown) return false;
      return after === (key.endsWith('rule') ? null : planned);
    },
    reason: 'report.json states how many documents it shows, which are all up to 1,000',
  },
  {
    match: /› report\.json\.(method\.unscoredCount|fields\[.*\]\.confusions\[.*\]\.documents)$/,
    holds: ({ key, before, after, left }) => {
      const list = key.replace(/unscoredCount$/, 'unscored').replace(/\.documents$/, '.items');
      return before === undefined && after === left.facts.get(`${list}.length`);
    },
    reason: 'report.json states the full count of each list that it bounds',
  },
  {
    match: /› report\.json\.fields\[.*\]\.confusions\[.*\]\.items\.length$/,
    holds: ({ before, after }) => Number(before) > maxNamed && after === maxNamed,
    reason: 'a confusion names at most five documents',
  },
  {
    match: /› report\.json\.fields\[.*\]\.confusions\[.*\]\.items\[(?:[5-9]|\d{2,})\]$/,
    holds: ({ after }) => after === undefined,
    reason: 'a confusion names at most five documents',
  },
  {
    match: /\bsuspects\b.* › (stdout|report\.json\.labelIssues)\.(found|likely)$/,
    holds: ({ key, before, after, left }) => {
      const list = key.replace(/\.\w+$/, '.issues');
      const scores = [...left.facts].filter(
        ([name]) => name.startsWith(`${list}[`) && name.endsWith('.score'),
      );
      const likely = scores.filter(([, score]) => Number(score) > 0).length;
      return (
        before === undefined && after === (key.endsWith('likely') ? likely : left.facts.get(`${list}.length`))
      );
    },
    reason: 'the list of label issues is bounded, and states how many there are',
  },
];
