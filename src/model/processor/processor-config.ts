import { z } from 'zod';

export const processorKindSchema = z.enum(['EXTRACT', 'CLASSIFY', 'SPLITTER']);
export type ProcessorKind = z.infer<typeof processorKindSchema>;

/** Structure of one node of an extraction schema. `checkExtractionSchema` checks the rules for schemas. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: SchemaNode;
  readonly enum?: readonly (string | null)[];
  readonly [keyword: string]: unknown;
}

export const schemaNodeSchema: z.ZodType<SchemaNode> = z.lazy(() =>
  z.looseObject({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    properties: z.record(z.string(), schemaNodeSchema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.boolean('must be true or false (schema rule 1)').optional(),
    items: schemaNodeSchema.optional(),
    enum: z
      .array(z.union([z.string(), z.null()], 'an enum holds only texts and null (schema rule 7)'))
      .optional(),
  }),
);

export const fieldTypeSchema = z.enum([
  'string',
  'number',
  'currency',
  'boolean',
  'date',
  'array',
  'object',
  'enum',
  'signature',
]);
export type FieldType = z.infer<typeof fieldTypeSchema>;

/** An entry of the deprecated list `fields`, which schemas replaced. */
export interface FieldDefinition {
  readonly id: string;
  readonly name: string;
  readonly type: FieldType;
  readonly description: string;
  readonly schema?: readonly FieldDefinition[];
  readonly enum?: readonly { readonly value: string; readonly description: string }[];
}

export const fieldDefinitionSchema: z.ZodType<FieldDefinition> = z.lazy(() =>
  z
    .object({
      id: z.string().min(1),
      name: z.string(),
      type: fieldTypeSchema,
      description: z.string(),
      schema: z.array(fieldDefinitionSchema).optional(),
      enum: z.array(z.object({ value: z.string(), description: z.string() })).optional(),
    })
    .superRefine((field, context) => {
      const needed = { array: 'schema', object: 'schema', enum: 'enum' } as const;
      const member = needed[field.type as keyof typeof needed];
      if (member !== undefined && field[member] === undefined)
        context.addIssue({
          code: 'custom',
          path: [member],
          message: `required when type is ${field.type}`,
        });
    }),
);

export const classificationSchema = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  description: z.string(),
});
export type Classification = z.infer<typeof classificationSchema>;

export const maxPageNumber = 1_000_000;

const positiveInteger = z.int().min(1);
const pageOptions = {
  fixedPageLimit: positiveInteger.optional(),
  pageRanges: z.array(z.object({ start: positiveInteger, end: positiveInteger })).optional(),
};

/** Members that all three kinds of configs have. `parser` is stored as received. */
const base = {
  baseVersion: z.string().optional(),
  parser: z.looseObject({}).optional(),
  /** Members that only configs before API version 2025-04-21 have. They are stored, so that no data is lost. */
  legacy: z.record(z.string(), z.unknown()).optional(),
};

function baseVersionNeedsProcessor(config: { baseProcessor?: string; baseVersion?: string }): boolean {
  return config.baseVersion === undefined || config.baseProcessor !== undefined;
}
const baseVersionMessage = {
  message: '"baseProcessor" is required if "baseVersion" is given',
  path: ['baseProcessor'],
};

export const extractConfigSchema = z
  .object({
    type: z.literal('EXTRACT'),
    baseProcessor: z.enum(['extraction_performance', 'extraction_light']).optional(),
    ...base,
    schema: schemaNodeSchema.optional(),
    fields: z.array(fieldDefinitionSchema).optional(),
    extractionRules: z.string().optional(),
    advancedOptions: z
      .looseObject({
        ...pageOptions,
        documentKind: z.string().optional(),
        keyDefinitions: z.string().optional(),
        modelReasoningInsightsEnabled: z.boolean().optional(),
        advancedMultimodalEnabled: z.boolean().optional(),
        citationsEnabled: z.boolean().optional(),
        advancedFigureParsingEnabled: z.boolean().optional(),
        arrayCitationStrategy: z.string().optional(),
        chunkingOptions: z
          .looseObject({
            chunkingStrategy: z.enum(['standard', 'semantic']).optional(),
            customSemanticChunkingRules: z.string().optional(),
            pageChunkSize: positiveInteger.optional(),
            chunkSelectionStrategy: z
              .enum(['intelligent', 'confidence', 'take_first', 'take_last'])
              .optional(),
          })
          .optional(),
      })
      .optional(),
  })
  .refine(baseVersionNeedsProcessor, baseVersionMessage)
  .refine((config) => config.schema !== undefined || config.fields !== undefined, {
    message: '"schema" or "fields" is required',
    path: ['schema'],
  });
export type ExtractConfig = z.infer<typeof extractConfigSchema>;

export const classifyConfigSchema = z
  .object({
    type: z.literal('CLASSIFY'),
    baseProcessor: z.enum(['classification_performance', 'classification_light']).optional(),
    ...base,
    classifications: z.array(classificationSchema).min(1),
    classificationRules: z.string().optional(),
    advancedOptions: z
      .looseObject({
        ...pageOptions,
        context: z.enum(['default', 'max']).optional(),
        advancedMultimodalEnabled: z.boolean().optional(),
      })
      .optional(),
  })
  .refine(baseVersionNeedsProcessor, baseVersionMessage);
export type ClassifyConfig = z.infer<typeof classifyConfigSchema>;

export const splitterConfigSchema = z
  .object({
    type: z.literal('SPLITTER'),
    baseProcessor: z.enum(['splitter_performance', 'splitting_performance', 'splitting_light']).optional(),
    ...base,
    splitClassifications: z.array(classificationSchema).min(1),
    splitRules: z.string().optional(),
    advancedOptions: z
      .looseObject({
        ...pageOptions,
        splitMethod: z.enum(['high_precision', 'low_latency']).optional(),
        splitIdentifierRules: z.string().optional(),
        splitExcelDocumentsBySheetEnabled: z.boolean().optional(),
      })
      .optional(),
  })
  .refine(baseVersionNeedsProcessor, baseVersionMessage);
export type SplitterConfig = z.infer<typeof splitterConfigSchema>;

/** Configuration of a processor as of API version 2025-04-21. The service translates older shapes. */
export const processorConfigSchema = z.discriminatedUnion('type', [
  extractConfigSchema,
  classifyConfigSchema,
  splitterConfigSchema,
]);
export type ProcessorConfig = z.infer<typeof processorConfigSchema>;
