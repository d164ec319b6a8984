import type { Command } from 'commander';
import { percentWithin, pluralise, printable } from '../../base/phrases.ts';
import type { ScoreResult } from '../../model/results/score-results.ts';
import type { ScoreOutcome, ScoreRequest } from '../../usecases/score/score-record.ts';
import { tableFormats } from '../../usecases/settings/flag-values.ts';
import {
  addColorFlag,
  addSharedFlags,
  type ColorFlag,
  type JsonFlag,
  printStyled,
  recordHelp,
} from '../terminal/flags.ts';
import { summaryText } from '../terminal/summary-text.ts';
import { plainLook, type TerminalLook } from '../terminal/terminal-look.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';
import { textTable } from '../terminal/text-table.ts';

/** `goldset score RECORD`: scores a record again, with other rules or newer gold. */
export function define(command: Command): void {
  command
    .argument('<record>', recordHelp)
    .option('--gold <dataset>', 'use the expected outputs of this dataset instead of the recorded ones')
    .option(
      '--allow-unknown-gold',
      'accept --gold with keys or classes that look like misspelt names of the schema',
    )
    .option('--out <dir>', 'write a report to this folder')
    .option('--no-save', 'do not save the scores next to the record');
  addSharedFlags(command, {
    report: { formats: tableFormats },
    scoring: 'record',
    failures: true,
    json: 'score',
    examples: [
      'goldset score reports/receipts/record --comparator company=fuzzy:0.85',
      'goldset score reports/invoices/record --gold datasets/invoices --out reports/invoices-reviewed',
    ],
  });
  addColorFlag(command);
  command.action(async (record: string, flags: Omit<ScoreRequest, 'record'> & JsonFlag & ColorFlag) => {
    const { scoreRecord } = await import('../../usecases/score/score-record.ts');
    const scored = await scoreRecord({ ...flags, record }, terminalPorts());
    printStyled(scored.result, flags, (_, look) => scoreText(scored, flags.gold, look));
    process.exitCode = scored.exitCode;
  });
}

/** Formats the figures of a record that was scored again. `gold` is the path of the dataset whose gold was used. */
export function scoreText(
  { result, model }: ScoreOutcome,
  gold: string | undefined,
  look: TerminalLook = plainLook,
): string {
  const below = [
    `\n${partsTable(result)}\n`,
    `Scorer: ${result.scorer.fingerprint}`,
    ...(result.gold === null
      ? []
      : [`Gold: ${gold} (${pluralise(result.gold.changedItems.length, 'item')} changed)`]),
    ...(result.file === null ? [] : [`Saved: ${result.file}`]),
  ].join('\n');
  return `${summaryText(model, look)}\n${printable(below)}`;
}

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
