import type { ConfigBody } from '../../../model/wire/processor.ts';
import type { ProcessorRun, ProcessorRunSummary } from '../../../model/wire/processor-run.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { isSame } from '../../outputs/correct-output.ts';
import type { StoredRun, StoredRunSummary } from '../../stores/run-store.ts';
import { shapeForVersion } from '../../versions/shape-for-version.ts';
import { fileResponse } from '../files/files.ts';

/** Returns a processor run with all its members. */
export function runResponse(run: StoredRun, context: ServiceContext): ProcessorRun {
  const initialOutput = run.output === null ? null : (JSON.parse(run.output) as unknown);
  const reviewedOutput = run.reviewed_output === null ? null : (JSON.parse(run.reviewed_output) as unknown);
  const file = context.store.files.find(run.file_id);
  return {
    object: 'document_processor_run',
    id: run.id,
    status: run.status,
    output: reviewedOutput ?? initialOutput,
    initialOutput,
    reviewedOutput,
    processorId: run.processor_id,
    processorVersionId: run.processor_version_id,
    processorName: run.processor_name,
    type: run.type,
    config: JSON.parse(run.config) as ConfigBody,
    metadata: JSON.parse(run.metadata) as Record<string, unknown>,
    failureReason: run.failure_reason ?? undefined,
    failureMessage: run.failure_message ?? undefined,
    reviewed: reviewedOutput !== null,
    edited: reviewedOutput !== null && !isSame(reviewedOutput, initialOutput),
    edits: editsResponse(run.edits),
    // The run keeps the name that its file had, even after the file is deleted.
    files: [
      file === undefined
        ? { object: 'file', id: run.file_id, name: run.file_name }
        : { ...fileResponse(file, context), name: run.file_name },
    ],
    mergedProcessors: [],
    ...(run.credits === null ? {} : { usage: { credits: run.credits } }),
    ...(run.page_count === null ? {} : { pageCount: run.page_count }),
    url: `${context.baseUrl}/processor_runs/${run.id}`,
    createdAt: run.created_at,
    updatedAt: run.updated_at,
  };
}

function editsResponse(edits: string | null): ProcessorRun['edits'] {
  if (edits === null) return null;
  const fields = Object.entries(JSON.parse(edits) as NonNullable<ProcessorRun['edits']>);
  return Object.fromEntries(
    fields.map(([field, edit]) => [field, { ...edit, notes: edit.notes ?? undefined }]),
  );
}

/** Returns a run as lists contain it. The metadata lets a client find a run whose response was lost. */
export function runSummary(run: StoredRunSummary): ProcessorRunSummary {
  return {
    id: run.id,
    status: run.status,
    processorId: run.processor_id,
    processorName: run.processor_name,
    processorVersionId: run.processor_version_id,
    type: run.type,
    metadata: JSON.parse(run.metadata) as Record<string, unknown>,
    createdAt: run.created_at,
    updatedAt: run.updated_at,
  };
}

/** Notifies webhook endpoints when processor runs end, and subtracts the price of each run from the credits. */
export function publishRunEvents(context: ServiceContext): void {
  context.runs.observe({
    reject: () =>
      context.limits.isOutOfCredits
        ? { reason: 'OUT_OF_CREDITS', message: 'No credits are left for this run.' }
        : null,
    ended: (id) => {
      const run = context.store.runs.find(id);
      if (run === undefined) return;
      context.limits.spend(run.credits ?? 0);
      // There is no event for a cancelled run, because it was neither processed nor failed.
      if (run.status === 'CANCELLED') return;
      const type = run.status === 'PROCESSED' ? 'processor_run.processed' : 'processor_run.failed';
      context.events.publish(type, id, (version) => shapeForVersion(runResponse(run, context), version));
    },
  });
}
