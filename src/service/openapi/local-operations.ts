import { z } from 'zod';
import { filePageQuerySchema } from '../../model/wire/file.ts';
import { deletedSchema, pageSchema } from '../../model/wire/list.ts';
import { faultPlanSchema } from '../../model/wire/local/fault-plan.ts';
import { injectionSchema, injectionSettingsSchema } from '../../model/wire/local/injected-errors.ts';
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
const injectionResponse = success({ injection: injectionSchema });

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
    summary: 'Get the active fault plan and the injected faults',
    answer: faultsResponse,
  },
  {
    id: 'setFaults',
    method: 'PUT',
    path: '/local/faults',
    summary: 'Set the faults to inject into responses',
    body: faultPlanSchema,
    answer: faultsResponse,
  },
  {
    id: 'clearFaults',
    method: 'DELETE',
    path: '/local/faults',
    summary: 'Clear the fault plan',
    answer: faultsResponse,
  },
  {
    id: 'getLimits',
    method: 'GET',
    path: '/local/limits',
    summary: 'Get the active limits',
    answer: limitsResponse,
  },
  {
    id: 'setLimits',
    method: 'PUT',
    path: '/local/limits',
    summary: 'Set the rates per token and the remaining credits',
    body: serviceLimitsSchema,
    answer: limitsResponse,
  },
  {
    id: 'createErrorInjection',
    method: 'POST',
    path: '/local/injected_errors',
    summary: 'Inject errors into the outputs of a processor',
    body: injectionSettingsSchema,
    answer: injectionResponse,
    failures: [404],
  },
  {
    id: 'listErrorInjections',
    method: 'GET',
    path: '/local/injected_errors',
    summary: 'List the error injections',
    answer: success({ injections: z.array(injectionSchema) }),
  },
  {
    id: 'getErrorInjection',
    method: 'GET',
    path: '/local/injected_errors/:id',
    summary: 'Get an error injection',
    answer: injectionResponse,
    failures: [404],
  },
  {
    id: 'deleteErrorInjection',
    method: 'DELETE',
    path: '/local/injected_errors/:id',
    summary: 'Delete an error injection',
    answer: deletedSchema,
    failures: [404],
  },
  {
    id: 'getAlteredDocuments',
    method: 'GET',
    path: '/local/batch_processor_runs/:id/altered_documents',
    summary: 'List the injected conventions of a batch and the documents that they altered',
    answer: success({
      batchProcessorRunId: z.string(),
      injectedConventions: z.array(z.string()),
      alteredDocuments: z.array(z.looseObject({})),
    }),
    failures: [404],
  },
  {
    id: 'getInjectedErrors',
    method: 'GET',
    path: '/local/processor_runs/:id/injected_errors',
    summary: 'List the errors and faults injected into a run, with the output of the engine',
    answer: success({
      processorRunId: z.string(),
      injectedErrors: z.array(z.unknown()),
      injectedFaults: z.array(z.unknown()),
      engineOutput: z.unknown(),
    }),
    failures: [404],
  },
];

/** What lies below `/local/` beside the operations of the contract's own resources. */
export const localOperations: readonly Operation[] = [
  ...openOperations,
  ...dashboardOperations,
  ...benchOperations,
].map((operation) => ({ ...operation, tag: 'Local' }));
