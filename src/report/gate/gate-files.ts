import path from 'node:path';
import { sha256 } from '../../base/hash.ts';
import { oneLine, printable } from '../../base/phrases.ts';
import { placeText } from '../../base/place-text.ts';
import { writeFileAtomically } from '../../base/write-file.ts';
import type { GateOutcome } from '../../model/gate/gate-evidence.ts';
import type { CheckedLeaf, VerdictCheck } from '../../model/score/comparison.ts';
import { settledBy } from '../../model/score/inconclusive-codes.ts';
import { escapeMarkdown } from '../markdown/escape-markdown.ts';

/**
 * Writes `gate.json`, `gate.junit.xml`, `gate.md` and `gate.codequality.json`. Returns their paths. The code quality
 * report places all findings in the file `policyFile`.
 */
export async function writeGate(outcome: GateOutcome, dir: string, policyFile: string): Promise<string[]> {
  const version = outcome.candidate === null ? '' : ` ${outcome.candidate.resolved}`;
  const suiteName = `${outcome.dataset?.name ?? 'gate'}${version}`;
  const contents = {
    'gate.json': `${JSON.stringify(outcome, null, 2)}\n`,
    'gate.junit.xml': renderJunit(suiteName, outcome.checks),
    'gate.md': renderGateMarkdown(outcome),
    'gate.codequality.json': renderCodeQuality(outcome, policyFile),
  };
  const files: string[] = [];
  for (const [name, content] of Object.entries(contents)) {
    const file = path.join(dir, name);
    await writeFileAtomically(file, content);
    files.push(file);
  }
  return files;
}

/**
 * Renders the checks of a gate as JUnit XML, with one test case per check. An inconclusive check becomes an error,
 * because every CI system counts an error as a failed test. The type of the error contains the reason code:
 * `inconclusive.too-few-documents`. A gate without checks gets one error, because an empty suite would pass.
 */
export function renderJunit(suiteName: string, found: readonly VerdictCheck[]): string {
  const checks = found.length > 0 ? found : [noChecks];
  const count = (status: VerdictCheck['status']) => checks.filter((check) => check.status === status).length;
  const totals = `tests="${checks.length}" failures="${count('fail')}" errors="${count('inconclusive')}" time="0"`;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="goldset gate" ${totals}>`,
    // The schemas of CI servers allow `skipped` on `testsuite`, but not on the root element.
    `  <testsuite name="${escapeXml(suiteName)}" ${totals} skipped="0">`,
    ...checks.flatMap(testCase),
    '  </testsuite>',
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

const noChecks: VerdictCheck = {
  name: 'the report has a gate',
  status: 'inconclusive',
  value: null,
  bound: null,
  n: 0,
  reason: 'found no policy, expected one with --policy',
  code: 'no-rules',
};

function testCase(check: VerdictCheck): string[] {
  const head = `    <testcase classname="goldset.gate.${escapeXml(check.rule ?? 'check')}" name="${escapeXml(check.name)}" time="0"`;
  const text = `${escapeXml(check.reason)}`;
  if (check.status === 'pass')
    return [`${head}>`, `      <system-out>${text}</system-out>`, '    </testcase>'];
  const word = check.status === 'fail' ? 'failure' : 'error';
  const type = [check.status, ...(check.code === undefined ? [] : [check.code])].join('.');
  const leaves = (check.leaves ?? []).map((leaf) => escapeXml(leafLine(leaf)));
  return [
    `${head}>`,
    `      <${word} type="${type}" message="${text}">${[text, ...settleLines(check).map(escapeXml), ...leaves].join('\n')}</${word}>`,
    '    </testcase>',
  ];
}

/** Returns a line that states what could make an inconclusive check pass or fail. */
function settleLines({ code }: VerdictCheck): string[] {
  return code === undefined ? [] : [settledBy(code)];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** Escapes text from documents for XML. Characters that XML 1.0 does not allow become their codes. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(
      /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu,
      (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
    )
    .replace(/[&<>"'\n\r\t]/g, (character) => entities[character] ?? character);
}

const leavesInMarkdown = 10;
const statusLabels = { pass: '✓ passed', fail: '✗ failed', inconclusive: '◇ inconclusive' } as const;

/**
 * Renders the gate as Markdown for a job summary or a comment. Shows the checks that do not pass with their details,
 * and then a table of all checks.
 */
export function renderGateMarkdown(outcome: GateOutcome): string {
  const open = outcome.checks.filter((check) => check.status !== 'pass');
  const lines = [
    `## Gate ${statusLabels[outcome.status]}${outcome.dataset === null ? '' : `: ${escapeMarkdown(outcome.dataset.name)}`}`,
    '',
    escapeMarkdown(outcome.sentence),
    '',
    ...open.flatMap(openCheck),
    ...checkTable(outcome.checks),
    '',
    footer(outcome),
  ];
  return `${lines.join('\n')}\n`;
}

