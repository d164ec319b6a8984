import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Cost of one run of a command. */
export interface Usage {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly exitCode: number | null;
}

/** Runs `goldset` with these arguments in its own process and measures it. Ignores its output. */
export async function measureCommand(args: readonly string[]): Promise<Usage> {
  const usageFile = path.join(os.tmpdir(), `goldset-usage-${process.pid}.json`);
  const start = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', './bench/scale/report-usage.mjs', 'src/cli/goldset.mjs', ...args],
    { cwd: root, stdio: 'ignore', env: { ...process.env, USAGE_FILE: usageFile } },
  );
  const exitCode = await new Promise<number | null>((done, failed) => {
    child.on('error', failed);
    child.on('exit', done);
  });
  const wallMs = performance.now() - start;
  const used = JSON.parse(readFileSync(usageFile, 'utf8')) as Pick<Usage, 'cpuMs' | 'peakMb'>;
  return { wallMs, exitCode, ...used };
}
