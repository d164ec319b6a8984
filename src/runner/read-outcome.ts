import { isDeeperThan } from '../base/is-deeper-than.ts';
import { classificationOutputSchema, splitterOutputSchema } from '../model/processor/output.ts';
import type { ProcessorKind } from '../model/processor/processor-config.ts';
import type { FailureReason, ItemRun } from '../model/record/run-record.ts';
import type { ProcessorRun } from '../model/wire/processor-run.ts';

/** Deeper outputs are refused: what hashes, scores and writes them recurses. */
const deepestOutput = 128;

/** The part of a row that a finished run gives. */
export type Outcome = Pick<ItemRun, 'state' | 'failure' | 'output'>;

/** The service's reasons that mean the document, not the service. */
const documentReasons = new Set(['FAILED_TO_PROCESS_FILE', 'PARSING_ERROR', 'PRE_PROCESSING_FAILURE']);

/** What a run in a terminal state came to; an output that is no output of its kind is a failure, kept as it came. */
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
  const fault = outputFault(run.output, kind);
  if (fault === null) return { state: 'processed', output: run.output };
  if (isDeeperThan(run.output, deepestOutput)) return failed('output_invalid', fault);
  return { ...failed('output_invalid', fault), output: run.output ?? null };
}

export function failed(reason: FailureReason, message: string, detail?: string): Outcome {
  return {
    state: 'failed',
    failure: { reason, message, ...(detail === undefined ? {} : { detail }) },
    output: null,
  };
}

/** Why an output is no output of its kind; null where it is one. */
export function outputFault(output: unknown, kind: ProcessorKind): string | null {
  if (typeof output !== 'object' || output === null || Array.isArray(output))
    return `the output is ${output === null || output === undefined ? 'empty' : 'no object'}`;
  if (Object.keys(output).length === 0) return 'the output is {}, as of a run that was never processed';
  if (isDeeperThan(output, deepestOutput)) return `the output is nested deeper than ${deepestOutput} levels`;
  if (kind === 'EXTRACT') return null;
  if (kind === 'CLASSIFY') {
    const parsed = classificationOutputSchema.safeParse(output);
    return parsed.success
      ? null
      : `the output is no classification: ${parsed.error.issues[0]?.path.join('.')}`;
  }
  const older =
    'subDocumentClassifications' in output ? { splits: output.subDocumentClassifications } : output;
  const parsed = splitterOutputSchema.safeParse(older);
  return parsed.success ? null : `the output is no list of splits: ${parsed.error.issues[0]?.path.join('.')}`;
}

/** Pages of the run's files, where the service counts them. */
export function pagesOf(run: ProcessorRun): number | null {
  let pages: number | null = null;
  for (const file of run.files ?? []) {
    const metadata: unknown = file.metadata;
    if (typeof metadata !== 'object' || metadata === null || !('pageCount' in metadata)) continue;
    if (typeof metadata.pageCount === 'number') pages = (pages ?? 0) + metadata.pageCount;
  }
  return pages;
}
