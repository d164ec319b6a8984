import { isOfContract, type Operation, operationTags } from '../operations/operation.ts';
import { batchProcessorRunOperations } from './batches/batch-processor-runs.ts';
import { evaluationSetItemOperations } from './evaluation-sets/evaluation-set-items.ts';
import { evaluationSetOperations } from './evaluation-sets/evaluation-sets.ts';
import { downloadOperations } from './files/downloads.ts';
import { fileOperations } from './files/files.ts';
import { descriptionOperations } from './local/description.ts';
import { faultAndLimitOperations } from './local/faults-and-limits.ts';
import { injectedErrorOperations } from './local/injected-errors.ts';
import { tokenOperations } from './local/tokens.ts';
import { webhookOperations } from './local/webhook-endpoints.ts';
import { parseOperations } from './parse/parse.ts';
import { processorVersionOperations } from './processors/processor-versions.ts';
import { processorOperations } from './processors/processors.ts';
import { processorRunOperations } from './runs/processor-runs.ts';
import { workflowRunOperations } from './workflows/workflow-runs.ts';
import { workflowOperations } from './workflows/workflows.ts';

const declared: readonly Operation[] = [
  ...processorOperations,
  ...processorVersionOperations,
  ...processorRunOperations,
  ...workflowOperations,
  ...workflowRunOperations,
  ...parseOperations,
  ...fileOperations,
  ...evaluationSetOperations,
  ...evaluationSetItemOperations,
  ...batchProcessorRunOperations,
  ...descriptionOperations(() => operations),
  ...downloadOperations,
  ...tokenOperations,
  ...webhookOperations,
  ...faultAndLimitOperations,
  ...injectedErrorOperations,
];

/** All operations of the service, by tag. Those of the contract come before the local ones. */
export const operations: readonly Operation[] = operationTags.flatMap((tag) => {
  const ofTag = declared.filter((operation) => operation.tag === tag);
  return [...ofTag.filter(isOfContract), ...ofTag.filter((operation) => !isOfContract(operation))];
});
