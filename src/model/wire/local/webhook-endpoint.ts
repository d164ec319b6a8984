import { z } from 'zod';
import { apiVersions } from '../api-version.ts';
import { eventTypes } from '../event.ts';
import { listQuerySchema } from '../list.ts';

const webUrl = z.url({ protocol: /^https?$/ }).max(2000);

/**
 * Request to create an endpoint, an extension of the local service. Other deployments create endpoints in the
 * dashboard.
 */
export const webhookCreateRequestSchema = z.object({
  url: webUrl,
  apiVersion: z.enum(apiVersions).optional(),
  /** Types of events to send. If this member is null or missing, events of all types are sent. */
  eventTypes: z.array(z.enum(eventTypes)).min(1).nullish(),
  enabled: z.boolean().optional(),
});
export type WebhookCreateRequest = z.infer<typeof webhookCreateRequestSchema>;

export const webhookUpdateRequestSchema = webhookCreateRequestSchema.omit({ apiVersion: true }).partial();

export const webhookEndpointSchema = z.looseObject({
  object: z.literal('webhook_endpoint'),
  id: z.string(),
  url: z.string(),
  apiVersion: z.enum(apiVersions),
  secret: z.string(),
  eventTypes: z.array(z.string()).nullable(),
  enabled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryListQuerySchema = listQuerySchema.extend({
  status: z.enum(deliveryStatuses).optional(),
  eventType: z.string().optional(),
  objectId: z.string().optional(),
});
export type DeliveryListQuery = z.infer<typeof deliveryListQuerySchema>;

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

export const webhookSecretPrefix = 'wss_';
