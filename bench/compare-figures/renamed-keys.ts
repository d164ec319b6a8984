import type { Fact } from './read-outputs.ts';
import { presentSentence } from './words.ts';

/**
 * Earlier names in reports, tables and the output of `--json`, each with its present name. The names are replaced in
 * the order of this list.
 */
const renamed: readonly (readonly [old: RegExp, name: string])[] = [
  [/^report\.json\.suspects\b/, 'report.json.labelIssues'],
  [/\bsuspects\.csv\b/, 'label-issues.csv'],
  [/^(label-issues\.csv\[.*\])\.why$/, '$1.evidence'],
  [/\bstages\.(csv|json)\b/, 'attribution.$1'],
  [/\bplan\.csv\b/, 'sample-size.csv'],
  [/^report\.json\.stages\b/, 'report.json.attribution'],
  [/^report\.json\.plan\b/, 'report.json.sampleSize'],
  [/^(stdout|report\.json\.labelIssues)\.suspects\b/, '$1.issues'],
  [/\.broke\b/g, '.newErrors'],
  [/\buseless(?=Names\b|\b)/g, 'trivial'],
  [/\bseenOn\b/g, 'observedOn'],
  [/\bseen_on\b/g, 'observed_on'],
  [/\b(to_be_safe|documents_cautious)\b/g, 'documents_conservative'],
  [/\.cautious$/, '.conservative'],
  [/\.settles\.documents$/, '.documentsNeeded.total'],
  [/\.settles\.more$/, '.documentsNeeded.additional'],
  [/\.settles\b/, '.documentsNeeded'],
  [/\.leastP$/, '.minimumP'],
  [/\.asRun$/, '.original'],
  [/\.answers\b/, '.predictions'],
  [/(\.arrays\[.*)\.dropped$/, '$1.missing'],
  [/\brows_dropped\b/g, 'rows_missing'],
  [/\(no answer\)/g, '(no prediction)'],
  [/\.ours$/, '.goldset'],
  [/\brow-pairing\b/g, 'row-alignment'],
  [/\brow_pairing\b/g, 'row_alignment'],
  [/\brows_invented\b/g, 'rows_spurious'],
  [/\btables_not_looked_into\b/g, 'tables_not_diagnosed'],
  [/\.(invented|spuriousRow)$/, '.spurious'],
  [/\.notLookedInto$/, '.notDiagnosed'],
  [/\.differing$/, '.discordant'],
  [/\.jointly$/, '.simultaneous'],
  [/(explanations\[.*)\.left$/, '$1.unexplained'],
  [/\.left\b/, '.remaining'],
  [/\.notJudged$/, '.notCompared'],
  [/\bchecks\[something is right\]/, 'checks[the score is above zero]'],
  [/\bchecks\[documents that break\b/, 'checks[documents with new errors'],
  [/\bchecks\[(at most \d+ documents?)( with [^\]]*)? break\]/, 'checks[$1$2 with new errors]'],
  [/\bchecks\[(no document[^\]]*) breaks\]/, 'checks[$1 has new errors]'],
  [/\bchecks\[credits a document\b/, 'checks[credits per document'],
  [/\bchecks\[credits in all\b/, 'checks[total credits'],
];

const renamedValues = new Map<string, Fact>([
  ['(no answer)', '(no prediction)'],
  ['answers', 'predictions'],
  ['new-errors', 'newErrors'],
  ['broke', 'newErrors'],
  ['confident', 'high-confidence'],
  ['elsewhere', 'same-as-other-label'],
  ['refused', 'rejected'],
  ['rows_dropped', 'rows_missing'],
  ['not-judged', 'not-compared'],
  ['rows_invented', 'rows_spurious'],
  ['seen', 'observed'],
  ['tables_not_looked_into', 'tables_not_diagnosed'],
  ['unclear', 'inconclusive'],
]);

/** Returns a value with the present words in place of the earlier ones. */
export function presentValue(value: Fact): Fact {
  return typeof value === 'string' ? (renamedValues.get(value) ?? presentSentence(value)) : value;
}

/** Returns the present name of a fact. Without this, a renamed fact would be reported as missing. */
export function presentKey(key: string): string {
  return renamed.reduce((name, [old, present]) => name.replace(old, present), key);
}
