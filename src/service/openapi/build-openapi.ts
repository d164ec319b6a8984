import { z } from 'zod';
import { apiVersions, currentApiVersion } from '../../model/wire/api-version.ts';
import { eventSchema, eventTypes } from '../../model/wire/event.ts';
import { isOfContract, isOpen, type Operation } from '../operations/operation.ts';
import type { ServiceHeaders } from '../versions/service-headers.ts';
import { type JsonSchema, SchemaCollection } from './json-schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const failureSchema = z.object({ success: z.literal(false), error: z.string() });
const parseFailureSchema = failureSchema.extend({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  retryable: z.boolean(),
});

const failureTexts: Readonly<Record<number, string>> = {
  400: 'The request is invalid (`Validation Error: <problem> param: <field>`), or the state of the resource does not allow the request.',
  401: 'The token is missing, malformed, unknown, expired or revoked.',
  402: 'No credits are left.',
  403: 'The token has no permission for the processor or workflow, or for `/local/`.',
  404: 'A resource that the request names does not exist.',
  413: 'The body is too large.',
  422: 'The file cannot be read.',
  429: 'Too many requests or runs. Wait for the number of seconds in the header `Retry-After`.',
  500: 'An internal error of the service, with the number of the request.',
};

/** Returns the OpenAPI 3.1 document of the operations, with the schemas that validate their requests. */
export function buildOpenApi(
  operations: readonly Operation[],
  { baseUrl, headers }: { readonly baseUrl: string; readonly headers: ServiceHeaders },
) {
  const schemas = new SchemaCollection();
  const paths: Record<string, Record<string, Json>> = {};
  const add = (path: string, method: string, described: Json): void => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
  };
  for (const operation of operations)
    add(templateOf(operation.path), operation.method, describeOperation(operation, schemas));
  for (const { id, path, method } of operations.filter(isOfContract)) {
    const described = paths[templateOf(path)]?.[method.toLowerCase()];
    add(`/v1${templateOf(path)}`, method, { ...described, deprecated: true, operationId: `${id}V1` });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Local document-processing service',
      version: currentApiVersion,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [{ token: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(eventTypes.map((name) => [name, describeEvent(name, schemas, headers)])),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      parameters: { ApiVersion: versionParameter(headers) },
      responses: failureResponses(schemas),
      schemas: schemas.components(),
    },
  };
}

const introduction = `Every path outside \`/local/\` also exists below \`/v1\`. The operations below \`/local/\` are extensions. Some are
for tests. The others replace functions that hosted services have in a dashboard.
The service ignores unknown members of a body. Lists are paged: the last page has no \`nextPageToken\`.`;

/** Returns a path such as `/processors/:id` in the form `/processors/{id}`. */
function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function describeOperation(operation: Operation, schemas: SchemaCollection): Json {
  const { id, summary, notes, tag } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(notes === undefined ? {} : { description: notes }),
    parameters: parametersOf(operation, schemas),
    ...requestBodyOf(operation, schemas),
    responses: { 200: successOf(operation, schemas), ...failuresOf(operation) },
    ...(isOpen(operation) ? { security: [] } : {}),
  };
}

function parametersOf(operation: Operation, schemas: SchemaCollection): Json[] {
  const inPath = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const query = operation.query === undefined ? {} : schemas.add(operation.query);
  const required = (query.required ?? []) as string[];
  const inQuery = Object.entries((query.properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }),
  );
  const version = isOfContract(operation) ? [{ $ref: '#/components/parameters/ApiVersion' }] : [];
  return [...inPath, ...inQuery, ...version];
}

function requestBodyOf(operation: Operation, schemas: SchemaCollection): Json {
  if (operation.upload === true) {
    const schema = {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' } },
      required: ['file'],
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (operation.body === undefined) return {};
  const schema = schemas.add(operation.body);
  const required = Array.isArray(schema.required) && schema.required.length > 0;
  return { requestBody: { required, content: { 'application/json': { schema } } } };
}

function successOf({ response }: Operation, schemas: SchemaCollection): Json {
  const content =
    typeof response === 'string'
      ? { [response]: { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: schemas.add(response) } };
  return { description: 'Success.', content };
}

function failuresOf(operation: Operation): Json {
  const body = operation.body !== undefined || operation.upload === true;
  const statuses = new Set([500, ...(operation.failures ?? [])]);
  if (!isOpen(operation)) for (const status of [400, 401, 403]) statuses.add(status);
  if (isOfContract(operation)) statuses.add(429);
  if (operation.createsRuns !== undefined) statuses.add(402);
  const namesResource = operation.permission.some(({ source }) => source?.startsWith('body.'));
  if (operation.path.includes(':') || namesResource) statuses.add(404);
  if (body) statuses.add(413);
  const form = operation.parseErrors === true ? 'ParseFailure' : 'Failure';
  return Object.fromEntries(
    [...statuses]
      .sort((one, other) => one - other)
      .map((status) => [status, { $ref: `#/components/responses/${form}${status}` }]),
  );
}

function failureResponses(schemas: SchemaCollection): Json {
  const responses: Record<string, Json> = {};
  for (const [form, schema] of Object.entries({ Failure: failureSchema, ParseFailure: parseFailureSchema }))
    for (const [status, description] of Object.entries(failureTexts))
      responses[`${form}${status}`] = {
        description,
        ...(status === '429' ? { headers: waitHeaders } : {}),
        content: { 'application/json': { schema: schemas.add(schema) } },
      };
  return responses;
}

const waitHeaders = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'When to try again, in Unix seconds.', schema: { type: 'integer' } },
};

function versionParameter(headers: ServiceHeaders): Json {
  return {
    name: headers.version,
    in: 'header',
    required: false,
    description: `The API version, which determines the format of the request and the response. The header can also be named \`${headers.versionShort}\`. It is optional for tokens created before April 21, 2025.`,
    schema: { type: 'string', enum: [...apiVersions] },
  };
}

function describeEvent(event: string, schemas: SchemaCollection, headers: ServiceHeaders): Json {
  const parameters = [
    [headers.version, 'The API version of the webhook endpoint.'],
    [headers.eventTimestamp, 'Unix seconds.'],
    [
      headers.eventSignature,
      'HMAC-SHA256 in hex of `v0:{timestamp}:{raw body}`, with the secret of the endpoint as key.',
    ],
  ].map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }));
  return {
    post: {
      operationId: `event.${event}`,
      summary: `Sent on \`${event}\``,
      parameters,
      requestBody: { required: true, content: { 'application/json': { schema: schemas.add(eventSchema) } } },
      responses: {
        '2XX': {
          description:
            'Received. The service sends the event again after any other status, or if no response arrives within 30 s.',
        },
      },
    },
  };
}
