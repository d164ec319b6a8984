import type { GateOutcome } from '../../model/gate/gate-evidence.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { Verdict } from '../../model/score/comparison.ts';

const reasonsShown = 5;

/** Returns the part of a gate outcome that a report shows. */
export function shownVerdict({ status, checks, sentence, baseline }: GateOutcome): Verdict {
  const against =
    baseline.state === 'usable'
      ? `${baseline.name} (config ${baseline.configHash.slice(0, 8)})`
      : baseline.state === 'none'
        ? `no baseline: ${baseline.reason}`
        : `no baseline: ${baseline.name} was rejected: ${baseline.reason}`;
  return { status, checks, sentence, against };
}

/**
 * Adds the verdict of a gate to a report. If the report has one version and its run is complete, the results of the
 * checks replace the reasons of the verdict. Reasons that start with `Note:` stay.
 */
export function withGate(model: ReportModel, gate: Verdict | null): ReportModel {
  if (gate === null || model.versions.length > 1 || model.verdict.recommendation === 'incomplete')
    return { ...model, gate };
  const of = (status: Verdict['status']) => gate.checks.filter((check) => check.status === status);
  const open = [...of('fail'), ...of('inconclusive')].map(({ name, reason }) => `${name}: ${reason}`);
  const shown = open.slice(0, reasonsShown);
  const more = open.length > shown.length ? [`and ${open.length - shown.length} more, below`] : [];
  const notes = model.verdict.reasons.filter((reason) => reason.startsWith('Note: '));
  const findings =
    open.length === 0 ? [`All ${gate.checks.length} checks of the gate pass.`] : [...shown, ...more];
  const reasons = [...findings, ...notes];
  return { ...model, gate, verdict: { ...model.verdict, reasons } };
}
