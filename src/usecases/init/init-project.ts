import { existsSync } from 'node:fs';
import path from 'node:path';
import { compactJson } from '../../base/compact-json.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { requireWritableFolder, writeFileAtomically } from '../../base/write-file.ts';
import type { InitResult } from '../../model/results/command-results.ts';
import { assertPlainName } from '../../record/baselines/baseline-history.ts';
import { type FirstDataset, firstDatasets } from './starter-dataset.ts';

export interface InitRequest {
  readonly folder: string;
  readonly name: string;
  /** `EXTRACT` or `CLASSIFY`. */
  readonly kind: string;
}

/** Writes a configuration and a first dataset. Throws USAGE if one of the files exists. */
export async function initProject({ folder, name: datasetName, kind }: InitRequest): Promise<InitResult> {
  const first = firstDatasets[kind.toUpperCase()];
  if (first === undefined)
    throw new GoldsetError('USAGE', {
      problem: `--kind: found "${kind}", expected ${Object.keys(firstDatasets).join(' or ')}`,
      fix: 'Choose one of these kinds. For packets, see packets:dir in docs/datasets.md.',
    });
  assertPlainName(datasetName, 'invoices');
  const contents = filesOf(path.resolve(folder), datasetName, first);
  const existing = contents.find(([file]) => existsSync(file))?.[0];
  if (existing !== undefined)
    throw new GoldsetError('USAGE', {
      problem: `${existing} exists`,
      fix: 'Choose another folder or --name.',
    });
  await requireWritableFolder(folder);
  for (const [file, text] of contents) await writeFileAtomically(file, text);
  const files = contents.map(([file]) => file);
  const dataset = `datasets/${datasetName}`;
  const next = [
    `goldset dataset check ${dataset}`,
    `goldset run ${dataset} --processor ${dataset}/processor.json --versions 1.0,draft`,
    `goldset gate reports/${datasetName}/record`,
  ];
  return { files, next };
}

function filesOf(
  dir: string,
  name: string,
  { kind, config, items, metric }: FirstDataset,
): [file: string, text: string][] {
  const json = (value: unknown) => `${compactJson(value)}\n`;
  const inside = (file: string) => path.join(dir, 'datasets', name, file);
  const description = 'A first dataset. Replace its items with your documents.';
  const versions = [{ version: '1.0', config }];
  return [
    [path.join(dir, 'goldset.config.ts'), configText(metric)],
    [inside('dataset.json'), json({ name, kind, description, config })],
    [inside('items.jsonl'), `${items.map((item) => JSON.stringify(item)).join('\n')}\n`],
    [inside('processor.json'), json({ name, type: kind, versions, config: { extends: '1.0' } })],
  ];
}

function configText(metric: string): string {
  return `/**
 * Settings of all commands. docs/configuration.md lists every key.
 * @type {import('goldset').GoldsetConfig}
 */
export const config = {
  statistics: { margin: 0.02 },
  gate: {
    limits: [{ metric: '${metric}', min: 0.9 }],
    // The gate fails if a value that is right under the published version is wrong under the draft.
    newErrors: [{ max: 0 }],
  },
};
`;
}
