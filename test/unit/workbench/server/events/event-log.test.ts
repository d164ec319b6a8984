import { describe, expect, it } from 'vitest';
import { EventLog, type NumberedEvent } from '../../../../../src/workbench/server/events/event-log.ts';

const ids = (events: readonly NumberedEvent[] | null) => events?.map(({ id }) => id) ?? null;

describe('EventLog', () => {
  const logOf = (count: number) => {
    const log = new EventLog();
    for (let n = 1; n <= count; n++) log.publish({ kind: 'record.added', key: `k${n}` });
    return log;
  };

  it('replays the events after an id, and none after the newest', () => {
    const log = logOf(5);
    expect(ids(log.after(3))).toEqual([4, 5]);
    expect(log.after(3)?.[0]?.event).toEqual({ kind: 'record.added', key: 'k4' });
    expect(ids(log.after(5))).toEqual([]);
    expect(ids(log.after(0))).toEqual([1, 2, 3, 4, 5]);
    expect(ids(new EventLog().after(0))).toEqual([]);
  });

  it('keeps 1,000 events, and returns null if an event after the id is no longer kept', () => {
    const log = logOf(1003);
    expect(log.after(2)).toBeNull();
    expect(ids(log.after(3))).toHaveLength(1000);
    expect(ids(log.after(3))?.[0]).toBe(4);
  });

  it('returns null for an id that it has not given, such as one of an earlier server', () => {
    for (const id of [6, -1, 0.5, Number.NaN]) expect(logOf(5).after(id)).toBeNull();
  });

  it('passes further events to subscribers until they leave', () => {
    const log = logOf(2);
    const seen: number[] = [];
    const leave = log.subscribe(({ id }) => seen.push(id));
    log.publish({ kind: 'ready' });
    leave();
    log.publish({ kind: 'ready' });
    expect(seen).toEqual([3]);
    expect(log.last).toBe(4);
  });
});
