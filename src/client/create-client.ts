import { identityOf, type ServiceIdentity } from '../model/record/service-identity.ts';
import type { ClientOptions, TransportEvent } from './client-options.ts';
import { EvaluationSets } from './evaluation-sets.ts';
import { Files } from './files.ts';
import { BatchProcessorRuns, ProcessorRuns } from './processor-runs.ts';
import { Processors } from './processors.ts';
import { Transport } from './transport.ts';

/** Client of a local or remote service, with one member per resource. */
export interface Client {
  readonly baseUrl: string;
  readonly apiVersion: string;
  /**
   * Returns the identity of the service. Call this function after a request for processors, because only responses to
   * such requests state the identity.
   */
  service(): ServiceIdentity;
  readonly processors: Processors;
  readonly files: Files;
  readonly processorRuns: ProcessorRuns;
  readonly evaluationSets: EvaluationSets;
  readonly batchProcessorRuns: BatchProcessorRuns;
  /** Calls `listener` for every transport event. Returns a function that removes the listener. */
  listen(listener: (event: TransportEvent) => void): () => void;
  close(): Promise<void>;
}

/** Creates a client that limits its rate, retries requests and validates each response against its schema. */
export function createClient(options: ClientOptions): Client {
  const transport = new Transport(options);
  return {
    baseUrl: transport.baseUrl,
    apiVersion: transport.apiVersion,
    service: () => identityOf(transport.identityHeader, transport.baseUrl),
    processors: new Processors(transport),
    files: new Files(transport),
    processorRuns: new ProcessorRuns(transport),
    evaluationSets: new EvaluationSets(transport),
    batchProcessorRuns: new BatchProcessorRuns(transport),
    listen: (listener) => transport.listen(listener),
    close: () => transport.close(),
  };
}
