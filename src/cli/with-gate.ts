import type { Verdict } from '../model/comparison.ts';
import type { ReportModel } from '../model/report-model.ts';

const reasonsShown = 5;

/** A report with its gate. Of one version alone the gate is the verdict, so its open checks are the reasons given. */
export function withGate(model: ReportModel, gate: Verdict | null): ReportModel {
  if (gate === null || model.versions.length > 1) return { ...model, gate };
  const of = (status: Verdict['status']) => gate.checks.filter((check) => check.status === status);
  const open = [...of('fail'), ...of('cannot-tell')].map(({ name, reason }) => `${name}: ${reason}`);
  const shown = open.slice(0, reasonsShown);
  const more = open.length > shown.length ? [`and ${open.length - shown.length} more, below`] : [];
  const reasons =
    open.length === 0 ? [`All ${gate.checks.length} checks of the gate hold.`] : [...shown, ...more];
  return { ...model, gate, verdict: { ...model.verdict, reasons } };
}
