import path from 'node:path';
import { writeFileAtomically } from '../../base/write-file.ts';
import type { AttributionResult } from '../../model/results/command-results.ts';
import { writeTable } from '../../report/sinks/text-sink.ts';
import { attributionTable } from '../../report/tables/section-tables.ts';
import { readAttribution } from '../inputs/read-attribution.ts';
import { resolveSettings, type SettingsRequest } from '../settings/resolve-settings.ts';

export interface AttributionRequest extends SettingsRequest {
  /** File with one workflow packet per line. */
  readonly packets: string;
  /** File with the extraction config of each class. */
  readonly configs: string;
  /** Folder for the result files. If not set, the function writes no files. */
  readonly out?: string;
}

/** Assigns the errors of workflow packets to splitting, classification, row alignment, value and presence. */
export async function attributeErrors(request: AttributionRequest): Promise<AttributionResult> {
  const { newOptions } = await resolveSettings(request);
  const result = await readAttribution(request.packets, request.configs, newOptions().scoring);
  if (request.out === undefined) return { exitCode: 0, ...result, files: [] };
  const csv = path.resolve(request.out, 'attribution.csv');
  const json = path.resolve(request.out, 'attribution.json');
  await writeTable(csv, attributionTable, result);
  await writeFileAtomically(json, `${JSON.stringify(result, null, 2)}\n`);
  const files = [csv, json].map((file) => path.relative(process.cwd(), file));
  return { exitCode: 0, ...result, files };
}
