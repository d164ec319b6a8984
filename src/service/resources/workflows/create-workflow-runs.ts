import type { WorkflowBatchRequest, WorkflowRunRequest } from '../../../model/wire/workflow-run.ts';
import { readOutput } from '../../config/config-generation.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { existing, HttpError, invalid } from '../../errors/http-error.ts';
import { checkOutput } from '../../outputs/check-output.ts';
import { newId } from '../../storage/ids.ts';
import type { StoredFile } from '../../stores/file-store.ts';
import type { GivenOutput, NewWorkflowRun, StoredWorkflowRun } from '../../stores/workflow-run-store.ts';
import type { StoredWorkflow, StoredWorkflowVersion } from '../../stores/workflow-store.ts';
import { processorsOf } from '../../work/workflow-executor.ts';
import { receiveText, resolveFileInput } from '../files/receive-file.ts';
import { existingWorkflow } from './workflows.ts';

const defaultPriority = 50;
const receiveLimit = 8;

type RequestFile = NonNullable<WorkflowRunRequest['files']>[number];

/** Creates one run per file or text. Throws if one file is not available; then it creates no run and keeps no new file. */
export async function createWorkflowRuns(
  context: ServiceContext,
  body: WorkflowRunRequest,
): Promise<readonly StoredWorkflowRun[]> {
  const { workflow, version } = resolveVersion(context, body.workflowId, body.version);
  const files = body.files ?? [];
  for (const [index, { fileId }] of files.entries()) checkFileId(context, fileId, `files[${index}].fileId`);
  const givenOutputs = files.map((file, index) => checkGivenOutputs(context, version, file, index));
  const inputs = [
    ...files.map((file, index) => () => receiveFile(context, file, `files[${index}]`)),
    ...(body.rawTexts ?? []).map((text) => () => receiveText(context, text)),
  ];
  const received = await receiveAll(context, inputs, new Set(files.map(({ fileId }) => fileId)));
  return startAll(
    context,
    received.map((file, index) => ({
      workflow,
      version,
      batchId: null,
      priority: body.priority ?? defaultPriority,
      metadata: body.metadata,
      file: { id: file.id, name: files[index]?.fileName || file.name, url: null },
      givenOutputs: givenOutputs[index] ?? [],
    })),
  );
}

/** Creates one run per input and returns the id of the batch. The runs fetch their addresses later. */
export async function createBatch(context: ServiceContext, body: WorkflowBatchRequest): Promise<string> {
  const { workflow, version } = resolveVersion(context, body.workflowId, body.version);
  body.inputs.forEach(({ file }, index) => {
    checkFileId(context, file?.fileId, `inputs[${index}].file.fileId`);
    if (file?.fileId === undefined && file?.fileUrl !== undefined && !URL.canParse(file.fileUrl))
      throw invalid(`inputs[${index}].file.fileUrl`, 'not a URL');
  });
  const texts = body.inputs.flatMap(({ rawText }) =>
    rawText === undefined ? [] : [() => receiveText(context, rawText)],
  );
  const received = await receiveAll(context, texts, new Set());
  const batchId = newId('batch');
  let next = 0;
  startAll(
    context,
    body.inputs.map((input) => ({
      workflow,
      version,
      batchId,
      priority: defaultPriority,
      metadata: input.metadata,
      file: batchFile(context, input.file, input.rawText === undefined ? undefined : received[next++]),
      givenOutputs: [],
    })),
  );
  return batchId;
}

function batchFile(
  context: ServiceContext,
  file: WorkflowBatchRequest['inputs'][number]['file'],
  text: StoredFile | undefined,
): NewWorkflowRun['file'] {
  if (text !== undefined) return { id: text.id, name: text.name, url: null };
  const stored = file?.fileId === undefined ? undefined : context.store.files.find(file.fileId);
  if (stored !== undefined) return { id: stored.id, name: file?.fileName || stored.name, url: null };
  return { id: null, name: file?.fileName ?? '', url: file?.fileUrl ?? '' };
}

function resolveVersion(
  context: ServiceContext,
  workflowId: string,
  name = 'latest',
): { workflow: StoredWorkflow; version: StoredWorkflowVersion } {
  const workflow = existingWorkflow(context, workflowId);
  return { workflow, version: existing(context.store.workflows.resolve(workflow.id, name)) };
}

function checkFileId(context: ServiceContext, fileId: string | undefined, field: string): void {
  if (fileId !== undefined && context.store.files.find(fileId) === undefined)
    throw invalid(field, 'no such file');
}

/** Throws 400 if an output belongs to no processor of the workflow, or does not fit the processor. */
function checkGivenOutputs(
  context: ServiceContext,
  version: StoredWorkflowVersion,
  file: RequestFile,
  index: number,
): GivenOutput[] {
  const known = processorsOf(version.definition);
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

/** Receives the file, with `field` instead of `file` in errors. */
async function receiveFile(context: ServiceContext, file: RequestFile, field: string): Promise<StoredFile> {
  const { fileId, fileUrl, fileName } = file;
  try {
    return await resolveFileInput(context, { fileId, fileUrl, fileName: fileName || undefined });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new HttpError(error.status, error.message.replace('param: file.', `param: ${field}.`));
  }
}

/** Receives up to 8 files at a time and returns them in order. If one fails, deletes all others except `kept`, and throws. */
async function receiveAll(
  context: ServiceContext,
  inputs: readonly (() => Promise<StoredFile>)[],
  kept: ReadonlySet<string | undefined>,
): Promise<StoredFile[]> {
  const received: StoredFile[] = [];
  let failure: unknown;
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < inputs.length && failure === undefined) {
      const index = next++;
      try {
        const file = await inputs[index]?.();
        if (file !== undefined) received[index] = file;
      } catch (error) {
        failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: receiveLimit }, work));
  if (failure === undefined) return received;
  const { files, blobs } = context.store;
  for (const file of received) {
    if (file === undefined || kept.has(file.id)) continue;
    files.delete(file.id);
    if (!files.usesBytes(file.hash)) await blobs.remove(file.hash);
  }
  throw failure;
}

function startAll(context: ServiceContext, runs: readonly NewWorkflowRun[]): readonly StoredWorkflowRun[] {
  const created = context.store.workflowRuns.create(runs);
  // The response shows the runs as they were before their start.
  for (const run of created) context.workflows.start(run);
  return created;
}
