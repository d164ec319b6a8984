import type { Command } from 'commander';
import { type WorkerRequest, work } from '../../usecases/worker/worker.ts';
import { addSharedFlags, type JsonFlag, print } from '../terminal/flags.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';

/**
 * `goldset worker`: executes the item runs of `goldset run --queue`, and reads the documents of `goldset serve --queue`,
 * until it is interrupted.
 */
export function define(command: Command): void {
  command
    .option('--queue [redis-url]', 'address of the Redis server with the jobs (default: GOLDSET_QUEUE)')
    .option(
      '--jobs <kind>',
      'jobs to take: runs (of goldset run), engines (of goldset serve) or both',
      'both',
    )
    .option('--token <token>', 'runs: API token of the service (default: GOLDSET_API_TOKEN)')
    .option(
      '--concurrency <n>',
      'runs: maximum number of items that run at the same time, per coordinator (default 32)',
    )
    .option(
      '--workers <number>',
      'engines: number of processes that read documents (default: one per core, at most 4)',
    );
  addSharedFlags(command, {
    config: false,
    json: 'worker',
    examples: [
      'goldset worker --queue redis://localhost:6379',
      'goldset worker --queue rediss://:password@host:6380',
      'goldset worker --queue redis://localhost:6379 --jobs engines --workers 8',
    ],
  });
  command.action(async (flags: WorkerRequest & JsonFlag) => {
    await work(flags, terminalPorts(), (result) =>
      print(result, flags, ({ queue, jobs }) => `Worker of ${queue} (${jobs.join(', ')})\nStop: Ctrl-C`),
    );
  });
}
