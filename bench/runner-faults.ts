import { writeFileSync } from 'node:fs';
import { faultKinds } from '../test/fixtures/faults/fault-kinds.ts';
import { type FaultResult, runFaultKind } from '../test/fixtures/faults/fault-suite.ts';

/*
 * Runs 60 items through a proxy with each kind of fault, and writes bench/results/runner-faults.md: `node
 * bench/runner-faults.ts`. Goals: the record has the true end state of each item, no item has the output of another
 * one, and each run that was created twice is reported. Exits with 1 if a goal is missed.
 */
const items = 60;
const atOnce = 4;

function row(result: FaultResult): string {
  const { kind, processed, failed, untrue, foreign, createdTwice, unreported, ended, requests } = result;
  const states = `${processed} | ${failed} | ${untrue.length} | ${foreign.length}`;
  return `| ${kind} | ${states} | ${createdTwice} | ${unreported.length} | ${requests} | ${ended === null ? 'complete' : 'incomplete, then resumed'} |`;
}

const results = new Map<string, FaultResult>();
const queue = [...faultKinds];
async function worker(): Promise<void> {
  for (let kind = queue.shift(); kind !== undefined; kind = queue.shift())
    results.set(kind.name, await runFaultKind(kind, items));
}
await Promise.all(Array.from({ length: atOnce }, worker));
const ordered = faultKinds.flatMap(({ name }) => results.get(name) ?? []);
const sum = (count: (result: FaultResult) => number): number =>
  ordered.reduce((total, result) => total + count(result), 0);
const missed = ordered.filter(({ untrue, foreign, unreported, ended }, at) => {
  const { outage = false, mayFail = false, fails } = faultKinds[at] ?? {};
  const isEndTrue = mayFail || fails !== undefined || (ended === 'RUN_INCOMPLETE') === outage;
  return untrue.length + foreign.length + unreported.length > 0 || !isEndTrue;
});
const text = [
  '# Faults of a service',
  '',
  `\`node bench/runner-faults.ts\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}. ${ordered.length} kinds of faults, ${items} items each; every tenth document is unreadable, so that its true state is failed. "Untrue" counts items that did not end in their true state, "foreign" items with the output of another item. "Unreported" counts runs that were created twice and that neither \`unusedRuns\` nor \`unconfirmed\` names.`,
  '',
  `Sum: ${sum(({ items: n }) => n)} items, ${sum(({ untrue }) => untrue.length)} untrue, ${sum(({ foreign }) => foreign.length)} foreign, ${sum(({ createdTwice }) => createdTwice)} created twice, ${sum(({ unreported }) => unreported.length)} of them unreported.`,
  '',
  '| fault | processed | failed | untrue | foreign | created twice | unreported | requests | end |',
  '|---|---:|---:|---:|---:|---:|---:|---:|---|',
  ...ordered.map(row),
  '',
].join('\n');
writeFileSync(new URL('results/runner-faults.md', import.meta.url), text);
console.log(text);
process.exitCode = missed.length === 0 ? 0 : 1;
