import { percentWithin, pluralise } from '../../../base/phrases.ts';
import type { ScoreResult } from '../../../model/results/score-results.ts';
import type { ScoreOutcome } from '../../../usecases/score/score-record.ts';
import { summaryText } from '../../terminal/summary-text.ts';
import { textTable } from '../../terminal/text-table.ts';

/** Returns the figures of a record that was scored again. `gold` is the dataset with the new gold. */
export function scoreText({ result, model }: ScoreOutcome, gold: string | undefined): string {
  return [
    `${summaryText(model)}\n\n${partsTable(result)}\n`,
    `Scorer: ${result.scorer.fingerprint}`,
    ...(result.gold === null
      ? []
      : [`Gold: ${gold} (${pluralise(result.gold.changedItems.length, 'item')} changed)`]),
    ...(result.file === null ? [] : [`Saved: ${result.file}`]),
  ].join('\n');
}

/** Returns F1 per field or class, with one column per version. */
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
