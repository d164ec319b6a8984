import type { ReportOptions } from '../../analysis/sections/build-report.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import { metrics } from '../../model/score/metrics.ts';
import type { Settings } from './resolve-settings.ts';

/**
 * Returns the options of the first page of a report. They are the `business` block of the configuration and the target
 * for the share of fully right documents. A target in this block takes precedence over a limit in the gate policy.
 */
export function summaryOptions(
  { config, policy }: Pick<Settings, 'config' | 'policy'>,
  { dataset }: Pick<RunPlan, 'dataset'>,
): Pick<ReportOptions, 'business' | 'target'> {
  const { business } = config;
  const share = business?.target?.fullyRight;
  if (share !== undefined) return { business, target: { share, from: 'business.target' } };
  const limits = policy?.policy.limits ?? [];
  const limit = limits.find(
    ({ metric, min, field, class: label, where, by }) =>
      min !== undefined &&
      [field, label, where, by].every((scope) => scope === undefined) &&
      metrics.some(({ name, exactOf }) => name === metric && exactOf === dataset.kind),
  );
  return {
    business,
    target: limit?.min === undefined ? null : { share: limit.min, from: 'rule of the gate' },
  };
}
