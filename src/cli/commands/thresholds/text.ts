import { percent } from '../../../base/phrases.ts';
import type { ConfidenceSection, ScopeConfidence } from '../../../model/report/confidence-section.ts';
import type { ThresholdsOutcome } from '../../../usecases/thresholds/certify-thresholds.ts';
import { printJson } from '../../terminal/print-json.ts';
import { textTable } from '../../terminal/text-table.ts';

/** Prints the certified thresholds of every version. */
export function printThresholds(
  { result, section, versions, confidence }: ThresholdsOutcome,
  json: boolean,
): void {
  if (json) printJson(result);
  else process.stdout.write(`${thresholdsText(section, versions, confidence, result.simultaneous)}\n`);
}

function thresholdsText(
  section: ConfidenceSection,
  names: readonly string[],
  confidence: number,
  simultaneous: boolean,
): string {
  const lines = [
    `Thresholds of ${section.source} from which at most ${100 * section.maxError} % of what is let through is wrong (${100 * confidence} % sure${simultaneous ? ' of all at once' : ' of each on its own'})`,
  ];
  for (const [at, name] of names.entries()) {
    const rows = section.scopes.map(({ label, versions }) => rowOf(label, versions[at] ?? null));
    const table = textTable(
      ['', 'documents', 'from', 'goes through'],
      rows.map(({ cells }) => cells),
      { left: 1 },
    );
    const reasons = ['', '', ...rows.map(({ reason }) => `  ${reason}`)];
    lines.push('', name, ...table.split('\n').map((line, i) => `${line}${reasons[i] ?? ''}`));
  }
  lines.push('', section.procedure);
  if (section.otherSources.length > 0)
    lines.push(`Other sources in these outputs: ${section.otherSources.join(', ')}`);
  return lines.join('\n');
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
