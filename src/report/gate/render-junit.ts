import type { VerdictCheck } from '../../model/score/comparison.ts';
import { leafLine } from './leaf-line.ts';

export interface JunitSuite {
  /** Dataset and version. */
  readonly name: string;
  readonly checks: readonly VerdictCheck[];
}

/**
 * The checks of a gate as JUnit XML, one test case a check. A check that fails is a failure; one that cannot be told is
 * an error, which every CI counts as failed too. A suite without checks is an error as well: an empty one would be green.
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
  name: 'a gate was asked for',
  status: 'inconclusive',
  value: null,
  bound: null,
  n: 0,
  reason: 'this report has no gate: give a policy',
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

/** Text from documents as XML character data; what XML 1.0 cannot hold at all is shown as its code. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(
      /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu,
      (sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
    )
    .replace(/[&<>"'\n\r\t]/g, (sign) => entities[sign] ?? sign);
}
