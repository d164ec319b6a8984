import { z } from 'zod';
import {
  fieldDefinitionSchema,
  processorConfigSchema,
  schemaNodeSchema,
} from '../../model/processor/processor-config.ts';
import { batchProcessorRunSchema, fieldMetricsSchema } from '../../model/wire/batch-processor-run.ts';
import { wireEvaluationSetItemSchema, wireEvaluationSetSchema } from '../../model/wire/evaluation-set.ts';
import { eventSchema } from '../../model/wire/event.ts';
import { fileInputSchema, serviceFileSchema } from '../../model/wire/file.ts';
import { faultPlanSchema, serviceLimitsSchema } from '../../model/wire/local/faults-and-limits.ts';
import { injectionSettingsSchema } from '../../model/wire/local/injected-errors.ts';
import { tokenSchema } from '../../model/wire/local/token.ts';
import { deliverySchema, webhookEndpointSchema } from '../../model/wire/local/webhook-endpoint.ts';
import { blockSchema, chunkSchema, parseConfigSchema, parserRunSchema } from '../../model/wire/parser-run.ts';
import {
  configBodySchema,
  configResponseSchema,
  processorSchema,
  processorVersionSchema,
} from '../../model/wire/processor.ts';
import { processorRunSchema, processorRunSummarySchema } from '../../model/wire/processor-run.ts';
import { workflowDefinitionSchema, workflowSchema, workflowStepSchema } from '../../model/wire/workflow.ts';
import { workflowRunSchema, workflowRunSummarySchema } from '../../model/wire/workflow-run.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

const named: readonly [string, z.ZodType][] = [
  ['Processor', processorSchema],
  ['ProcessorVersion', processorVersionSchema],
  ['ProcessorConfig', processorConfigSchema],
  ['ProcessorConfigGiven', configBodySchema],
  ['ProcessorConfigAnswered', configResponseSchema],
  ['ExtractionSchema', schemaNodeSchema],
  ['FieldDefinition', fieldDefinitionSchema],
  ['ProcessorRun', processorRunSchema],
  ['ProcessorRunSummary', processorRunSummarySchema],
  ['BatchProcessorRun', batchProcessorRunSchema],
  ['FieldMetrics', fieldMetricsSchema],
  ['File', serviceFileSchema],
  ['FileInput', fileInputSchema],
  ['ParseConfig', parseConfigSchema],
  ['ParserRun', parserRunSchema],
  ['Chunk', chunkSchema],
  ['Block', blockSchema],
  ['EvaluationSet', wireEvaluationSetSchema],
  ['EvaluationSetItem', wireEvaluationSetItemSchema],
  ['Workflow', workflowSchema],
  ['WorkflowDefinition', workflowDefinitionSchema],
  ['WorkflowStep', workflowStepSchema],
  ['WorkflowRun', workflowRunSchema],
  ['WorkflowRunSummary', workflowRunSummarySchema],
  ['Event', eventSchema],
  ['Token', tokenSchema],
  ['WebhookEndpoint', webhookEndpointSchema],
  ['WebhookDelivery', deliverySchema],
  ['FaultPlan', faultPlanSchema],
  ['ServiceLimits', serviceLimitsSchema],
  ['InjectionSettings', injectionSettingsSchema],
];

const names = z.registry<{ id: string }>();
for (const [id, schema] of named) names.add(schema, { id });

/** Description of configs. Their schema accepts any member, because the format depends on the API version. */
const configNote =
  'A config in the format of the API version that the request names. `ProcessorConfig` is the format of version 2025-04-21.';

interface Converted {
  readonly schema: JsonSchema;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/** Cache of converted schemas, because the conversion takes most of the time for the OpenAPI document. */
const converted = new WeakMap<z.ZodType, Converted>();

function convert(schema: z.ZodType): Converted {
  // Wraps the schema in an object, because zod writes a `$ref` only for named schemas below the root.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ schema }), {
    metadata: names,
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema !== configBodySchema && zodSchema !== configResponseSchema) return;
      jsonSchema.description = configNote;
    },
  }) as unknown as { properties: { schema: JsonSchema }; $defs?: Record<string, JsonSchema> };
  const components = Object.entries($defs).map(([name, { id: _name, ...rest }]) => [
    name,
    withReferences(rest),
  ]);
  return { schema: withReferences(properties.schema), components: Object.fromEntries(components) };
}

/** Converts zod schemas to JSON schemas (2020-12), and collects the named schemas. */
export class SchemaCollection {
  readonly #components: Record<string, JsonSchema> = {};

  /** Returns the schema, with a `$ref` for each named schema in it. */
  add(schema: z.ZodType): JsonSchema {
    const known = converted.get(schema) ?? convert(schema);
    converted.set(schema, known);
    Object.assign(this.#components, known.components);
    return known.schema;
  }

  /**
   * Returns the collected schemas. Adds the schema of configs, because no operation refers to this schema.
   */
  components(): Readonly<Record<string, JsonSchema>> {
    this.add(processorConfigSchema);
    const sorted = Object.entries(this.#components).sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(sorted);
  }
}

function withReferences(schema: object): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/');
  return JSON.parse(text) as JsonSchema;
}
