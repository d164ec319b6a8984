import type { Operation } from '../operations/operation.ts';
import { batchProcessorRunOperations } from './batches/batch-processor-runs.ts';
import { evaluationSetOperations } from './evaluation-sets/evaluation-sets.ts';
import { downloadOperations } from './files/downloads.ts';
import { fileOperations } from './files/files.ts';
import { descriptionOperations } from './local/description.ts';
import { faultAndLimitOperations } from './local/faults-and-limits.ts';
import { injectedErrorOperations } from './local/injected-errors.ts';
import { tokenOperations } from './local/tokens.ts';
import { webhookOperations } from './local/webhook-endpoints.ts';
import { parseOperations } from './parse/parse.ts';
import { processorOperations } from './processors/processors.ts';
import { processorRunOperations } from './runs/processor-runs.ts';
import { workflowRunOperations } from './workflows/workflow-runs.ts';
import { workflowOperations } from './workflows/workflows.ts';

/** All operations. The OpenAPI document lists them in this order. */
export const operations: readonly Operation[] = [
  ...processorOperations,
  ...processorRunOperations,
  ...workflowOperations,
  ...workflowRunOperations,
  ...parseOperations,
  ...fileOperations,
  ...evaluationSetOperations,
  ...batchProcessorRunOperations,
  ...descriptionOperations(() => operations),
  ...downloadOperations,
  ...tokenOperations,
  ...webhookOperations,
  ...faultAndLimitOperations,
  ...injectedErrorOperations,
];
