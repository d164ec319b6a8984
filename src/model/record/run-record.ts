import { z } from 'zod';
import { presencePolicySchema } from '../processor/presence-policy.ts';
import { processorConfigSchema, processorKindSchema } from '../processor/processor-config.ts';

/** Format in which records are written. Format 1 is still read; a record of any other number is refused. */
export const recordSchemaVersion = 2;

/** A processor version as it was resolved at the start of the run: what the words "latest" and "draft" meant then. */
export const resolvedVersionSchema = z.object({
  /** The word that was asked for: `latest`, `draft`, `1.0`. It names the version in reports. */
  requested: z.string(),
  /** What it was: a published number, or `draft`. */
  resolved: z.string(),
  versionId: z.string(),
  /** SHA-256 of the canonical config: tells one draft from another. */
  configHash: z.string(),
  config: processorConfigSchema,
});
export type ResolvedVersion = z.infer<typeof resolvedVersionSchema>;

/** An option's resolved value and where it came from (flag > environment > file > dataset > default). */
export const resolvedOptionSchema = z.object({
  value: z.unknown(),
  from: z.enum(['flag', 'environment', 'file', 'dataset', 'default']),
});

export const plannedItemSchema = z.object({
  id: z.string(),
  /** SHA-256 of the document's bytes (of the text, the URL or the file id where there are no bytes). */
  documentHash: z.string(),
  /** SHA-256 of the canonical expected output. */
  expectationHash: z.string(),
});
export type PlannedItem = z.infer<typeof plannedItemSchema>;

/** Which part of a divided run a record is, and what `goldset merge` proves the whole by. */
export const recordedShardSchema = z.object({
  index: z.int().min(1),
  of: z.int().min(1),
  /** Items of all parts together. */
  count: z.int(),
  /** Over the items of all parts. */
  checksum: z.string(),
});
export type RecordedShard = z.infer<typeof recordedShardSchema>;

/** Size, lines that are not blank, and SHA-256 of a file of a record. */
export const fileFactsSchema = z.object({ bytes: z.int(), lines: z.int(), sha256: z.string() });
export type FileFacts = z.infer<typeof fileFactsSchema>;

/** `plan.json`: the head. Written atomically when all items are, never changed. */
export const runPlanSchema = z.object({
  schemaVersion: z.literal(recordSchemaVersion),
  recordId: z.string(),
  createdAt: z.string(),
  tool: z.object({
    name: z.string(),
    version: z.string(),
    node: z.string(),
    dependencies: z.record(z.string(), z.string()),
  }),
  gitCommit: z.string().nullable(),
  options: z.record(z.string(), resolvedOptionSchema),
  target: z.object({
    /** `local`, `remote`, or `predictions` for outputs made elsewhere. */
    kind: z.enum(['local', 'remote', 'predictions']),
    baseUrl: z.string().nullable(),
    apiVersion: z.string().nullable(),
  }),
  dataset: z.object({
    name: z.string(),
    kind: processorKindSchema,
    path: z.string(),
    checksum: z.string(),
    description: z.string().optional(),
    /** The config that the gold was written to, where the dataset has one: scoring goes by its schema. */
    config: processorConfigSchema.optional(),
    /** How the dataset says that its gold is to be read. */
    presence: presencePolicySchema.optional(),
  }),
  processor: z.object({ id: z.string(), name: z.string(), kind: processorKindSchema }),
  versions: z.array(resolvedVersionSchema).min(1),
  repeats: z.int().min(1),
  seed: z.string(),
  /** Where the run was divided: this record has a part of the items. */
  shard: recordedShardSchema.optional(),
  /** Ids of the records that this one was merged from. */
  mergedFrom: z.array(z.string()).optional(),
  /** The items are in `items.jsonl`; this proves that they are still those. Null for what format 1 did not state. */
  items: z.object({ count: z.int(), bytes: z.int().nullable(), sha256: z.string().nullable() }),
});
/** The head of a record: what was asked for, and what it was resolved to. */
export type RunPlan = z.infer<typeof runPlanSchema>;

/** One line of `items.jsonl`: what the run was given, whole, so that scoring needs nothing but the record. */
export const recordedItemSchema = z.object({
  /** Place among all planned items, from 0; those of a shard have gaps. */
  position: z.int().min(0),
  id: z.string(),
  documentHash: z.string(),
  expectationHash: z.string(),
  expectedOutput: z.unknown(),
  tags: z.record(z.string(), z.string()),
  document: z.object({
    kind: z.enum(['file', 'text', 'url', 'fileId']),
    /** File: path as it was read (page images come from there if it still exists). Text: the text itself. */
    path: z.string().nullable(),
    name: z.string(),
    text: z.string().optional(),
  }),
});
/** A planned item: its document, its expected output and its tags. */
export type RecordedItem = z.infer<typeof recordedItemSchema>;

/** One line of `runs.jsonl`: a processor run that the service acknowledged, written before its result is awaited. */
export const startedRunSchema = z.object({
  itemId: z.string(),
  version: z.string(),
  repeat: z.int(),
  attempt: z.int(),
  runId: z.string(),
  startedAt: z.string(),
});
export type StartedRun = z.infer<typeof startedRunSchema>;

export const failureReasonSchema = z.enum([
  'service_error',
  'timed_out',
  'rate_limited',
  'output_invalid',
  'document_unreadable',
]);
export type FailureReason = z.infer<typeof failureReasonSchema>;

/** One line of `rows.jsonl`: an item, version and repeat that reached its end. */
export const itemRunSchema = z.object({
  itemId: z.string(),
  /** The word asked for (`ResolvedVersion.requested`). */
  version: z.string(),
  repeat: z.int(),
  /** `processed`: there is an output. A planned run without a row is "not run". */
  state: z.enum(['processed', 'failed', 'cancelled']),
  failure: z
    .object({ reason: failureReasonSchema, message: z.string(), detail: z.string().optional() })
    .optional(),
  runId: z.string().nullable(),
  processorVersionId: z.string().nullable(),
  output: z.unknown(),
  /** Milliseconds from the acknowledged request to the seen result. */
  latencyMs: z.number().nullable(),
  credits: z.number().nullable(),
  pages: z.number().nullable(),
  attempts: z.int(),
  finishedAt: z.string(),
});
/** One item, version and repeat that reached its end. */
export type ItemRun = z.infer<typeof itemRunSchema>;

/** What the run of a record came to; a record without it is unfinished. */
export const runSummarySchema = z.object({
  finishedAt: z.string(),
  wallMs: z.number(),
  planned: z.int(),
  byState: z.object({ processed: z.int(), failed: z.int(), cancelled: z.int(), notRun: z.int() }),
  requests: z.int(),
  retries: z.int(),
  rateLimited: z.int(),
  /** Largest number of runs in flight at once, by time: how the concurrency limit moved. */
  concurrency: z.array(z.object({ atMs: z.number(), limit: z.number() })),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

/** `summary.json`: written last, atomically. The seal is the SHA-256 of `files` in canonical JSON. */
export const sealedSummarySchema = runSummarySchema.extend({
  files: z.record(z.string(), fileFactsSchema),
  seal: z.string(),
});
export type SealedSummary = z.infer<typeof sealedSummarySchema>;
