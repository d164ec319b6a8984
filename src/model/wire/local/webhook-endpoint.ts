import { z } from 'zod';
import { apiVersions } from '../api-version.ts';
import { eventTypes } from '../event.ts';
import { listQuerySchema } from '../list.ts';

const webUrl = z.url({ protocol: /^https?$/ }).max(2000);

/** Ours, below `/local/`: the contract makes endpoints in the dashboard. */
export const webhookCreateRequestSchema = z.object({
  url: webUrl,
  /** Every notification has the shapes of this version. */
  apiVersion: z.enum(apiVersions).optional(),
  /** The events that are sent; absent or null: all. */
  eventTypes: z.array(z.enum(eventTypes)).min(1).nullish(),
  enabled: z.boolean().optional(),
});
export type WebhookCreateRequest = z.infer<typeof webhookCreateRequestSchema>;

export const webhookUpdateRequestSchema = z.object({
  url: webUrl.optional(),
  eventTypes: z.array(z.enum(eventTypes)).min(1).nullish(),
  enabled: z.boolean().optional(),
});
export type WebhookUpdateRequest = z.infer<typeof webhookUpdateRequestSchema>;

export const webhookEndpointSchema = z.looseObject({
  object: z.literal('webhook_endpoint'),
  id: z.string(),
  url: z.string(),
  apiVersion: z.enum(apiVersions),
  /** Signs every notification. */
  secret: z.string(),
  eventTypes: z.array(z.string()).nullable(),
  enabled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'GIVEN_UP'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryListQuerySchema = listQuerySchema.extend({
  status: z.enum(deliveryStatuses).optional(),
  eventType: z.string().optional(),
  objectId: z.string().optional(),
});
export type DeliveryListQuery = z.infer<typeof deliveryListQuerySchema>;

/** One event on its way to one endpoint. */
export const deliverySchema = z.looseObject({
  object: z.literal('webhook_delivery'),
  id: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  objectId: z.string(),
  status: z.enum(deliveryStatuses),
  attemptCount: z.int(),
  nextAttemptAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const deliveryWithAttemptsSchema = deliverySchema.extend({
  body: z.string(),
  attempts: z.array(
    z.looseObject({
      statusCode: z.int().nullable(),
      error: z.string().nullable(),
      durationMs: z.number(),
      createdAt: z.string(),
    }),
  ),
});

/** The header that names the key: `wss_` and random text. */
export const webhookSecretPrefix = 'wss_';
