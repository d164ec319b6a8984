import type { GateOutcome } from '../../model/gate/gate-evidence.ts';
import type { VerdictCheck } from '../../model/score/comparison.ts';
import { escapeMarkdown } from '../markdown/escape-markdown.ts';
import { leafLine } from './leaf-line.ts';

const documentsShown = 10;
const statusLabels = { pass: '✓ passed', fail: '✗ failed', inconclusive: '◇ inconclusive' } as const;

/** Renders the gate for a job summary or a comment: the sentence, the failed checks with documents, then all checks. */
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
  const shown = leaves.slice(0, documentsShown).map((leaf) => `- ${escapeMarkdown(leafLine(leaf))}`);
  const rest = leaves.length - shown.length;
  return [
    `### ${statusLabels[check.status]}: ${escapeMarkdown(check.name)}`,
    '',
    escapeMarkdown(check.reason),
    '',
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
