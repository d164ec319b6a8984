import { z } from 'zod';
import { parseJson } from '../../base/exact-json.ts';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { goldSourceSchema } from '../../model/dataset/gold-source.ts';
import { notScoredSchema } from '../../model/dataset/not-scored.ts';
import { mismatchOf } from '../../model/processor/mismatch.ts';
import {
  type ItemRun,
  itemRunSchema,
  type PlannedItem,
  type RecordedItem,
  recordedItemSchema,
} from '../../model/record/run-record.ts';

/**
 * How to check a line. If the fast check `quick` fails, the line is checked with the schema, which describes the
 * mismatch.
 */
export interface LineShape<T> {
  readonly schema: z.ZodType<T>;
  /** Returns the value of a valid line, or `null` if the schema must decide. */
  readonly quick?: (value: unknown) => T | null;
}

type Keys = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Keys {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
const isNumberOrNull = (value: unknown): boolean => value === null || Number.isFinite(value);
const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === 'string';
const isPlace = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const documentKinds: ReadonlySet<unknown> = new Set(recordedItemSchema.shape.document.shape.kind.options);
const reasons: ReadonlySet<unknown> = new Set(itemRunSchema.shape.failure.unwrap().shape.reason.options);

export function asPlannedItem(value: unknown): PlannedItem | null {
  const fits =
    isObject(value) && isText(value.id) && isText(value.documentHash) && isText(value.expectationHash);
  return fits ? (value as PlannedItem) : null;
}

/** An item line of format 1. It omits the members that are in the plan. */
export const givenItemSchema = recordedItemSchema.omit({
  position: true,
  documentHash: true,
  expectationHash: true,
});
export type GivenItem = z.infer<typeof givenItemSchema>;

function isGivenItem(value: unknown): value is GivenItem {
  if (!isObject(value) || !isText(value.id) || !isObject(value.tags) || !isObject(value.document))
    return false;
  for (const tag in value.tags) if (!isText(value.tags[tag])) return false;
  if (value.goldSource !== undefined && !goldSourceSchema.safeParse(value.goldSource).success) return false;
  if (value.notScored !== undefined && !notScoredSchema.safeParse(value.notScored).success) return false;
  const { kind, path, name, text } = value.document;
  return documentKinds.has(kind) && isTextOrNull(path) && isText(name) && isTextOrAbsent(text);
}

export const givenItemLine: LineShape<GivenItem> = {
  schema: givenItemSchema,
  quick: (value) => (isGivenItem(value) ? value : null),
};

export const itemLine: LineShape<RecordedItem> = {
  schema: recordedItemSchema,
  quick: (value) => {
    const fits =
      isGivenItem(value) &&
      isPlace((value as Partial<RecordedItem>).position) &&
      asPlannedItem(value) !== null;
    return fits ? (value as RecordedItem) : null;
  },
};

/** Returns whether a row is valid except for `version`, which is a name in format 1 and a number in format 2. */
function isRow(value: unknown): value is Omit<ItemRun, 'version'> & { readonly version: unknown } {
  return (
    isObject(value) &&
    isText(value.itemId) &&
    Number.isSafeInteger(value.repeat) &&
    (value.state === 'processed' || value.state === 'failed' || value.state === 'cancelled') &&
    (value.failure === undefined || isFailure(value.failure)) &&
    isTextOrNull(value.runId) &&
    isTextOrNull(value.processorVersionId) &&
    isNumberOrNull(value.latencyMs) &&
    isNumberOrNull(value.credits) &&
    isNumberOrNull(value.pages) &&
    Number.isSafeInteger(value.attempts) &&
    isText(value.finishedAt) &&
    (value.reused === undefined || isReused(value.reused)) &&
    // Few result rows name a service. The check with the schema handles these rows.
    value.service === undefined
  );
}

function isReused(value: unknown): boolean {
  return isObject(value) && isText(value.recordId);
}

function isFailure(value: unknown): boolean {
  return (
    isObject(value) && reasons.has(value.reason) && isText(value.message) && isTextOrAbsent(value.detail)
  );
}

/** Check of a result row of record format 1. Such a row contains the name of its version. */
export const namedRowLine: LineShape<ItemRun> = {
  schema: itemRunSchema,
  quick: (value) => (isRow(value) && isText(value.version) ? (value as ItemRun) : null),
};

/**
 * Returns the check of result rows of record format 2. The checked row has the name of its version in place of the
 * number.
 */
export function rowLine(versions: readonly string[]): LineShape<ItemRun> {
  const place = z.int().min(0);
  const numbered = itemRunSchema.extend({ position: place, version: place.max(versions.length - 1) });
  const asRun = (row: Omit<ItemRun, 'version'>, version: string): ItemRun => {
    const run = {
      itemId: row.itemId,
      version,
      repeat: row.repeat,
      state: row.state,
      runId: row.runId,
      processorVersionId: row.processorVersionId,
      output: row.output,
      latencyMs: row.latencyMs,
      credits: row.credits,
      pages: row.pages,
      attempts: row.attempts,
      finishedAt: row.finishedAt,
    };
    const { failure, reused, service } = row;
    if (failure === undefined && reused === undefined && service === undefined) return run;
    return { ...run, ...(failure && { failure }), ...(reused && { reused }), ...(service && { service }) };
  };
  return {
    schema: numbered.transform((row) => asRun(row, versions[row.version] as string)),
    quick: (value) => {
      if (!isRow(value) || !isPlace((value as Keys).position)) return null;
      const version = isPlace(value.version) ? versions[value.version] : undefined;
      return version === undefined ? null : asRun(value, version);
    },
  };
}

/** One line of `uploads.jsonl`: a document that was uploaded, so that a resumed run need not upload it again. */
export const uploadLineSchema = z.object({
  documentHash: z.string(),
  fileId: z.string(),
  uploadedAt: z.string(),
});

export type UploadLine = z.infer<typeof uploadLineSchema>;

/** Parses and checks the bytes of one line. Throws RECORD_INVALID with the first mismatch. */
export function parseLine<T>(
  shape: LineShape<T>,
  { bytes, start, end, line }: { bytes: Buffer; start: number; end: number; line: number },
  file: string,
): T {
  return parseText(shape, bytes.toString('utf8', start, end), file, line);
}

export function parseText<T>(shape: LineShape<T>, text: string, file: string, line: number): T {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (thrown) {
    throw new GoldsetError(
      'RECORD_INVALID',
      { file, line, path: 'the text', found: excerpt(text), expected: `JSON (${messageOf(thrown)})` },
      { cause: thrown },
    );
  }
  return shape.quick?.(value) ?? checkAgainst(shape.schema, value, file, line);
}

/** Returns the value if it matches the schema. Otherwise throws RECORD_INVALID with the first mismatch. */
export function checkAgainst<T>(schema: z.ZodType<T>, value: unknown, file: string, line: number): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new GoldsetError('RECORD_INVALID', { file, line, ...mismatchOf(parsed.error, value) });
}

function excerpt(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
