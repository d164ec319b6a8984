import type { Command } from 'commander';
import { oneLine, percent } from '../../base/phrases.ts';
import type { ScopeConfidence } from '../../model/report/sections/confidence-section.ts';
import type { ThresholdsOutcome, ThresholdsRequest } from '../../usecases/thresholds/certify-thresholds.ts';
import { addSharedFlags, type JsonFlag, print, recordHelp } from '../terminal/flags.ts';
import { plainLook, type TerminalLook } from '../terminal/terminal-look.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';
import { textTable } from '../terminal/text-table.ts';

/** `goldset thresholds RECORD`: certifies confidence thresholds for straight-through processing. */
export function define(command: Command): void {
  command
    .argument('<record>', recordHelp)
    .option('--target-error <share>', 'largest share of errors among accepted documents', '0.01')
    .option(
      '--source <name>',
      'confidence score: auto, logprobsConfidence, confidence or ocrConfidence',
      'auto',
    )
    .option(
      '--method <name>',
      'how several thresholds are tested: fixed-sequence, bonferroni or split',
      'fixed-sequence',
    )
    .option('--simultaneous', 'make the confidence level hold for all thresholds of a version together');
  addSharedFlags(command, {
    scoring: 'record',
    json: 'thresholds',
    examples: ['goldset thresholds reports/invoices/record --target-error .01'],
  });
  command.action(async (record: string, flags: Omit<ThresholdsRequest, 'record'> & JsonFlag) => {
    const { certifyThresholds } = await import('../../usecases/thresholds/certify-thresholds.ts');
    const certified = await certifyThresholds({ ...flags, record }, terminalPorts());
    print(certified.result, flags, (_, look) => thresholdsText(certified, look));
  });
}

export function thresholdsText(
  { result, section, versions, confidence }: ThresholdsOutcome,
  { width }: TerminalLook = plainLook,
): string {
  const scope = result.simultaneous ? 'for all thresholds together' : 'per threshold';
  const lines = [
    `Thresholds of ${section.source}: at most ${100 * section.maxError} % errors among accepted documents (${100 * confidence} % confidence ${scope})`,
  ];
  for (const [at, name] of versions.entries()) {
    const rows = section.scopes.map(({ label, versions: measured }) => rowOf(label, measured[at] ?? null));
    const table = textTable(
      ['', 'documents', 'threshold', 'accepted'],
      rows.map(({ cells }) => cells),
      { left: 1, width, notes: rows.map(({ reason }) => reason) },
    );
    lines.push('', name, ...table.split('\n'));
  }
  lines.push('', section.procedure);
  if (section.otherSources.length > 0)
    lines.push(`Other confidence scores in these outputs: ${section.otherSources.join(', ')}`);
  return lines.map(oneLine).join('\n');
}

function rowOf(label: string, version: ScopeConfidence | null): { cells: string[]; reason: string } {
  if (version === null) return { cells: [label, '—', '—', '—'], reason: 'no output has a confidence' };
  const { threshold, straightThrough, sentence } = version.certificate;
  const from = threshold === null ? '—' : threshold.toFixed(2);
  const share = percent(straightThrough.value);
  return {
    cells: [label, String(version.documents), from, share],
    reason: sentence.replace(/^certified from [\d.]+: /, ''),
  };
}
