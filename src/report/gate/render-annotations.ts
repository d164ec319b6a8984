import { sha256 } from '../../base/hash.ts';
import type { GateOutcome } from '../../model/gate/gate-outcome.ts';
import type { VerdictCheck } from '../../model/score/comparison.ts';
import { leafLine } from './leaf-line.ts';

export const annotationStyles = ['github', 'gitlab', 'plain'] as const;
export type AnnotationStyle = (typeof annotationStyles)[number];

/** GitHub shows ten errors of a step and drops the rest without a word. */
const githubShows = 10;
const leavesShown = 5;

/**
 * What does not hold, one line a check, as the CI shows it beside the change. GitHub reads workflow commands in the
 * log; GitLab has none, so there the log is plain and `renderCodeQuality` gives the file that it reads.
 */
export function renderAnnotations(
  outcome: GateOutcome,
  style: AnnotationStyle,
  file: string | null,
): string[] {
  const of = (wanted: string) => outcome.checks.filter(({ status }) => status === wanted);
  const open = [...of('fail'), ...of('inconclusive')];
  return style === 'github' ? githubLines(outcome, open, file) : open.map(plainLine);
}

function githubLines(outcome: GateOutcome, open: readonly VerdictCheck[], file: string | null): string[] {
  const room = open.length > githubShows ? githubShows - 1 : githubShows;
  const where = file === null ? '' : `file=${property(file)},`;
  const lines = open
    .slice(0, room)
    .map((check) => `::error ${where}title=${property(titleOf(check))}::${message(bodyOf(check))}`);
  return open.length > room
    ? [
        ...lines,
        `::error ${where}title=goldset gate::${message(`${open.length - room} more checks do not hold. ${outcome.sentence}`)}`,
      ]
    : lines;
}

/** Percent signs and line ends would end a workflow command; in its properties colons and commas would too. */
function message(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function titleOf({ status, name }: VerdictCheck): string {
  return `goldset gate ${status === 'fail' ? 'failed' : 'cannot tell'}: ${name}`;
}

function bodyOf({ reason, leaves = [] }: VerdictCheck): string {
  return [reason, ...leaves.slice(0, leavesShown).map(leafLine)].join('\n');
}

/** Text of a document must not start a workflow command of its own, nor move the cursor. */
function plainLine({ status, name, reason }: VerdictCheck): string {
  const word = status === 'fail' ? 'FAIL' : 'CANNOT TELL';
  return `${word}  ${name}: ${reason}`.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');
}

/** The open checks as GitLab's code quality report, which a merge request shows; `file` is where a reader would fix. */
export function renderCodeQuality(outcome: GateOutcome, file: string): string {
  const issues = outcome.checks
    .filter(({ status }) => status !== 'pass')
    .map((check) => ({
      description: `${titleOf(check)}: ${check.reason}`,
      check_name: `goldset-gate-${check.rule ?? 'check'}`,
      fingerprint: sha256(`${check.rule ?? ''}\n${check.name}`),
      severity: check.status === 'fail' ? 'critical' : 'major',
      location: { path: file, lines: { begin: 1 } },
    }));
  return `${JSON.stringify(issues, null, 2)}\n`;
}
