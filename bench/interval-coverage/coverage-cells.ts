import { getOrCreate } from '../../src/base/collections.ts';
import { Random } from '../../src/base/random.ts';
import {
  effectiveClopperPearson,
  effectiveLeaves,
  linearisedRatio,
  ratioInterval,
} from '../../src/stats/intervals/linearised-ratio.ts';
import { type Bounds, wilsonBounds } from '../../src/stats/intervals/share-interval.ts';
import { normalQuantile, studentTQuantile } from '../../src/stats/numeric/distributions.ts';

/**
 * A design of the simulation: how the leaves of a document fail. `corr` is the correlation between two leaves
 * of one document.
 */
export interface Cell {
  readonly n: number;
  /**
   * `equal`: 20 leaves in every document. `log-normal`: 20 leaves on average. The logarithm of the number of leaves has
   * a standard deviation of .9.
   */
  readonly lengths: 'equal' | 'log-normal';
  /**
   * `in part`: the rate of a document is drawn from a beta distribution. `as a whole`: some documents fail in all
   * leaves, and in the others the leaves fail independently.
   */
  readonly documents: 'in part' | 'as a whole';
  readonly corr: number;
  readonly rate: number;
}

export type Method = 'former' | 'korn' | 'chosen';

export interface CellResult extends Cell {
  readonly trials: number;
  readonly coverage: Readonly<Record<Method, number>>;
  readonly width: Readonly<Record<Method, number>>;
}

/**
 * Returns the 80 designs with documents of equal length, followed by the same designs with log-normal
 * lengths.
 */
export function cells(): Cell[] {
  const kinds = [
    ...[0, 0.1, 0.5].map((corr) => ({ documents: 'in part' as const, corr })),
    ...[0.1, 0.5].map((corr) => ({ documents: 'as a whole' as const, corr })),
  ];
  return (['equal', 'log-normal'] as const).flatMap((lengths) =>
    [20, 50, 200, 1000].flatMap((n) =>
      kinds.flatMap((kind) => [0.5, 0.9, 0.97, 0.99].map((rate) => ({ n, lengths, ...kind, rate }))),
    ),
  );
}

export function measureCell(cell: Cell, trials: number): CellResult {
  const random = new Random(`interval coverage/${JSON.stringify(cell)}`);
  const draw = rightLeaves(cell);
  const hits = { former: 0, korn: 0, chosen: 0 };
  const width = { former: 0, korn: 0, chosen: 0 };
  const numerators = new Float64Array(cell.n);
  const denominators = new Float64Array(cell.n);
  for (let trial = 0; trial < trials; trial++) {
    for (let i = 0; i < cell.n; i++) {
      const length = lengthOf(cell, random);
      denominators[i] = length;
      numerators[i] = draw(length, random.next());
    }
    for (const [method, { low, high }] of Object.entries(intervals({ numerators, denominators }))) {
      if (low <= cell.rate + 1e-9 && cell.rate - 1e-9 <= high) hits[method as Method]++;
      width[method as Method] += high - low;
    }
  }
  const mean = (sums: Record<Method, number>) => ({
    former: sums.former / trials,
    korn: sums.korn / trials,
    chosen: sums.chosen / trials,
  });
  return { ...cell, trials, coverage: mean(hits), width: mean(width) };
}

interface Sample {
  readonly numerators: Float64Array;
  readonly denominators: Float64Array;
}

function intervals(sample: Sample): Record<Method, Bounds> {
  const found = linearisedRatio(sample);
  const chosen = ratioInterval(sample);
  if (found === null || chosen === null) throw new Error('expected documents with leaves');
  const { value, units, effectiveN, weight } = found;
  const isWhole = value === 0 || value === 1 || (found.each !== null && found.isWhole);
  return {
    former: isWhole
      ? wilsonBounds(value, units, normalQuantile(0.975))
      : wilsonBounds(value, effectiveN ?? units, studentTQuantile(0.975, units - 1)),
    korn: effectiveClopperPearson(
      value,
      effectiveN === null ? units : effectiveLeaves(effectiveN, units, weight, 0.95),
      0.95,
    ),
    chosen,
  };
}

function lengthOf({ lengths }: Cell, random: Random): number {
  if (lengths === 'equal') return 20;
  return Math.max(1, Math.round(20 * Math.exp(0.9 * normalQuantile(random.next()) - 0.405)));
}

