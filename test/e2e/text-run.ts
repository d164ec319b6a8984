import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FaultServer, type FaultServerOptions } from '../fixtures/faults/fault-server.ts';
import { type Finished, goldset, temporaryFolder } from './spawn-goldset.ts';

/**
 * Writes a dataset of short texts. `gold` returns the expected output of a text, by default the text itself. Returns
 * the folder of the dataset.
 */
export function textDataset(texts: readonly string[], gold = (text: string) => text): string {
  const dir = temporaryFolder();
  const text = { type: ['string', 'null'], description: 'The text.' };
  const config = { type: 'EXTRACT', schema: { type: 'object', properties: { text }, required: ['text'] } };
  writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify({ name: 'texts', kind: 'EXTRACT', config }));
  const lines = texts.map((value, n) =>
    JSON.stringify({
      id: `i${n + 1}`,
      text: value,
      expectedOutput: { value: { text: gold(value) } },
      tags: { tag: n === 0 ? 'critical' : 'usual' },
    }),
  );
  writeFileSync(path.join(dir, 'items.jsonl'), `${lines.join('\n')}\n`);
  return dir;
}

/**
 * Runs `goldset run` on a dataset against a small service that outputs the text of each document. Documents with a text
 * such as `fail:...` fail.
 */
export async function runTexts(
  dataset: string,
  options: {
    readonly out?: string;
    readonly args?: readonly string[];
    readonly server?: FaultServerOptions;
    readonly onRun?: (server: FaultServer, signal: (name: NodeJS.Signals) => void) => void;
  } = {},
): Promise<Finished & { readonly record: string }> {
  const out = options.out ?? temporaryFolder();
  const server = await new FaultServer(options.server).start();
  const { onRun } = options;
  const target = ['--target', server.url, '--token', 't', '--processor', 'dp_1', '--versions', 'draft'];
  try {
    const finished = await goldset(
      ['run', dataset, ...target, '--out', out, '--format', 'json', ...(options.args ?? [])],
      onRun && { onStart: (child) => onRun(server, (name) => child.kill(name)) },
    );
    return { ...finished, record: path.join(out, 'record') };
  } finally {
    await server.stop();
  }
}

/** Removes the last line of a file of a record, as if the last item run had not ended. */
export function cutLastLine(record: string, file: string): void {
  const name = path.join(record, file);
  const lines = readFileSync(name, 'utf8').trimEnd().split('\n');
  writeFileSync(name, `${lines.slice(0, -1).join('\n')}\n`);
}
