import { comparePaired, type PairedDocument, type PairedQuestion } from '../src/analysis/compare-paired.ts';
import { defaultStatistics, type StatisticsSettings } from '../src/analysis/statistics-settings.ts';
import { Random } from '../src/base/random.ts';
import type { PairedComparison } from '../src/model/comparison.ts';

/**
 * How often a whole comparison claims a difference. `node bench/verdict-false-alarms.ts [runs]`. Two versions read the same
 * documents of 20 fields; in A/A runs they are equally good and differ by chance alone, so every `improved` or `regressed`
 * anywhere is a false alarm. In the others the candidate loses `loss` of every field: how often the headline, and how often
 * any verdict, says so. With `vendors`, the documents of a vendor succeed or fail alike.
 */
const runs = Number(process.argv[2] ?? 2000);
const fields = 20;

interface Design {
  readonly documents: number;
  readonly vendors: number | null;
  readonly clustered: boolean;
  readonly loss: number;
}

const designs: readonly Design[] = [
  ...[20, 50, 200].map((documents) => ({ documents, vendors: null, clustered: false, loss: 0 })),
  { documents: 100, vendors: 20, clustered: false, loss: 0 },
  { documents: 100, vendors: 20, clustered: true, loss: 0 },
  ...[50, 200].flatMap((documents) =>
    [0.02, 0.05, 0.1].map((loss) => ({ documents, vendors: null, clustered: false, loss })),
  ),
];

console.log(`${runs} runs a line, ${fields} fields, rate .92, in-document correlation .1; shares in %`);
console.log(
  'documents vendors clusterBy  loss   any alarm  headline alarm  a field alarm  equivalent  any regressed',
);
for (const design of designs) console.log(line(design));

function line(design: Design): string {
  const random = new Random(`verdicts/${JSON.stringify(design)}`);
  const tally = { any: 0, headline: 0, field: 0, equivalent: 0, regressed: 0 };
  for (let run = 0; run < runs; run++) {
    const { questions, settings } = draw(random, design, run);
    const [exact, rate, ...perField] = questions as [PairedQuestion, PairedQuestion, ...PairedQuestion[]];
    const headline = comparePaired([exact, rate], settings);
    const parts = comparePaired(perField, settings);
    const alarm = ({ verdict }: PairedComparison) => verdict === 'improved' || verdict === 'regressed';
    if (headline.some(alarm)) tally.headline++;
    if (parts.some(alarm)) tally.field++;
    if ([...headline, ...parts].some(alarm)) tally.any++;
    if (headline[1]?.verdict === 'equivalent') tally.equivalent++;
    if ([...headline, ...parts].some(({ verdict }) => verdict === 'regressed')) tally.regressed++;
  }
  const share = (count: number, width: number) => ((100 * count) / runs).toFixed(1).padStart(width);
  return [
    String(design.documents).padStart(9),
    String(design.vendors ?? '-').padStart(7),
    (design.clustered ? 'yes' : 'no').padStart(9),
    design.loss.toFixed(2).padStart(5),
    share(tally.any, 11),
    share(tally.headline, 15),
    share(tally.field, 14),
    share(tally.equivalent, 11),
    share(tally.regressed, 14),
  ].join(' ');
}

function draw(
  random: Random,
  { documents, vendors, clustered, loss }: Design,
  run: number,
): { questions: PairedQuestion[]; settings: StatisticsSettings } {
  const read = (rate: number): boolean[][] => {
    const byVendor = Array.from({ length: vendors ?? 0 }, () =>
      Array.from({ length: fields }, () => random.next() < rate),
    );
    return Array.from({ length: documents }, (_, document) => {
      const good = random.next() < rate;
      const vendor = vendors === null ? undefined : byVendor[document % vendors];
      return Array.from({ length: fields }, (_, field) => {
        if (vendor !== undefined && random.next() < 0.8) return vendor[field] as boolean;
        return random.next() < Math.sqrt(0.1) ? good : random.next() < rate;
      });
    });
  };
  const before = read(0.92);
  const after = read(0.92 - loss);
  const right = (row: readonly boolean[]): number => row.filter(Boolean).length;
  const question = (
    scope: string,
    test: PairedQuestion['test'],
    of: (row: readonly boolean[]) => readonly [number, number],
  ): PairedQuestion => ({
    metric: 'recall',
    scope,
    test,
    documents: before.map((row, i): PairedDocument => {
      const [baseline, candidate] = [of(row), of(after[i] as boolean[])];
      return {
        baseline,
        candidate,
        baselineRight: baseline[0] === baseline[1],
        candidateRight: candidate[0] === candidate[1],
      };
    }),
  });
  return {
    questions: [
      question('exact', 'mcnemar', (row) => [right(row) === fields ? 1 : 0, 1]),
      question('overall', 'permutation', (row) => [right(row), fields]),
      ...Array.from({ length: fields }, (_, field) =>
        question(`field:${field}`, 'mcnemar', (row) => [row[field] ? 1 : 0, 1]),
      ),
    ],
    settings: {
      ...defaultStatistics,
      replicates: 1000,
      seed: `run ${run}`,
      clusterBy: clustered ? 'vendor' : undefined,
      clusters: clustered ? before.map((_, i) => `vendor ${i % (vendors ?? 1)}`) : undefined,
    },
  };
}
