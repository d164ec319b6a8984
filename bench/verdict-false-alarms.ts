import { availableParallelism, cpus } from 'node:os';
import { adjustJointly, comparePaired } from '../src/analysis/measure/compare-paired.ts';
import { recommend } from '../src/analysis/measure/recommend.ts';
import type { StatisticsSettings } from '../src/analysis/measure/settings.ts';
import { Random } from '../src/base/random.ts';
import type { PairedComparison, Recommendation } from '../src/model/score/comparison.ts';
import { type Design, drawComparison, fields, rate } from './drawn-comparisons.ts';

/*
 * Measures how often a whole comparison reports a difference: `node bench/verdict-false-alarms.ts [runs]`.
 *
 * Two versions read the same documents of 20 fields. In A/A runs, they are equally good and differ by chance,
 * so every `improved` or `regressed` is a false alarm. At most 5 % of the runs may have one. "apart" adjusts
 * the headline and the fields separately. "together" uses `adjustJointly`, as in reports. In the other
 * designs, the candidate loses `loss` in every field or only in the first field (`where`), and the program
 * prints how often the loss is found (power). `again` is the share of leaves that the candidate draws again;
 * with 1, the results of the versions are independent. With `vendors`, documents of a vendor tend to succeed
 * or fail together.
 */
const runs = Number(process.argv[2] ?? 2000);

const plain: Design = { documents: 0, again: 1, loss: 0, where: 'all', vendors: null, clustered: false };
const designs: readonly Design[] = [
  ...[20, 50, 200, 1000].map((documents) => ({ ...plain, documents })),
  ...[50, 200].map((documents) => ({ ...plain, documents, again: 0.2 })),
  { ...plain, documents: 100, vendors: 20 },
  { ...plain, documents: 100, vendors: 20, clustered: true },
  ...[50, 200].flatMap((documents) =>
    [0.02, 0.05, 0.1].map((loss) => ({ ...plain, documents, again: 0.5, loss })),
  ),
  ...[50, 200].flatMap((documents) =>
    [0.1, 0.2, 0.4].map((loss) => ({ ...plain, documents, again: 0.5, loss, where: 'one' as const })),
  ),
];

interface Tally {
  any: number;
  headline: number;
  field: number;
  worse: number;
}

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/verdict-false-alarms.ts ${runs}`,
);
console.log(
  `${runs} runs a line, ${fields} fields, rate ${rate}, correlation in documents .1; shares of runs in %`,
);
console.log(
  'loss 0: any difference claimed is a false alarm. Other losses: "worse" is the power to find the loss\n',
);
console.log(
  '                                              |  adjusted apart              |  adjusted together           | recommendation',
);
console.log(
  'documents again vendors clusterBy  loss where |  any  headline field  worse  |  any  headline field  worse  | publish  do not',
);
let worst = 0;
for (const design of designs) console.log(line(design));
console.log(
  `\nmost false alarms, adjusted together (documents that stand for themselves, or clustered): ${worst.toFixed(1)} %`,
);

function line(design: Design): string {
  const random = new Random(`verdicts/${JSON.stringify(design)}`);
  const apart: Tally = { any: 0, headline: 0, field: 0, worse: 0 };
  const together: Tally = { any: 0, headline: 0, field: 0, worse: 0 };
  const advice: Record<Recommendation, number> = {
    publish: 0,
    'do-not-publish': 0,
    'not-enough-evidence': 0,
    'no-comparison': 0,
    'selected-part': 0,
    incomplete: 0,
  };
  for (let run = 0; run < runs; run++) {
    const { questions, settings } = drawComparison(random, design, run);
    const headline = comparePaired(questions.slice(0, 2), settings);
    const parts = comparePaired(questions.slice(2), settings);
    count(apart, headline, parts);
    const [head = [], rest = []] = adjustJointly([headline, parts], settings);
    count(together, head, rest);
    advice[adviceOf(head, rest, settings)]++;
  }
  const share = (number: number, width = 6) => ((100 * number) / runs).toFixed(1).padStart(width);
  const cells = ({ any, headline, field, worse }: Tally) =>
    `${share(any, 5)} ${share(headline, 8)} ${share(field)} ${share(worse)} `;
  if (design.loss === 0 && (design.vendors === null || design.clustered))
    worst = Math.max(worst, (100 * together.any) / runs);
  return [
    String(design.documents).padStart(9),
    design.again.toFixed(1).padStart(5),
    String(design.vendors ?? '-').padStart(7),
    (design.clustered ? 'yes' : 'no').padStart(9),
    design.loss.toFixed(2).padStart(5),
    (design.loss === 0 ? '-' : design.where).padStart(5),
    `| ${cells(apart)} | ${cells(together)} |`,
    share(advice.publish, 7),
    share(advice['do-not-publish'], 7),
  ].join(' ');
}

function count(
  tally: Tally,
  headline: readonly PairedComparison[],
  parts: readonly PairedComparison[],
): void {
  const alarm = ({ verdict }: PairedComparison) => verdict === 'improved' || verdict === 'regressed';
  if (headline.some(alarm)) tally.headline++;
  if (parts.some(alarm)) tally.field++;
  if ([...headline, ...parts].some(alarm)) tally.any++;
  if ([...headline, ...parts].some(({ verdict }) => verdict === 'regressed')) tally.worse++;
}

function adviceOf(
  headline: readonly PairedComparison[],
  parts: readonly PairedComparison[],
  settings: StatisticsSettings,
): Recommendation {
  return recommend({
    candidateName: 'draft',
    headline,
    parts,
    partWord: 'field',
    newErrors: 0,
    fixed: 0,
    changedWrong: 0,
    failures: 0,
    settings,
  }).recommendation;
}
