import { counted, percent, truncateList } from '../base/phrases.ts';
import type { GateEvidence } from '../model/gate/gate-evidence.ts';
import type { GatePolicy, GateRule } from '../model/gate/gate-policy.ts';
import type { VerdictCheck } from '../model/score/comparison.ts';
import { metricLabel } from './check-text.ts';

const named = 5;

/** Whether the run is one that can be judged: planned items, all of them with an end. */
export function checkComplete({ run }: GateEvidence): VerdictCheck {
  const { planned, notRun, cancelled, finished } = run;
  const ended = planned - notRun - cancelled;
  const check = {
    name: 'every planned item has a result',
    rule: 'complete',
    value: ended,
    bound: planned,
    n: planned,
    unit: 'count' as const,
  };
  if (planned === 0)
    return { ...check, status: 'inconclusive', reason: 'the record has no items, so nothing was measured' };
  if (ended < planned) {
    const parts = [
      ...(notRun > 0 ? [`${notRun} ${notRun === 1 ? 'was' : 'were'} never run`] : []),
      ...(cancelled > 0 ? [`${cancelled} ${cancelled === 1 ? 'was' : 'were'} cancelled`] : []),
    ];
    return {
      ...check,
      status: 'inconclusive',
      reason: `${counted(planned - ended, 'item run')} of ${planned} ${planned - ended === 1 ? 'has' : 'have'} no result: ${parts.join(', ')}; go on with goldset run --resume`,
    };
  }
  if (!finished)
    return {
      ...check,
      status: 'inconclusive',
      reason: 'the run was not closed (it has no summary); go on with goldset run --resume',
    };
  return { ...check, status: 'pass', reason: `all ${counted(planned, 'item run')} ended` };
}

/** Failed item runs against the share that the policy accepts: none where it says nothing. */
export function checkFailures({ run }: GateEvidence, policy: GatePolicy): VerdictCheck {
  const max = policy.failures?.max ?? 0;
  const share = run.planned === 0 ? null : run.failed / run.planned;
  const check = {
    name: `at most ${percent(max)} of the items fail`,
    rule: 'failures',
    value: share,
    bound: max,
    n: run.planned,
    unit: 'share' as const,
  };
  if (share === null) return { ...check, status: 'inconclusive', reason: 'there are no items' };
  const why = run.failures.map(
    ({ reason, count, items }) => `${reason} ${count} (${truncateList(items, named, count)})`,
  );
  const found =
    run.failed === 0
      ? `none of ${counted(run.planned, 'item run')} failed`
      : `${run.failed} of ${counted(run.planned, 'item run')} failed (${percent(share)}): ${why.join('; ')}`;
  return { ...check, status: share <= max ? 'pass' : 'fail', reason: found };
}

/** A run in which nothing at all is right is a broken set-up or a broken version; no bound has to be set for that. */
export function checkNonZeroScore({ headline }: GateEvidence): VerdictCheck {
  const known = headline.filter(({ value }) => value !== null);
  const best = known.find(({ value }) => (value as number) > 0) ?? known[0] ?? headline[0];
  const check = {
    name: 'something is right',
    rule: 'anything-right',
    value: best?.value ?? null,
    bound: 0,
    n: best?.n ?? 0,
    unit: 'share' as const,
  };
  if (best === undefined || best.value === null)
    return {
      ...check,
      status: 'inconclusive',
      reason: best?.undefinedBecause ?? 'nothing could be measured',
    };
  const words = `${metricLabel(best.metric)} ${percent(best.value)}, n = ${best.n}`;
  return best.value > 0
    ? { ...check, status: 'pass', reason: words }
    : {
        ...check,
        status: 'fail',
        reason: `nothing is right: ${words}; check that the gold and the processor mean the same fields`,
      };
}

/**
 * Fields or classes that the candidate has no more cannot be compared, so no rule on losses would see them go. Asked only
 * where a rule compares; `allowMissing` names those that may go.
 */
export function checkMissingFields(
  { baseline, lostFields, dataset }: GateEvidence,
  { allowMissing = [] }: GatePolicy,
  rules: readonly GateRule[],
): VerdictCheck[] {
  const compares = rules.some(({ kind }) => kind === 'regression' || kind === 'broken');
  if (!compares || baseline.state !== 'usable') return [];
  const lost = lostFields.filter(({ field }) => !allowMissing.includes(field));
  const part = dataset.kind === 'EXTRACT' ? 'field' : 'class';
  const check = {
    name: `every ${part} of the baseline is compared`,
    rule: 'lost-fields',
    value: lost.length,
    bound: 0,
    n: lostFields.length,
    unit: 'count' as const,
  };
  if (lost.length === 0) return [{ ...check, status: 'pass', reason: `no ${part} was lost unasked` }];
  const named = lost.map(({ field, how }) => `${field} (${how})`).join(', ');
  return [
    {
      ...check,
      status: 'inconclusive',
      reason: `not comparable with the baseline: ${named}; if that is meant, name them in allowMissing`,
    },
  ];
}
