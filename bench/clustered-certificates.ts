import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { Random } from '../src/base/random.ts';
import { certificationMethods } from '../src/model/report/sections/confidence-section.ts';
import {
  type ClusterDesign,
  certifiedShares,
  falseClusterShare,
  monteCarloError,
} from '../test/fixtures/simulations/clustered-certificates.ts';

/**
 * Measures how often a threshold is certified if documents of a cluster fail together: `node
 * bench/clustered-certificates.ts [repetitions]`. In a data set, all confidences have the same true error rate:
 *
 * - 1.01 times the goal: every certificate is wrong. At most 5 % of the data sets may have a certificate.
 * - .3 times the goal: every certificate is right. The share of the data sets with a certificate is the power.
 *
 * Writes bench/results/clustered-certificates.txt. Exits with 1 if a share of wrong certificates, minus 2 Monte Carlo
 * standard errors, is above 5 %.
 */
const repetitions = Number(process.argv[2] ?? 2000);
/** Number of data sets for the methods that are not the default. */
const otherRepetitions = Math.ceil(repetitions / 4);
const limit = 0.05;

const correlated = (goal: number, documents: number, size: ClusterDesign['size']) =>
  [0.16, 0.64].map((correlation) => ({ goal, documents, size, correlation }));

const designs: readonly Omit<ClusterDesign, 'risk'>[] = [
  { goal: 0.05, documents: 500, size: 1, correlation: 0 },
  ...correlated(0.05, 500, 5),
  ...correlated(0.05, 500, 10),
  ...correlated(0.05, 500, 20),
  ...correlated(0.05, 2000, 20),
  ...correlated(0.05, 8000, 20),
  ...correlated(0.05, 500, 'pareto'),
  ...correlated(0.05, 2000, 'pareto'),
  ...[0.1, 0.2].flatMap((goal) => [
    ...correlated(goal, 500, 5),
    ...correlated(goal, 500, 20),
    ...correlated(goal, 500, 'pareto'),
  ]),
];

const lines: string[] = [];
let misses = 0;
function print(line: string): void {
  console.log(line);
  lines.push(line);
}

function shareText(share: number, count: number): string {
  const text = `${(100 * share).toFixed(1)} (${(100 * monteCarloError(share, count)).toFixed(1)})`;
  return text.padStart(13);
}

function checked(share: number, count: number): string {
  const isMet = share - 2 * monteCarloError(share, count) <= limit;
  if (!isMet) misses++;
  return `${shareText(share, count)}${isMet ? ' ' : '!'}`;
}

function designText({ goal, documents, size, correlation }: Omit<ClusterDesign, 'risk'>): string {
  return `${`${goal * 100} %`.padStart(5)} ${String(documents).padStart(9)} ${String(size).padStart(7)} ${correlation.toFixed(2).padStart(11)}`;
}

const header = ' goal documents cluster correlation';
print(
  `Clustered certificates: ${repetitions} data sets each (bonferroni and split: ${otherRepetitions}), generator ${Random.generatorName}, level 95 %.`,
);
print(
  'node bench/clustered-certificates.ts: share of data sets with a certificate in % (Monte Carlo standard error).',
);
print(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}.`,
);
print('');
print(
  'Breaches: the true error rate is 1.01 times the goal above every threshold. Limit 5 % with clusters; ! marks a miss.',
);
print('"tag test" and "independent" (fixed-sequence) have no limit: clusterBy is not set there.');
print(
  [
    header,
    ...certificationMethods.map((name) => name.padStart(14)),
    'tag test'.padStart(13),
    'independent'.padStart(13),
  ].join(' '),
);
for (const design of designs) {
  const risk = 1.01 * design.goal;
  const main = certifiedShares(
    { ...design, risk },
    ['fixed-sequence', 'tag test', 'independent'],
    repetitions,
  );
  const others = certifiedShares({ ...design, risk }, ['bonferroni', 'split'], otherRepetitions);
  const cells = [
    checked(main['fixed-sequence'], repetitions),
    checked(others.bonferroni, otherRepetitions),
    checked(others.split, otherRepetitions),
    shareText(main['tag test'], repetitions),
    shareText(main.independent, repetitions),
  ];
  print([designText(design), ...cells].join(' '));
}
print('');
print('Power: the true error rate is .3 times the goal above every threshold. fixed-sequence.');
print([header, 'clusters'.padStart(13), 'tag test'.padStart(13), 'independent'.padStart(13)].join(' '));
const treatments = ['fixed-sequence', 'tag test', 'independent'] as const;
for (const design of [
  { goal: 0.05, documents: 500, size: 1, correlation: 0 },
  ...correlated(0.05, 500, 5),
  ...correlated(0.05, 500, 20),
  ...correlated(0.05, 2000, 20),
  ...correlated(0.05, 2000, 'pareto'),
]) {
  const shares = certifiedShares({ ...design, risk: 0.3 * design.goal }, treatments, repetitions);
  print([designText(design), ...treatments.map((name) => shareText(shares[name], repetitions))].join(' '));
}
print('');
print(
  'Tag test: sets of independent documents in which wrong documents cluster by one of 3 random tags. Limit 5 %.',
);
print('documents  risk  rejected sets');
for (const documents of [200, 500, 2000])
  for (const risk of [0.01, 0.05, 0.2])
    print(
      `${String(documents).padStart(9)} ${`${100 * risk} %`.padStart(5)} ${checked(falseClusterShare(documents, risk, repetitions), repetitions)}`,
    );
print('');
print(misses === 0 ? 'All limits are met.' : `${misses} limits are not met.`);
await writeFile(new URL('results/clustered-certificates.txt', import.meta.url), `${lines.join('\n')}\n`);
if (misses > 0) process.exitCode = 1;
