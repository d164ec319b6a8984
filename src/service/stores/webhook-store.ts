import { randomBytes } from 'node:crypto';
import { type ApiVersion, currentApiVersion } from '../../model/wire/api-version.ts';
import type { EventType } from '../../model/wire/event.ts';
import {
  type DeliveryListQuery,
  type DeliveryStatus,
  type WebhookCreateRequest,
  webhookSecretPrefix,
} from '../../model/wire/local/webhook-endpoint.ts';
import { now } from '../storage/ids-and-times.ts';
import type { Page } from '../storage/paging.ts';
import { type StoredObject, Table } from '../storage/table.ts';

export interface StoredEndpoint extends StoredObject {
  readonly url: string;
  readonly apiVersion: ApiVersion;
  /** Key that signs every notification. Stored in plain text, because the service needs it. */
  readonly secret: string;
  /** Event types to send. `null` if all types are sent. */
  readonly eventTypes: string[] | null;
  readonly enabled: number;
}

interface NewDelivery {
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly objectId: string;
  readonly body: string;
  /** Number of duplicates to send after the first successful delivery (an injected fault). */
  readonly repeats: number;
  /** Time of the next attempt in milliseconds since 1970. */
  readonly nextAt: number;
}

export interface StoredDelivery extends StoredObject, NewDelivery {
  readonly status: DeliveryStatus;
  readonly attempts: number;
}

type Attempt = {
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly durationMs: number;
};

export class WebhookEndpointStore extends Table<StoredEndpoint> {
  create(request: WebhookCreateRequest): StoredEndpoint {
    const { url, apiVersion = currentApiVersion, eventTypes, enabled = true } = request;
    const secret = `${webhookSecretPrefix}${randomBytes(24).toString('base64url')}`;
    return this.insertRow({ url, apiVersion, secret, eventTypes, enabled });
  }

  /** Returns the enabled endpoints that receive this type of event. */
  receiving(eventType: EventType): StoredEndpoint[] {
    return this.all().filter(
      ({ enabled, eventTypes }) => enabled === 1 && eventTypes?.includes(eventType) !== false,
    );
  }
}

export class DeliveryStore extends Table<StoredDelivery> {
  add(delivery: NewDelivery): void {
    this.insertRow({ ...delivery, status: 'PENDING' });
  }

  /**
   * Returns the due deliveries, oldest first. Per endpoint and object, returns only the oldest pending
   * delivery, so that events keep their order.
   */
  due(time: number, limit: number): StoredDelivery[] {
    return this.select(`${isFirst} AND next_at <= :time ORDER BY seq LIMIT :limit`, { time, limit });
  }

  /** Returns the time of the next due delivery in milliseconds since 1970, or `null` if none is pending. */
  nextDue(): number | null {
    const row = this.database.get<{ next: number | null }>(
      `SELECT min(next_at) AS next FROM deliveries WHERE ${isFirst}`,
    );
    return row?.next ?? null;
  }

  /** Records an attempt and the resulting state of the delivery. Ignores deliveries of a deleted endpoint. */
  recordAttempt(
    id: string,
    attempt: Attempt,
    next: { status: DeliveryStatus; nextAt: number; repeats: number },
  ): void {
    this.database.transaction(() => {
      const attempts = (this.find(id)?.attempts ?? 0) + 1;
      if (!this.updateRow(id, { ...next, attempts })) return;
      this.database.run(
        `INSERT INTO delivery_attempts (delivery_id, status_code, error, duration_ms, created_at)
         VALUES (:id, :statusCode, :error, :durationMs, :time)`,
        { id, ...attempt, time: now() },
      );
    });
  }

  redeliver(id: string): void {
    this.updateRow(id, { status: 'PENDING', attempts: 0, nextAt: 0 });
  }

  attempts(deliveryId: string): (Attempt & { readonly createdAt: string })[] {
    return this.database.all(
      `SELECT status_code AS statusCode, error, duration_ms AS durationMs, created_at AS createdAt
       FROM delivery_attempts
       WHERE delivery_id = :deliveryId ORDER BY seq`,
      { deliveryId },
    );
  }

  list(endpointId: string, query: DeliveryListQuery): Page<StoredDelivery> {
    return this.listRows(query, [
      { column: 'endpoint_id', value: endpointId },
      { column: 'status', value: query.status },
      { column: 'event_type', value: query.eventType },
      { column: 'object_id', value: query.objectId },
    ]);
  }
}

const isFirst = `status = 'PENDING'
  AND EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.id = deliveries.endpoint_id AND w.enabled = 1)
  AND NOT EXISTS (SELECT 1 FROM deliveries earlier WHERE earlier.endpoint_id = deliveries.endpoint_id
    AND earlier.object_id = deliveries.object_id AND earlier.status = 'PENDING' AND earlier.seq < deliveries.seq)`;
