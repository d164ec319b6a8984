import { Random } from '../../base/random.ts';

export interface RetrySettings {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * Returns the wait in milliseconds before the next attempt. It doubles with each attempt up to `longestMs`, with 50 %
 * jitter so that deliveries that failed together are not repeated together.
 */
export function retryWaitMs(deliveryId: string, attempts: number, settings: RetrySettings): number {
  const whole = Math.min(settings.longestMs, settings.firstMs * 2 ** Math.max(0, attempts - 1));
  return Math.round(whole * (0.5 + 0.5 * new Random(`${deliveryId}:${attempts}`).next()));
}
