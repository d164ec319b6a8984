import type { WorkflowBatchRequest, WorkflowRunRequest } from '../../../model/wire/workflow-run.ts';
import { readOutput } from '../../config/config-generation.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { HttpError, invalid, notFound } from '../../errors/http-error.ts';
import { outputProblem } from '../../outputs/check-output.ts';
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

/** One run a file or text; all of them, or none and no file left behind where one cannot be had. */
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

/** One run an input, under one batch id. Addresses are fetched once the batch is accepted, a few at a time. */
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
  word: string | undefined,
): { workflow: StoredWorkflow; version: StoredWorkflowVersion } {
  const workflow = existingWorkflow(context, workflowId);
  const version = context.store.workflows.resolve(workflow.id, word ?? 'latest');
  if (version === undefined) throw notFound();
  return { workflow, version };
}

function checkFileId(context: ServiceContext, fileId: string | undefined, field: string): void {
  if (fileId !== undefined && context.store.files.find(fileId) === undefined)
    throw invalid(field, 'no such file');
}

/** Outputs for processors that the workflow does not have, or that the processor could not have made, are refused. */
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
    const problem = outputProblem(config, given);
    if (problem !== null)
      throw invalid(`${field}.output${problem.path === '' ? '' : `.${problem.path}`}`, problem.message);
    const bySchema = config.type === 'EXTRACT' && config.schema !== undefined;
    return { processorId, output: bySchema ? { metadata: {}, ...given } : given };
  });
}

/** Names the member of the request in a refusal. */
async function receiveFile(context: ServiceContext, file: RequestFile, field: string): Promise<StoredFile> {
  const { fileId, fileUrl, fileName } = file;
  try {
    return await resolveFileInput(context, { fileId, fileUrl, fileName: fileName || undefined });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new HttpError(error.status, error.message.replace('param: file.', `param: ${field}.`));
  }
}

/** In order, several at a time; where one fails, those made for this request are taken away again. */
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
  // The answer shows them as they were made.
  for (const run of created) context.workflows.start(run);
  return created;
}
