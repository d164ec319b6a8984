import { randomBytes } from 'node:crypto';
import { type ApiVersion, currentApiVersion } from '../../model/wire/api-version.ts';
import type { EventType } from '../../model/wire/event.ts';
import {
  type DeliveryListQuery,
  type DeliveryStatus,
  type WebhookCreateRequest,
  type WebhookUpdateRequest,
  webhookSecretPrefix,
} from '../../model/wire/local/webhook-endpoint.ts';
import type { Database } from '../storage/database.ts';
import { newId } from '../storage/ids.ts';
import { now } from '../storage/now.ts';
import { listPage, type Page } from '../storage/paging.ts';

export interface StoredEndpoint {
  readonly id: string;
  readonly url: string;
  readonly api_version: ApiVersion;
  /** Kept as it is, since every notification is signed with it. */
  readonly secret: string;
  readonly event_types: string | null;
  readonly enabled: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface StoredDelivery {
  readonly seq: number;
  readonly id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly object_id: string;
  readonly body: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** How often it is sent again after it has arrived. */
  readonly repeats: number;
  /** Milliseconds since 1970. */
  readonly next_at: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface StoredAttempt {
  readonly status_code: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
  readonly created_at: string;
}

export interface NewDelivery {
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly objectId: string;
  readonly body: string;
  readonly nextAt: number;
  readonly repeats: number;
}

/** Webhook endpoints, and what was and is to be delivered to each. */
export class WebhookStore {
  readonly #database: Database;
  /** All endpoints, read once: every event asks for them. */
  #endpoints: readonly StoredEndpoint[] | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  createEndpoint(request: WebhookCreateRequest): StoredEndpoint {
    this.#endpoints = undefined;
    const id = newId('webhook');
    this.#database.run(
      `INSERT INTO webhook_endpoints (id, url, api_version, secret, event_types, enabled, created_at, updated_at)
       VALUES (:id, :url, :apiVersion, :secret, :eventTypes, :enabled, :time, :time)`,
      {
        id,
        url: request.url,
        apiVersion: request.apiVersion ?? currentApiVersion,
        secret: `${webhookSecretPrefix}${randomBytes(24).toString('base64url')}`,
        eventTypes: request.eventTypes == null ? null : JSON.stringify(request.eventTypes),
        enabled: (request.enabled ?? true) ? 1 : 0,
        time: now(),
      },
    );
    return this.findEndpoint(id) as StoredEndpoint;
  }

  endpoints(): readonly StoredEndpoint[] {
    this.#endpoints ??= this.#database.all<StoredEndpoint>(
      'SELECT * FROM webhook_endpoints ORDER BY seq DESC',
    );
    return this.#endpoints;
  }

  /** The endpoints that are to hear of such an event. */
  endpointsFor(eventType: EventType): readonly StoredEndpoint[] {
    return this.endpoints().filter(
      (endpoint) =>
        endpoint.enabled === 1 &&
        (endpoint.event_types === null || (JSON.parse(endpoint.event_types) as string[]).includes(eventType)),
    );
  }

  findEndpoint(id: string): StoredEndpoint | undefined {
    return this.endpoints().find((endpoint) => endpoint.id === id);
  }

  updateEndpoint(id: string, change: WebhookUpdateRequest): void {
    const found = this.findEndpoint(id);
    if (found === undefined) return;
    this.#endpoints = undefined;
    this.#database.run(
      `UPDATE webhook_endpoints SET url = :url, event_types = :eventTypes, enabled = :enabled, updated_at = :time
       WHERE id = :id`,
      {
        id,
        url: change.url ?? found.url,
        eventTypes:
          change.eventTypes === undefined
            ? found.event_types
            : change.eventTypes === null
              ? null
              : JSON.stringify(change.eventTypes),
        enabled: change.enabled === undefined ? found.enabled : change.enabled ? 1 : 0,
        time: now(),
      },
    );
  }

  /** With everything that was or was to be delivered to it. */
  deleteEndpoint(id: string): boolean {
    this.#endpoints = undefined;
    return this.#database.run('DELETE FROM webhook_endpoints WHERE id = :id', { id }) > 0;
  }

  addDelivery(delivery: NewDelivery): void {
    this.#database.run(
      `INSERT INTO deliveries (id, endpoint_id, event_id, event_type, object_id, body, status, repeats, next_at,
         created_at, updated_at)
       VALUES (:id, :endpointId, :eventId, :eventType, :objectId, :body, 'PENDING', :repeats, :nextAt, :time, :time)`,
      { ...delivery, id: newId('delivery'), time: now() },
    );
  }

  findDelivery(id: string): StoredDelivery | undefined {
    return this.#database.get<StoredDelivery>('SELECT * FROM deliveries WHERE id = :id', { id });
  }

  /**
   * What is to be sent now, oldest first. Of the deliveries to one endpoint about one object only the first is
   * due, so that they arrive in the order in which things happened.
   */
  due(time: number, limit: number): StoredDelivery[] {
    return this.#database.all<StoredDelivery>(
      `SELECT * FROM deliveries d WHERE ${isFirst} AND next_at <= :time ORDER BY seq LIMIT :limit`,
      { time, limit },
    );
  }

  /** When the next delivery is due, or null where none waits. */
  nextDue(): number | null {
    const row = this.#database.get<{ next: number | null }>(
      `SELECT min(next_at) AS next FROM deliveries d WHERE ${isFirst}`,
    );
    return row?.next ?? null;
  }

  /** Writes down one attempt and what follows from it. */
  recordAttempt(
    id: string,
    attempt: { statusCode: number | null; error: string | null; durationMs: number },
    next: { status: DeliveryStatus; nextAt: number; repeats: number },
  ): void {
    this.#database.transaction(() => {
      const time = now();
      const changed = this.#database.run(
        `UPDATE deliveries SET attempts = attempts + 1, status = :status, next_at = :nextAt, repeats = :repeats,
           updated_at = :time WHERE id = :id`,
        { id, ...next, time },
      );
      // The endpoint was deleted meanwhile.
      if (changed === 0) return;
      this.#database.run(
        `INSERT INTO delivery_attempts (delivery_id, status_code, error, duration_ms, created_at)
         VALUES (:id, :statusCode, :error, :durationMs, :time)`,
        { id, ...attempt, time },
      );
    });
  }

  /** Sends it again, at once. */
  redeliver(id: string): void {
    this.#database.run(
      "UPDATE deliveries SET status = 'PENDING', attempts = 0, next_at = 0, updated_at = :time WHERE id = :id",
      { id, time: now() },
    );
  }

  attempts(deliveryId: string): StoredAttempt[] {
    return this.#database.all<StoredAttempt>(
      'SELECT * FROM delivery_attempts WHERE delivery_id = :deliveryId ORDER BY seq',
      { deliveryId },
    );
  }

  listDeliveries(endpointId: string, query: DeliveryListQuery): Page<StoredDelivery> {
    return listPage<StoredDelivery>(this.#database, 'deliveries', query, [
      { column: 'endpoint_id', value: endpointId },
      { column: 'status', value: query.status },
      { column: 'event_type', value: query.eventType },
      { column: 'object_id', value: query.objectId },
    ]);
  }
}

const isFirst = `status = 'PENDING'
  AND EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.id = d.endpoint_id AND w.enabled = 1)
  AND NOT EXISTS (SELECT 1 FROM deliveries earlier WHERE earlier.endpoint_id = d.endpoint_id
    AND earlier.object_id = d.object_id AND earlier.status = 'PENDING' AND earlier.seq < d.seq)`;
