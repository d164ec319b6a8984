import path from 'node:path';
import type { Command } from 'commander';
import { oneLine } from '../../../base/phrases.ts';
import type { OpenResult } from '../../../model/results/command-results.ts';
import { addSharedFlags, type JsonFlag, print } from '../../terminal/flags.ts';
import { openInBrowser } from '../../terminal/open-in-browser.ts';

interface OpenFlags extends JsonFlag {
  readonly dir: string;
}

/** `goldset open [NAME]`: opens a report in the browser. */
export function define(command: Command): void {
  command
    .argument('[name]', 'folder of a report, or its path below the folder of reports', 'last')
    .option('--dir <dir>', 'folder of reports', 'reports');
  addSharedFlags(command, { config: false, json: 'open', examples: ['goldset open invoices'] });
  command.action(async (name: string, flags: OpenFlags) => {
    const { findReport } = await import('../../../usecases/view/find-report.ts');
    const report = await findReport(name, flags.dir);
    const opened = await openInBrowser(report);
    print({ report, opened } satisfies OpenResult, flags, openText);
  });
}

function openText({ report, opened }: OpenResult): string {
  const shown = oneLine(path.relative('.', report) || report);
  return opened ? `Opened ${shown}` : `No browser found. Open this file: ${oneLine(report)}`;
}
