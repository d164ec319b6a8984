import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { InjectableConvention } from '../../../src/model/wire/batch-processor-run.ts';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { computeMetrics } from '../../../src/service/batch-metrics/compute-metrics.ts';
import { rewriteRecord } from '../../fixtures/records/rewrite-record.ts';

/**
 * Writes two batch processor runs of the published version. `batch.json` has metrics with the conventions of the
 * service. In `other-batch.json`, nulls count as values.
 */
export async function writeExampleBatches(dir: string): Promise<void> {
  const reader = await openRecord(path.join(dir, 'records/published'));
  const [version] = reader.plan.versions;
  if (version === undefined) return;
  const expected = new Map<string, unknown>();
  for await (const { id, expectedOutput } of reader.items()) expected.set(id, expectedOutput);
  const documents: Parameters<typeof computeMetrics>[0]['documents'][number][] = [];
  for await (const { itemId, output, pages, latencyMs, runId } of reader.rows())
    documents.push({
      runId: runId ?? '',
      output,
      expected: expected.get(itemId),
      pages: pages ?? 0,
      runTimeMs: latencyMs,
    });
  const write = (name: string, id: string, injectedConventions: readonly InjectableConvention[]) => {
    const input = {
      config: version.config,
      fuzzyMatchFields: [],
      excludeFields: [],
      injectedConventions,
      documents,
    };
    const batchProcessorRun = {
      object: 'batch_processor_run',
      id,
      processorVersionId: version.versionId,
      status: 'PROCESSED',
      source: 'EVAL_SET',
      runCount: documents.length,
      options: {},
      metrics: computeMetrics(input),
    };
    writeFileSync(path.join(dir, name), `${JSON.stringify({ success: true, batchProcessorRun }, null, 2)}\n`);
  };
  write('batch.json', 'bpr_81c2', []);
  write('other-batch.json', 'bpr_9d07', ['null-counted']);
}

const wrongLabels: readonly (readonly [item: string, field: string])[] = [
  ['invoice-003', 'invoice_number'],
  ['invoice-010', 'total_amount'],
];

/**
 * Writes the dataset and the record `mislabelled`, in which two labels of the invoices are mistyped. Writes
 * `reviewed.csv` with the decisions of a reviewer.
 */
export async function writeExampleReview(dir: string): Promise<void> {
  cpSync(path.join(dir, 'invoices'), path.join(dir, 'mislabelled'), { recursive: true });
  cpSync(path.join(dir, 'records/invoices'), path.join(dir, 'records/mislabelled'), { recursive: true });
  const decisions: string[] = [];
  const mislabelled = <T extends { readonly id: string; readonly expectedOutput: unknown }>(item: T): T => {
    const { value } = item.expectedOutput as { value: Record<string, unknown> };
    for (const [id, name] of wrongLabels) {
      if (item.id !== id) continue;
      const right = value[name];
      value[name] = mistyped(right);
      const cell = (label: unknown) => `"${JSON.stringify(label).replaceAll('"', '""')}"`;
      decisions.push(
        [id, name, cell(value[name]), cell(right), '', 'seen on the page', 'accept', '', 'Eve'].join(','),
      );
    }
    return item;
  };
  const changedLine = (line: string) => (line === '' ? line : JSON.stringify(mislabelled(JSON.parse(line))));
  const items = path.join(dir, 'mislabelled/items.jsonl');
  writeFileSync(items, readFileSync(items, 'utf8').split('\n').map(changedLine).join('\n'));
  decisions.length = 0;
  await rewriteRecord(await openRecord(path.join(dir, 'records/mislabelled')), { item: mislabelled });
  const head = 'item,path,label,proposed,score,evidence,decision,corrected,reviewer';
  writeFileSync(path.join(dir, 'reviewed.csv'), `${[head, ...decisions].join('\n')}\n`);
}

/** Returns a text with its last two digits swapped, or an amount that is ten times as large. */
function mistyped(label: unknown): unknown {
  if (typeof label === 'string') return label.replace(/(\d)(\d)$/, '$2$1');
  const money = label as { amount: number };
  return { ...money, amount: 10 * money.amount };
}

/**
 * Writes `packets.jsonl` and `configs.json`: two packets with their gold and the outputs of a workflow. The workflow
 * splits packets, and classifies and extracts their documents.
 */
export function writeExampleStages(dir: string): void {
  const text = { type: ['string', 'null'], description: 'As printed.' };
  const schemaOf = (...names: string[]) => ({
    type: 'EXTRACT',
    schema: {
      type: 'object',
      required: names,
      properties: Object.fromEntries(names.map((name) => [name, text])),
    },
  });
  const configs = { invoice: schemaOf('number', 'total'), delivery_note: schemaOf('number'), other: null };
  const gold = (type: string, startPage: number, endPage: number, value: object) => ({
    type,
    startPage,
    endPage,
    expected: { value },
  });
  const predicted = (type: string, startPage: number, endPage: number, value: object) => ({
    type,
    startPage,
    endPage,
    output: { value },
  });
  const packets = [
    {
      id: 'packet-1',
      gold: [
        gold('invoice', 1, 2, { number: 'A-1', total: '10.00' }),
        gold('invoice', 3, 3, { number: 'A-2', total: '20.00' }),
      ],
      predicted: [predicted('invoice', 1, 3, { number: 'A-1', total: '20.00' })],
    },
    {
      id: 'packet-2',
      gold: [
        gold('invoice', 1, 1, { number: 'B-7', total: '5.00' }),
        gold('delivery_note', 2, 2, { number: 'L-7' }),
        gold('invoice', 3, 3, { number: 'B-8', total: '6.00' }),
      ],
      predicted: [
        predicted('invoice', 1, 1, { number: 'B-1', total: null }),
        predicted('invoice', 2, 2, { number: 'L-7', total: '5.00' }),
        predicted('invoice', 3, 3, { number: 'B-8', total: '6.00' }),
      ],
    },
  ];
  writeFileSync(path.join(dir, 'configs.json'), `${JSON.stringify(configs, null, 2)}\n`);
  writeFileSync(
    path.join(dir, 'packets.jsonl'),
    packets.map((packet) => `${JSON.stringify(packet)}\n`).join(''),
  );
}
