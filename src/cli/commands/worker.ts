import type { Command } from 'commander';
import { type WorkerRequest, work } from '../../usecases/worker/worker.ts';
import { addSharedFlags, type JsonFlag, print } from '../terminal/flags.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';

/** `goldset worker`: executes the item runs of `goldset run --queue` until it is interrupted. */
export function define(command: Command): void {
  command
    .option('--queue [redis-url]', 'Redis that has the item runs (default address: GOLDSET_QUEUE)')
    .option('--token <token>', 'API token of the service (default: GOLDSET_API_TOKEN)')
    .option('--concurrency <n>', 'maximum number of items that run at the same time (default 32)');
  addSharedFlags(command, {
    config: false,
    json: 'worker',
    examples: [
      'goldset worker --queue redis://localhost:6379',
      'goldset worker --queue rediss://:password@host:6380',
    ],
  });
  command.action(async (flags: WorkerRequest & JsonFlag) => {
    await work(flags, terminalPorts(), (result) =>
      print(result, flags, ({ queue }) => `Worker of ${queue}\nStop: Ctrl-C`),
    );
  });
}
