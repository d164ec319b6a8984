import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseJson, parseNumeral } from '../src/base/exact-json.ts';
import { invoicePairs } from './scoring-documents.ts';

/**
 * Measures the cost of keeping numbers that a double cannot hold. Compares two methods with plain `JSON.parse`:
 * `parseJson`, and `JSON.parse` with a reviver for each line. Prints medians of nine alternating runs, in processor
 * time of the thread. Run: `npx node bench/exact-numbers.ts`
 */
const repeats = 9;
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

const parsers = {
  'JSON.parse': (text: string): unknown => JSON.parse(text),
  parseJson,
  'reviver for each line': (text: string): unknown =>
    parseWithSource(text, (_key, value, context) =>
      typeof value === 'number' && context?.source !== undefined ? parseNumeral(context.source) : value,
    ),
};

const pairs = invoicePairs(10_000, 'exact numbers');
const withNumber = (number: string): string[] =>
  pairs.map((pair) => `{"n":${number},${JSON.stringify(pair).slice(1)}`);
const inputs = {
  'generated invoices': pairs.map((pair) => JSON.stringify(pair)),
  'bundled invoices': Array.from({ length: 100 }, () =>
    readFileSync('datasets/invoices/items.jsonl', 'utf8').split('\n'),
  )
    .flat()
    .filter((line) => line !== ''),
  'texts of 16 digits': pairs.map((pair) => JSON.stringify({ card: '4111111111111111', ...pair })),
  'one exact number per line': withNumber('9007199254740993'),
};

let sink: unknown;
function cpuMs(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

console.log(
  `${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
);
for (const [name, lines] of Object.entries(inputs)) {
  const megabytes = lines.reduce((sum, { length }) => sum + length, 0) / 1e6;
  const times = new Map(Object.keys(parsers).map((parser) => [parser, [] as number[]]));
  for (let repeat = 0; repeat < repeats; repeat++)
    for (const [parser, parse] of Object.entries(parsers))
      times.get(parser)?.push(
        cpuMs(() => {
          for (const line of lines) sink = parse(line);
        }),
      );
  const base = median(times.get('JSON.parse') ?? []);
  console.log(`${name}: ${lines.length} lines, ${megabytes.toFixed(1)} MB`);
  for (const [parser, values] of times)
    console.log(
      `  ${median(values).toFixed(0).padStart(6)} ms  ${(median(values) / base).toFixed(2).padStart(5)}  ${parser}`,
    );
}
if (sink === undefined) throw new Error('nothing was parsed');
