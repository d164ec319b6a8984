/**
 * The reasons why a check of a gate can be inconclusive. `when` completes "The check is inconclusive because ...", and
 * `settledBy` says what would make the check conclusive. docs/gate.md and docs/schemas/gate.json list the reasons.
 */
export const inconclusiveCodes = {
  'unreadable-record': {
    when: 'a record is missing, damaged or changed, or is only a shard of a run',
    settledBy:
      'Merge all shards with `goldset merge`. If it is not a shard, restore the record or run the dataset again.',
  },
  'no-items': { when: 'the record has no items', settledBy: 'Run a dataset with items.' },
  'incomplete-run': {
    when: 'an item run has no result, or the run did not end',
    settledBy: 'Continue the run with `goldset run --resume`.',
  },
  'selected-subset': {
    when: 'the record has only documents that `--only-wrong` or `--only-new-errors` selected',
    settledBy: 'Run all documents, and reuse the outputs with `--reuse`.',
  },
  'selected-part': {
    when: 'the run used `--limit` or `--only`, so its items do not represent the dataset',
    settledBy: 'Run the whole dataset or a random `--sample`, or list the flag in `allowParts`.',
  },
  'no-rules': { when: 'the policy has no rule', settledBy: 'Add a rule to the policy.' },
  'one-version': {
    when: 'the rule compares versions, the record has one version, and `--baseline` is not given',
    settledBy: 'Run two versions, or name a record with `--baseline`.',
  },
  'no-baseline': {
    when: 'the rule compares versions, and the baseline that `--baseline` names cannot be opened',
    settledBy: 'Correct the name or the path, or set the baseline with `goldset baseline set`.',
  },
  'baseline-rejected': {
    when: 'the baseline has other items, gold, schema or options, or its run is not usable',
    settledBy: 'Run the baseline on the current items with the current options, or use `--use-config`.',
  },
  'missing-part': {
    when: 'the baseline or the gold has a field or class that the candidate lacks',
    settledBy: 'Add the field or class to the candidate, or list it in `allowMissing`.',
  },
  'nothing-matched': {
    when: 'the rule matches no field, class, tag, tag value or document',
    settledBy: 'Correct the name in the rule; the reason lists the known names.',
  },
  undefined: {
    when: 'the denominator of the figure is 0, or the rule limits an increase and the value of the baseline is 0',
    settledBy: 'Add documents for which the figure is defined, or remove the rule.',
  },
  'too-few-documents': {
    when: 'the figure is based on fewer documents than `minDocuments`',
    settledBy: 'Add documents to the dataset, or lower `minDocuments`.',
  },
  'too-few-units': {
    when: 'too few documents or clusters can get worse, so no test can show a loss. At a confidence of 95 %, at least 6 documents or clusters must be right under the baseline',
    settledBy: 'Add documents, or clusters if `statistics.clusterBy` is set.',
  },
  'margin-below-detectable': {
    when: 'the margin is smaller than the smallest loss that these documents can show',
    settledBy: 'Add the number of documents that the reason states, or use a wider margin.',
  },
  'interval-spans-bound': {
    when: 'the confidence interval contains the limit or the margin',
    settledBy: 'Add documents, so that the interval becomes narrower.',
  },
  'cannot-fail-here': {
    when: 'the rule cannot fail here: the margin is at least the largest possible loss, or `max` is at least the number of documents',
    settledBy: 'Use a smaller margin or `max`, or apply the rule to more documents.',
  },
  'failed-items-decide': {
    when: 'the check passes only if the failed items are left out',
    settledBy: 'Run the failed items again with `goldset run --only-failed`.',
  },
  'unknown-resource': {
    when: 'the record lacks the latency or cost of an item run',
    settledBy: 'Run the dataset with a service that reports it, or remove the rule.',
  },
  'labels-open': {
    when: 'no document of the rule has gold',
    settledBy:
      'Label these documents; `goldset compare --label-differences` lists the values to label first.',
  },
} as const satisfies Record<string, { readonly when: string; readonly settledBy: string }>;

export type InconclusiveCode = keyof typeof inconclusiveCodes;

/** Returns a sentence in plain text that says what would make an inconclusive check conclusive. */
export function settledBy(code: InconclusiveCode): string {
  return inconclusiveCodes[code].settledBy.replaceAll('`', '');
}
