import type { GateOutcome } from '../../model/gate/gate-outcome.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { Verdict } from '../../model/score/comparison.ts';

const reasonsShown = 5;

/** What a report shows of a gate's outcome. */
export function shownVerdict({ status, checks, sentence, baseline }: GateOutcome): Verdict {
  const against =
    baseline.state === 'usable'
      ? `${baseline.name} (config ${baseline.configHash.slice(0, 8)})`
      : baseline.state === 'none'
        ? `no baseline: ${baseline.reason}`
        : `no baseline: ${baseline.name} was refused, ${baseline.reason}`;
  return { status, checks, sentence, against };
}

/** A report with its gate. Of one version alone the gate is the verdict, so its open checks are the reasons given. */
export function withGate(model: ReportModel, gate: Verdict | null): ReportModel {
  if (gate === null || model.versions.length > 1 || model.verdict.recommendation === 'incomplete')
    return { ...model, gate };
  const of = (status: Verdict['status']) => gate.checks.filter((check) => check.status === status);
  const open = [...of('fail'), ...of('inconclusive')].map(({ name, reason }) => `${name}: ${reason}`);
  const shown = open.slice(0, reasonsShown);
  const more = open.length > shown.length ? [`and ${open.length - shown.length} more, below`] : [];
  const reasons =
    open.length === 0 ? [`All ${gate.checks.length} checks of the gate hold.`] : [...shown, ...more];
  return { ...model, gate, verdict: { ...model.verdict, reasons } };
}
