import { useEffect, useMemo, useState } from 'preact/hooks';
import type { LiveEventKind } from '../../../model/results/live-event.ts';
import { ask } from '../requests/server.ts';
import { atMostEvery, useLiveEvents } from './live-events.ts';

/**
 * Returns the response of an address, and reads it again after the given events, at most every 2 s. Returns `null`
 * until the first response. A failed request keeps the earlier response.
 */
export function useLiveList<Response>(address: string, events: readonly LiveEventKind[]): Response | null {
  const [response, setResponse] = useState<Response | null>(null);
  const read = () => {
    ask<Response>(address).then(setResponse, () => undefined);
  };
  useEffect(read, []);
  const readSoon = useMemo(() => atMostEvery(2000, read), []);
  useLiveEvents(events, readSoon);
  return response;
}
