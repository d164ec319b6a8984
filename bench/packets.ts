/**
 * Measures how well the local engine splits the packets of ../shared/data with the base processor
 * `splitter_performance`. A document is right if its pages and its type are right. The last rows are packets made of
 * single documents of ../shared/data. Each of these documents has at most 15 pages, all with a text layer.
 *
 *     node bench/packets.ts [--wrong] [seed ...]
 *
 * --wrong prints the splits of each packet that is not entirely right.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { SplitterConfig } from '../src/model/processor/processor-config.ts';
import { parseDocument } from '../src/service/engines/local/parse/parse-document.ts';
import { parseCodeVersion } from '../src/service/engines/local/parse-code-version.ts';
import { splitPacket } from '../src/service/engines/local/split/split-packet.ts';
import type { ParsedDocument, ParsedPage } from '../src/service/engines/parsed-document.ts';
import { drawPackets, type WholeDocument, wholeDocuments } from './packets/drawn-packets.ts';

interface Part {
  readonly type: string;
  readonly startPage: number;
  readonly endPage: number;
}

interface Packet {
  readonly file: string;
  readonly documents: readonly Part[];
}

const data = path.resolve(import.meta.dirname, '../../shared/data');
const sets = { packets: 'packets.json', 'gcp-splitter': 'labels.json', 'aws-packets': 'labels.json' };
if (!existsSync(data)) {
  console.log(`skipped: ${data} does not exist`);
  process.exit(0);
}
const cache = path.join(os.tmpdir(), 'goldset-packets', await parseCodeVersion());
mkdirSync(cache, { recursive: true });

async function parsed(file: string): Promise<ParsedDocument> {
  const bytes = readFileSync(file);
  const stored = path.join(cache, createHash('sha256').update(bytes).digest('hex'));
  if (existsSync(stored)) return JSON.parse(readFileSync(stored, 'utf8')) as ParsedDocument;
  const document = await parseDocument(bytes, path.basename(file), { effort: 'performance' });
  writeFileSync(stored, JSON.stringify(document));
  return document;
}

function configOf(packets: readonly Packet[]): SplitterConfig {
  const types = [...new Set(packets.flatMap(({ documents }) => documents.map(({ type }) => type)))];
  const splitClassifications = types.map((type) => ({
    id: type,
    type,
    description: `A ${type.replace(/[_-]/g, ' ')}.`,
  }));
  return { type: 'SPLITTER', splitClassifications };
}

const keyOf = ({ type, startPage, endPage }: Part): string => `${type} ${startPage}-${endPage}`;
const pagesOf = ({ startPage, endPage }: Part): string => `${startPage}-${endPage}`;

interface ParsedPacket extends Packet {
  readonly parsed: ParsedDocument;
}

console.log('set                  packets  documents  F1 with type  F1 of pages alone');
for (const [set, labels] of Object.entries(sets)) {
  const packets = JSON.parse(readFileSync(path.join(data, set, labels), 'utf8')) as Packet[];
  const read: ParsedPacket[] = [];
  for (const packet of packets)
    read.push({ ...packet, parsed: await parsed(path.join(data, set, packet.file)) });
  measure(set, read);
}
const seeds = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const short: WholeDocument[] = [];
for (const document of wholeDocuments(data)) {
  const { pages } = await parsed(document.file);
  if (pages.length <= 15 && pages.every(({ source }) => source === 'text')) short.push(document);
}
for (const seed of seeds.length > 0 ? seeds : ['1', '2']) {
  const packets: ParsedPacket[] = [];
  for (const [at, drawn] of drawPackets(short, 40, seed).entries())
    packets.push(await joined(`packet ${at + 1}`, drawn));
  measure(`drawn, seed ${seed}`, packets);
}

async function joined(name: string, drawn: readonly WholeDocument[]): Promise<ParsedPacket> {
  const pages: ParsedPage[] = [];
  const documents: Part[] = [];
  for (const { type, file } of drawn) {
    const startPage = pages.length + 1;
    for (const page of (await parsed(file)).pages) pages.push({ ...page, number: pages.length + 1 });
    documents.push({ type, startPage, endPage: pages.length });
  }
  return { file: name, documents, parsed: { type: 'PDF', pages } };
}

function measure(set: string, packets: readonly ParsedPacket[]): void {
  const config = configOf(packets);
  let right = 0;
  let rightPages = 0;
  let found = 0;
  let expected = 0;
  const wrong: string[] = [];
  for (const { file, documents, parsed } of packets) {
    const { splits } = splitPacket(parsed, config, { effort: 'performance' });
    const keys = new Set(documents.map(keyOf));
    const pages = new Set(documents.map(pagesOf));
    const correct = splits.filter((split) => keys.has(keyOf(split))).length;
    right += correct;
    rightPages += splits.filter((split) => pages.has(pagesOf(split))).length;
    found += splits.length;
    expected += documents.length;
    if (correct < documents.length || splits.length > documents.length)
      wrong.push(
        `  ${file}\n    gold  ${documents.map(keyOf).join(', ')}\n    found ${splits.map(keyOf).join(', ')}`,
      );
  }
  const f1 = (count: number) => ((2 * count) / (found + expected)).toFixed(3).replace(/^0/, '');
  console.log(
    `${set.padEnd(19)}  ${String(packets.length).padStart(7)}  ${String(expected).padStart(9)}  ${f1(right).padStart(12)}  ${f1(rightPages).padStart(17)}`,
  );
  if (process.argv.includes('--wrong')) for (const line of wrong) console.log(line);
}
