import { z } from 'zod';
import { filePageQuerySchema } from '../../model/wire/file.ts';
import { deletedSchema, pageSchema } from '../../model/wire/list.ts';
import { faultPlanSchema } from '../../model/wire/local/fault-plan.ts';
import { injectionResponseSchema, plantSettingsSchema } from '../../model/wire/local/injected-errors.ts';
import { serviceLimitsSchema } from '../../model/wire/local/service-limits.ts';
import { tokenCreateRequestSchema, tokenSchema } from '../../model/wire/local/token.ts';
import {
  deliveryListQuerySchema,
  deliverySchema,
  deliveryWithAttemptsSchema,
  webhookCreateRequestSchema,
  webhookEndpointSchema,
  webhookUpdateRequestSchema,
} from '../../model/wire/local/webhook-endpoint.ts';
import { chunkSchema } from '../../model/wire/parser-run.ts';
import type { Operation } from './operation.ts';

const success = <Members extends z.ZodRawShape>(members: Members) =>
  z.looseObject({ success: z.boolean(), ...members });
const signed = z.object({ expires: z.string(), signature: z.string() });
const endpointResponse = success({ webhookEndpoint: webhookEndpointSchema });
const faultsResponse = success({ faults: faultPlanSchema.nullable() });
const limitsResponse = success({ limits: serviceLimitsSchema });
const injectionResponse = success({ plant: injectionResponseSchema });

type LocalOperation = Omit<Operation, 'tag'>;

const openOperations: readonly LocalOperation[] = [
  {
    id: 'getHealth',
    method: 'GET',
    path: '/local/health',
    summary: 'Whether the service is up',
    answer: z.looseObject({ status: z.string() }),
    open: true,
  },
  {
    id: 'getDescription',
    method: 'GET',
    path: '/local/openapi.json',
    summary: 'This description',
    answer: z.looseObject({ openapi: z.string() }),
    open: true,
  },
  {
    id: 'readDescription',
    method: 'GET',
    path: '/local/docs',
    summary: 'This description as a page to read',
    answer: 'text/html',
    open: true,
  },
  {
    id: 'downloadFile',
    method: 'GET',
    path: '/local/files/:id/content',
    summary: 'The bytes of a file, at the address that its `presignedUrl` holds',
    query: signed,
    answer: 'application/octet-stream',
    failures: [404],
    open: true,
  },
  {
    id: 'drawPage',
    method: 'GET',
    path: '/local/files/:id/pages/:page',
    summary: 'A page of a file as a picture',
    notes:
      'The address is that of `presignedUrl` with `pages/1` in place of `content`. 422 where it cannot be drawn.',
    query: filePageQuerySchema,
    answer: 'image/png',
    failures: [400, 404, 422],
    open: true,
  },
  {
    id: 'downloadChunks',
    method: 'GET',
    path: '/local/parser_runs/:id/content',
    summary: 'The chunks of a parser run, at the address that its `outputUrl` holds',
    query: signed,
    answer: z.looseObject({ chunks: z.array(chunkSchema) }),
    failures: [404],
    open: true,
  },
];

