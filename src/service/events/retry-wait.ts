import { Random } from '../../base/random.ts';

export interface RetrySettings {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * Milliseconds before a delivery is tried again: doubled with each attempt up to the longest, and of that between a
 * half and the whole, so that many deliveries that failed together do not come back together.
 */
export function retryWaitMs(deliveryId: string, attempts: number, settings: RetrySettings): number {
  const whole = Math.min(settings.longestMs, settings.firstMs * 2 ** Math.max(0, attempts - 1));
  return Math.round(whole * (0.5 + 0.5 * new Random(`${deliveryId}:${attempts}`).next()));
}
