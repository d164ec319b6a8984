import { spawn } from 'node:child_process';
import path from 'node:path';

const program = path.join(import.meta.dirname, '../../src/cli/goldset.mjs');

export interface Ended {
  readonly isKilled: boolean;
  readonly code: number | null;
  readonly text: string;
  readonly seconds: number;
}

/**
 * Runs a command in its own process. If `killAfterMs` is set, SIGKILL ends the command this many milliseconds after its
 * start.
 */
export function command(args: readonly string[], killAfterMs?: number): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const env = { ...process.env, GOLDSET_BASE_URL: '', GOLDSET_API_TOKEN: '' };
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
    const timer =
      killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const seconds = (performance.now() - startedAt) / 1000;
      resolve({ isKilled: signal === 'SIGKILL', code, text, seconds });
    });
  });
}

/** Runs a command. Throws if it fails. */
export async function successful(args: readonly string[]): Promise<Ended> {
  const ended = await command(args);
  if (ended.code !== 0) throw new Error(`goldset ${args.join(' ')}: exit code ${ended.code}\n${ended.text}`);
  return ended;
}
