import type { Random } from '../../../base/random.ts';
import type { Latency } from '../../../model/wire/local/fault-plan.ts';

const longestMs = 600_000;

/** One draw from the distribution; always two numbers of the generator, so that what follows does not depend on it. */
export function latencyMs(latency: Latency | undefined, random: Random): number {
  const first = random.next();
  const second = random.next();
  if (latency === undefined) return 0;
  switch (latency.distribution) {
    case 'fixed':
      return latency.ms;
    case 'uniform':
      return latency.fromMs + first * Math.max(0, latency.toMs - latency.fromMs);
    case 'exponential':
      return Math.min(longestMs, -Math.log(1 - first) * latency.meanMs);
    case 'lognormal': {
      // Box and Muller: two uniform numbers give a normal one.
      const normal = Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second);
      return Math.min(longestMs, latency.medianMs * Math.exp(latency.sigma * normal));
    }
  }
}
