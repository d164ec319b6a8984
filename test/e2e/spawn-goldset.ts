import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command as a user would, without a terminal; `onStart` gets the child, for signals. */
export function goldset(
  args: readonly string[],
  options: {
    readonly env?: Record<string, string>;
    readonly onStart?: (child: ReturnType<typeof spawn>) => void;
  } = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const env = {
      ...process.env,
      GOLDSET_BASE_URL: '',
      GOLDSET_API_TOKEN: '',
      GOLDSET_CACHE_DIR: cache,
      ...options.env,
    };
    const child = spawn(process.execPath, [path.join(root, 'src/cli/goldset.mjs'), ...args], {
      cwd: root,
      env,
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
    options.onStart?.(child);
  });
}

export function temporaryFolder(): string {
  return mkdtempSync(path.join(os.tmpdir(), 'goldset-e2e-'));
}

const cache = temporaryFolder();
