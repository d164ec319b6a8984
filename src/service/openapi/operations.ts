import { documentOperations } from './document-operations.ts';
import { localOperations } from './local-operations.ts';
import { isOfContract, type Operation, operationTags } from './operation.ts';
import { processorOperations } from './processor-operations.ts';
import { workflowOperations } from './workflow-operations.ts';

const inAnyOrder = [...processorOperations, ...workflowOperations, ...documentOperations, ...localOperations];

/** Every operation that the service answers: by resource, those of the contract before our own. */
export const operations: readonly Operation[] = operationTags.flatMap((tag) => {
  const ofTag = inAnyOrder.filter((operation) => operation.tag === tag);
  return [...ofTag.filter(isOfContract), ...ofTag.filter((operation) => !isOfContract(operation))];
});
