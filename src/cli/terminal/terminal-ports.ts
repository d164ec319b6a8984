import { oneLine } from '../../base/one-line.ts';
import type { Ports } from '../../usecases/ports.ts';
import { startProgress } from './progress.ts';

/** Ports of a command: remarks, steps and progress on standard error; Ctrl-C and SIGTERM interrupt. */
export function terminalPorts(): Ports {
  return {
    env: process.env,
    notice: (text) => void process.stderr.write(`note: ${oneLine(text)}\n`),
    step: (text) => void process.stderr.write(`${text}\n`),
    startProgress,
    onInterrupt: (stop) => {
      process.once('SIGINT', stop);
      process.once('SIGTERM', stop);
      return () => {
        process.removeListener('SIGINT', stop);
        process.removeListener('SIGTERM', stop);
      };
    },
  };
}
