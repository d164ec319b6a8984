import type { FastifyInstance } from 'fastify';
import {
  deliveryListQuerySchema,
  webhookCreateRequestSchema,
  webhookUpdateRequestSchema,
} from '../../../model/wire/local/webhook-endpoint.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { notFound } from '../../errors/http-error.ts';
import { validate, validateQuery } from '../../errors/validate.ts';
import type { StoredDelivery, StoredEndpoint } from '../../stores/webhook-store.ts';

interface ById {
  Params: { id: string };
}

/** Webhook endpoints, and the history of what was delivered to each. Ours: the contract has them in the dashboard. */
export function localWebhookRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { webhooks } = context.store;
  const existing = (id: string): StoredEndpoint => {
    const endpoint = webhooks.findEndpoint(id);
    if (endpoint === undefined) throw notFound();
    return endpoint;
  };

  app.post('/local/webhook_endpoints', (request) => {
    const endpoint = webhooks.createEndpoint(validate(webhookCreateRequestSchema, request.body));
    return { success: true, webhookEndpoint: endpointResponse(endpoint) };
  });

  app.get('/local/webhook_endpoints', () => ({
    success: true,
    webhookEndpoints: webhooks.endpoints().map(endpointResponse),
  }));

  app.get<ById>('/local/webhook_endpoints/:id', (request) => ({
    success: true,
    webhookEndpoint: endpointResponse(existing(request.params.id)),
  }));

  app.post<ById>('/local/webhook_endpoints/:id', (request) => {
    const { id } = existing(request.params.id);
    webhooks.updateEndpoint(id, validate(webhookUpdateRequestSchema, request.body));
    context.dispatcher.wake();
    return { success: true, webhookEndpoint: endpointResponse(existing(id)) };
  });

  app.delete<ById>('/local/webhook_endpoints/:id', (request) => {
    const { id } = existing(request.params.id);
    webhooks.deleteEndpoint(id);
    return { success: true, webhookEndpointId: id, message: 'Webhook endpoint deleted.' };
  });

  app.get<ById>('/local/webhook_endpoints/:id/deliveries', (request) => {
    const { id } = existing(request.params.id);
    const page = webhooks.listDeliveries(id, validateQuery(deliveryListQuerySchema, request.query));
    return {
      success: true,
      deliveries: page.rows.map((row) => deliveryResponse(row)),
      nextPageToken: page.nextPageToken,
    };
  });

  app.get<ById>('/local/webhook_deliveries/:id', (request) => {
    const delivery = webhooks.findDelivery(request.params.id);
    if (delivery === undefined) throw notFound();
    const attempts = webhooks.attempts(delivery.id).map((attempt) => ({
      statusCode: attempt.status_code,
      error: attempt.error,
      durationMs: attempt.duration_ms,
      createdAt: attempt.created_at,
    }));
    return { success: true, delivery: { ...deliveryResponse(delivery), body: delivery.body, attempts } };
  });

  app.post<ById>('/local/webhook_deliveries/:id/redeliver', (request) => {
    const delivery = webhooks.findDelivery(request.params.id);
    if (delivery === undefined) throw notFound();
    webhooks.redeliver(delivery.id);
    context.dispatcher.wake();
    return { success: true, delivery: deliveryResponse(webhooks.findDelivery(delivery.id) ?? delivery) };
  });
}

function endpointResponse(endpoint: StoredEndpoint) {
  return {
    object: 'webhook_endpoint',
    id: endpoint.id,
    url: endpoint.url,
    apiVersion: endpoint.api_version,
    secret: endpoint.secret,
    eventTypes: endpoint.event_types === null ? null : (JSON.parse(endpoint.event_types) as string[]),
    enabled: endpoint.enabled === 1,
    createdAt: endpoint.created_at,
    updatedAt: endpoint.updated_at,
  };
}

function deliveryResponse(delivery: StoredDelivery) {
  return {
    object: 'webhook_delivery',
    id: delivery.id,
    eventId: delivery.event_id,
    eventType: delivery.event_type,
    objectId: delivery.object_id,
    status: delivery.status,
    attemptCount: delivery.attempts,
    nextAttemptAt: delivery.status === 'PENDING' ? new Date(delivery.next_at).toISOString() : null,
    createdAt: delivery.created_at,
    updatedAt: delivery.updated_at,
  };
}
