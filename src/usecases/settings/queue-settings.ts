import { GoldsetError } from '../../base/goldset-error.ts';
import { type Environment, variable } from '../ports.ts';

/** Value of `--queue`: an address, or `true` for the address in the environment. */
export type QueueFlag = string | true;

/** Returns the address of the queue, or `undefined` if `--queue` is not given. The address can contain a password. */
export function queueAddress(flag: QueueFlag | undefined, env: Environment): string | undefined {
  if (flag !== true) return flag;
  const address = variable(env, 'GOLDSET_QUEUE');
  if (address !== undefined) return address;
  throw new GoldsetError('USAGE', {
    problem: 'found --queue without an address, and GOLDSET_QUEUE is not set',
    fix: 'Give --queue redis://HOST:6379, or set GOLDSET_QUEUE.',
  });
}

/**
 * Throws USAGE if a run uses a queue but has no `url`, the address of a service. Workers on other machines cannot reach
 * a service that the run starts itself.
 */
export function requireService(queue: string | undefined, url: string | undefined): void {
  if (queue === undefined || url !== undefined) return;
  throw new GoldsetError('USAGE', {
    problem: 'found --queue without a service that workers can reach',
    fix: 'Give --target. To start a local service for other machines, use `goldset serve --host`.',
  });
}
