import { percentWithin } from '../../../base/phrases.ts';
import type { ScoreResult } from '../../../model/results/score-result.ts';
import type { ScoreOutcome } from '../../../usecases/score/score-record.ts';
import { printJson } from '../../terminal/print-json.ts';
import { summaryText } from '../../terminal/summary-text.ts';
import { textTable } from '../../terminal/text-table.ts';

/** Prints the figures of a record scored again; `gold` is the dataset whose gold was used. */
export function printScore({ result, model }: ScoreOutcome, json: boolean, gold: string | undefined): void {
  if (json) {
    printJson(result);
    return;
  }
  const changed =
    result.gold === null ? '' : `\nGold of ${gold}: ${result.gold.changedItems.length} items changed.`;
  const kept = result.file === null ? '' : `\nKept in ${result.file}`;
  process.stdout.write(
    `${summaryText(model)}\n\n${partsTable(result)}\n\nScored by ${result.scorer.fingerprint}.${changed}${kept}\n`,
  );
}

/** F1 by field or class, a column a version. */
function partsTable({ versions }: ScoreResult): string {
  const parts = versions.map(({ fields, classes }) => [
    ...fields.map(({ field, f1 }) => ({ name: field, f1 })),
    ...classes.map(({ label, f1 }) => ({ name: label, f1 })),
  ]);
  const rows = (parts[0] ?? []).map(({ name }, i) => [
    name,
    ...parts.map((list) => {
      const { value = null, interval } = list[i]?.f1 ?? {};
      return percentWithin(value, interval);
    }),
  ]);
  return textTable(['F1', ...versions.map(({ name }) => name)], rows, { left: 1 });
}
