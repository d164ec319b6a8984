import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { reconcile } from '../src/analysis/reconcile/reconcile.ts';
import { createClient } from '../src/client/create-client.ts';
import { loadDataset } from '../src/loaders/load-dataset.ts';
import {
  type BatchProcessorRun,
  batchProcessorRunResponseSchema,
} from '../src/model/wire/batch-processor-run.ts';
import { openRecord } from '../src/record/read/open-record.ts';
import { checkProcessorFile, ensureProcessor, readProcessorFile } from '../src/runner/ensure-processor.ts';
import { pushEvaluationSet } from '../src/runner/evaluation-sets.ts';
import { runPlan } from '../src/runner/run-plan.ts';
import { startService } from '../src/service/start-service.ts';
import { parseCacheDir } from '../src/usecases/target/parse-cache-dir.ts';

/*
 * Checks whether goldset's figures equal those of the local service, on whole datasets: `node bench/reconcile-sets.ts [dataset ...]`.
 *
 * Runs each dataset twice over HTTP: goldset writes a record, and the service runs its evaluation set as a batch. The
 * default is the bundled datasets, and the folders of ../shared/data if they exist.
 */
const root = path.resolve(import.meta.dirname, '..');
const shared = path.resolve(root, '../shared/data');
const named = process.argv.slice(2);
const sets =
  named.length > 0
    ? named
    : [
        ...['invoices', 'mixed-documents', 'packets'].map((name) => path.join(root, 'datasets', name)),
        ...[`zugferd:${shared}/zugferd`, `${shared}/packets`].filter((spec) =>
          existsSync(spec.replace(/^\w+:/, '')),
        ),
      ];

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/reconcile-sets.ts; ${new Date().toISOString().slice(0, 10)}\n`,
);
const dir = mkdtempSync(path.join(tmpdir(), 'goldset-bench-'));
const service = await startService({ dataDir: path.join(dir, 'data'), parseCacheDir: parseCacheDir() });
const client = createClient({ baseUrl: service.url, token: service.token, apiVersion: '2025-04-21' });
try {
  for (const [index, spec] of sets.entries()) await measure(spec, path.join(dir, `record-${index}`));
} finally {
  await client.close();
  await service.close();
  rmSync(dir, { recursive: true, force: true });
}

async function measure(spec: string, recordDir: string): Promise<void> {
  const set = await loadDataset(spec, { allowInvalidGold: true });
  const own = path.join(set.path, 'processor.json');
  const file = existsSync(own)
    ? await readProcessorFile(own)
    : checkProcessorFile({ name: set.name, type: set.kind, config: set.manifest.config }, set.path);
  const { id: processor } = await ensureProcessor(client, file, own);
  const { evaluationSetId } = await pushEvaluationSet(client, set, processor);
  const record = { client, targetKind: 'local' as const, recordDir, set, processor, versions: ['draft'] };
  await runPlan({ ...record, concurrency: 3 });
  const batch = await runBatch({ processorId: processor, version: 'draft', evaluationSetId });
  const { sentence, counts, rows } = await reconcile(await openRecord(recordDir), batch);
  console.log(`${path.basename(spec)}: ${batch.metrics?.numFiles} documents. ${sentence}`);
  console.log(`  equal ${counts.equal}, different ${counts.differs}, not compared ${counts.notCompared}`);
  for (const row of rows)
    if (row.status === 'differs')
      console.log(`  ${row.figure}: ${row.goldset} ${row.service}: ${row.finding}`);
}

async function runBatch(body: object): Promise<BatchProcessorRun> {
  const response = await fetch(`${service.url}/local/batch_processor_runs`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.token}`,
      'content-type': 'application/json',
      'service-api-version': '2025-04-21',
    },
    body: JSON.stringify(body),
  });
  const { batchProcessorRun } = batchProcessorRunResponseSchema.parse(await response.json());
  for (;;) {
    const batch = await client.batchProcessorRuns.get(batchProcessorRun.id);
    if (batch.status === 'PROCESSED' || batch.status === 'FAILED') return batch;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
