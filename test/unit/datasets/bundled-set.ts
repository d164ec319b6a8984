import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface BundledItem {
  readonly id: string;
  readonly file?: string;
  readonly text?: string;
  readonly expectedOutput: Readonly<Record<string, unknown>>;
  readonly tags: Readonly<Record<string, string>>;
}

export const datasetsFolder = fileURLToPath(new URL('../../../datasets/', import.meta.url));
export const bundledSets = ['invoices', 'mixed-documents', 'packets'] as const;
export type BundledSet = (typeof bundledSets)[number];

export function readJson(set: BundledSet, name: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(`${datasetsFolder}${set}/${name}`, 'utf8'));
}

export function readItems(set: BundledSet): BundledItem[] {
  const lines = readFileSync(`${datasetsFolder}${set}/items.jsonl`, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as BundledItem);
}

export function filesOf(set: BundledSet): string[] {
  return readdirSync(`${datasetsFolder}${set}/files`).map((name) => `files/${name}`);
}

export function bytesOf(set: BundledSet, file: string): Uint8Array {
  return readFileSync(`${datasetsFolder}${set}/${file}`);
}

/** Counts how often each value occurs. */
export function tally(values: Iterable<string | undefined>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
}
