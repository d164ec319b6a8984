import type { Fact } from './read-outputs.ts';

/** A difference that is right, and why. `match` sees `case › command › key`. */
export interface Explanation {
  readonly match: RegExp;
  /** Whether these two values are the ones that the reason explains; any if it is left out. */
  readonly holds?: (before: Fact | undefined, after: Fact | undefined) => boolean;
  readonly reason: string;
}

const onlyLater = (before: Fact | undefined) => before === undefined;

/** Runs of these commands ended without all results, or were not closed. */
const unfinished = '^(lost-rows › |two-records › (report records/unfinished|gate) )';

export const explained: readonly Explanation[] = [
  {
    match: /\.anchor$/,
    reason: 'docs/metrics.md is divided into pages, and a heading has another name',
  },
  {
    match: /› gate\.md, a line$/,
    holds: (before, after) => / · policy [0-9a-f]{8}$/.test(String(before ?? after)),
    reason: 'the line contains the hash of the policy, whose rules have other names',
  },
  {
    match:
      /› (stdout|gate)\.policyHash$|› gate\.json\.policyHash$|› gate\.codequality\.json\[\d+\]\.(check_name|fingerprint)$/,
    reason: 'the rules of a gate policy have other names, which are part of its hash and of fingerprints',
  },
  {
    match:
      /\.reconciliation\.conventions(\[share (of nothing|with denominator 0)\]\.(name|value)| \(order\))$/,
    reason: 'conventions of a reconciliation have other names',
  },
  {
    match: /› stdout\.files\[\d+\]$/,
    holds: (before, after) => String(before).replace('/stages.', '/attribution.') === after,
    reason: 'the files of an error attribution have other names',
  },
  {
    match: /› documents\.csv\[.*\]\.failure$/,
    holds: (before, after) => String(before).replace('there is no prediction', 'no prediction') === after,
    reason: 'the reason of a missing prediction has other words',
  },
  {
    match: /› [\w-]+\.csv columns$/,
    holds: (before, after) =>
      typeof before === 'string' &&
      typeof after === 'string' &&
      before.split(',').length === after.split(',').length,
    reason: 'columns have other names; their cells are compared under the present names',
  },
  {
    match: /› report\.json\.schemaVersion$/,
    holds: (before, after) => before === 1 && after === 2,
    reason: 'report.json has another shape: rows of the shown documents only',
  },
  {
    match:
      /› report\.json\.(documents\.(shown|rule)|versions\[.*\]\.states\..*|changeCounts(\..*)?|method\.unscoredCount|fields\[.*\]\.confusions\[.*\]\.documents)$/,
    holds: onlyLater,
    reason: 'report.json states the full count of each list that it bounds',
  },
  {
    match: /\bsuspects\b.* › (stdout|report\.json\.labelIssues)\.(found|likely)$/,
    holds: onlyLater,
    reason: 'the list of label issues is bounded, and states how many there are',
  },
  {
    match: /--suspects.* › summary\.md, a line$/,
    holds: onlyLater,
    reason: 'the Markdown summary has the label issues',
  },
  {
    match: /› report\.json\.rerun(\.(dataset|processor))?$/,
    holds: (_, after) => after === undefined || after === null,
    reason: 'nothing was run for an import, so its report has no command to run a document again',
  },
  {
    match: /(› |: )compare\b.* › stdout\.changed\.(newErrors|fixed|changedWrong|same)$/,
    holds: onlyLater,
    reason:
      'compare --json states the number of documents with new errors, fixed, changed and unchanged ones',
  },
  {
    match: /› report\.json\.fields\[.*\]\.confusions\[.*\]\.items\.length$/,
    holds: (before, after) => Number(before) > 5 && after === 5,
    reason: 'a confusion names at most five documents',
  },
  {
    match: /› report\.json\.fields\[.*\]\.confusions\[.*\]\.items\[(?:[5-9]|\d{2,})\]$/,
    holds: (_, after) => after === undefined,
    reason: 'a confusion names at most five documents',
  },
  {
    match: new RegExp(`${unfinished}.*› (exit code|stdout\\.exitCode)$`),
    holds: (before, after) => before === 0 && after === 3,
    reason: 'an unfinished record gets no verdict, and the exit code is 3',
  },
  {
    match: new RegExp(
      `${unfinished}.*(verdict|section=run|not_run|not run|unread|could not be read|headline( \\(order\\)|\\.length)|tiles( \\(order\\)|\\.length)|rows$|stdout, a line|\\.md, a line)`,
    ),
    reason:
      'an unfinished record gets no verdict, and runs without a result are counted apart from failed ones',
  },
  {
    match: new RegExp(`${unfinished}.*\\.(failure|reason)$`),
    holds: (before, after) => before === 'no result in the record' && after === 'not run',
    reason:
      'an unfinished record gets no verdict, and runs without a result are counted apart from failed ones',
  },
];
