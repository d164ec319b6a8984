import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCommand } from '../fixtures/commands/run-command.ts';
import { long } from '../fixtures/long-form.ts';

export const root = path.resolve(import.meta.dirname, '../..');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Receives the process of the command, so that a test can send signals to it. */
  readonly onStart?: (child: ChildProcess) => void;
}

/**
 * Runs the command as a user would, without a terminal. In `npm run test:long`, and if a test needs the process, each
 * command has its own process. Otherwise, all commands run one after another in the process of the test. This saves
 * their start-up time.
 */
export function goldset(args: readonly string[], options: Options = {}): Promise<Finished> {
  const cwd = options.cwd ?? root;
  const env = { GOLDSET_BASE_URL: '', GOLDSET_API_TOKEN: '', GOLDSET_CACHE_DIR: cache, ...options.env };
  return long || options.onStart !== undefined
    ? inOwnProcess(args, cwd, env, options.onStart)
    : runCommand({ args, cwd, env });
}

function inOwnProcess(
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  onStart?: (child: ChildProcess) => void,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'src/cli/goldset.mjs'), ...args], {
      cwd,
      env: { ...process.env, ...env },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    onStart?.(child);
  });
}

export function temporaryFolder(): string {
  return mkdtempSync(path.join(os.tmpdir(), 'goldset-e2e-'));
}

const cache = temporaryFolder();
