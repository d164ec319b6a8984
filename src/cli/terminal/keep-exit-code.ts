import { writeFailure } from '../../base/write-failure.ts';

const names = { stdout: 'standard output', stderr: 'standard error' } as const;

/**
 * Keeps the exit code of the command when its output cannot be written. A reader that stops early
 * (`goldset ... | head`) changes nothing. Any other failure of standard output, for example a full disk, is an error of
 * its own, which never replaces a failing exit code.
 */
export function keepExitCode(): void {
  for (const name of ['stdout', 'stderr'] as const)
    process[name].on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || reported) return;
      reported = true;
      const failure = writeFailure(names[name], error);
      if (name === 'stdout')
        process.stderr.write(`error ${failure.code}: ${failure.message}\n  fix: ${failure.fix}\n`);
      process.on('exit', (code) => {
        if (code === 0) process.exitCode = failure.exitCode;
      });
    });
}

let reported = false;
