import type { Command } from 'commander';

interface Flags {
  readonly json?: boolean;
}

/** `goldset record ...`: whether a record is what was written, and records of an old format in the present one. */
export function define(record: Command): void {
  record
    .command('verify')
    .description('read every line of a record and compare it with its hashes and counts')
    .argument('<record>', 'the record, or the folder around it')
    .option('--json', 'one JSON object on standard output (docs/schemas/record-verify.json)')
    .addHelpText('after', '\nExample:\n  $ goldset record verify reports/invoices/record')
    .action(async (named: string, flags: Flags) => {
      const { verifyRecord } = await import('../../../usecases/record/verify-record.ts');
      const { verifiedText } = await import('./text.ts');
      const result = await verifyRecord(named);
      process.stdout.write(flags.json ? `${JSON.stringify(result)}\n` : verifiedText(result));
    });
  record
    .command('upgrade')
    .description('write a record of an old format in the present one; the old one is kept beside it')
    .argument('<record>', 'the record, or the folder around it')
    .option('--json', 'one JSON object on standard output (docs/schemas/record-upgrade.json)')
    .addHelpText('after', '\nExample:\n  $ goldset record upgrade reports/invoices/record')
    .action(async (named: string, flags: Flags) => {
      const { upgradeRecord } = await import('../../../usecases/record/upgrade-record.ts');
      const { upgradedText } = await import('./text.ts');
      const result = await upgradeRecord(named);
      process.stdout.write(flags.json ? `${JSON.stringify(result)}\n` : upgradedText(result));
    });
}