function openCheck(check: VerdictCheck): string[] {
  const leaves = check.leaves ?? [];
  const shown = leaves.slice(0, leavesInMarkdown).map((leaf) => `- ${escapeMarkdown(leafLine(leaf))}`);
  const rest = leaves.length - shown.length;
  return [
    `### ${statusLabels[check.status]}${check.code === undefined ? '' : ` (${check.code})`}: ${escapeMarkdown(check.name)}`,
    '',
    escapeMarkdown(check.reason),
    '',
    ...settleLines(check).flatMap((line) => [escapeMarkdown(line), '']),
    ...shown,
    ...(rest > 0 ? [`- and ${rest} more`] : []),
    ...(shown.length > 0 ? [''] : []),
  ];
}

function checkTable(checks: readonly VerdictCheck[]): string[] {
  return [
    '| | check | finding |',
    '| --- | --- | --- |',
    ...checks.map(
      (check) =>
        `| ${statusLabels[check.status]} | ${escapeMarkdown(check.name)} | ${escapeMarkdown(check.reason)} |`,
    ),
  ];
}

function footer({ candidate, baseline, dataset, items, policyHash }: GateOutcome): string {
  const parts = [
    ...(candidate === null ? [] : [`${candidate.resolved} (config ${candidate.configHash.slice(0, 8)})`]),
    baseline.state === 'usable'
      ? `against ${baseline.resolved} (config ${baseline.configHash.slice(0, 8)})`
      : 'no baseline',
    ...(dataset === null ? [] : [`${items} items of ${dataset.name}`]),
    `policy ${policyHash.slice(0, 8)}`,
  ];
  return escapeMarkdown(parts.join(' · '));
}

export const annotationStyles = ['github', 'gitlab', 'plain'] as const;
export type AnnotationStyle = (typeof annotationStyles)[number];

/** GitHub shows ten annotations per step and drops the others without a message. */
const githubShows = 10;
const leavesInAnnotation = 5;

/**
 * Returns one line per check that does not pass. For GitHub, the line is a workflow command, so that GitHub shows it
 * next to the changed code. For GitLab, the line is plain text, because GitLab shows the code quality report instead.
 */
export function renderAnnotations(
  outcome: GateOutcome,
  style: AnnotationStyle,
  file: string | null,
): string[] {
  const of = (expected: string) => outcome.checks.filter(({ status }) => status === expected);
  const open = [...of('fail'), ...of('inconclusive')];
  return style === 'github' ? githubLines(outcome, open, file) : open.map(plainLine);
}

function githubLines(outcome: GateOutcome, open: readonly VerdictCheck[], file: string | null): string[] {
  const room = open.length > githubShows ? githubShows - 1 : githubShows;
  const where = file === null ? '' : `file=${property(file)},`;
  const error = (title: string, text: string) => `::error ${where}title=${property(title)}::${message(text)}`;
  const lines = open.slice(0, room).map((check) => error(titleOf(check), bodyOf(check)));
  if (open.length > room)
    lines.push(error('goldset gate', `${open.length - room} more checks do not pass. ${outcome.sentence}`));
  return lines;
}

/** Escapes percent signs and line ends in the message of a workflow command. Removes other control characters. */
function message(text: string): string {
  return printable(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

/** Escapes a property of a workflow command, because colons and commas are separators there. */
function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function titleOf({ status, name }: VerdictCheck): string {
  return `goldset gate ${status === 'fail' ? 'failed' : 'inconclusive'}: ${name}`;
}

function bodyOf({ reason, leaves = [] }: VerdictCheck): string {
  return [reason, ...leaves.slice(0, leavesInAnnotation).map(leafLine)].join('\n');
}

/** Returns a check as plain text. Removes control characters, so that text from a document cannot start a command. */
function plainLine({ status, name, reason }: VerdictCheck): string {
  const word = status === 'fail' ? 'FAIL' : 'INCONCLUSIVE';
  return oneLine(`${word}  ${name}: ${reason}`);
}

/** Renders the checks that do not pass as a code quality report. GitLab shows them in a merge request at `file`. */
export function renderCodeQuality(outcome: GateOutcome, file: string): string {
  const issues = outcome.checks
    .filter(({ status }) => status !== 'pass')
    .map((check) => ({
      description: oneLine(`${titleOf(check)}: ${check.reason}`),
      check_name: `goldset-gate-${check.rule ?? 'check'}`,
      fingerprint: sha256(`${check.rule ?? ''}\n${check.name}`),
      severity: check.status === 'fail' ? 'critical' : 'major',
      location: { path: file, lines: { begin: 1 } },
    }));
  return `${JSON.stringify(issues, null, 2)}\n`;
}

const longest = 120;

/** Describes a leaf on one line: `inv-0042 line item 2, amount: 1250.00 → 12.50 (expected 1250.00)`. */
export function leafLine({ itemId, path, extraRow, expected, baseline, candidate }: CheckedLeaf): string {
  const got = baseline === null ? `got ${candidate}` : `${baseline} → ${candidate}`;
  const text = `${itemId} ${placeText(path, extraRow)}: ${got}${expected === '' ? '' : ` (expected ${short(expected)})`}`;
  return text.replaceAll(/\s+/g, ' ');
}

function short(text: string): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
}
