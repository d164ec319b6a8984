import { BatchProcessorRuns } from './batch-processor-runs.ts';
import type { ClientOptions, TransportEvent } from './client-options.ts';
import { EvaluationSets } from './evaluation-sets.ts';
import { Files } from './files.ts';
import { Parse } from './parse.ts';
import { ProcessorRuns } from './processor-runs.ts';
import { Processors } from './processors.ts';
import { Transport } from './transport.ts';
import { WorkflowRuns } from './workflow-runs.ts';

/** The interface of the service, one member a resource; local and remote alike. */
export interface Client {
  readonly baseUrl: string;
  readonly apiVersion: string;
  readonly processors: Processors;
  readonly files: Files;
  readonly processorRuns: ProcessorRuns;
  readonly parse: Parse;
  readonly evaluationSets: EvaluationSets;
  readonly batchProcessorRuns: BatchProcessorRuns;
  readonly workflowRuns: WorkflowRuns;
  /** Calls the listener for every request, repeat and refusal until the returned function is called. */
  listen(listener: (event: TransportEvent) => void): () => void;
  close(): Promise<void>;
}

/** A client of one service: paced, retried, checked against the wire schemas. */
export function createClient(options: ClientOptions): Client {
  const transport = new Transport(options);
  return {
    baseUrl: transport.baseUrl,
    apiVersion: transport.apiVersion,
    processors: new Processors(transport),
    files: new Files(transport),
    processorRuns: new ProcessorRuns(transport),
    parse: new Parse(transport),
    evaluationSets: new EvaluationSets(transport),
    batchProcessorRuns: new BatchProcessorRuns(transport),
    workflowRuns: new WorkflowRuns(transport),
    listen: (listener) => transport.listen(listener),
    close: () => transport.close(),
  };
}
