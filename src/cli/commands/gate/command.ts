import type { Command } from 'commander';
import type { GateRecordRequest } from '../../../usecases/gate/gate-record.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

/** `goldset gate RECORD`: a policy to a verdict that a pipeline can stop on. */
export function define(command: Command): void {
  command
    .argument('<record>', 'a record, or the folder around it')
    .option('--policy <file>', 'the policy: .json, .yaml, .ts or .js (default: "gate" of the configuration)')
    .option(
      '--baseline <record|name>',
      'a record or the name of a baseline (default: the other version of the record)',
    )
    .option(
      '--baseline-version <version>',
      'version of the baseline (default: the one that was set, or the last)',
    )
    .option('--baselines <dir>', 'folder of the named baselines')
    .option('--candidate-version <version>', 'version to evaluate (default: the last one)')
    .option('--out <dir>', 'write gate.json, gate.junit.xml, gate.md and gate.codequality.json there')
    .option('--report', 'write the full report there too')
    .option('--annotations <style>', 'github, gitlab, plain, none, or auto: by the CI it runs in', 'auto')
    .option('--config <file>', 'configuration file')
    .option(
      '--json',
      'one JSON object on standard output (docs/schemas/gate.json); all else goes to standard error',
    );
  addScoringFlags(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ goldset gate reports/invoices/record --policy gate.yaml --out reports/invoices
  $ goldset gate reports/invoices/record --baseline main --json

Exit codes: 0 passed, 1 failed or cannot tell, 2 the policy or the flags are wrong.`,
  );
  command.action(
    async (record: string, flags: Omit<GateRecordRequest, 'record'> & { readonly json?: boolean }) => {
      const { gateRecord } = await import('../../../usecases/gate/gate-record.ts');
      const { printGate } = await import('./text.ts');
      const result = await gateRecord({ ...flags, record }, terminalPorts());
      printGate(result, flags.json === true);
      process.exitCode = result.exitCode;
    },
  );
}
