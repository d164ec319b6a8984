import type { z } from 'zod';

/** One operation of the interface as the description tells it; its schemas are those with which its route works. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With the parameters as the routes write them: `/processors/:id`. */
  readonly path: string;
  readonly tag: OperationTag;
  readonly summary: string;
  /** What the schemas cannot say. */
  readonly notes?: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body is multipart with one part named `file`. */
  readonly upload?: boolean;
  /** The answer of success; a text is its media type where it is no JSON. */
  readonly answer: z.ZodType | string;
  /** Statuses of failures beside those that every operation has. */
  readonly failures?: readonly number[];
  /** Failures carry the error form of Parse besides. */
  readonly parseErrors?: boolean;
  /** No token is needed. */
  readonly open?: boolean;
}

export const operationTags = [
  'Processors',
  'Processor runs',
  'Workflows',
  'Workflow runs',
  'Parse',
  'Files',
  'Evaluation sets',
  'Batch processor runs',
  'Local',
] as const;
export type OperationTag = (typeof operationTags)[number];

/** Whether an operation belongs to the contract, which is there below `/v1` as well. */
export function isOfContract(operation: Operation): boolean {
  return !operation.path.startsWith('/local/');
}
