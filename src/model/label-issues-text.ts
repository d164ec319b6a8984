import { grouped } from '../base/spelled.ts';
import type { SuspectSection } from './suspect.ts';

/** Says how many labels are suspected, and that a report has a part of them where that is so. */
export function labelIssuesText({ labels, found, likely, suspects }: SuspectSection): string {
  const number = (value: number) => grouped(value);
  const all = `${number(likely)} of ${number(labels)} labels are more likely wrong than right; ${number(found - likely)} more are doubtful.`;
  if (found <= suspects.length) return all;
  return `${all} ${number(suspects.length)} of ${number(found)} shown; goldset suspects RECORD --review FILE lists all.`;
}
