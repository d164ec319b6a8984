import type { LeafOutcome } from '../model/ledger.ts';
import type { ProcessorConfig } from '../model/processor-config.ts';
import type { ItemRun, RecordedItem } from '../model/run-record.ts';
import type { RecordReader } from '../record/open-record.ts';
import { scoreClassification } from '../scorers/classification/score-classification.ts';
import { compileScorer } from '../scorers/compile-scorer.ts';
import { describeScorer, scorerFingerprint } from '../scorers/extraction/scorer-fingerprint.ts';
import type { ExtractionScoringOptions } from '../scorers/extraction/scoring-options.ts';
import { scoreSplitting } from '../scorers/splitting/score-splitting.ts';
import { liesIn } from './compare/field-changes.ts';
import { scoreSharedClasses } from './compare/score-shared-classes.ts';
import { fieldsOf, judgingConfig } from './judging-config.ts';
import type { Judgement, ScoredItem, ScoredRun, ScoredVersion } from './scored-run.ts';

/** Judges every planned item of a record, whether or not it has a result, in all repeats that have one. */
export async function scoreRun(reader: RecordReader, options: ExtractionScoringOptions): Promise<ScoredRun> {
  const { plan } = reader;
  const { config, onlyGold, onlyProcessor, notComparable } = judgingConfig(plan);
  const known = { ...options, exclude: [...options.exclude, ...onlyGold, ...onlyProcessor] };
  const inScope = { ...known, exclude: [...known.exclude, ...notComparable] };
  const judgeInScope = judgeOf(config, inScope);
  const judgeWhole = notComparable.length > 0 ? judgeOf(config, known) : judgeInScope;
  const rows = await rowsByItem(reader);
  const items: ScoredItem[] = [];
  for await (const recorded of reader.items()) {
    const versions = plan.versions.map((version) => {
      const score = (row: ItemRun | null): ScoredVersion => {
        const scored = scoreVersion(recorded, row, judgeInScope);
        if (notComparable.length === 0) return scored;
        if (config.type !== 'EXTRACT')
          return { ...scored, judgement: sharedOnly(scored.judgement, notComparable) };
        const whole = scoreVersion(recorded, row, judgeWhole).judgement;
        return { ...scored, apart: leavesApart(whole, version.config, notComparable) };
      };
      const [first = null, ...others] = rows.get(`${recorded.id}\u0000${version.requested}`) ?? [];
      return others.length === 0 ? score(first) : { ...score(first), others: others.map(score) };
    });
    items.push({ recorded, versions });
  }
  return {
    plan,
    config,
    leftOut: { onlyGold, onlyProcessor, notComparable },
    summary: reader.summary,
    versions: plan.versions.map((_, index) => index),
    items,
    scorerFingerprint: scorerFingerprint(options),
    scorer: describeScorer(options),
  };
}

function sharedOnly(judgement: Judgement, notComparable: readonly string[]): Judgement {
  return judgement.kind === 'EXTRACT' ? judgement : scoreSharedClasses(judgement, new Set(notComparable));
}

/** The completed repeats of every item and version, in their order; of one that is recorded twice the later row counts. */
async function rowsByItem(reader: RecordReader): Promise<Map<string, readonly ItemRun[]>> {
  const found = new Map<string, Map<number, ItemRun>>();
  for await (const row of reader.rows()) {
    const key = `${row.itemId}\u0000${row.version}`;
    const repeats = found.get(key) ?? new Map<number, ItemRun>();
    found.set(key, repeats.set(row.repeat, row));
  }
  const inOrder = ([...rows]: Iterable<ItemRun>) => rows.sort((a, b) => a.repeat - b.repeat);
  return new Map([...found].map(([key, repeats]) => [key, inOrder(repeats.values())]));
}

/** What a version makes of fields that not all versions read, where it reads them itself. */
function leavesApart(
  judgement: Judgement,
  config: ProcessorConfig,
  notComparable: readonly string[],
): readonly LeafOutcome[] {
  if (judgement.kind !== 'EXTRACT' || config.type !== 'EXTRACT') return [];
  const own = fieldsOf(config);
  return judgement.ledger.leaves.filter(({ field }) => own.has(field) && liesIn(field, notComparable));
}

/** Judges the prediction of one document. */
type Judge = (recorded: RecordedItem, predicted: unknown, pages: number | null) => Judgement;

function judgeOf(config: ProcessorConfig, options: ExtractionScoringOptions): Judge {
  const { failures } = options;
  if (config.type === 'EXTRACT') {
    const scorer = compileScorer(config, options);
    return ({ expectedOutput: expected }, predicted) => ({
      kind: 'EXTRACT',
      ledger: scorer.itemScore({ expected, predicted }),
    });
  }
  if (config.type === 'CLASSIFY') {
    const { classifications } = config;
    return ({ expectedOutput: expected }, predicted) => ({
      kind: 'CLASSIFY',
      answer: scoreClassification({ expected, predicted, classifications }, { failures }),
    });
  }
  const { splitClassifications: classifications } = config;
  return ({ expectedOutput: expected }, predicted, pages) => {
    const split = scoreSplitting({ expected, predicted, pages: pages ?? undefined, classifications });
    return { kind: 'SPLITTER', split, counted: split.hasOutput || failures === 'missing' };
  };
}

function scoreVersion(recorded: RecordedItem, row: ItemRun | null, judge: Judge): ScoredVersion {
  const predicted = row?.state === 'processed' ? row.output : undefined;
  const judgement = judge(recorded, predicted, row?.pages ?? null);
  if (row === null) return { state: 'not-run', failure: 'not run', row, judgement, apart: [] };
  if (row.state === 'processed') return { state: 'scored', failure: null, row, judgement, apart: [] };
  const failure = row.failure ? `${row.failure.reason}: ${row.failure.message}` : row.state;
  return { state: row.state, failure, row, judgement, apart: [] };
}
