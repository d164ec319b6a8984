/**
 * Compares the local engines of this checkout and of another checkout by their processor time per page. They read text
 * PDFs, scans and photos of ../shared/data. The checkouts are measured in turn, each time in a new process.
 *
 * node bench/reading-speed.ts FOLDER [rounds]
 *
 * FOLDER is the other checkout, with its packages. It needs the same `parseDocument` and `extractFields`.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { extractFields as Extract } from '../src/service/engines/local/extract/extract-fields.ts';
import { median } from '../src/service/engines/local/extract/tables/grid-columns.ts';
import type { parseDocument as Parse } from '../src/service/engines/local/parse/parse-document.ts';
import { readingSets } from './reading/cases.ts';

const data = path.resolve(import.meta.dirname, '../../shared/data');
const kinds = [
  { name: 'text PDF', set: 'zugferd header', documents: 20 },
  { name: 'scan', set: 'docproc invoices', documents: 3 },
  { name: 'photo', set: 'sroie images', documents: 4 },
];

/** Seconds of processor time for all pages of a kind, without the first document, which loads the models. */
interface Times {
  readonly pages: number;
  readonly parse: number;
  readonly extract: number;
}

async function measure(root: string): Promise<Times[]> {
  const engine = path.join(root, 'src/service/engines/local');
  const { parseDocument } = (await import(path.join(engine, 'parse/parse-document.ts'))) as {
    parseDocument: typeof Parse;
  };
  const { extractFields } = (await import(path.join(engine, 'extract/extract-fields.ts'))) as {
    extractFields: typeof Extract;
  };
  const times: Times[] = [];
  for (const kind of kinds) {
    const [set] = await readingSets(data, [kind.set]);
    if (set === undefined) throw new Error(`${data} has no set "${kind.set}"`);
    const [first, ...others] = set.documents.slice(0, kind.documents);
    const sum = { pages: 0, parse: 0, extract: 0 };
    for (const [index, document] of [first, first, ...others].entries()) {
      if (document === undefined) continue;
      const start = process.cpuUsage();
      const parsed = await parseDocument(document.bytes, document.file, { effort: 'performance' });
      const parse = secondsSince(start);
      const middle = process.cpuUsage();
      extractFields(parsed, set.config as Parameters<typeof Extract>[1], { effort: 'performance' });
      if (index === 0) continue;
      sum.parse += parse;
      sum.extract += secondsSince(middle);
      sum.pages += parsed.pages.length;
    }
    times.push(sum);
  }
  return times;
}

function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

const [first = '', second] = process.argv.slice(2);
if (first === '--measure') {
  console.log(JSON.stringify(await measure(second ?? '')));
  process.exit(0);
}
if (first === '') throw new Error('bench/reading-speed.ts needs the folder of another checkout');
const rounds = Number(second ?? 4);
const own = path.resolve(import.meta.dirname, '..');
const run = (root: string): Times[] => {
  const lines = execFileSync(process.execPath, [import.meta.filename, '--measure', root], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(lines.trim().split('\n').at(-1) ?? '[]') as Times[];
};
const pairs: { readonly now: Times[]; readonly before: Times[] }[] = [];
for (let round = 0; round < rounds; round++) {
  // The two checkouts take turns in being measured first.
  const turn = round % 2 === 0;
  const one = run(turn ? own : path.resolve(first));
  const other = run(turn ? path.resolve(first) : own);
  pairs.push(turn ? { now: one, before: other } : { now: other, before: one });
}
console.log(
  'kind      pages  before: parse  extract    now: parse  extract   ratio of the sums (each round)',
);
for (const [index, { name }] of kinds.entries()) {
  const of = (side: 'now' | 'before', part: 'parse' | 'extract'): number =>
    median(pairs.map((pair) => perPage(pair[side][index], part)));
  const ratios = pairs.map(({ now, before }) => total(now[index]) / total(before[index]));
  console.log(
    [
      name.padEnd(9),
      String(pairs[0]?.now[index]?.pages ?? 0).padStart(5),
      milliseconds(of('before', 'parse')).padStart(14),
      milliseconds(of('before', 'extract')).padStart(8),
      milliseconds(of('now', 'parse')).padStart(13),
      milliseconds(of('now', 'extract')).padStart(8),
      `  ${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})`,
    ].join(' '),
  );
}
console.log('\nmilliseconds of processor time per page, medians of the rounds');

function perPage(times: Times | undefined, part: 'parse' | 'extract'): number {
  return times === undefined || times.pages === 0 ? 0 : times[part] / times.pages;
}

function total(times: Times | undefined): number {
  return perPage(times, 'parse') + perPage(times, 'extract');
}

function milliseconds(seconds: number): string {
  return (seconds * 1000).toFixed(1);
}
