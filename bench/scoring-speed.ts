import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SchemaNode } from '../src/model/processor/processor-config.ts';
import { outcomes } from '../src/model/score/item-score.ts';
import { compileScorer } from '../src/scorers/compile-scorer.ts';
import { invoicePairs, invoiceSchema } from './scoring-documents.ts';

/*
 * Measures the speed of scoring, compared with JSON.parse and other programs: `node --expose-gc
 * bench/scoring-speed.ts [--scale FOLDER] [--autoevals FOLDER] [--items N]`. Scores synthetic invoices with 8 rows
 * and 40 leaves, read from JSON lines. Prints medians of 15 rounds, in processor time of one thread.
 *
 * - `counts` adds up the counts per field, `counts and lanes` also adds up the counts under other scoring policies,
 *   and `itemScore` builds every leaf with its notes.
 * - --scale: folder of `make-scale-set.mjs 10000 FOLDER`. --autoevals: any folder with the npm package autoevals.
 *   Without one of these options, the benchmark omits the measurements that need its folder.
 * - --items: number of items of the last memory measurement.
 */
const documents = 10_000;
const rounds = 15;

interface Pair {
  readonly expected: unknown;
  readonly predicted: unknown;
}

interface Documents {
  readonly name: string;
  readonly schema: SchemaNode;
  readonly lines: readonly string[];
}

const lines = invoicePairs(documents, 'scoring-speed').map((pair) => JSON.stringify(pair));
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number;
let consumed = 0;

/** Returns the processor time of this thread in seconds, so that other work on the machine does not count. */
function timed(run: () => void): number {
  const start = process.threadCpuUsage();
  run();
  return secondsSince(start);
}

function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1e6;
}

function parseOnly(lines: readonly string[]): void {
  for (const line of lines) consumed += Object.keys(JSON.parse(line) as Pair).length;
}

type ScorePair = (pair: Pair) => number;

function scoreFunctionsOf(schema: SchemaNode): Readonly<Record<string, ScorePair>> {
  const scorer = compileScorer({ schema });
  // Number of leaves per field and outcome.
  const sums = new Float64Array(scorer.fields.length * outcomes.length);
  const count = (pair: Pair) => {
    const counted = scorer.score(pair);
    for (let at = 0; at < sums.length; at++)
      sums[at] = (sums[at] as number) + (counted.byField[at] as number);
    return counted;
  };
  return {
    counts: (pair) => count(pair).total.correct,
    'counts and lanes': (pair) => count(pair).lanes.length,
    'counts and itemScore': (pair) => count(pair).itemScore().leaves.length,
    'itemScore alone': (pair) => scorer.itemScore(pair).leaves.length,
  };
}

function parseAnd(scorePair: ScorePair, lines: readonly string[]): void {
  for (const line of lines) consumed += scorePair(JSON.parse(line) as Pair);
}

const scoreFunctions = scoreFunctionsOf(invoiceSchema);

/**
 * Scores this number of items and adds up the counts per field. Returns the used heap and the memory of the
 * process in MB.
 */
function memoryAfter(items: number): string {
  const scorePair = scoreFunctions.counts as ScorePair;
  for (let at = 0; at < items; at++)
    consumed += scorePair(JSON.parse(lines[at % documents] as string) as Pair);
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return `${(heapUsed / 1e6).toFixed(1)} MB of heap, ${(rss / 1e6).toFixed(0)} MB in all`;
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
  const start = process.threadCpuUsage();
  for (const { expected, predicted } of pairs)
    consumed += (await JSONDiff({ output: predicted, expected })).score;
  return count / secondsSince(start);
}

function rateOf(scorePair: ScorePair, count: number): number {
  const pairs = lines.slice(0, count).map((line) => JSON.parse(line) as Pair);
  const seconds = timed(() => {
    for (const pair of pairs) consumed += scorePair(pair);
  });
  return count / seconds;
}

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/scoring-speed.ts`,
);

/** Reads the documents of a folder that make-scale-set.mjs wrote. */
function scaleSet(folder: string): Documents {
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const rowsOf = (file: string) =>
    read(file)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { expectedOutput: unknown; output: unknown });
  const predictions = rowsOf('predictions.jsonl');
  const { config } = JSON.parse(read('dataset.json')) as { config: { schema: SchemaNode } };
  const pairs = rowsOf('items.jsonl').map(({ expectedOutput }, at) => ({
    expected: expectedOutput,
    predicted: predictions[at]?.output,
  }));
  return { name: 'scale set', schema: config.schema, lines: pairs.map((pair) => JSON.stringify(pair)) };
}

function measure({ name, schema, lines }: Documents): void {
  const megabytes = lines.reduce((sum, line) => sum + line.length, 0) / 1e6;
  console.log(
    `${name}: ${lines.length} documents, ${megabytes.toFixed(1)} MB of JSON lines; items a second of processor time, one core`,
  );
  // Runs each scorer and plain JSON.parse alternately, so that the garbage of one scorer does not slow down the next
  // one.
  for (const [what, scorePair] of Object.entries(scoreFunctionsOf(schema))) {
    const alone: number[] = [];
    const both: number[] = [];
    for (let round = -3; round < rounds; round++) {
      const parsed = timed(() => parseOnly(lines));
      const took = timed(() => parseAnd(scorePair, lines));
      // The first three rounds warm up the compiler and are not counted.
      if (round < 0) continue;
      alone.push(parsed);
      both.push(took);
    }
    const rate = (seconds: readonly number[]) => (lines.length / median(seconds)).toFixed(0).padStart(8);
    const share = median(alone.map((parsed, at) => parsed / (both[at] as number))).toFixed(2);
    console.log(
      `${rate(both)}  JSON.parse and ${what}, ${rate(alone).trim()} JSON.parse alone: ${share} of its speed`,
    );
  }
}

measure({ name: 'invoices', schema: invoiceSchema, lines });
console.log('goal: counts at least .52 of the speed of JSON.parse alone\n');
const scale = flag('--scale');
if (scale === undefined) console.log('no --scale FOLDER given: the scale set is not measured\n');
else {
  measure(scaleSet(scale));
  console.log('goal: counts at least .35 of the speed of JSON.parse alone\n');
}

const folder = flag('--autoevals');
if (folder === undefined) console.log('no --autoevals FOLDER given: JSONDiff is not measured');
else {
  const theirs: number[] = [];
  const own = new Map(Object.keys(scoreFunctions).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    theirs.push(await autoevalsRate(folder, 500));
    for (const [name, rates] of own) rates.push(rateOf(scoreFunctions[name] as ScorePair, documents));
  }
  console.log(`${median(theirs).toFixed(0).padStart(8)}  JSONDiff of autoevals, on parsed pairs`);
  for (const [name, rates] of own)
    console.log(
      `${median(rates).toFixed(0).padStart(8)}  ${name}, on parsed pairs: ${(median(rates) / median(theirs)).toFixed(1)} times as fast`,
    );
  console.log('goal: at least 20 times as fast\n');
}

const most = Number(flag('--items') ?? 100_000);
for (let items = 10_000; items <= most; items *= 10)
  console.log(`after ${items} more items: ${memoryAfter(items)}`);
if (consumed === 0) throw new Error('nothing was scored');
