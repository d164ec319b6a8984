import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Finished, goldset, root } from '../spawn-goldset.ts';
import { baselines, selections } from './baselines.ts';
import { changedRecords } from './damage.ts';
import { controls, failingRuns } from './failing-runs.ts';
import { pipes, scoringFlags } from './flags.ts';
import { badVersions, invalidPolicies, unmeasuredRules } from './policies.ts';
import { notRunIn, recordOf, right, without, writePolicy, wrongIn } from './records.ts';
import type { Group, Try } from './try.ts';
import { unfinishedRecords } from './unfinished.ts';

export const groups: readonly Group[] = [
  invalidPolicies,
  unmeasuredRules,
  badVersions,
  failingRuns,
  unfinishedRecords,
  changedRecords,
  baselines,
  selections,
  scoringFlags,
  controls,
];

/** Runs the command of a case without the environment variables of CI systems. Returns its exit code and its output. */
export async function run({ words }: Try): Promise<Pick<Finished, 'code'> & { readonly text: string }> {
  const { code, stdout, stderr } = await goldset(await words(), {
    env: { GITHUB_ACTIONS: '', GITLAB_CI: '', GITHUB_STEP_SUMMARY: '' },
  });
  return { code, text: `${stdout}\n${stderr}` };
}

/** Runs each command with a pipe in bash. Returns its name, its expected exit code and its actual exit code. */
export async function runPipes(
  chosen = pipes,
): Promise<{ readonly name: string; readonly exitCode: number; readonly found: number | null }[]> {
  const names: Readonly<Record<string, string>> = {
    goldset: `'${process.execPath}' src/cli/goldset.mjs`,
    BAD: await recordOf([wrongIn(20)]),
    GOOD: await recordOf([right]),
    UNFINISHED: without(await recordOf([wrongIn(20), notRunIn(13)]), 'summary.json'),
    POLICY: writePolicy({ limits: [{ metric: 'f1', min: 0.9 }] }),
  };
  return Array.fromAsync(chosen, async ({ name, command, exitCode }) => {
    const script = command.replace(
      /\b(goldset|BAD|GOOD|UNFINISHED|POLICY)\b/g,
      (word) => names[word] ?? word,
    );
    const child = spawn('bash', ['-c', `set -o pipefail; ${script}`], { cwd: root, stdio: 'ignore' });
    const [found] = (await once(child, 'exit')) as [number | null];
    return { name, exitCode, found };
  });
}
