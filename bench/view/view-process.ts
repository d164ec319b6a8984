import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../src/cli/goldset.mjs', import.meta.url));

/** A running `goldset view`. */
export interface ViewProcess {
  /** Address of the page, with the token. */
  readonly url: string;
  /** Largest memory of the process so far, in MB. */
  readonly peakMb: () => number;
  readonly stop: () => Promise<void>;
}

/** Starts `goldset view` in its own process, so that the measurement does not share its thread and memory. */
export async function startView(folder: string): Promise<ViewProcess> {
  const child = spawn(process.execPath, [command, 'view', folder, '--no-open'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+\/#token=[0-9a-f]+/.exec(text);
      if (found) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error(`goldset view ended with ${code}: ${text}`)));
  });
  return {
    url,
    peakMb: () =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.on('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
