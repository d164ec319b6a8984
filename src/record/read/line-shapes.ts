import type { z } from 'zod';
import {
  type ItemRun,
  itemRunSchema,
  type RecordedItem,
  recordedItemSchema,
} from '../../model/run-record.ts';

/** What a line must be: a quick check by hand, and the schema, which alone decides and words what is wrong. */
export interface LineShape<T> {
  readonly schema: z.ZodType<T>;
  /** True only for values that the schema accepts as they are; five times faster. */
  readonly fits?: (value: unknown) => value is T;
}

type Keys = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Keys {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
const isNumberOrNull = (value: unknown): boolean => value === null || Number.isFinite(value);
const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === 'string';

const documentKinds: ReadonlySet<unknown> = new Set(recordedItemSchema.shape.document.shape.kind.options);
const reasons: ReadonlySet<unknown> = new Set(itemRunSchema.shape.failure.unwrap().shape.reason.options);

export const itemLine: LineShape<RecordedItem> = {
  schema: recordedItemSchema,
  fits: (value): value is RecordedItem => {
    if (!isObject(value) || !isText(value.id) || !isObject(value.tags) || !isObject(value.document))
      return false;
    for (const tag in value.tags) if (!isText(value.tags[tag])) return false;
    const { kind, path, name, text } = value.document;
    return documentKinds.has(kind) && isTextOrNull(path) && isText(name) && isTextOrAbsent(text);
  },
};

export const rowLine: LineShape<ItemRun> = {
  schema: itemRunSchema,
  fits: (value): value is ItemRun =>
    isObject(value) &&
    isText(value.itemId) &&
    isText(value.version) &&
    Number.isSafeInteger(value.repeat) &&
    (value.state === 'processed' || value.state === 'failed' || value.state === 'cancelled') &&
    (value.failure === undefined || isFailure(value.failure)) &&
    isTextOrNull(value.runId) &&
    isTextOrNull(value.processorVersionId) &&
    isNumberOrNull(value.latencyMs) &&
    isNumberOrNull(value.credits) &&
    isNumberOrNull(value.pages) &&
    Number.isSafeInteger(value.attempts) &&
    isText(value.finishedAt),
};

function isFailure(value: unknown): boolean {
  return (
    isObject(value) && reasons.has(value.reason) && isText(value.message) && isTextOrAbsent(value.detail)
  );
}
