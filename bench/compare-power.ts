import { cpus } from 'node:os';
import { compareResult } from '../src/analysis/compare/compare-result.ts';
import { buildReport } from '../src/analysis/sections/build-report.ts';
import { sha256 } from '../src/base/hash.ts';
import { Random } from '../src/base/random.ts';
import type { ExtractConfig } from '../src/model/processor/processor-config.ts';
import type { CompareResult } from '../src/model/results/score-results.ts';
import type { FieldInjection } from '../src/model/wire/local/injected-errors.ts';
import { injectExtraction } from '../src/service/simulation/injected-errors/inject-extraction.ts';
import { memoryRecord } from '../test/fixtures/records/memory-record.ts';

/**
 * Measures how well `goldset compare` finds injected errors of known size: `node bench/compare-power.ts [runs] [A/A
 * runs]`.
 *
 * A baseline and a candidate read 200 documents of 12 fields. The benchmark injects the errors in memory, with the code
 * of the local service (src/service/simulation/injected-errors). Over HTTP, its 1,400 comparisons would need 560,000
 * processor runs.
 *
 * - `same`: both versions use the same seed, as on the service, where the seed depends on the file. The versions differ
 *   only by the additional errors.
 * - `own`: each version has its own seed. Both versions have the same error rate, but on different documents.
 */
const runs = Number(process.argv[2] ?? 200);
const nullRuns = Number(process.argv[3] ?? 500);
const documents = 200;
const fields = Array.from({ length: 12 }, (_, i) => `field_${i + 1}`);
const config: ExtractConfig = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: Object.fromEntries(fields.map((name) => [name, { type: ['string', 'null'] }])),
    required: fields,
  },
};
const gold = Array.from({ length: documents }, (_, i) =>
  Object.fromEntries(fields.map((name) => [name, `${name} of ${sha256(`${i}`).slice(0, 8)}`])),
);

interface Design {
  readonly name: string;
  readonly rate: number;
  readonly seeds: 'same' | 'own';
  readonly drop: number;
  readonly times: number;
}

const designs: readonly Design[] = [
  {
    name: 'a field drops 5 points, errors otherwise the same',
    rate: 0.05,
    seeds: 'same',
    drop: 0.05,
    times: runs,
  },
  { name: 'a field drops 5 points, no other error', rate: 0, seeds: 'same', drop: 0.05, times: runs },
  { name: 'a field drops 5 points, 2 % own errors each', rate: 0.02, seeds: 'own', drop: 0.05, times: runs },
  { name: 'a field drops 10 points, 2 % own errors each', rate: 0.02, seeds: 'own', drop: 0.1, times: runs },
  { name: 'A/A, 5 % own errors each', rate: 0.05, seeds: 'own', drop: 0, times: nullRuns },
  { name: 'A/A, 20 % own errors each', rate: 0.2, seeds: 'own', drop: 0, times: nullRuns },
];

const [processor] = cpus();
console.log(
  `${processor?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; node bench/compare-power.ts ${runs} ${nullRuns}`,
);
console.log(
  `${documents} documents, ${fields.length} fields, default settings; shares of the runs of a line, in %`,
);
console.log(
  'named: the field is called regressed; only it: and no other; others: any other field is (A/A: any field)',
);
console.log(
  'design                                              runs  named  only it  others  do not publish  publish  open',
);
for (const design of designs) console.log(await line(design));

async function line(design: Design): Promise<string> {
  const tally = { named: 0, only: 0, others: 0, stop: 0, publish: 0, open: 0 };
  for (let run = 0; run < design.times; run++) {
    const field = fields[run % fields.length] as string;
    const answer = await compareOnce(design, run, field);
    const regressed = answer.fields
      .filter(({ verdict }) => verdict === 'regressed')
      .map(({ scope }) => scope);
    const named = regressed.includes(`field:${field}`);
    const others = regressed.some((scope) => scope !== `field:${field}`);
    if (named && design.drop > 0) tally.named++;
    if (named && !others && design.drop > 0) tally.only++;
    if (design.drop > 0 ? others : regressed.length > 0) tally.others++;
    if (answer.recommendation === 'do-not-publish') tally.stop++;
    else if (answer.recommendation === 'publish') tally.publish++;
    else tally.open++;
  }
  const share = (count: number, width: number) => ((100 * count) / design.times).toFixed(1).padStart(width);
  const { named, only, others, stop, publish, open } = tally;
  return `${design.name.padEnd(50)} ${String(design.times).padStart(5)} ${share(named, 6)} ${share(only, 8)} ${share(others, 7)} ${share(stop, 15)} ${share(publish, 8)} ${share(open, 5)}`;
}

async function compareOnce(design: Design, run: number, field: string): Promise<CompareResult> {
  const { rate, seeds, drop } = design;
  const usual: Record<string, FieldInjection> = { '*': { alter: rate } };
  // In one field, the error rate of the candidate is higher by `drop`.
  const worse = { ...usual, [field]: { alter: rate + drop } };
  const before = outputsOf(usual, `${design.name} ${run}`);
  const after = outputsOf(
    drop > 0 ? worse : usual,
    `${design.name} ${run}${seeds === 'own' ? ' candidate' : ''}`,
  );
  const items = gold.map((value, i) => ({
    id: `doc-${i}`,
    expected: { value },
    outputs: [before[i], after[i]],
  }));
  const record = memoryRecord(config, ['baseline', 'candidate'], items);
  return compareResult(await buildReport(record, { sensitivity: false }));
}

function outputsOf(fields: Record<string, FieldInjection>, seed: string): unknown[] {
  return gold.map((value, i) => {
    const random = new Random(`${seed}:${i}`);
    const clean = { value, metadata: {} };
    return injectExtraction({ processorId: 'p', fields }, config, clean, random).output;
  });
}
