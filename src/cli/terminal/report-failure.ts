import { GoldsetError } from '../../base/goldset-error.ts';
import { oneLine } from '../../base/one-line.ts';

/** Tells the failure on standard error and gives the exit code. With GOLDSET_DEBUG the stack follows. */
export function reportFailure(thrown: unknown): number {
  const debug = process.env.GOLDSET_DEBUG !== undefined && process.env.GOLDSET_DEBUG !== '';
  if (thrown instanceof GoldsetError) {
    process.stderr.write(`error ${thrown.code}: ${oneLine(thrown.message)}\n  fix: ${oneLine(thrown.fix)}\n`);
    if (debug) process.stderr.write(`${thrown.stack ?? ''}\n`);
    return thrown.exitCode;
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  process.stderr.write(
    `error INTERNAL: ${debug ? error.stack : error.message}\n  fix: please report it (GOLDSET_DEBUG=1 shows where)\n`,
  );
  return 70;
}
