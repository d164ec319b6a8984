import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CommandRequest } from '../fixtures/commands/command-process.ts';
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
  /** Gets the process of the command, for signals. */
  readonly onStart?: (child: ChildProcess) => void;
}

/**
 * Runs the command as a user would, without a terminal. In the long form, and if a test needs the process, each command has
 * its own process. Otherwise one process runs the commands of all tests one after another, which saves the start-up.
 */
export function goldset(args: readonly string[], options: Options = {}): Promise<Finished> {
  const cwd = options.cwd ?? root;
  const env = { GOLDSET_BASE_URL: '', GOLDSET_API_TOKEN: '', GOLDSET_CACHE_DIR: cache, ...options.env };
  return long || options.onStart !== undefined
    ? inOwnProcess(args, cwd, env, options.onStart)
    : inOneProcess(args, cwd, env);
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

const script = path.resolve(import.meta.dirname, '../fixtures/commands/command-process.ts');
const waiting = new Map<number, (finished: Finished) => void>();
let shared: ChildProcess | undefined;
let requests = 0;

function inOneProcess(args: readonly string[], cwd: string, env: Record<string, string>): Promise<Finished> {
  shared ??= startShared();
  const request: CommandRequest = { id: requests++, args, cwd, env };
  return new Promise((resolve) => {
    waiting.set(request.id, resolve);
    shared?.send(request);
  });
}

function startShared(): ChildProcess {
  // It ends with this process, when their channel closes.
  const child = fork(script, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.on('message', ({ id, ...finished }: Finished & { readonly id: number }) => {
    waiting.get(id)?.(finished);
    waiting.delete(id);
  });
  // A command that ends its process ends the tests that wait for it and for those behind it.
  child.on('exit', (code, signal) => {
    shared = undefined;
    for (const resolve of waiting.values())
      resolve({ code, stdout: '', stderr: `the process of the commands ended: ${signal ?? code}` });
    waiting.clear();
  });
  child.unref();
  child.channel?.unref();
  return child;
}

export function temporaryFolder(): string {
  return mkdtempSync(path.join(os.tmpdir(), 'goldset-e2e-'));
}

const cache = temporaryFolder();
