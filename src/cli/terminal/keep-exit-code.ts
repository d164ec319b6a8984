import { GoldsetError } from '../../base/goldset-error.ts';
import { oneLine, printable } from '../../base/phrases.ts';
import { writeFailure } from '../../base/write-file.ts';

const names = { stdout: 'standard output', stderr: 'standard error' } as const;
let reported = false;

/**
 * Sets an exit code if output cannot be written, for example because the disk is full. Keeps the exit code of a command
 * that failed. If the reader of a pipe stops early (`goldset ... | head`), this is not an error.
 */
export function keepExitCode(): void {
  for (const name of ['stdout', 'stderr'] as const)
    process[name].on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || reported) return;
      reported = true;
      const failure = writeFailure(names[name], error);
      if (name === 'stdout') process.stderr.write(failureText(failure));
      process.on('exit', (code) => {
        if (code === 0) process.exitCode = failure.exitCode;
      });
    });
}

/** Prints an error on standard error, and returns its exit code. If GOLDSET_DEBUG is set, also prints the stack. */
export function reportFailure(thrown: unknown): number {
  const debug = process.env.GOLDSET_DEBUG !== undefined && process.env.GOLDSET_DEBUG !== '';
  if (thrown instanceof GoldsetError) {
    process.stderr.write(failureText(thrown));
    if (debug) process.stderr.write(`${printable(thrown.stack ?? '')}\n`);
    return thrown.exitCode;
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  process.stderr.write(
    `error INTERNAL: ${debug ? printable(error.stack ?? '') : oneLine(error.message)}\n  fix: Report this error. GOLDSET_DEBUG=1 prints the stack.\n`,
  );
  return 70;
}

/** Formats an error as two lines: first the code and the message, then the fix. */
export function failureText({ code, message, fix }: GoldsetError): string {
  return `error ${code}: ${oneLine(message)}\n  fix: ${oneLine(fix)}\n`;
}
