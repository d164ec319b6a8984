import { z } from 'zod';
import { deletedSchema, pagedResponseSchema, responseSchema } from '../../../model/wire/list.ts';
import * as wire from '../../../model/wire/local/webhook-endpoint.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { invalid } from '../../errors/http-error.ts';
import { hasPrivateHost, PrivateAddressError } from '../../http/guarded-fetch.ts';
import { defineOperation, operationsOf } from '../../operations/operation.ts';
import { local, unbound } from '../../operations/permission.ts';
import type { StoredDelivery, StoredEndpoint } from '../../stores/webhook-store.ts';

// An endpoint receives the events of all processors and workflows, so a restricted token must not manage endpoints.
const permission = [local, unbound('webhook endpoints')] as const;
const find = ({ store }: ServiceContext, id: string): StoredEndpoint => store.webhookEndpoints.get(id);
const response = responseSchema({ webhookEndpoint: wire.webhookEndpointSchema });

export const webhookOperations = operationsOf('Local', [
  defineOperation('createWebhookEndpoint', 'POST /local/webhook_endpoints', {
    summary: 'Create a webhook endpoint, bound to an API version',
    body: wire.webhookCreateRequestSchema,
    response,
    permission,
    handle: ({ body }, context) => {
      checkAddress(context, body.url);
      return { webhookEndpoint: endpointResponse(context.store.webhookEndpoints.create(body)) };
    },
  }),
  defineOperation('listWebhookEndpoints', 'GET /local/webhook_endpoints', {
    summary: 'List webhook endpoints',
    response: responseSchema({ webhookEndpoints: z.array(wire.webhookEndpointSchema) }),
    permission,
    handle: (_input, { store }) => ({
      webhookEndpoints: store.webhookEndpoints.all().toReversed().map(endpointResponse),
    }),
  }),
  defineOperation('getWebhookEndpoint', 'GET /local/webhook_endpoints/:id', {
    summary: 'Get a webhook endpoint',
    response,
    permission,
    find,
    handle: ({ found }) => ({ webhookEndpoint: endpointResponse(found) }),
  }),
  defineOperation('updateWebhookEndpoint', 'POST /local/webhook_endpoints/:id', {
    summary: 'Change the address or the events of a webhook endpoint, or disable it',
    body: wire.webhookUpdateRequestSchema,
    response,
    permission,
    find,
    handle: ({ found: { id }, body: { url, eventTypes, enabled } }, context) => {
      checkAddress(context, url);
      context.store.webhookEndpoints.updateRow(id, { url, eventTypes, enabled });
      context.events.wake();
      return { webhookEndpoint: endpointResponse(context.store.webhookEndpoints.get(id)) };
    },
  }),
  defineOperation('deleteWebhookEndpoint', 'DELETE /local/webhook_endpoints/:id', {
    summary: 'Delete a webhook endpoint with its history',
    response: deletedSchema,
    permission,
    find,
    handle: ({ found: { id } }, { store }) => {
      store.webhookEndpoints.delete(id);
      return { webhookEndpointId: id, message: 'Webhook endpoint deleted.' };
    },
  }),
  defineOperation('listWebhookDeliveries', 'GET /local/webhook_endpoints/:id/deliveries', {
    summary: 'List the past and pending deliveries to an endpoint',
    query: wire.deliveryListQuerySchema,
    response: pagedResponseSchema({ deliveries: z.array(wire.deliverySchema) }),
    permission,
    find,
    handle: ({ found, query }, { store }) => {
      const { rows, nextPageToken } = store.deliveries.list(found.id, query);
      return { deliveries: rows.map((row) => deliveryResponse(row)), nextPageToken };
    },
  }),
  defineOperation('getWebhookDelivery', 'GET /local/webhook_deliveries/:id', {
    summary: 'Get a delivery with all its attempts',
    response: responseSchema({ delivery: wire.deliveryWithAttemptsSchema }),
    permission,
    find: ({ store }, id) => store.deliveries.get(id),
    handle: ({ found }, { store }) => {
      const attempts = store.deliveries.attempts(found.id);
      return { delivery: { ...deliveryResponse(found), body: found.body, attempts } };
    },
  }),
  defineOperation('redeliverWebhook', 'POST /local/webhook_deliveries/:id/redeliver', {
    summary: 'Deliver again',
    response: responseSchema({ delivery: wire.deliverySchema }),
    permission,
    find: ({ store }, id) => store.deliveries.get(id),
    handle: ({ found: { id } }, context) => {
      context.store.deliveries.redeliver(id);
      context.events.wake();
      return { delivery: deliveryResponse(context.store.deliveries.get(id)) };
    },
  }),
]);

/** Throws 400 for a private IP address. A host name is checked at each delivery, because its addresses can change. */
function checkAddress({ allowPrivateAddresses }: ServiceContext, url: string | undefined): void {
  if (url === undefined || allowPrivateAddresses || !hasPrivateHost(new URL(url))) return;
  throw invalid('url', `the endpoint cannot be used: ${new PrivateAddressError().message}`);
}

function endpointResponse(endpoint: StoredEndpoint) {
  return { object: 'webhook_endpoint' as const, ...endpoint, enabled: endpoint.enabled === 1 };
}

function deliveryResponse(delivery: StoredDelivery) {
  const { endpointId: _endpoint, body: _body, repeats: _repeats, attempts, nextAt, ...members } = delivery;
  return {
    object: 'webhook_delivery' as const,
    ...members,
    attemptCount: attempts,
    nextAttemptAt: delivery.status === 'PENDING' ? new Date(nextAt).toISOString() : null,
  };
}
