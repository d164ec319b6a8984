import { sha256 } from '../../base/hash.ts';
import type { GateOutcome } from '../../model/gate/gate-evidence.ts';
import type { VerdictCheck } from '../../model/score/comparison.ts';
import { leafLine } from './leaf-line.ts';

export const annotationStyles = ['github', 'gitlab', 'plain'] as const;
export type AnnotationStyle = (typeof annotationStyles)[number];

/** GitHub shows ten errors per step and silently drops the others. */
const githubShows = 10;
const leavesShown = 5;

/**
 * Returns one line per check that does not pass. For GitHub, a line is a workflow command, which GitHub shows next to the
 * change. GitLab has no such commands: its lines are plain text, and it shows the file of `renderCodeQuality`.
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
        `::error ${where}title=goldset gate::${message(`${open.length - room} more checks do not pass. ${outcome.sentence}`)}`,
      ]
    : lines;
}

/** Escapes percent signs and line ends in the message of a workflow command. */
function message(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes a property of a workflow command, which a colon or comma would also end. */
function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function titleOf({ status, name }: VerdictCheck): string {
  return `goldset gate ${status === 'fail' ? 'failed' : 'inconclusive'}: ${name}`;
}

function bodyOf({ reason, leaves = [] }: VerdictCheck): string {
  return [reason, ...leaves.slice(0, leavesShown).map(leafLine)].join('\n');
}

/** Returns a check as plain text. Removes control characters, so that text from a document cannot start a command. */
function plainLine({ status, name, reason }: VerdictCheck): string {
  const word = status === 'fail' ? 'FAIL' : 'INCONCLUSIVE';
  return `${word}  ${name}: ${reason}`.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');
}

/** Renders the checks that do not pass as a code quality report, which GitLab shows in a merge request at `file`. */
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
