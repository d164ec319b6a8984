/**
 * Executes every attempt to get a wrong green light (a pass that is not justified), and writes
 * bench/results/wrong-green-lights.md. The expected exit codes in test/e2e/wrong-green-lights were set before the
 * commands were executed.
 *
 *     node bench/wrong-green-lights.ts
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { groups, run, runPipes } from '../test/e2e/wrong-green-lights/all-tries.ts';

// Keeps this process alive. The child process that runs the commands does not keep it alive.
setInterval(() => {}, 60_000);

const lines: string[] = [];
let [count, different] = [0, 0];

function table(title: string): void {
  lines.push('', `## ${title}`, '', '| try | expected | found | reason |', '|---|---:|---:|---|');
}

function add(
  name: string,
  expected: number,
  found: number | null,
  reason: string,
  isAsExpected: boolean,
): void {
  count++;
  if (!isAsExpected) different++;
  const shown = reason.replaceAll('|', '\\|').replaceAll('\n', ' ');
  lines.push(`| ${name} | ${expected} | ${found}${isAsExpected ? '' : ' (differs)'} | ${shown} |`);
}

for (const { title, tries } of groups) {
  table(title);
  for (const one of tries) {
    const { code, text } = await run(one);
    const isClean = one.never === undefined || !text.includes(one.never);
    add(
      one.name,
      one.exitCode,
      code,
      one.reason,
      code === one.exitCode && text.includes(one.reason) && isClean,
    );
  }
}
table('Pipes with `set -o pipefail`');
for (const { name, exitCode, found } of await runPipes()) add(name, exitCode, found, '', found === exitCode);

const head = [
  '# Tries to get a wrong green light',
  '',
  `${count} commands with the exit code that was expected before the command ran, the exit code that was found, and text that the output contained. ${different === 0 ? 'None differs.' : `${different} differ.`}`,
  '',
  'Exit codes: 0 passed; 1 failed or inconclusive; 2 invalid input or unreadable record; 3 incomplete run, or more failed items than accepted.',
];
writeFileSync(
  path.join(import.meta.dirname, 'results/wrong-green-lights.md'),
  `${[...head, ...lines].join('\n')}\n`,
);
console.log(`${count} tries, ${different} differ`);
process.exit(different === 0 ? 0 : 1);
