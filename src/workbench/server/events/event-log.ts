import type { LiveEvent } from '../../../model/results/live-event.ts';

/** A page that lost its connection can receive at most this many events later. */
const maxKept = 1000;

/** An event and its id. The ids of one server are 1, 2, 3 and so on. */
export interface NumberedEvent {
  readonly id: number;
  readonly event: LiveEvent;
}

/** Numbers events, keeps the newest 1,000 of them, and passes each event to all subscribers. */
export class EventLog {
  readonly #kept: NumberedEvent[] = [];
  readonly #subscribers = new Set<(event: NumberedEvent) => void>();
  #last = 0;

  /** Id of the newest event; 0 if there is none. */
  get last(): number {
    return this.#last;
  }

  publish(event: LiveEvent): void {
    const numbered = { id: ++this.#last, event };
    this.#kept.push(numbered);
    if (this.#kept.length > maxKept) this.#kept.shift();
    for (const subscriber of this.#subscribers) subscriber(numbered);
  }

  /**
   * Returns all events after the event with this id. Returns `null` if some of them are no longer kept, or if the id
   * does not come from this server.
   */
  after(id: number): readonly NumberedEvent[] | null {
    if (!Number.isSafeInteger(id) || id < 0 || id > this.#last) return null;
    const first = this.#last - this.#kept.length + 1;
    return id + 1 < first ? null : this.#kept.slice(id + 1 - first);
  }

  /** Calls `subscriber` for each new event. Returns a function that stops these calls. */
  subscribe(subscriber: (event: NumberedEvent) => void): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }
}
