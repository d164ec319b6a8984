import type { VerdictCheck } from '../../model/score/comparison.ts';
import { leafLine } from './leaf-line.ts';

interface JunitSuite {
  /** Dataset and version. */
  readonly name: string;
  readonly checks: readonly VerdictCheck[];
}

/**
 * Renders the checks of a gate as JUnit XML, with one test case per check. A failed check is a failure. An inconclusive
 * check is an error, which every CI system counts as failed. A suite without checks has one error, because an empty
 * suite would pass.
 */
export function renderJunit(suite: JunitSuite): string {
  const checks = suite.checks.length > 0 ? suite.checks : [noChecks];
  const count = (status: VerdictCheck['status']) => checks.filter((check) => check.status === status).length;
  const totals = `tests="${checks.length}" failures="${count('fail')}" errors="${count('inconclusive')}" skipped="0" time="0"`;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="goldset gate" ${totals}>`,
    `  <testsuite name="${escapeXml(suite.name)}" ${totals}>`,
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
};

function testCase(check: VerdictCheck): string[] {
  const head = `    <testcase classname="goldset.gate.${escapeXml(check.rule ?? 'check')}" name="${escapeXml(check.name)}" time="0"`;
  const text = `${escapeXml(check.reason)}`;
  if (check.status === 'pass')
    return [`${head}>`, `      <system-out>${text}</system-out>`, '    </testcase>'];
  const word = check.status === 'fail' ? 'failure' : 'error';
  const leaves = (check.leaves ?? []).map((leaf) => escapeXml(leafLine(leaf)));
  return [
    `${head}>`,
    `      <${word} type="${check.status}" message="${text}">${[text, ...leaves].join('\n')}</${word}>`,
    '    </testcase>',
  ];
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

/** Escapes text from documents for XML. Characters that XML 1.0 does not allow are shown as their code. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(
      /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu,
      (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
    )
    .replace(/[&<>"'\n\r\t]/g, (character) => entities[character] ?? character);
}
