import path from 'node:path';
import type { Command } from 'commander';
import { oneLine, pluralise } from '../../base/phrases.ts';
import type { RecordUpgradeResult, RecordVerifyResult } from '../../model/results/command-results.ts';
import { addSharedFlags, type JsonFlag, print, recordHelp } from '../terminal/flags.ts';

/** `goldset record ...`: verifies a record, or upgrades it to the current format. */
export function define(record: Command): void {
  const verify = record
    .command('verify')
    .description('compare every line of a record with its hashes and counts')
    .argument('<record>', recordHelp);
  addSharedFlags(verify, {
    config: false,
    json: 'record-verify',
    examples: ['goldset record verify reports/invoices/record'],
  });
  verify.action(async (named: string, flags: JsonFlag) => {
    const { verifyRecord } = await import('../../usecases/record/maintain-records.ts');
    print(await verifyRecord(named), flags, verifiedText);
  });
  const upgrade = record
    .command('upgrade')
    .description('rewrite a record in the current format, and keep the old one')
    .argument('<record>', recordHelp);
  addSharedFlags(upgrade, {
    config: false,
    json: 'record-upgrade',
    examples: ['goldset record upgrade reports/invoices/record'],
  });
  upgrade.action(async (named: string, flags: JsonFlag) => {
    const { upgradeRecord } = await import('../../usecases/record/maintain-records.ts');
    print(await upgradeRecord(named), flags, upgradedText);
  });
}

function verifiedText({ format, seal, items, rows, byState, notices }: RecordVerifyResult): string {
  const finding =
    seal !== null
      ? 'Unchanged since it was sealed'
      : format === 1
        ? 'Readable; format 1 has no seal to compare with'
        : 'Readable; not sealed, because the run has not ended';
  const states = `${byState.processed} processed, ${byState.failed} failed, ${byState.cancelled} cancelled, ${byState.notRun} not run`;
  const counts = `${pluralise(items, 'item')}, ${pluralise(rows, 'row')}: ${states}`;
  return [finding, counts, ...notices.map((notice) => `note: ${oneLine(notice)}`)].join('\n');
}

function upgradedText({ record, oldRecord, items, rows, skippedRows }: RecordUpgradeResult): string {
  const shown = (dir: string) => path.relative(process.cwd(), dir) || '.';
  if (oldRecord === null) return `${shown(record)} already has the current format`;
  const without =
    skippedRows === 0 ? '' : ` (${pluralise(skippedRows, 'row')} skipped: repeated or not planned)`;
  return `Upgraded: ${shown(record)} (${pluralise(items, 'item')}, ${pluralise(rows, 'row')}${without})\nOld record: ${shown(oldRecord)}`;
}
