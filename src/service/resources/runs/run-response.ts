import type { ProcessorRun } from '../../../model/wire/processor-run.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { isSame } from '../../outputs/correct-output.ts';
import type { StoredRun } from '../../stores/run-store.ts';
import { shapeForVersion } from '../../versions/shape-for-version.ts';
import { fileResponse } from '../files/files.ts';

export function runResponse(run: StoredRun, context: ServiceContext): ProcessorRun {
  const { output: initialOutput, reviewedOutput } = run;
  const file = context.store.files.find(run.fileId);
  return {
    object: 'document_processor_run',
    id: run.id,
    status: run.status,
    output: reviewedOutput ?? initialOutput,
    initialOutput,
    reviewedOutput,
    processorId: run.processorId,
    processorVersionId: run.processorVersionId,
    processorName: run.processorName,
    type: run.type,
    config: run.config,
    metadata: run.metadata,
    failureReason: run.failureReason ?? undefined,
    failureMessage: run.failureMessage ?? undefined,
    reviewed: reviewedOutput !== null,
    edited: reviewedOutput !== null && !isSame(reviewedOutput, initialOutput),
    edits: editsResponse(run.edits),
    // The run keeps the name of its file, even after the file is deleted.
    files: [
      file === undefined
        ? { object: 'file', id: run.fileId, name: run.fileName }
        : { ...fileResponse(file, context), name: run.fileName },
    ],
    mergedProcessors: [],
    ...(run.credits === null ? {} : { usage: { credits: run.credits } }),
    ...(run.pageCount === null ? {} : { pageCount: run.pageCount }),
    url: `${context.baseUrl}/processor_runs/${run.id}`,
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
  };
}

function editsResponse(edits: StoredRun['edits']): ProcessorRun['edits'] {
  if (edits === null) return null;
  return Object.fromEntries(
    Object.entries(edits).map(([field, edit]) => [field, { ...edit, notes: edit.notes ?? '' }]),
  );
}

/** Notifies webhook endpoints when processor runs end, and subtracts the price of each run from the credits. */
export function publishRunEvents(context: ServiceContext): void {
  context.runs.observe({
    reject: () =>
      context.limits.isOutOfCredits
        ? { reason: 'OUT_OF_CREDITS', message: 'No credits are left for this run.' }
        : null,
    ended: (run) => {
      context.limits.spend(run.credits ?? 0);
      // The specification has no event for cancelled runs.
      if (run.status === 'CANCELLED') return;
      const type = run.status === 'PROCESSED' ? 'processor_run.processed' : 'processor_run.failed';
      context.events.publish(type, run.id, (version) => shapeForVersion(runResponse(run, context), version));
    },
  });
}
