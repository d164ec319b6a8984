import { GoldsetError } from '../../base/goldset-error.ts';
import { sha256Json } from '../../base/hash.ts';
import type { CompareAnswer } from '../../model/compare-answer.ts';
import type { ProcessorConfig, ProcessorKind } from '../../model/processor-config.ts';
import { type ItemRun, type RunPlan, recordSchemaVersion } from '../../model/run-record.ts';
import { requireSameScorer, type ScorerDescription } from '../../model/scorer-description.ts';
import type { RecordReader } from '../../record/open-record.ts';
import { defaultScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { reportOf } from '../report/build-report.ts';
import type { Judgement, ScoredItem, ScoredRun, ScoredVersion } from '../scored-run.ts';
import { defaultStatistics } from '../statistics-settings.ts';
import { clusteredSettings } from '../with-clusters.ts';
import { compareAnswer } from './compare-answer.ts';
import { type CompareRecordsOptions, compareRecords } from './compare-records.ts';
import type { RecordSide } from './pair-records.ts';

/** One side as judged items: what `scoreExtraction`, `scoreClassification` or `scoreSplitting` gave for each. */
export interface JudgedItems {
  readonly name: string;
  readonly items: readonly {
    readonly id: string;
    readonly judgement: Judgement;
    readonly tags?: Readonly<Record<string, string>>;
    readonly latencyMs?: number;
    readonly credits?: number;
  }[];
  /** The processor's config: order, labels and types of its fields; the difference of two is told. */
  readonly config?: ProcessorConfig;
}

/**
 * Compares two runs on the same items: what broke, what was fixed, every field's or class's difference with interval,
 * adjusted p and verdict, and the recommendation with its rule.
 *
 * Inputs: two sides of the same form. A record that was opened, or `{reader, version, repeat}` where it has several;
 * or plain judged items, `{name, items: [{id, judgement}]}`. `options.common` restricts to shared items.
 * Result: the object that docs/schemas/compare.json describes; differences are candidate minus baseline, in shares.
 * Raises RECORDS_NOT_COMPARABLE where items or gold differ, SCORERS_DIFFER where they were judged by other options.
 * Same inputs and seed, same result.
 *
 * @example
 * const side = (name, right) => ({
 *   name,
 *   items: Array.from({ length: 20 }, (_, i) => ({
 *     id: `doc-${i}`,
 *     judgement: { kind: 'EXTRACT', ledger: scoreExtraction({ expected: { total: 5 }, predicted: { total: i < right ? 5 : 6 } }) },
 *   })),
 * });
 * const answer = await compareRuns(side('1.0', 18), side('draft', 20));
 * answer.recommendation // => 'not-enough-evidence'
 * answer.fixed.map(({ itemId }) => itemId) // => ['doc-18', 'doc-19']
 * answer.headline[0].difference.value // => 0.1
 * answer.headline[0].p // => 0.5
 */
export async function compareRuns(
  baseline: RecordReader | RecordSide | JudgedItems,
  candidate: RecordReader | RecordSide | JudgedItems,
  options: CompareRecordsOptions = {},
): Promise<CompareAnswer> {
  if ('name' in baseline && 'name' in candidate)
    return compareAnswer(compareJudged(baseline, candidate, options));
  if ('name' in baseline || 'name' in candidate)
    throw new GoldsetError('USAGE', {
      problem: 'compareRuns was given a record and judged items',
      mend: 'Give two records, or two lists of judged items.',
    });
  return compareAnswer(await compareRecords(asSide(baseline), asSide(candidate), options));
}

function asSide(side: RecordReader | RecordSide): RecordSide {
  return 'reader' in side ? side : { reader: side };
}

function compareJudged(baseline: JudgedItems, candidate: JudgedItems, options: CompareRecordsOptions) {
  const { ids, restrictions } = sharedIds(baseline, candidate, options.common === true);
  const before = new Map(baseline.items.map((item) => [item.id, item]));
  const after = new Map(candidate.items.map((item) => [item.id, item]));
  const pairs = ids.map((id) => [before.get(id), after.get(id)] as [JudgedItem, JudgedItem]);
  const scorer = sameScorer(pairs);
  const kind = kindOf(pairs);
  const plan = planOf(baseline, candidate, kind, ids);
  const run: ScoredRun = {
    plan,
    config: plan.versions[1]?.config as ProcessorConfig,
    leftOut: { onlyGold: [], onlyProcessor: [], notComparable: [] },
    summary: null,
    versions: [0, 1],
    items: pairs.map((pair) => scoredItem(pair, plan)),
    scorerFingerprint: scorer?.fingerprint ?? 'unknown',
    scorer: scorer ?? { fingerprint: 'unknown', code: 'unknown', options: {} },
  };
  const settings = clusteredSettings(options.statistics ?? defaultStatistics, run.items);
  return reportOf(run, {
    ...options,
    statistics: settings,
    scoring: defaultScoringOptions,
    sensitivity: [],
    restrictions,
  });
}

type JudgedItem = JudgedItems['items'][number];

function sharedIds(baseline: JudgedItems, candidate: JudgedItems, common: boolean) {
  const known = new Set(baseline.items.map(({ id }) => id));
  const ids = candidate.items.map(({ id }) => id).filter((id) => known.has(id));
  const more = baseline.items.length - ids.length + (candidate.items.length - ids.length);
  if (new Set(ids).size < ids.length || known.size < baseline.items.length)
    throw new GoldsetError('USAGE', { problem: 'an item id stands twice', mend: 'Give every item one id.' });
  if (ids.length === 0 || (more > 0 && !common))
    throw new GoldsetError('RECORDS_NOT_COMPARABLE', {
      baseline: baseline.name,
      candidate: candidate.name,
      what: 'items',
      difference: `${more} are only in one of them, ${ids.length} in both`,
      mend: ids.length === 0 ? 'Compare the same items.' : '{common: true} compares the shared ones.',
    });
  return { ids, restrictions: more === 0 ? [] : [`only the ${ids.length} shared items; ${more} left out`] };
}

function sameScorer(pairs: readonly (readonly [JudgedItem, JudgedItem])[]): ScorerDescription | null {
  const all = pairs.flat().flatMap(({ judgement }) => scorerOf(judgement) ?? []);
  const [first] = all;
  if (first === undefined) return null;
  for (const scorer of all) requireSameScorer(first, scorer);
  return first;
}

function scorerOf(judgement: Judgement): ScorerDescription | undefined {
  if (judgement.kind === 'EXTRACT') return judgement.ledger.scorer;
  return judgement.kind === 'CLASSIFY' ? judgement.answer.scorer : judgement.split.scorer;
}

function kindOf(pairs: readonly (readonly [JudgedItem, JudgedItem])[]): ProcessorKind {
  const kinds = [...new Set(pairs.flat().map(({ judgement }) => judgement.kind))];
  if (kinds.length > 1)
    throw new GoldsetError('USAGE', {
      problem: `the judgements are of the kinds ${kinds.join(' and ')}`,
      mend: 'Compare items of one kind.',
    });
  return kinds[0] as ProcessorKind;
}

const blankConfigs: Readonly<Record<ProcessorKind, ProcessorConfig>> = {
  EXTRACT: { type: 'EXTRACT' },
  CLASSIFY: { type: 'CLASSIFY', classifications: [] },
  SPLITTER: { type: 'SPLITTER', splitClassifications: [] },
};

/** The head of a record that was never written: enough for the figures that a comparison has. */
function planOf(
  baseline: JudgedItems,
  candidate: JudgedItems,
  kind: ProcessorKind,
  ids: readonly string[],
): RunPlan {
  const sides = [baseline, candidate];
  const names =
    baseline.name === candidate.name
      ? [`${baseline.name} (baseline)`, `${candidate.name} (candidate)`]
      : [baseline.name, candidate.name];
  return {
    schemaVersion: recordSchemaVersion,
    recordId: 'judged items',
    createdAt: '',
    tool: { name: 'goldset', version: '', node: process.version, dependencies: {} },
    gitCommit: null,
    options: {},
    target: { kind: 'predictions', baseUrl: null, apiVersion: null },
    dataset: { name: `${names[0]} and ${names[1]}`, kind, path: '', checksum: sha256Json(ids) },
    processor: { id: 'judged items', name: 'judged items', kind },
    versions: sides.map(({ config = blankConfigs[kind] }, i) => ({
      requested: names[i] as string,
      resolved: names[i] as string,
      versionId: names[i] as string,
      configHash: sha256Json(config),
      config,
    })),
    repeats: 1,
    seed: 'goldset',
    items: { count: ids.length, bytes: null, sha256: null },
  };
}

function scoredItem(pair: readonly [JudgedItem, JudgedItem], { versions }: RunPlan): ScoredItem {
  const [before, after] = pair;
  return {
    recorded: {
      position: 0,
      id: before.id,
      documentHash: '',
      expectationHash: '',
      expectedOutput: null,
      tags: { ...before.tags, ...after.tags },
      document: { kind: 'text', path: null, name: before.id },
    },
    versions: pair.map(
      (item, i): ScoredVersion => ({
        state: 'scored',
        failure: null,
        row: rowOf(item, versions[i]?.requested as string),
        judgement: item.judgement,
        apart: [],
      }),
    ),
  };
}

function rowOf({ id, latencyMs, credits }: JudgedItem, version: string): ItemRun {
  return {
    itemId: id,
    version,
    repeat: 1,
    state: 'processed',
    runId: null,
    processorVersionId: null,
    output: null,
    latencyMs: latencyMs ?? null,
    credits: credits ?? null,
    pages: null,
    attempts: 1,
    finishedAt: '',
  };
}
