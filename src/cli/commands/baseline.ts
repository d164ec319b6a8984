import type { Command } from 'commander';
import { oneLine } from '../../base/phrases.ts';
import type { BaselineList, SetBaselineResult } from '../../model/results/command-results.ts';
import type { BaselineRequest, SetBaselineRequest } from '../../usecases/baseline/set-baseline.ts';
import { addSharedFlags, type JsonFlag, print, recordHelp } from '../terminal/flags.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';

/** `goldset baseline set RECORD` and `goldset baseline list`: named baselines and their history. */
export function define(baseline: Command): void {
  const baselinesHelp = 'folder of the baselines (default: from the configuration, or "baselines")';
  const set = baseline
    .command('set')
    .description('set a record as the named baseline, with author, time and reason')
    .argument('<record>', recordHelp)
    .requiredOption('--name <name>', 'name of the baseline')
    .requiredOption('--reason <text>', 'reason why this record becomes the baseline')
    .option('--author <name>', 'author of the change (default: user.email of git, or the login name)')
    .option('--versions <version>', 'version of the record, if it has several')
    .option('--link', 'refer to the record instead of copying it')
    .option('--baselines <dir>', baselinesHelp);
  addSharedFlags(set, {
    json: 'baseline-set',
    examples: [
      'goldset baseline set reports/invoices/record --name invoices --versions 1.0 --reason "release 1.0"',
    ],
  });
  set.action(async (record: string, flags: Omit<SetBaselineRequest, 'record'> & JsonFlag) => {
    const { setBaseline } = await import('../../usecases/baseline/set-baseline.ts');
    print(await setBaseline({ ...flags, record }, terminalPorts()), flags, baselineText);
  });
  const list = baseline
    .command('list')
    .description('list the current baseline of every name, or the history of one name')
    .option('--name <name>', 'list the history of this baseline')
    .option('--baselines <dir>', baselinesHelp);
  addSharedFlags(list, { json: 'baseline-list', examples: ['goldset baseline list --name invoices'] });
  list.action(async (flags: BaselineRequest & JsonFlag) => {
    const { listBaselineHistory } = await import('../../usecases/baseline/set-baseline.ts');
    print(await listBaselineHistory(flags), flags, historyText);
  });
}

function baselineText({ dir, entry }: SetBaselineResult): string {
  const { name, version, recordId, dataset, replaces, author, reason } = entry;
  const replaced = replaces === null ? '' : `, replaces ${replaces}`;
  return [
    `Baseline ${name}: ${version} of ${recordId} (${dataset.name}, ${dataset.items} items)${replaced}`,
    `Author: ${author}`,
    `Reason: ${reason}`,
    `Folder: ${dir}`,
  ]
    .map(oneLine)
    .join('\n');
}

function historyText({ dir, entries }: BaselineList): string {
  if (entries.length === 0) return `no baseline in ${dir}`;
  return entries
    .map(({ name, setAt, author, reason, version, recordId }) =>
      oneLine(
        `${name}  ${setAt.slice(0, 16).replace('T', ' ')}  ${version} of ${recordId}  ${author}: ${reason}`,
      ),
    )
    .join('\n');
}
