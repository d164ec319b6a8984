import { percent } from '../../../base/phrases.ts';
import type { ScopeConfidence } from '../../../model/report/confidence-section.ts';
import type { ThresholdsOutcome } from '../../../usecases/thresholds/certify-thresholds.ts';
import { textTable } from '../../terminal/text-table.ts';

/** Returns the certified thresholds of every version. */
export function thresholdsText({ result, section, versions, confidence }: ThresholdsOutcome): string {
  const scope = result.simultaneous ? 'for all thresholds together' : 'per threshold';
  const lines = [
    `Thresholds of ${section.source}: at most ${100 * section.maxError} % errors among accepted documents (${100 * confidence} % confidence ${scope})`,
  ];
  for (const [at, name] of versions.entries()) {
    const rows = section.scopes.map(({ label, versions: measured }) => rowOf(label, measured[at] ?? null));
    const table = textTable(
      ['', 'documents', 'threshold', 'accepted'],
      rows.map(({ cells }) => cells),
      { left: 1 },
    );
    const reasons = ['', '', ...rows.map(({ reason }) => `  ${reason}`)];
    lines.push('', name, ...table.split('\n').map((line, i) => `${line}${reasons[i] ?? ''}`));
  }
  lines.push('', section.procedure);
  if (section.otherSources.length > 0)
    lines.push(`Other confidence scores in these outputs: ${section.otherSources.join(', ')}`);
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
