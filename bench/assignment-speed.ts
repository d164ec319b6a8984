import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { Random } from '../src/base/random.ts';
import { scoreExtraction } from '../src/scorers/score-extraction.ts';
import { assignment } from '../src/stats/numeric/assignment.ts';

/*
 * Measures the speed of pairing rows: `node bench/assignment-speed.ts [--python PYTHON]`. Prints medians of five runs,
 * in processor time of the thread, so that other work on the machine does not count.
 *
 * - `assignment` with 300 x 300 costs, compared with scipy's linear_sum_assignment if PYTHON has scipy. Goal: at most 5
 *   times the time of scipy. The costs are random numbers, counts with ties, or the slow case cost(i, j) = i x j.
 * - Scoring of 2,205 x 2,205 rows with 20 fields. Goal: under 5 s. The predicted rows are in another order. 4 % of
 *   their cells are misread, 2 % of the rows are missing, and 2 % are spurious. A second set has hardly any equal rows.
 */
const rounds = 5;
const size = 300;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number;
const at = process.argv.indexOf('--python');
const python = at === -1 ? 'python3' : (process.argv[at + 1] as string);

const random = new Random('assignment-speed');
const matrices: Readonly<Record<string, Float64Array>> = {
  random: Float64Array.from({ length: size * size }, () => random.next()),
  'counts with ties': Float64Array.from({ length: size * size }, () => -random.integer(21)),
  'i x j': Float64Array.from(
    { length: size * size },
    (_, k) => (Math.floor(k / size) + 1) * ((k % size) + 1),
  ),
};

/** Python program that reads one matrix as JSON. It prints the median time in seconds, and the smallest total cost. */
const script = `
import json, sys, time, statistics
import numpy, scipy
from scipy.optimize import linear_sum_assignment
costs = numpy.array(json.load(sys.stdin)).reshape(${size}, ${size})
times = []
for _ in range(${rounds + 1}):
    start = time.process_time()
    rows, columns = linear_sum_assignment(costs)
    times.append(time.process_time() - start)
print(json.dumps({'seconds': statistics.median(times[1:]), 'optimum': float(costs[rows, columns].sum()), 'version': scipy.__version__}))
`;

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/assignment-speed.ts`,
);
for (const [name, costs] of Object.entries(matrices)) compareWithScipy(name, costs);
for (const distinct of [false, true]) timeLongTable(distinct);

function compareWithScipy(name: string, costs: Float64Array): void {
  const own: number[] = [];
  let cost = 0;
  for (let round = 0; round < rounds + 10; round++) {
    const start = process.threadCpuUsage();
    cost = assignment(costs, size, size).cost;
    // The first ten rounds warm up the compiler and are not counted.
    if (round >= 10) own.push(secondsSince(start));
  }
  const mine = `${size} x ${size}, ${name}: ${(median(own) * 1000).toFixed(2)} ms`;
  const answer = spawnSync(python, ['-c', script], { input: JSON.stringify([...costs]), encoding: 'utf8' });
  if (answer.status !== 0) {
    console.log(`${mine}; ${python} has no scipy, so there is nothing to compare with`);
    return;
  }
  const theirs = JSON.parse(answer.stdout) as { seconds: number; optimum: number; version: string };
  if (Math.abs(theirs.optimum - cost) > 1e-6) throw new Error(`optimum ${cost}, scipy ${theirs.optimum}`);
  console.log(
    `${mine}; scipy ${theirs.version}: ${(theirs.seconds * 1000).toFixed(2)} ms; ${(median(own) / theirs.seconds).toFixed(2)} times its time (goal: at most 5)`,
  );
}

function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1e6;
}

function timeLongTable(distinct: boolean): void {
  const rows = 2205;
  const names = Array.from({ length: 20 }, (_, field) => `field_${field}`);
  const nullable = (type: string) => ({ type: [type, 'null'] });
  const properties = Object.fromEntries(
    names.map((name, field) => [name, nullable(field % 2 === 0 ? 'string' : 'number')]),
  );
  const schema = {
    type: 'object',
    properties: { rows: { type: 'array', items: { type: 'object', properties } } },
  };
  const cell = (field: number) =>
    field % 2 === 0 ? `text ${random.integer(field === 0 ? 2000 : 40)}` : random.integer(200) / 4;
  const row = () => Object.fromEntries(names.map((name, field) => [name, cell(field)]));
  const expected = Array.from({ length: rows }, row);
  const lost = Math.round(rows * 0.02);
  const kept = random.shuffle(expected).slice(lost);
  const predicted = [...kept, ...Array.from({ length: lost }, row)].map((whole) =>
    Object.fromEntries(
      Object.entries(whole).map(([name, value], field) => [
        name,
        (distinct && field === 19) || random.next() < 0.04 ? cell(field) : value,
      ]),
    ),
  );
  const times: number[] = [];
  let text = '';
  for (let round = 0; round < rounds; round++) {
    const start = process.threadCpuUsage();
    const ledger = scoreExtraction({ expected: { rows: expected }, predicted: { rows: predicted }, schema });
    times.push(secondsSince(start));
    text = `${ledger.counts.correct} of ${rows * 20} leaves correct, ${ledger.rows[0]?.method}`;
  }
  console.log(
    `${rows} x ${rows} rows, 20 fields${distinct ? ', hardly a row equal to another' : ''}: ${median(times).toFixed(2)} s (${text}; goal: under 5 s)`,
  );
}