const dashboardOperations: readonly LocalOperation[] = [
  {
    id: 'createToken',
    method: 'POST',
    path: '/local/tokens',
    summary: 'Make a token; it is shown in this answer only',
    body: tokenCreateRequestSchema,
    answer: success({ token: tokenSchema }),
  },
  {
    id: 'listTokens',
    method: 'GET',
    path: '/local/tokens',
    summary: 'List tokens, without the tokens themselves',
    answer: success({ tokens: z.array(tokenSchema) }),
  },
  {
    id: 'revokeToken',
    method: 'DELETE',
    path: '/local/tokens/:id',
    summary: 'Revoke a token',
    answer: deletedSchema,
    failures: [404],
  },
  {
    id: 'deleteProcessor',
    method: 'DELETE',
    path: '/local/processors/:id',
    summary: 'Delete a processor with its versions; its runs stay',
    answer: deletedSchema,
    failures: [404],
  },
  {
    id: 'createWebhookEndpoint',
    method: 'POST',
    path: '/local/webhook_endpoints',
    summary: 'Make a webhook endpoint, bound to a version',
    body: webhookCreateRequestSchema,
    answer: endpointResponse,
  },
  {
    id: 'listWebhookEndpoints',
    method: 'GET',
    path: '/local/webhook_endpoints',
    summary: 'List webhook endpoints',
    answer: success({ webhookEndpoints: z.array(webhookEndpointSchema) }),
  },
  {
    id: 'getWebhookEndpoint',
    method: 'GET',
    path: '/local/webhook_endpoints/:id',
    summary: 'Get a webhook endpoint',
    answer: endpointResponse,
    failures: [404],
  },
  {
    id: 'updateWebhookEndpoint',
    method: 'POST',
    path: '/local/webhook_endpoints/:id',
    summary: 'Change address or events of a webhook endpoint, or switch it off',
    body: webhookUpdateRequestSchema,
    answer: endpointResponse,
    failures: [404],
  },
  {
    id: 'deleteWebhookEndpoint',
    method: 'DELETE',
    path: '/local/webhook_endpoints/:id',
    summary: 'Delete a webhook endpoint with its history',
    answer: deletedSchema,
    failures: [404],
  },
  {
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/local/webhook_endpoints/:id/deliveries',
    summary: 'List what was or is to be delivered to an endpoint',
    query: deliveryListQuerySchema,
    answer: pageSchema.extend({ success: z.boolean(), deliveries: z.array(deliverySchema) }),
    failures: [404],
  },
  {
    id: 'getWebhookDelivery',
    method: 'GET',
    path: '/local/webhook_deliveries/:id',
    summary: 'Get a delivery with every attempt at it',
    answer: success({ delivery: deliveryWithAttemptsSchema }),
    failures: [404],
  },
  {
    id: 'redeliverWebhook',
    method: 'POST',
    path: '/local/webhook_deliveries/:id/redeliver',
    summary: 'Deliver again',
    answer: success({ delivery: deliverySchema }),
    failures: [404],
  },
];

const benchOperations: readonly LocalOperation[] = [
  {
    id: 'getFaults',
    method: 'GET',
    path: '/local/faults',
    summary: 'Get the faults in force',
    answer: faultsResponse,
  },
  {
    id: 'setFaults',
    method: 'PUT',
    path: '/local/faults',
    summary: 'Put faults into the answers of the contract',
    body: faultPlanSchema,
    answer: faultsResponse,
  },
  {
    id: 'liftFaults',
    method: 'DELETE',
    path: '/local/faults',
    summary: 'Lift all faults',
    answer: faultsResponse,
  },
  {
    id: 'getLimits',
    method: 'GET',
    path: '/local/limits',
    summary: 'Get the limits in force',
    answer: limitsResponse,
  },
  {
    id: 'setLimits',
    method: 'PUT',
    path: '/local/limits',
    summary: 'Set rates by token, and the credits that are left',
    body: serviceLimitsSchema,
    answer: limitsResponse,
  },
  {
    id: 'createPlant',
    method: 'POST',
    path: '/local/plants',
    summary: 'Plant errors in the outputs of a processor',
    body: plantSettingsSchema,
    answer: injectionResponse,
    failures: [404],
  },
  {
    id: 'listPlants',
    method: 'GET',
    path: '/local/plants',
    summary: 'List what is planted',
    answer: success({ plants: z.array(injectionResponseSchema) }),
  },
  {
    id: 'getPlant',
    method: 'GET',
    path: '/local/plants/:id',
    summary: 'Get one plant',
    answer: injectionResponse,
    failures: [404],
  },
  {
    id: 'deletePlant',
    method: 'DELETE',
    path: '/local/plants/:id',
    summary: 'Plant these errors no more',
    answer: deletedSchema,
    failures: [404],
  },
  {
    id: 'getPlantedInBatch',
    method: 'GET',
    path: '/local/batch_processor_runs/:id/planted',
    summary: 'What was planted in the figures of a batch',
    answer: success({
      batchProcessorRunId: z.string(),
      plantedConventions: z.array(z.string()),
      changedDocuments: z.array(z.looseObject({})),
    }),
    failures: [404],
  },
  {
    id: 'getPlantedErrors',
    method: 'GET',
    path: '/local/processor_runs/:id/plants',
    summary: 'What was planted in a run, and what the engine had answered',
    answer: success({ processorRunId: z.string(), planted: z.array(z.unknown()), engineOutput: z.unknown() }),
    failures: [404],
  },
];

/** What lies below `/local/` beside the operations of the contract's own resources. */
export const localOperations: readonly Operation[] = [
  ...openOperations,
  ...dashboardOperations,
  ...benchOperations,
].map((operation) => ({ ...operation, tag: 'Local' }));