/** Returns a function that maps a number of leaves and a uniform random number to a random number of right leaves. */
function rightLeaves(cell: Cell): (length: number, uniform: number) => number {
  const known = new Map<number, Float64Array>();
  return (length, uniform) => {
    const cumulative = getOrCreate(known, length, () => cumulated(cell, length));
    let [low, high] = [0, length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulative[middle] as number) > uniform) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** Returns the cumulative probabilities of 0 to `length` right leaves. */
function cumulated({ documents, corr, rate }: Cell, length: number): Float64Array {
  const isWhole = documents === 'as a whole';
  // Rate of the leaves in documents that do not fail as a whole.
  const partial = isWhole ? rate + corr * (1 - rate) : rate;
  const failing = 1 - rate / partial;
  const strength = isWhole || corr === 0 ? Number.POSITIVE_INFINITY : (1 - corr) / corr;
  const probabilities = betaBinomial(length, partial, strength);
  let sum = failing;
  return probabilities.map((probability) => {
    sum += (1 - failing) * probability;
    return sum;
  });
}

/**
 * Returns the probabilities of 0 to n right leaves in a document. The rate of the document is drawn from
 * Beta(rate x strength, (1 - rate) x strength). With infinite strength, every document has the rate `rate`.
 */
function betaBinomial(n: number, rate: number, strength: number): Float64Array {
  const log = new Float64Array(n + 1);
  const term = (share: number, k: number) =>
    Math.log(strength === Number.POSITIVE_INFINITY ? share : share * strength + k);
  for (let k = 0; k < n; k++)
    log[k + 1] =
      (log[k] as number) + term(rate, k) - term(1 - rate, n - k - 1) + Math.log(n - k) - Math.log(k + 1);
  const most = Math.max(...log);
  const weights = log.map((value) => Math.exp(value - most));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / all);
}

export function coverageLine({
  n,
  lengths,
  documents,
  corr,
  rate,
  trials,
  coverage,
  width,
}: CellResult): string {
  const of = (method: Method) =>
    `${(100 * coverage[method]).toFixed(1).padStart(8)} ${method === 'chosen' ? `${(100 * errorOf(coverage.chosen, trials)).toFixed(2).padStart(5)} ` : ''}${(100 * width[method]).toFixed(1).padStart(5)}`;
  return `${String(n).padStart(4)} ${lengths.padEnd(10)} ${documents.padEnd(16)} ${corr.toFixed(1).padStart(4)} ${rate.toFixed(2)} ${of('former')}   ${of('korn')} ${of('chosen')}`;
}

export function errorOf(share: number, trials: number): number {
  return Math.sqrt((share * (1 - share)) / trials);
}

/**
 * Checks whether the coverage and the width of the intervals meet their limits, for documents of equal length. An
 * estimate that misses its limit by at most 2 standard errors counts as within the limit.
 */
export function acceptance(results: readonly CellResult[]): { text: string; holds: boolean }[] {
  const equal = results.filter(({ lengths }) => lengths === 'equal');
  const inPart = equal.filter(({ n, documents }) => n >= 200 && documents === 'in part');
  const at200 = equal.filter(({ n }) => n === 200);
  const lowest = (about: string, of: readonly CellResult[], limit: number) => {
    const worst = of.reduce((least, cell) => (cell.coverage.chosen < least.coverage.chosen ? cell : least));
    const share = worst.coverage.chosen;
    const error = errorOf(share, worst.trials);
    const holds = share + 2 * error >= limit;
    const { n, documents, corr, rate } = worst;
    return {
      holds,
      text: `${about}: ${(100 * share).toFixed(1)} % (MCSE ${(100 * error).toFixed(2)}; n ${n}, ${documents}, corr ${corr}, rate ${rate}), limit at least ${100 * limit} %: ${holds ? 'met' : 'NOT MET'}`,
    };
  };
  const meanWidth = (method: Method) =>
    at200.reduce((sum, { width }) => sum + width[method], 0) / at200.length;
  const wider = meanWidth('chosen') / meanWidth('former') - 1;
  return [
    lowest(`worst of ${equal.length} cells`, equal, 0.88),
    lowest('worst with n of 200 or more, documents fail in part', inPart, 0.935),
    {
      holds: wider <= 0.07,
      text: `mean width at n = 200: ${(100 * wider).toFixed(1)} % wider than former, limit at most 7 %: ${wider <= 0.07 ? 'met' : 'NOT MET'}`,
    },
  ];
}
