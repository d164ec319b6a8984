import { oneLine } from '../../../base/one-line.ts';
import { formatValue } from '../../../model/json/json-value.ts';
import type { LabelIssuesResult } from '../../../model/results/command-results.ts';

/** Returns the first `limit` labels that are probably wrong, with the evidence. */
export function labelIssuesText(result: LabelIssuesResult, limit: number): string {
  const { issues, found, likely, labels, documents, withText, files } = result;
  const lines = [
    `${likely} of ${labels} labels in ${documents} documents are more likely wrong than right; ${found - likely} more are doubtful.`,
    `Documents with readable text: ${withText}`,
    '',
  ];
  for (const { itemId, path: place, label, proposed, score, reasons } of issues.slice(0, limit)) {
    lines.push(
      `${score.toFixed(1).padStart(5)}  ${itemId}  ${place}: ${cut(formatValue(label))} → ${cut(formatValue(proposed))}`,
      `       ${reasons.map(({ text }) => text).join('; ')}`,
    );
  }
  if (found > limit) lines.push(`       and ${found - limit} more`);
  for (const file of files) lines.push('', `Written: ${file}`);
  return lines.map(oneLine).join('\n');
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
