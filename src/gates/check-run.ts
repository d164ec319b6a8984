import { percent, pluralise, truncateList } from '../base/phrases.ts';
import type { GateEvidence } from '../model/gate/gate-evidence.ts';
import type { GatePolicy, GateRule } from '../model/gate/gate-policy.ts';
import { chosenParts } from '../model/record/selection.ts';
import type { VerdictCheck } from '../model/score/comparison.ts';
import { optionDifferencesText } from '../model/score/option-differences.ts';
import { maxNamed, metricLabel, openCheck } from './check.ts';

/** Checks that the run is complete: it has items, every item run has ended, and the run was closed with a summary. */
export function checkComplete({ run }: GateEvidence): VerdictCheck {
  const { planned, notRun, cancelled, finished } = run;
  const ended = planned - notRun - cancelled;
  const check = openCheck({
    name: 'every planned item run has a result',
    rule: 'complete',
    value: ended,
    bound: planned,
    n: planned,
    unit: 'count',
  });
  if (planned === 0)
    return check.inconclusive('no-items', 'the record has no items, so nothing was measured');
  if (ended < planned) {
    const missing = planned - ended;
    const parts = [
      ...(notRun > 0 ? [`${notRun} did not run`] : []),
      ...(cancelled > 0 ? [`${cancelled} ${cancelled === 1 ? 'was' : 'were'} cancelled`] : []),
    ];
    return check.inconclusive(
      'incomplete-run',
      `${pluralise(missing, 'item run')} of ${planned} ${missing === 1 ? 'has' : 'have'} no result: ${parts.join(', ')}; continue with goldset run --resume`,
    );
  }
  if (finished && run.subset !== undefined) return check.inconclusive('selected-subset', run.subset);
  return finished
    ? check.pass(`all ${pluralise(planned, 'item run')} ended`)
    : check.inconclusive(
        'incomplete-run',
        'the run has not written its summary; continue with goldset run --resume',
      );
}

/** Checks that the share of failed item runs is at most the maximum of the policy (0 by default). */
export function checkFailures({ run }: GateEvidence, policy: GatePolicy): VerdictCheck {
  const { planned, failed } = run;
  const max = policy.failures?.max ?? 0;
  const share = planned === 0 ? null : failed / planned;
  const check = openCheck({
    name: `at most ${percent(max)} of the item runs fail`,
    rule: 'failures',
    value: share,
    bound: max,
    n: planned,
    unit: 'share',
  });
  if (share === null) return check.inconclusive('no-items', 'there are no items');
  if (failed === 0) return check.pass(`none of ${pluralise(planned, 'item run')} failed`);
  const reasons = run.failures.map(
    ({ reason, count, items }) => `${reason} ${count} (${truncateList(items, maxNamed, count)})`,
  );
  const found = `${failed} of ${pluralise(planned, 'item run')} failed (${percent(share)}): ${reasons.join('; ')}`;
  return share <= max ? check.pass(found) : check.fail(found);
}

/**
 * Fails if every defined headline rate is 0 %, and is inconclusive if none is defined. This check needs no rule,
 * because a rate of 0 % means a broken setup or version.
 */
export function checkNonZeroScore({ headline, withoutGold = false }: GateEvidence): VerdictCheck {
  const known = headline.filter(({ value }) => value !== null);
  const best = known.find(({ value }) => (value as number) > 0) ?? known[0] ?? headline[0];
  const check = openCheck({
    name: 'the score is above zero',
    rule: 'non-zero-score',
    value: best?.value ?? null,
    bound: 0,
    n: best?.n ?? 0,
    unit: 'share',
  });
  if (best === undefined || best.value === null)
    return check.inconclusive(
      withoutGold ? 'labels-open' : 'undefined',
      best?.undefinedBecause ?? 'nothing could be measured',
    );
  const figure = `${metricLabel(best.metric)} ${percent(best.value)}, n = ${best.n}`;
  return best.value > 0
    ? check.pass(figure)
    : check.fail(`nothing is right: ${figure}; check that the gold and the processor use the same fields`);
}

/**
 * Checks that the candidate has every field or class of the baseline, except those that `allowMissing` lists. Returns
 * an empty list if no rule compares versions, or if there is no usable baseline.
 */
export function checkMissingFields(
  { baseline, missingFields, dataset }: GateEvidence,
  { allowMissing = [] }: GatePolicy,
  rules: readonly GateRule[],
): VerdictCheck[] {
  const compares = rules.some(({ kind }) => kind !== 'limit' && kind !== 'resource');
  if (!compares || baseline.state !== 'usable') return [];
  const missing = missingFields.filter(({ field }) => !allowMissing.includes(field));
  const part = dataset.kind === 'EXTRACT' ? 'field' : 'class';
  const check = openCheck({
    name: `every ${part} of the baseline is compared`,
    rule: 'missing-fields',
    value: missing.length,
    bound: 0,
    n: missingFields.length,
    unit: 'count',
  });
  if (missing.length === 0)
    return [
      check.pass(
        missingFields.length === 0 ? `no ${part} is missing` : `"allowMissing" lists every missing ${part}`,
      ),
    ];
  const names = missing.map(({ field, how }) => `${field} (${how})`).join(', ');
  return [
    check.inconclusive(
      'missing-part',
      `not comparable with the baseline: ${names}; if this is intended, list them in "allowMissing"`,
    ),
  ];
}

/**
 * Checks that the measured items represent the dataset. If they were selected by `--limit` or `--only`, the check is
 * inconclusive unless `allowParts` lists this flag. If they are a random sample, the check passes, and its reason
 * mentions the sample. Returns an empty list if the whole dataset was measured.
 */
export function checkSelection({ run }: GateEvidence, { allowParts = [] }: GatePolicy): VerdictCheck[] {
  if (run.selection === null) return [];
  const { text, by } = run.selection;
  const rejected = chosenParts.filter((part) => by.includes(part) && !allowParts.includes(part));
  const check = openCheck({
    name: 'the items represent the dataset',
    rule: 'selection',
    value: run.items,
    bound: null,
    n: run.items,
    unit: 'count',
  });
  if (rejected.length === 0) return [check.pass(`the record has ${text}`)];
  return [
    check.inconclusive(
      'selected-part',
      `the record has only ${text}, which does not represent the whole dataset; run the whole dataset or a random --sample, or accept this part with allowParts: [${rejected.join(', ')}]`,
    ),
  ];
}

/**
 * Reports documents without gold, and fields for which few documents have a label. Returns an empty list if there are
 * neither.
 */
export function checkLabels({ run, fewLabels }: GateEvidence): VerdictCheck[] {
  if (fewLabels === null) return [];
  const check = openCheck({
    name: 'labels of the fields',
    rule: 'labels',
    value: null,
    bound: null,
    n: run.items,
    unit: 'count',
  });
  return [check.pass(fewLabels)];
}

/**
 * States the scoring rules, and the options that differ from those of the run. Returns an empty list if there is
 * nothing to state.
 */
export function checkOptions({ run, scoringRules = [], optionDifferences }: GateEvidence): VerdictCheck[] {
  const differences = optionDifferencesText(optionDifferences);
  const stated = [...scoringRules, ...(differences === null ? [] : [differences])];
  if (stated.length === 0) return [];
  const check = openCheck({
    name: 'options of the scores',
    rule: 'options',
    value: null,
    bound: null,
    n: run.items,
    unit: 'count',
  });
  return [check.pass(stated.join('; '))];
}
