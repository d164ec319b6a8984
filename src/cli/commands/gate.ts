import { appendFileSync } from 'node:fs';
import type { Command } from 'commander';
import { printable } from '../../base/phrases.ts';
import { writeFailure } from '../../base/write-file.ts';
import type { GateRecordRequest, GateResult } from '../../usecases/gate/gate-record.ts';
import { addSharedFlags, type JsonFlag, print, recordHelp } from '../terminal/flags.ts';
import { failureText } from '../terminal/keep-exit-code.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';

/** `goldset gate RECORD`: evaluates a record against a policy, for use in CI. */
export function define(command: Command): void {
  command
    .argument('<record>', recordHelp)
    .option('--policy <file>', 'policy file: .json, .yaml, .ts or .js (default: "gate" of the configuration)')
    .option(
      '--baseline <record|name>',
      'a record or the name of a baseline (default: the other version of the record)',
    )
    .option(
      '--baseline-version <version>',
      'version of the baseline (default: for a named baseline, the version that was set; for a record, the last)',
    )
    .option('--baselines <dir>', 'folder of the named baselines')
    .option('--candidate-version <version>', 'version to evaluate (default: the last one)')
    .option(
      '--second-gold <dataset>',
      'state label noise, measured with second labels of a sample of the documents',
    )
    .option(
      '--adjudicated',
      'the labels of --second-gold are final, so a label that differs from them is wrong',
    )
    .option(
      '--out <dir>',
      'write gate.json, gate.junit.xml, gate.md and gate.codequality.json to this folder',
    )
    .option('--report', 'write the full report to the same folder')
    .option(
      '--annotations <style>',
      'github, gitlab, plain, none, or auto (the style of the CI system)',
      'auto',
    );
  addSharedFlags(command, {
    scoring: 'record',
    json: 'gate',
    examples: [
      'goldset gate reports/invoices/record --policy gate.yaml --out reports/invoices',
      'goldset gate reports/invoices/record --baseline main --json',
    ],
  });
  command.addHelpText(
    'after',
    '\nExit codes: 0 passed, 1 failed or inconclusive, 2 invalid policy or flags, or an unreadable record, 3 incomplete run, or more failed items than the policy accepts.',
  );
  command.action(async (record: string, flags: Omit<GateRecordRequest, 'record'> & JsonFlag) => {
    const { gateRecord } = await import('../../usecases/gate/gate-record.ts');
    const { gateText } = await import('../../usecases/gate/gate-text.ts');
    const result = await gateRecord({ ...flags, record }, terminalPorts());
    printGate(result, gateText(result.outcome), flags);
    const isWritten = appendSummary(result.summary);
    process.exitCode = result.exitCode || (isWritten ? 0 : 2);
  });
}

/** Prints the verdict, the paths of the written files, and the annotations for the CI system. */
function printGate(result: GateResult, verdict: string, flags: JsonFlag): void {
  const { outcome, problem, files, annotations } = result;
  const text = [verdict, ...files.map((file) => `Written: ${file}`)].join('\n');
  if (flags.json === true) process.stderr.write(`${printable(text)}\n`);
  print(outcome, flags, () => text);
  // The CI system reads each annotation as one line, so print each annotation without line breaks.
  const lines = annotations.map((line) => `${printable(line)}\n`).join('');
  (flags.json === true ? process.stderr : process.stdout).write(lines);
  if (problem !== undefined) process.stderr.write(failureText(problem));
}

/** Appends the text to the job summary of the CI system. If that fails, prints the error and returns `false`. */
function appendSummary(summary: GateResult['summary']): boolean {
  if (summary === null) return true;
  try {
    appendFileSync(summary.file, summary.text);
    return true;
  } catch (thrown) {
    process.stderr.write(failureText(writeFailure(`${summary.file} (GITHUB_STEP_SUMMARY)`, thrown)));
    return false;
  }
}
