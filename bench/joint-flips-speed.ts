import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { Random } from '../src/base/random.ts';
import { type FlipQuestion, jointSignFlips } from '../src/stats/resampling/joint-sign-flips.ts';

/**
 * Measures time and memory of the joint test with 10,000 sign patterns: `node bench/joint-flips-speed.ts`. Prints the
 * median processor time of three tests. Each design runs in its own process. `input` and `peak` are the peak resident
 * memory of this process before and after the first test.
 *
 * - whole: documents are right or wrong in every field
 * - thirds: means of three repeats, so a difference has one of three sizes
 * - headline: adds the headline metric, which has a difference in most documents
 *
 * Limit for 100,000 documents and 200 fields with 400,000 differences other than 0: 2 s and 200 MB.
 */
interface Design {
  readonly documents: number;
  readonly fields: number;
  readonly differences: number;
  readonly sizes: number;
  /** Number of different sizes among the differences of the headline metric. 0 if the design has no headline metric. */
  readonly headlineSizes: number;
}

const designs: readonly Design[] = [
  { documents: 10_000, fields: 12, differences: 12_000, sizes: 1, headlineSizes: 40 },
  { documents: 10_000, fields: 30, differences: 30_000, sizes: 1, headlineSizes: 40 },
  { documents: 10_000, fields: 12, differences: 12_000, sizes: 1, headlineSizes: 500 },
  { documents: 100_000, fields: 200, differences: 10_000, sizes: 1, headlineSizes: 0 },
  { documents: 100_000, fields: 200, differences: 100_000, sizes: 1, headlineSizes: 0 },
  { documents: 100_000, fields: 200, differences: 400_000, sizes: 1, headlineSizes: 0 },
  { documents: 100_000, fields: 200, differences: 400_000, sizes: 3, headlineSizes: 0 },
  { documents: 100_000, fields: 200, differences: 300_000, sizes: 1, headlineSizes: 40 },
];

const number = process.argv[2];
if (number === undefined) {
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/joint-flips-speed.ts`,
  );
  console.log('documents fields differences sizes headline |  median s  minimum s  input MB  peak MB');
  for (const at of designs.keys())
    spawnSync(process.execPath, [import.meta.filename, String(at)], { stdio: 'inherit' });
} else measure(designs[Number(number)] as Design);

function measure(design: Design): void {
  const questions = questionsOf(design);
  const input = process.resourceUsage().maxRSS;
  let peak = 0;
  const times: number[] = [];
  for (let run = 0; run < 3; run++) {
    const start = process.threadCpuUsage();
    jointSignFlips(questions, { unitId: (unit) => `invoice-${unit}`, seed: `run ${run}` });
    const { user, system } = process.threadCpuUsage(start);
    times.push((user + system) / 1e6);
    if (run === 0) peak = process.resourceUsage().maxRSS;
  }
  times.sort((a, b) => a - b);
  const { documents, fields, differences, sizes, headlineSizes } = design;
  const megabytes = (kilobytes: number) => (kilobytes / 1024).toFixed(0);
  console.log(
    `${String(documents).padStart(9)} ${String(fields).padStart(6)} ${String(differences).padStart(11)} ${String(sizes).padStart(5)} ${String(headlineSizes).padStart(8)} | ${times[1]?.toFixed(3).padStart(9)}  ${times[0]?.toFixed(3).padStart(9)}  ${megabytes(input).padStart(8)}  ${megabytes(peak).padStart(7)}`,
  );
}

function questionsOf({ documents, fields, differences, sizes, headlineSizes }: Design): FlipQuestion[] {
  const random = new Random(`joint flips ${documents} ${differences}`);
  const share = differences / documents / fields;
  const question = (isDifferent: number, distinct: number): FlipQuestion => {
    const units: number[] = [];
    for (let unit = 0; unit < documents; unit++) if (random.next() < isDifferent) units.push(unit);
    const differences = units.map(
      () => ((1 + random.integer(distinct)) / distinct) * (random.next() < 0.5 ? 1 : -1),
    );
    return { units: Int32Array.from(units), differences: Float64Array.from(differences) };
  };
  return [
    ...(headlineSizes > 0 ? [question(Math.min(0.9, share * fields), headlineSizes)] : []),
    ...Array.from({ length: fields }, () => question(share, sizes)),
  ];
}
