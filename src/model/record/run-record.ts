import { z } from 'zod';
import { goldSourceSchema } from '../dataset/gold-source.ts';
import { notScoredSchema } from '../dataset/not-scored.ts';
import { processorConfigSchema, processorKindSchema } from '../processor/processor-config.ts';
import { presencePolicySchema } from '../score/scoring-policies.ts';
import type { CitedWords } from './cited-words.ts';
import { rerunSchema } from './rerun.ts';
import { selectionSchema } from './selection.ts';
import { serviceIdentitySchema } from './service-identity.ts';
import { unknownGoldSchema } from './unknown-gold.ts';

/** Format of new records. Records of format 1 remain readable, and other formats are rejected. */
export const recordSchemaVersion = 2;

/** A processor version, resolved at the start of the run. */
export const resolvedVersionSchema = z.object({
  /** Version that the user requested: `latest`, `draft` or a number such as `1.0`. It names the version in reports. */
  requested: z.string(),
  /** Resolved version: a published number, or `draft`. */
  resolved: z.string(),
  versionId: z.string(),
  /** SHA-256 of the canonical config. Drafts with different configs have different hashes. */
  configHash: z.string(),
  config: processorConfigSchema,
});
export type ResolvedVersion = z.infer<typeof resolvedVersionSchema>;

/** Value of an option, and where it came from: flag, environment, file, dataset or default. */
export const resolvedOptionSchema = z.object({
  value: z.unknown(),
  from: z.enum(['flag', 'environment', 'file', 'dataset', 'default']),
});

export const plannedItemSchema = z.object({
  id: z.string(),
  /** SHA-256 of the bytes of the document, or of its text, URL or file id if there are no bytes. */
  documentHash: z.string(),
  /** SHA-256 of the canonical expected output. */
  expectationHash: z.string(),
});
export type PlannedItem = z.infer<typeof plannedItemSchema>;

/** The shard that this record contains, and the data that `goldset merge` needs to verify the merged run. */
export const recordedShardSchema = z.object({
  index: z.int().min(1),
  of: z.int().min(1),
  count: z.int(),
  /** Checksum of the items of all shards. */
  checksum: z.string(),
});
export type RecordedShard = z.infer<typeof recordedShardSchema>;

/** Size, number of non-blank lines and SHA-256 of a record file. */
export const fileFactsSchema = z.object({ bytes: z.int(), lines: z.int(), sha256: z.string() });
export type FileFacts = z.infer<typeof fileFactsSchema>;

/** Content of `plan.json`. The file is created atomically after `items.jsonl` is complete, and never changes. */
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
    /** `local`, `remote`, or `predictions` for outputs of another tool. */
    kind: z.enum(['local', 'remote', 'predictions']),
    baseUrl: z.string().nullable(),
    apiVersion: z.string().nullable(),
    /**
     * Identity of the service, which determines the outputs. Not set for predictions and in records of earlier
     * versions.
     */
    service: serviceIdentitySchema.optional(),
  }),
  dataset: z.object({
    name: z.string(),
    kind: processorKindSchema,
    path: z.string(),
    checksum: z.string(),
    /** SHA-256 over the ids and hashes of the documents, without the gold. Not set in records of earlier versions. */
    documents: z.string().optional(),
    description: z.string().optional(),
    /** Config of the dataset, if the dataset has one. Scoring uses the schema of this config. */
    config: processorConfigSchema.optional(),
    presence: presencePolicySchema.optional(),
  }),
  processor: z.object({ id: z.string(), name: z.string(), kind: processorKindSchema }),
  versions: z.array(resolvedVersionSchema).min(1),
  repeats: z.int().min(1),
  seed: z.string(),
  /** Set if the run has only a part of the dataset. A shard has the selection of the whole run. */
  selection: selectionSchema.optional(),
  /** Set if the run executes only some documents of an earlier record again. */
  rerun: rerunSchema.optional(),
  /**
   * Number of configs that were tried on these documents up to this run, counted from the complete records in the
   * reports folder (`countTries`). Not set if this number is unknown.
   */
  tries: z.int().min(0).optional(),
  /** Keys and classes of the gold that a schema does not have. Not set in records of earlier versions. */
  unknownGold: z.array(unknownGoldSchema).optional(),
  /** Set if the record is one shard of a run. */
  shard: recordedShardSchema.optional(),
  /** Ids of the records that `goldset merge` merged into this record. */
  mergedFrom: z.array(z.string()).optional(),
  /** Earlier records whose failed or cancelled item runs this record executes again, newest first. */
  continues: z.array(z.object({ recordId: z.string(), createdAt: z.string() })).optional(),
  /** Count, size and hash of `items.jsonl`, to detect later changes. Size and hash are `null` in format 1. */
  items: z.object({ count: z.int(), bytes: z.int().nullable(), sha256: z.string().nullable() }),
});
/** The plan of a run: what was requested, with resolved versions and options. */
export type RunPlan = z.infer<typeof runPlanSchema>;

