import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { killChanges } from './kills/kill-changes.ts';
import type { KillResult } from './kills/kill-result.ts';
import { killRunner } from './kills/kill-runner.ts';
import { killService } from './kills/kill-service.ts';

/**
 * Kills processes with SIGKILL at random moments, each kind at least `kills` times: the runner, the service, and the
 * commands merge, apply-review and baseline set. Writes bench/results/kills.md. Exits with 1 if a result is lost,
 * duplicated or different, or if work cannot be resumed. Run: `node bench/kills.ts [kills] [runner,service,changes]
 * [seed of the service]`
 */
const kills = Number(process.argv[2] ?? 40);
const chosen = (process.argv[3] ?? 'runner,service,changes').split(',');
const root = mkdtempSync(path.join(os.tmpdir(), 'goldset-kills-'));

const results: KillResult[] = [];
try {
  if (chosen.includes('runner')) results.push(await killRunner(root, kills));
  if (chosen.includes('service')) results.push(await killService(root, kills, process.argv[4]));
  if (chosen.includes('changes')) results.push(...(await killChanges(root, kills)));
} finally {
  rmSync(root, { recursive: true, force: true });
}

const stateText = (states: KillResult['states']): string =>
  Object.entries(states)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([state, count]) => `${state}: ${count}`)
    .join(', ');
const rows = results.map(
  ({ name, seed, kills: count, states, lost, doubled, notResumable, different, leftOver }) =>
    `| ${[name, seed, count, stateText(states), lost, doubled, notResumable, different, leftOver].join(' | ')} |`,
);
const text = `# Kills at random moments

\`node bench/kills.ts ${kills}\`, ${os.cpus().length} cores, Node ${process.version}. SIGKILL ends each process at a random moment,
which the seed determines. "Found" counts the kills by what was there after them. "Lost" counts results that existed before
a kill and not after it, "doubled" results and runs that exist twice without being reported. "Not resumable" counts
commands that failed after a kill, "different" ends that differ from the end without a kill, and "left over" files and
worker processes that remained after the last command.

| process | seed | kills | found | lost | doubled | not resumable | different | left over |
|---|---|---:|---|---:|---:|---:|---:|---:|
${rows.join('\n')}
`;
console.log(text);
const problems = results.flatMap(({ name, problems: all }) => all.map((problem) => `${name}: ${problem}`));
for (const problem of problems.slice(0, 40)) console.error(problem);
if (chosen.length === 3) writeFileSync(path.join(import.meta.dirname, 'results/kills.md'), text);
process.exitCode = problems.length > 0 ? 1 : 0;
