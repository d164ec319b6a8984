import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundledCases } from './cases.ts';
import { compareOutputs, type Difference } from './compare-outputs.ts';
import type { Evidence } from './evidence.ts';
import { mutate } from './mutate.ts';
import { type Outputs, readOutputs } from './read-outputs.ts';
import { Runs } from './run-cases.ts';
import { sharedCases } from './shared-cases.ts';

/**
 * Compares all figures of two checkouts: `node bench/compare-figures/main.ts BEFORE [AFTER] [--cache DIR]
 * [--only CASE,CASE] [--show N] [--mutate N] [--results FILE]`.
 *
 * BEFORE writes every record once, and the commands of both checkouts read it. Two numbers are equal if they
 * differ by at most 1e-12 of their size. P-values of random sign flips may differ by their simulation error.
 * Sentences and labels may change their words, but not their numbers or decisions. Ends with 1 if a
 * difference has no explanation. The cache keeps the records and the output of BEFORE. It also keeps the
 * output of AFTER while its sources are unchanged. CACHE/differences.jsonl has all differences, and
 * CACHE/reworded.jsonl has each changed sentence once. `--mutate N` also makes every N-th figure of AFTER
 * wrong, and ends with 1 if the comparison does not report each of them. `--results FILE` writes the counts
 * by reason.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cache: { type: 'string', default: path.join(os.tmpdir(), 'goldset-compare-figures') },
    only: { type: 'string' },
    show: { type: 'string', default: '5' },
    mutate: { type: 'string', default: '0' },
    results: { type: 'string' },
  },
});
const [before, after = path.resolve(import.meta.dirname, '../..')] = positionals;
if (before === undefined)
  throw new Error('usage: main.ts BEFORE [AFTER] [--cache DIR] [--only CASES] [--show N] [--mutate N]');
const cache = path.resolve(values.cache);
mkdirSync(cache, { recursive: true });
const show = Number(values.show);
const only = values.only?.split(',');
const runs = new Runs(path.resolve(before), path.resolve(after), cache);
const cases = [...bundledCases, ...sharedCases].filter(({ name }) => only?.includes(name) ?? true);

const all: (Difference & { readonly where: string })[] = [];
const reworded = new Set<string>();
let compared = 0;
const step = Number(values.mutate);
let mutated = 0;
let missed = 0;
console.log('compared   equal  random p  reworded  explained  different  case › command');
const waiting = [...cases];
await Promise.all([1, 2].map(next));
writeFileSync(path.join(cache, 'differences.jsonl'), all.map((one) => `${JSON.stringify(one)}\n`).join(''));
writeFileSync(path.join(cache, 'reworded.jsonl'), [...reworded].map((pair) => `${pair}\n`).join(''));
const reasons = new Map<string, number>();
for (const { reason } of all) if (reason !== null) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
const open = all.filter(({ reason }) => reason === null).length;
const sorted = [...reasons].sort(([, a], [, b]) => b - a);
const summary = [
  `${compared} figures and lines compared, ${open} differences without an explanation`,
  ...(step > 0 ? [`${mutated} figures made wrong, ${missed} of them not reported`] : []),
  ...sorted.map(([reason, count]) => `${String(count).padStart(8)} times: ${reason}`),
].join('\n');
console.log(summary);
if (values.results !== undefined) writeFileSync(values.results, `${about()}\n\n${summary}\n`);
process.exitCode = open === 0 && missed === 0 ? 0 : 1;

async function next(): Promise<void> {
  for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
    if (one.needs !== undefined && !runs.has(one.needs)) {
      console.log(`skipped: ${one.name}, ../shared/${one.needs} is not there`);
      continue;
    }
    for (const { command, before: earlier, after: later, evidence } of await runs.run(one)) {
      const where = `${one.name} › ${command.name}`;
      const [left, right] = [readOutputs(earlier), readOutputs(later)];
      const result = compareOutputs(where, left, right, evidence, command.ignore);
      if (step > 0) checkRules(where, left, right, evidence, command.ignore);
      const unexplained = result.differences.filter(({ reason }) => reason === null);
      compared += result.compared;
      const counts = [result.compared, result.equal, result.simulated, result.reworded.length];
      counts.push(result.differences.length - unexplained.length, unexplained.length);
      const widths = [8, 8, 10, 10, 11, 11];
      console.log(`${counts.map((count, n) => String(count).padStart(widths[n] ?? 8)).join('')}  ${where}`);
      for (const { key, before: from, after: to } of unexplained.slice(0, show))
        console.log(`      ${key}: ${brief(from)} → ${brief(to)}`);
      for (const pair of result.reworded) reworded.add(JSON.stringify(pair));
      for (const difference of result.differences) all.push({ where, ...difference });
    }
  }
}

function about(): string {
  const commit = (dir: string) => runs.commitOf(path.resolve(dir));
  const machine = `${os.cpus()[0]?.model ?? ''}, ${os.availableParallelism()} cores, Node ${process.version}`;
  const names = cases.map(({ name }) => name).join(', ');
  return `${machine}\nbefore: ${commit(before as string)}, after: ${commit(after)}\ncases: ${names}`;
}

/** Makes figures of an output wrong on purpose, and reports those that the comparison does not find. */
function checkRules(where: string, left: Outputs, right: Outputs, evidence: Evidence, ignore?: RegExp): void {
  const { outputs, facts, lines } = mutate(right, step);
  const { differences } = compareOutputs(where, left, outputs, evidence, ignore);
  const open = differences.filter(({ reason }) => reason === null);
  const [keys, later] = [open, open].map(
    (list, i) => new Set(list.map(({ key, after: to }) => (i === 0 ? key : to))),
  );
  const accepted = [
    ...[...facts]
      .filter(([key, fact]) => !keys?.has(key) && !ignore?.test(key) && left.facts.get(key) !== fact)
      .map(([key]) => key),
    ...lines.filter((line) => !later?.has(line)),
  ];
  mutated += facts.size + lines.length;
  missed += accepted.length;
  for (const one of accepted.slice(0, show))
    console.log(`      accepted with a wrong figure: ${where} › ${one}`);
}

function brief(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
