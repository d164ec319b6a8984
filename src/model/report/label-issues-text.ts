import { grouped } from '../../base/phrases.ts';
import type { LabelIssueSection } from './label-issue.ts';

/** Describes how many labels are probably wrong, and how many of them a report shows. */
export function labelIssuesText({ labels, found, likely, issues }: LabelIssueSection): string {
  const all = `${grouped(likely)} of ${grouped(labels)} labels are more likely wrong than right; ${grouped(found - likely)} more are doubtful.`;
  if (found <= issues.length) return all;
  return `${all} ${grouped(issues.length)} of ${grouped(found)} shown; goldset label-issues RECORD --review FILE lists all.`;
}
