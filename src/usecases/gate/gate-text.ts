import { oneLine } from '../../base/phrases.ts';
import type { GateOutcome } from '../../model/gate/gate-evidence.ts';
import { annotatedTwiceText } from '../../model/report/sections/label-noise.ts';
import type { VerdictCheck } from '../../model/score/comparison.ts';
import { settledBy } from '../../model/score/inconclusive-codes.ts';
import { leafLine } from '../../report/gate/gate-files.ts';

const leavesShown = 5;
const signs = { pass: '✓', fail: '✗', inconclusive: '◇' } as const;

/** Formats a gate for the terminal. The checks that do not pass come first, with their documents. */
export function gateText(outcome: GateOutcome): string {
  const of = (status: VerdictCheck['status']) => outcome.checks.filter((check) => check.status === status);
  return [
    head(outcome),
    ...[...of('fail'), ...of('inconclusive'), ...of('pass')].flatMap(checkLines),
    ...settleLines(outcome),
    ...(outcome.labelNoise ? [`Label noise: ${oneLine(annotatedTwiceText(outcome.labelNoise))}`] : []),
    '',
    oneLine(outcome.sentence),
  ].join('\n');
}

/** Formats the checks that do not pass, for the message of a failed test assertion. */
export function openChecksText(outcome: GateOutcome): string {
  const open = outcome.checks.filter(({ status }) => status !== 'pass');
  return [
    oneLine(outcome.sentence),
    '',
    head(outcome),
    ...open.flatMap(checkLines),
    ...settleLines(outcome),
  ].join('\n');
}

/** Returns lines on what would decide the inconclusive checks. Checks with the same reason code share one line. */
function settleLines({ checks }: GateOutcome): string[] {
  const codes = new Set(checks.flatMap(({ code }) => code ?? []));
  if (codes.size === 0) return [];
  return [
    '',
    'To settle the inconclusive checks:',
    ...Array.from(codes, (code) => `  ${code}: ${settledBy(code)}`),
  ];
}

function head({ dataset, candidate, baseline, items }: GateOutcome): string {
  if (dataset === null || candidate === null) return 'gate';
  const against = baseline.state === 'usable' ? ` against ${baseline.resolved}` : '';
  return `${oneLine(dataset.name)}: ${oneLine(candidate.resolved)}${oneLine(against)}, ${items} items`;
}

function checkLines({ status, name, reason, code, leaves = [] }: VerdictCheck): string[] {
  if (status === 'pass') return [`${signs.pass} ${oneLine(name)}: ${oneLine(reason)}`];
  const shown = leaves.slice(0, leavesShown).map((leaf) => `      ${oneLine(leafLine(leaf))}`);
  const more = leaves.length - shown.length;
  return [
    `${signs[status]} ${oneLine(name)}${code === undefined ? '' : ` (${code})`}`,
    `    ${oneLine(reason)}`,
    ...shown,
    ...(more > 0 ? [`      and more`] : []),
  ];
}
