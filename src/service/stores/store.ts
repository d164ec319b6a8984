import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { BlobStore } from '../storage/blob-store.ts';
import { Database } from '../storage/database.ts';
import { ownerOnlyFolder } from '../storage/owner-only.ts';
import { BatchRunStore } from './batch-run-store.ts';
import { EvaluationSetItemStore, EvaluationSetStore } from './evaluation-store.ts';
import { FileStore } from './file-store.ts';
import { InjectedErrorStore } from './injected-error-store.ts';
import { ParserRunStore } from './parser-run-store.ts';
import { ProcessorStore } from './processor-store.ts';
import { RunStore } from './run-store.ts';
import { SettingsStore } from './settings-store.ts';
import { TokenStore } from './token-store.ts';
import { DeliveryStore, WebhookEndpointStore } from './webhook-store.ts';
import { WorkflowRunStore } from './workflow-run-store.ts';
import { WorkflowStore } from './workflow-store.ts';

export type Store = ReturnType<typeof openStore>;

export const databaseName = 'service.sqlite';

/**
 * Opens or creates a data folder. Opens the database first, because the lock of the database also guards the
 * files.
 */
export function openStore(dataDir: string) {
  writable(dataDir, () => mkdirSync(dataDir, { recursive: true, mode: ownerOnlyFolder }));
  const database = new Database(path.join(dataDir, databaseName));
  try {
    const files = new FileStore(database, 'files', 'file');
    const isUsed = (hash: string): boolean => files.usesBytes(hash);
    const blobs = writable(dataDir, () => new BlobStore(path.join(dataDir, 'files'), database, isUsed));
    return {
      settings: new SettingsStore(database),
      tokens: new TokenStore(database),
      processors: new ProcessorStore(database, 'processors', 'dp'),
      files,
      blobs,
      runs: new RunStore(database, 'runs', 'dpr', [
        'metadata',
        'config',
        'output',
        'reviewedOutput',
        'edits',
      ]),
      parserRuns: new ParserRunStore(database),
      evaluationSets: new EvaluationSetStore(database, 'evaluation_sets', 'ev'),
      evaluationSetItems: new EvaluationSetItemStore(database, 'evaluation_set_items', 'evi', [
        'expectedOutput',
      ]),
      workflows: new WorkflowStore(database, 'workflows', 'workflow'),
      workflowRuns: new WorkflowRunStore(database, 'workflow_runs', 'workflow_run', [
        'definition',
        'metadata',
        'givenOutputs',
      ]),
      webhookEndpoints: new WebhookEndpointStore(database, 'webhook_endpoints', 'webhook', ['eventTypes']),
      deliveries: new DeliveryStore(database, 'deliveries', 'delivery'),
      batches: new BatchRunStore(database, 'batch_runs', 'bpr', ['config', 'options', 'metrics']),
      injections: new InjectedErrorStore(database, 'error_injections', 'injection', ['settings']),
      transaction: <T>(work: () => T): T => database.transaction(work),
      close: (): void => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function writable<T>(dataDir: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new GoldsetError(
      'OUTPUT_NOT_WRITABLE',
      { file: dataDir, reason: messageOf(error) },
      { cause: error },
    );
  }
}
