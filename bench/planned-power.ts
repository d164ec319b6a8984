import { availableParallelism, cpus } from 'node:os';
import { Random } from '../src/base/random.ts';
import { JointPower } from '../src/stats/power/joint-power.ts';
import { minimumDetectableDifference } from '../src/stats/power/minimum-detectable-difference.ts';
import type { QuestionDesign } from '../src/stats/power/question-design.ts';
import { jointSignFlips } from '../src/stats/resampling/joint-sign-flips.ts';
import {
  drawPair,
  type LeafDesign,
  planOf,
  questionsOf,
  trueLoss,
} from '../test/fixtures/comparisons/simulated-pairs.ts';

/*
 * Compares the power that goldset states with the simulated power of a comparison: `node bench/planned-power.ts [runs]
 * [flips]`.
 *
 * Each run draws two versions on the same documents. The joint test has one question about fully right documents, one
 * about correct leaves (or F1), and one per field. Fields err independently. A run counts as a success if the question
 * with the loss is significant in the right direction. A stated power is met if it differs from the simulated power by
 * at most 3 points plus 2 Monte Carlo standard errors (MCSE). For a detectable difference, the stated power is 80 %.
 */
const runs = Number(process.argv[2] ?? 2000);
const flips = Number(process.argv[3] ?? 2000);

interface Case {
  readonly name: string;
  readonly n: number;
  readonly design: LeafDesign;
  /**
   * Number of the question in which the comparison must detect the loss of `design`: 0 for fully right documents, 1 for
   * the headline rate, 2 for the first field.
   */
  readonly asked: number;
}

const oneField = (fields: number, errors: number, loss: number): LeafDesign => ({
  fields,
  errors,
  loss,
  where: 'one',
});
const allFields = (errors: number, loss: number): LeafDesign => ({ fields: 12, errors, loss, where: 'all' });
const planned: readonly Case[] = [
  { name: '12 fields, 2 %, one drops 5 points', n: 446, design: oneField(12, 0.02, 0.05), asked: 2 },
  { name: '12 fields, 5 %, one drops 5', n: 765, design: oneField(12, 0.05, 0.05), asked: 2 },
  { name: '20 fields, 3 %, one drops 5', n: 601, design: oneField(20, 0.03, 0.05), asked: 2 },
  { name: '5 fields, 2 %, one drops 3', n: 919, design: oneField(5, 0.02, 0.03), asked: 2 },
  { name: 'exact documents, 12 fields, 1 to 1.6 % each', n: 832, design: allFields(0.01, 0.006), asked: 0 },
  { name: 'exact documents, 12 fields, 2 to 2.8 % each', n: 941, design: allFields(0.02, 0.008), asked: 0 },
  { name: 'correct leaves, 12 fields, 5 to 7 % each', n: 200, design: allFields(0.05, 0.02), asked: 1 },
  { name: 'correct leaves, 12 fields, 5 to 7 % each', n: 330, design: allFields(0.05, 0.02), asked: 1 },
  {
    name: 'F1 with spurious leaves, 5 to 7 % each',
    n: 330,
    design: { ...allFields(0.05, 0.02), spurious: 0.05 },
    asked: 1,
  },
];
const detectable: readonly Case[] = [
  { name: 'detectable, 12 fields, 2 %', n: 200, design: oneField(12, 0.02, 0), asked: 2 },
  { name: 'detectable, 12 fields, 5 %', n: 200, design: oneField(12, 0.05, 0), asked: 2 },
  { name: 'detectable, 12 fields, 5 %', n: 500, design: oneField(12, 0.05, 0), asked: 2 },
];

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/planned-power.ts ${runs} ${flips}`,
);
console.log(`${runs} runs a line, ${flips} sign flips, confidence 95 %; power in %\n`);
console.log(
  'design                                        n  needed  loss  level  stated  simulated  MCSE  met',
);
let missed = 0;
for (const { name, n, design, asked } of planned) {
  const joint = new JointPower(planOf(design));
  const loss = trueLoss(design, asked);
  const needed = joint.documents(asked, loss);
  line(name, n, design, asked, {
    loss,
    needed: String(needed),
    level: joint.level(n, asked),
    stated: joint.power(n, asked, loss),
  });
}
for (const { name, n, design, asked } of detectable) {
  const level = meanLevel(design, n, asked);
  const question = planOf(design)[asked] as QuestionDesign;
  const loss = minimumDetectableDifference({ n, design: question, level }) ?? 1;
  line(name, n, { ...design, loss }, asked, { loss, needed: '-', level, stated: 0.8 });
}
console.log(`\nlines that miss the limit of 3 points: ${missed}`);

function line(
  name: string,
  n: number,
  design: LeafDesign,
  asked: number,
  about: { readonly loss: number; readonly needed: string; readonly level: number; readonly stated: number },
): void {
  const { loss, needed, level, stated } = about;
  const random = new Random(`planned power ${name} ${n}`);
  let found = 0;
  for (let run = 0; run < runs; run++) {
    const pair = drawPair(random, design, n);
    const questions = questionsOf(pair);
    const test = jointSignFlips(questions, { unitId: String, flips, seed: `${name} ${n} ${run}` });
    const sum = Array.from(questions[asked]?.differences ?? []).reduce((total, value) => total + value, 0);
    if ((test.adjustedP[asked] ?? 1) <= 0.05 + 1e-9 && sum < 0) found++;
  }
  const simulated = found / runs;
  const mcse = Math.sqrt((simulated * (1 - simulated)) / runs);
  const isMet = Math.abs(simulated - stated) <= 0.03 + 2 * mcse;
  if (!isMet) missed++;
  console.log(
    [
      name.padEnd(43),
      String(n).padStart(4),
      needed.padStart(7),
      (100 * loss).toFixed(1).padStart(5),
      level.toFixed(4).padStart(6),
      (100 * stated).toFixed(1).padStart(7),
      (100 * simulated).toFixed(1).padStart(10),
      (100 * mcse).toFixed(1).padStart(5),
      (isMet ? 'yes' : 'NO').padStart(4),
    ].join(' '),
  );
}

/**
 * Simulates comparisons of equal versions. Returns the mean significance level of a question, which follows from the
 * critical value of the joint test.
 */
function meanLevel(design: LeafDesign, n: number, asked: number): number {
  const random = new Random(`levels ${JSON.stringify(design)} ${n}`);
  const sets = 100;
  let total = 0;
  for (let set = 0; set < sets; set++) {
    const test = jointSignFlips(questionsOf(drawPair(random, design, n)), {
      unitId: String,
      flips,
      seed: `levels ${set}`,
    });
    total += (test.weights[asked] as number) * test.criticalValue;
  }
  return total / sets;
}
