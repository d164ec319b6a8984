import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { scoreExtraction } from '../src/scorers/extraction/score-extraction.ts';
import { invoicePairs, invoiceSchema } from './scoring-documents.ts';

/**
 * Speed of scoring, beside its yardsticks: `node --expose-gc bench/scoring-speed.ts [--autoevals FOLDER] [--items N]`.
 * Made-up invoices of 40 leaves with 8 rows, as JSON lines; one core; five rounds in turns, medians. FOLDER is any folder in
 * which the npm package autoevals is installed.
 */
const documents = 10_000;
const rounds = 5;

interface Pair {
  readonly expected: unknown;
  readonly predicted: unknown;
}

const lines = invoicePairs(documents, 'scoring-speed').map((pair) => JSON.stringify(pair));
const megabytes = lines.reduce((sum, line) => sum + line.length, 0) / 1e6;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number;
let consumed = 0;

function timed(run: () => void): number {
  const start = performance.now();
  run();
  return (performance.now() - start) / 1000;
}

function parseOnly(): void {
  for (const line of lines) consumed += Object.keys(JSON.parse(line) as Pair).length;
}

function parseAndScore(): void {
  for (const line of lines) {
    const { expected, predicted } = JSON.parse(line) as Pair;
    consumed += scoreExtraction({ expected, predicted, schema: invoiceSchema }).counts.correct;
  }
}

/** Heap after so many items, in MB. */
function heapAfter(items: number): number {
  for (let at = 0; at < items; at++) {
    const { expected, predicted } = JSON.parse(lines[at % documents] as string) as Pair;
    consumed += scoreExtraction({ expected, predicted, schema: invoiceSchema }).counts.correct;
  }
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

function flag(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}

async function autoevalsRate(folder: string, count: number): Promise<number> {
  const entry = path.join(path.resolve(folder), 'node_modules/autoevals/jsdist/index.mjs');
  const { JSONDiff } = (await import(pathToFileURL(entry).href)) as {
    JSONDiff: (pair: { output: unknown; expected: unknown }) => Promise<{ score: number }>;
  };
  const pairs = lines.slice(0, count).map((line) => JSON.parse(line) as Pair);
  const start = performance.now();
  for (const { expected, predicted } of pairs)
    consumed += (await JSONDiff({ output: predicted, expected })).score;
  return count / ((performance.now() - start) / 1000);
}

function scoringRate(count: number): number {
  const pairs = lines.slice(0, count).map((line) => JSON.parse(line) as Pair);
  const seconds = timed(() => {
    for (const { expected, predicted } of pairs)
      consumed += scoreExtraction({ expected, predicted, schema: invoiceSchema }).counts.correct;
  });
  return count / seconds;
}

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}`,
);
console.log(`${documents} documents, ${megabytes.toFixed(1)} MB of JSON lines`);
parseOnly();
parseAndScore();
const alone: number[] = [];
const scored: number[] = [];
for (let round = 0; round < rounds; round++) {
  alone.push(timed(parseOnly));
  scored.push(timed(parseAndScore));
}
const share = median(alone) / median(scored);
console.log(`JSON.parse alone:         ${(documents / median(alone)).toFixed(0)} documents/s`);
console.log(`JSON.parse and scoring:   ${(documents / median(scored)).toFixed(0)} documents/s`);
console.log(`share of its speed:       ${share.toFixed(2)} (goal: at least .50)`);

const folder = flag('--autoevals');
if (folder !== undefined) {
  const own: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    theirs.push(await autoevalsRate(folder, 500));
    own.push(scoringRate(5000));
  }
  console.log(`scoreExtraction:          ${median(own).toFixed(0)} documents/s`);
  console.log(`JSONDiff of autoevals:    ${median(theirs).toFixed(0)} documents/s`);
  console.log(`times as fast:            ${(median(own) / median(theirs)).toFixed(1)} (goal: at least 20)`);
}

const most = Number(flag('--items') ?? 100_000);
for (let items = 10_000; items <= most; items *= 10) {
  console.log(`heap after ${items} more items: ${heapAfter(items).toFixed(1)} MB`);
}
if (consumed === 0) throw new Error('nothing was scored');
