import pLimit from 'p-limit';
import type { WorkflowDefinition } from '../../../model/wire/workflow.ts';
import type { WorkflowBatchRequest, WorkflowRunRequest } from '../../../model/wire/workflow-run.ts';
import { readOutput } from '../../config/config-generation.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { existing, invalid } from '../../errors/http-error.ts';
import { checkOutput } from '../../outputs/check-output.ts';
import { newId } from '../../storage/ids-and-times.ts';
import type { StoredFile } from '../../stores/file-store.ts';
import type { GivenOutput, NewWorkflowRun, StoredWorkflowRun } from '../../stores/workflow-run-store.ts';
import { processorsOf } from '../../work/workflow-executor.ts';
import { deleteFile, receiveReadableFile, receiveText, storedFile } from '../files/receive-file.ts';

const defaultPriority = 50;
const maxConcurrentFiles = 8;

type RequestFile = NonNullable<WorkflowRunRequest['files']>[number];

/** Creates one run per file or text. If a file is not available, deletes the new files, creates no run and throws. */
export async function createWorkflowRuns(
  context: ServiceContext,
  body: WorkflowRunRequest,
): Promise<readonly StoredWorkflowRun[]> {
  const workflow = resolveVersion(context, body);
  const { files = [], rawTexts = [] } = body;
  for (const [index, { fileId }] of files.entries())
    if (fileId !== undefined) storedFile(context, fileId, `files[${index}].fileId`);
  const givenOutputs = files.map((file, index) =>
    checkGivenOutputs(context, workflow.definition, file, index),
  );
  const inputs = [
    ...files.map((file, index) => () => {
      const input = { ...file, fileName: file.fileName || undefined };
      return receiveReadableFile(context, input, `files[${index}]`);
    }),
    ...rawTexts.map((text) => () => receiveText(context, text)),
  ];
  const received = await receiveAll(context, inputs, new Set(files.map(({ fileId }) => fileId)));
  return startAll(
    context,
    received.map((file, index) => ({
      ...workflow,
      batchId: null,
      priority: body.priority ?? defaultPriority,
      metadata: body.metadata,
      fileId: file.id,
      fileName: files[index]?.fileName || file.name,
      fileUrl: null,
      givenOutputs: givenOutputs[index] ?? [],
    })),
  );
}

/** Creates one run per input and returns the batch id. A run with a `fileUrl` fetches its file later. */
export async function createBatch(context: ServiceContext, body: WorkflowBatchRequest): Promise<string> {
  const workflow = resolveVersion(context, body);
  const stored = body.inputs.map(({ file }, index) => {
    const field = `inputs[${index}].file`;
    if (file?.fileId !== undefined) return storedFile(context, file.fileId, `${field}.fileId`);
    if (file?.fileUrl !== undefined && !URL.canParse(file.fileUrl))
      throw invalid(`${field}.fileUrl`, 'not a URL');
    return null;
  });
  const inputs = body.inputs.map(({ rawText }, index) => async () => {
    return rawText === undefined ? (stored[index] ?? null) : receiveText(context, rawText);
  });
  const received = await receiveAll(context, inputs, new Set(stored.map((file) => file?.id)));
  const batchId = newId('batch');
  const runs = body.inputs.map(({ metadata, file: { fileName, fileUrl = '' } = {} }, index) => {
    const found = received[index] ?? null;
    const file =
      found === null
        ? { fileId: null, fileName: fileName ?? '', fileUrl }
        : { fileId: found.id, fileName: fileName || found.name, fileUrl: null };
    return { ...workflow, batchId, priority: defaultPriority, metadata, ...file, givenOutputs: [] };
  });
  startAll(context, runs);
  return batchId;
}

function resolveVersion(
  context: ServiceContext,
  { workflowId, version = 'latest' }: Pick<WorkflowRunRequest, 'workflowId' | 'version'>,
) {
  const { workflows } = context.store;
  const { name: workflowName } = workflows.get(workflowId);
  const { id: workflowVersionId, ...found } = existing(workflows.resolve(workflowId, version));
  return {
    workflowId,
    workflowName,
    workflowVersionId,
    version: found.version,
    definition: found.definition,
  };
}

/** Throws 400 if an output belongs to no processor of the workflow, or does not fit the processor. */
function checkGivenOutputs(
  context: ServiceContext,
  definition: WorkflowDefinition,
  file: RequestFile,
  index: number,
): GivenOutput[] {
  const known = processorsOf(definition);
  return (file.outputs ?? []).map(({ processorId, output }, place) => {
    const field = `files[${index}].outputs[${place}]`;
    const config = context.store.processors.resolve(processorId, 'latest')?.config;
    if (config === undefined || !known.has(processorId))
      throw invalid(`${field}.processorId`, 'not a processor of this workflow');
    const given = readOutput(output);
    checkOutput([config], given, `${field}.output`);
    const bySchema = config.type === 'EXTRACT' && config.schema !== undefined;
    return { processorId, output: bySchema ? { metadata: {}, ...given } : given };
  });
}

/**
 * Receives up to 8 files at a time, and returns them in order. If a file fails, throws, and deletes the files received
 * so far. Keeps files whose id is in `kept`.
 */
async function receiveAll<Received extends StoredFile | null>(
  context: ServiceContext,
  inputs: readonly (() => Promise<Received>)[],
  kept: ReadonlySet<string | undefined>,
): Promise<Received[]> {
  const received: Received[] = [];
  const failures: unknown[] = [];
  const limit = pLimit(maxConcurrentFiles);
  const receiveNext = async (receive: () => Promise<Received>, index: number): Promise<void> => {
    try {
      if (failures.length === 0) received[index] = await receive();
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(inputs.map((receive, index) => limit(receiveNext, receive, index)));
  if (failures.length === 0) return received;
  for (const file of received) if (file != null && !kept.has(file.id)) await deleteFile(context, file);
  throw failures[0];
}

function startAll(context: ServiceContext, runs: readonly NewWorkflowRun[]): readonly StoredWorkflowRun[] {
  const created = context.store.workflowRuns.create(runs);
  // Does not read the runs again after the start, because the response shows the runs as they were before the
  // start.
  for (const run of created) context.workflows.start(run);
  return created;
}
