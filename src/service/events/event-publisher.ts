import type { ApiVersion } from '../../model/wire/api-version.ts';
import type { EventType } from '../../model/wire/event.ts';
import { newId } from '../storage/ids.ts';
import type { WebhookStore } from '../stores/webhook-store.ts';

/** Injected fault of a delivery. */
export interface DeliveryFault {
  readonly delayMs: number;
  readonly repeats: number;
}

/** Stores a delivery of each event for every endpoint that receives its type. The dispatcher sends them. */
export class EventPublisher {
  readonly #store: WebhookStore;
  readonly #faultFor: () => DeliveryFault;
  readonly #wake: () => void;

  constructor(store: WebhookStore, faultFor: () => DeliveryFault, wake: () => void) {
    this.#store = store;
    this.#faultFor = faultFor;
    this.#wake = wake;
  }

  /**
   * Stores an event about an object. The payload is the complete object in the API version of the endpoint. Calls
   * `payload` only if an endpoint receives the event. Stores the event in the current transaction.
   */
  publish(eventType: EventType, objectId: string, payload: (version: ApiVersion) => unknown): void {
    const endpoints = this.#store.endpointsFor(eventType);
    if (endpoints.length === 0) return;
    const eventId = newId('event');
    const bodies = new Map<ApiVersion, string>();
    for (const endpoint of endpoints) {
      const version = endpoint.apiVersion;
      let body = bodies.get(version);
      if (body === undefined) {
        body = JSON.stringify({ eventId, eventType, payload: payload(version) });
        bodies.set(version, body);
      }
      const fault = this.#faultFor();
      this.#store.addDelivery({
        endpointId: endpoint.id,
        eventId,
        eventType,
        objectId,
        body,
        nextAt: Date.now() + fault.delayMs,
        repeats: fault.repeats,
      });
    }
    this.#wake();
  }
}
