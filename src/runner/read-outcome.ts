import { GoldsetError } from '../base/goldset-error.ts';
import { isDeeperThan } from '../base/is-deeper-than.ts';
import { errorStatus, isTransientStatus } from '../client/request-errors.ts';
import { isJsonObject } from '../model/json/json-value.ts';
import { mismatchOf } from '../model/processor/mismatch.ts';
import { classificationOutputSchema, splitterOutputSchema } from '../model/processor/output.ts';
import type { ProcessorKind } from '../model/processor/processor-config.ts';
import type { FailureReason, ItemRun } from '../model/record/run-record.ts';
import type { ProcessorRun } from '../model/wire/processor-run.ts';
import type { ItemSession, PlannedRun } from './run-session.ts';

/** Maximum nesting depth of an output. A deeper output could exhaust the stack of recursive functions. */
const maxOutputDepth = 128;

export type Outcome = Pick<ItemRun, 'state' | 'failure' | 'output'>;

/** Failure reasons that concern the document, not the service. */
const documentReasons = new Set(['FAILED_TO_PROCESS_FILE', 'PARSING_ERROR', 'PRE_PROCESSING_FAILURE']);

export function readOutcome(run: ProcessorRun, kind: ProcessorKind): Outcome {
  if (run.status === 'CANCELLED') return { state: 'cancelled', output: null };
  if (run.status !== 'PROCESSED') {
    const reason = run.failureReason ?? 'no reason given';
    return failed(
      documentReasons.has(reason) ? 'document_unreadable' : 'service_error',
      run.failureMessage ?? reason,
      reason,
    );
  }
  return outcomeOf(run.output, kind);
}

/**
 * Returns the outcome for an output. An invalid output becomes a failure. The failure contains the output unless it is
 * nested too deeply.
 */
export function outcomeOf(output: unknown, kind: ProcessorKind): Outcome {
  const fault = outputFault(output, kind);
  if (fault === null) return { state: 'processed', output };
  const isTooDeep = isDeeperThan(output, maxOutputDepth);
  return { ...failed('output_invalid', fault), output: isTooDeep ? null : (output ?? null) };
}

export function failed(reason: FailureReason, message: string, detail?: string): Outcome {
  return { state: 'failed', failure: { reason, message, detail }, output: null };
}

export interface ItemFailure {
  readonly outcome: Outcome;
  /** Whether another attempt may succeed, for example after status 429 or 503. */
  readonly isTransient: boolean;
}

/** Converts an error to the failure of one item run. Throws the error again if it concerns the whole run. */
export function failureOf(
  thrown: unknown,
  { client, processorId, signal }: ItemSession,
  { item }: PlannedRun,
): ItemFailure {
  if (signal.aborted || !(thrown instanceof GoldsetError)) throw thrown;
  const final = (outcome: Outcome): ItemFailure => ({ outcome, isTransient: false });
  const transient = (outcome: Outcome): ItemFailure => ({ outcome, isTransient: true });
  if (thrown.code === 'FILE_UNREADABLE' || thrown.code === 'FILE_NOT_FOUND')
    return final(failed('document_unreadable', thrown.message));
  if (thrown.code === 'SERVICE_RESPONSE_INVALID') return transient(failed('service_error', thrown.message));
  if (thrown.code !== 'SERVICE_REQUEST_FAILED') throw thrown;
  const status = errorStatus(thrown);
  const reason = String(thrown.details.reason);
  if (status === 402) throw thrown;
  const isCreate = thrown.details.method === 'POST';
  if (status === 404 && isCreate && item.document.kind === 'fileId')
    return final(failed('document_unreadable', reason, '404'));
  if (status === 404 && String(thrown.details.url).endsWith('/processor_runs'))
    throw new GoldsetError(
      'UNKNOWN_PROCESSOR',
      { processor: processorId, target: client.baseUrl },
      { cause: thrown },
    );
  // If a service cannot open the file of a run, it rejects the run and names the member `file` of the request.
  if (status === 400 && isCreate && /\bparam: file\b/.test(reason))
    return final(failed('document_unreadable', reason, '400'));
  if (status === 429) return transient(failed('rate_limited', reason, '429'));
  if (isTimeLimit(thrown)) return final(failed('timed_out', reason));
  const outcome = failed('service_error', reason, status === null ? undefined : String(status));
  const isRefusal = status !== null && status >= 400 && status < 500 && status !== 404;
  if (!isRefusal || isTransientStatus(status)) return transient(outcome);
  const isUpload = String(thrown.details.url).endsWith('/files/upload');
  return final(isUpload ? failed('document_unreadable', reason, String(status)) : outcome);
}

/** Returns whether an error means that a run did not end within its time limit. */
export function isTimeLimit(thrown: unknown): boolean {
  return thrown instanceof GoldsetError && thrown.details.timeLimit === true;
}

/** Returns why an output is invalid for this kind of processor, or `null` if it is valid. */
function outputFault(output: unknown, kind: ProcessorKind): string | null {
  if (!isJsonObject(output))
    return `the output is ${output === null || output === undefined ? 'empty' : 'not an object'}`;
  if (Object.keys(output).length === 0) return 'the output is {}, as for a run that was not processed';
  if (isDeeperThan(output, maxOutputDepth))
    return `the output is nested deeper than ${maxOutputDepth} levels`;
  if (kind === 'EXTRACT') return null;
  const [schema, value, what] =
    kind === 'CLASSIFY'
      ? ([classificationOutputSchema, output, 'a classification'] as const)
      : ([splitterOutputSchema, inCurrentShape(output), 'a list of splits'] as const);
  const parsed = schema.safeParse(value);
  if (parsed.success) return null;
  const { path, found, expected } = mismatchOf(parsed.error, value);
  return `the output is not ${what}: ${path}: found ${found}, expected ${expected}`;
}

/** Renames the member `subDocumentClassifications`, which some API versions return, to `splits`. */
function inCurrentShape(output: object): object {
  return 'subDocumentClassifications' in output ? { splits: output.subDocumentClassifications } : output;
}

/** Returns the number of pages of the run's files, or `null` if the service does not report page counts. */
export function pagesOf(run: ProcessorRun): number | null {
  let pages: number | null = null;
  for (const file of run.files ?? []) {
    const metadata: unknown = file.metadata;
    if (typeof metadata !== 'object' || metadata === null || !('pageCount' in metadata)) continue;
    if (typeof metadata.pageCount === 'number') pages = (pages ?? 0) + metadata.pageCount;
  }
  return pages;
}
