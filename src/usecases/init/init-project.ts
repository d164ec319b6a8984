import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { writeFailure } from '../../base/write-file.ts';
import type { InitResult } from '../../model/results/command-results.ts';
import { type FirstDataset, firstDatasets } from './starter-dataset.ts';

export interface InitRequest {
  readonly folder: string;
  /** Name of the dataset. */
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
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}._-]{0,79}$/u.test(datasetName))
    throw new GoldsetError('USAGE', {
      problem: `--name: found "${datasetName}", expected letters, digits, dot, dash and underscore, at most 80`,
      fix: 'Choose another name, for example --name invoices',
    });
  const dir = path.resolve(folder);
  const contents = filesOf(datasetName, first);
  const taken = contents.map(([name]) => path.join(dir, name)).find((file) => existsSync(file));
  if (taken !== undefined)
    throw new GoldsetError('USAGE', {
      problem: `${taken} exists`,
      fix: 'Choose another folder or --name.',
    });
  for (const [name, text] of contents) {
    const file = path.join(dir, name);
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text, { flag: 'wx' });
    } catch (thrown) {
      throw writeFailure(file, thrown);
    }
  }
  const files = contents.map(([name]) => path.join(dir, name));
  const dataset = `datasets/${datasetName}`;
  const next = [
    `goldset dataset check ${dataset}`,
    `goldset run ${dataset} --processor ${dataset}/processor.json --versions 1.0,draft`,
    `goldset gate reports/${datasetName}/record`,
  ];
  return { files, next };
}

function filesOf(
  name: string,
  { kind, config, items, metric }: FirstDataset,
): [name: string, text: string][] {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const folder = `datasets/${name}`;
  return [
    ['goldset.config.ts', configText(metric)],
    [
      `${folder}/dataset.json`,
      json({ name, kind, description: 'A first dataset. Replace its items with your documents.', config }),
    ],
    [`${folder}/items.jsonl`, `${items.map((item) => JSON.stringify(item)).join('\n')}\n`],
    [`${folder}/processor.json`, json({ name, type: kind, config, versions: [{ version: '1.0', config }] })],
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
    // Documents that are right under the published version must stay right.
    newErrors: [{ max: 0 }],
  },
};
`;
}