/** One line of `items.jsonl`: the complete item, so that scoring needs only the record. */
export const recordedItemSchema = z.object({
  /** Position among the items of the whole run, from 0. The positions of a shard have gaps. */
  position: z.int().min(0),
  id: z.string(),
  documentHash: z.string(),
  expectationHash: z.string(),
  /** Expected output of the item; `null` if the item has no gold. */
  expectedOutput: z.unknown(),
  /** Maps the path of each value that is not scored to the reason. Not set if all values are scored. */
  notScored: notScoredSchema.optional(),
  tags: z.record(z.string(), z.string()),
  /** Not set if no processor version proposed the gold, or if the dataset does not record it. */
  goldSource: goldSourceSchema.optional(),
  document: z.object({
    kind: z.enum(['file', 'text', 'url', 'fileId']),
    /** Path of the document on the machine of the run, for page images in reports; `null` unless `kind` is `file`. */
    path: z.string().nullable(),
    name: z.string(),
    text: z.string().optional(),
  }),
});
/** A planned item with its document, expected output and tags. */
export type RecordedItem = z.infer<typeof recordedItemSchema>;

/**
 * One line of `runs.jsonl`: a run that the service accepted. goldset writes the line before it waits for the
 * result.
 */
export const startedRunSchema = z.object({
  itemId: z.string(),
  version: z.string(),
  repeat: z.int(),
  attempt: z.int(),
  runId: z.string(),
  startedAt: z.string(),
  /** Id of the earlier record that created the run; not set if this record created it. */
  continues: z.string().optional(),
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

/** One line of `rows.jsonl`: a finished item run. */
export const itemRunSchema = z.object({
  itemId: z.string(),
  /** Requested version (`ResolvedVersion.requested`). */
  version: z.string(),
  repeat: z.int(),
  /** `processed` if there is an output. A planned item run without a line counts as not run. */
  state: z.enum(['processed', 'failed', 'cancelled']),
  failure: z
    .object({ reason: failureReasonSchema, message: z.string(), detail: z.string().optional() })
    .optional(),
  runId: z.string().nullable(),
  processorVersionId: z.string().nullable(),
  output: z.unknown(),
  /** Time from the accepted request to the received result, in milliseconds. */
  latencyMs: z.number().nullable(),
  credits: z.number().nullable(),
  pages: z.number().nullable(),
  attempts: z.int(),
  finishedAt: z.string(),
  /**
   * Set if the output was copied from an earlier record. `recordId` is the record whose run produced the output.
   * Latency and credits were also measured in that run.
   */
  reused: z.object({ recordId: z.string() }).optional(),
  /**
   * Service that returned the output. Set only if it differs from the service in `plan.json`, for example after an
   * update of goldset.
   */
  service: serviceIdentitySchema.optional(),
});
/** A finished item run. `cited` comes from `citations.jsonl`, and is not set unless the citations were read. */
export type ItemRun = z.infer<typeof itemRunSchema> & { readonly cited?: CitedWords };

const runPlaceSchema = z.object({ itemId: z.string(), version: z.string(), repeat: z.int() });

/** A run that the service created for an item run, but whose result is not in the record. */
export const unusedRunSchema = runPlaceSchema.extend({
  runId: z.string(),
  status: z.string(),
  credits: z.number().nullable(),
});
export type UnusedRun = z.infer<typeof unusedRunSchema>;

/** Counts and times of a finished run. A record without a summary is unfinished. */
export const runSummarySchema = z.object({
  finishedAt: z.string(),
  wallMs: z.number(),
  planned: z.int(),
  byState: z.object({ processed: z.int(), failed: z.int(), cancelled: z.int(), notRun: z.int() }),
  requests: z.int(),
  retries: z.int(),
  rateLimited: z.int(),
  concurrency: z.array(z.object({ atMs: z.number(), limit: z.number() })),
  /** Runs whose results are not in the record. They may have cost credits. */
  unusedRuns: z.array(unusedRunSchema).optional(),
  /**
   * Item runs for which the service may have created two runs. The service's list of runs does not show whether this
   * happened.
   */
  unconfirmed: z.array(runPlaceSchema).optional(),
  /**
   * Number of outputs that were copied from earlier records, and the credits that these outputs cost when they were
   * produced. Not set if no output was copied.
   */
  reused: z.object({ outputs: z.int(), credits: z.number() }).optional(),
  /** True if the draft was edited during the run. The outputs of the draft then come from several configs. */
  draftEdited: z.literal(true).optional(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

/** `summary.json`, which is written last and atomically. The seal is the SHA-256 of `files` as canonical JSON. */
export const sealedSummarySchema = runSummarySchema.extend({
  files: z.record(z.string(), fileFactsSchema),
  seal: z.string(),
});
export type SealedSummary = z.infer<typeof sealedSummarySchema>;
