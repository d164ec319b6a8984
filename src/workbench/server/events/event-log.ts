import type { LiveEvent } from '../../../model/results/live-event.ts';

/** Number of events that a page can receive after it lost its connection. */
const maxKept = 1000;

/** An event with its id. The ids of one server increase by 1, from 1. */
export interface NumberedEvent {
  readonly id: number;
  readonly event: LiveEvent;
}

/** Numbers events, keeps the newest 1,000, and passes each one to all subscribers. */
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

  /** Returns the events after an id; `null` if some of them are no longer kept, or if the id is not of this server. */
  after(id: number): readonly NumberedEvent[] | null {
    if (!Number.isSafeInteger(id) || id < 0 || id > this.#last) return null;
    const first = this.#last - this.#kept.length + 1;
    return id + 1 < first ? null : this.#kept.slice(id + 1 - first);
  }

  /** Calls `subscriber` with each further event. Returns a function that ends this. */
  subscribe(subscriber: (event: NumberedEvent) => void): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }
}
