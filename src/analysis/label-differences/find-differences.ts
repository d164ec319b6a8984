import { canonicalJson } from '../../base/canonical-json.ts';
import { sha256, sha256Json } from '../../base/hash.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import type { ItemRun, RunPlan } from '../../model/record/run-record.ts';
import type { RecordedDocument } from '../../record/read/open-record.ts';
import { scoreClassification } from '../../scorers/classification/score-classification.ts';
import { compilePlaceFinder, type DifferingPlace } from '../../scorers/differing-places.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { readSplits } from '../../scorers/splitting/read-splits.ts';
import { type ScoringConfig, scoringConfig } from '../config-changes/scoring-config.ts';

/** A document with outputs of both versions, and the places where the outputs differ. */
export interface ComparedOutputs {
  /** Places where the outputs differ. Empty if both versions would get the same score with every possible gold. */
  readonly places: readonly DifferingPlace[];
  /** Hash of the outputs of both versions. The order of the versions does not affect it. */
  readonly hash: string;
  /**
   * Mean number of values in the outputs of the baseline, and of the candidate. 1 unless the processor extracts fields.
   */
  readonly values: readonly [number, number];
  /**
   * The output of the first run without the values at `places`. The versions agree on these remaining values, and a
   * reviewer confirms them as a whole.
   */
  readonly rest: JsonValue;
  /** Returns a gold for the document with values only at the given places; `null` if no place is given. */
  goldOf(gold: ReadonlyMap<string, JsonValue>): JsonValue;
  /** Returns the document with gold and outputs restricted to the given places. A place without gold is not scored. */
  labelled(gold: ReadonlyMap<string, JsonValue>): RecordedDocument;
}

/**
 * Compares the outputs of a document. Returns `null` if a version has no output and the failures policy excludes such
 * documents.
 */
export type CompareOutputs = (document: RecordedDocument) => ComparedOutputs | null;

export function compileOutputComparison(plan: RunPlan, options: ExtractionScoringOptions): CompareOutputs {
  const compare = comparisonOf(scoringConfig(plan), options);
  return ({ position, item, runs }) => {
    const outputs = plan.versions.map((_, version) => outputsOf(runs[version] ?? [], options.failures));
    const [baseline = [], candidate = []] = outputs;
    if (baseline.length === 0 || candidate.length === 0) return null;
    const { places, values, rest, expectedOutput, partOf } = compare([...baseline, ...candidate]);
    const keptIn = (gold: ReadonlyMap<string, JsonValue>) => places.filter(({ path }) => gold.has(path));
    const goldOf = (gold: ReadonlyMap<string, JsonValue>): JsonValue =>
      gold.size === 0 ? null : expectedOutput(keptIn(gold), gold);
    return {
      places,
      goldOf,
      hash: sha256(
        outputs
          .map((ofVersion) => sha256Json(ofVersion.map(orNull)))
          .sort()
          .join(' '),
      ),
      values: [mean(baseline.map(values)), mean(candidate.map(values))],
      rest: rest(places),
      labelled: (gold) => {
        const kept = keptIn(gold);
        return {
          position,
          item: { ...item, expectedOutput: goldOf(gold) },
          runs: runs.map((rows) => rows.map((row) => ({ ...row, output: partOf(row.output, kept) }))),
        };
      },
    };
  };
}

interface OutputsCompared {
  readonly places: readonly DifferingPlace[];
  readonly values: (output: unknown) => number;
  readonly rest: (places: readonly DifferingPlace[]) => JsonValue;
  readonly expectedOutput: (
    places: readonly DifferingPlace[],
    gold: ReadonlyMap<string, JsonValue>,
  ) => JsonValue;
  readonly partOf: (output: unknown, places: readonly DifferingPlace[]) => unknown;
}

function comparisonOf(
  { config, onlyGold, onlyProcessor, notComparable }: ScoringConfig,
  options: ExtractionScoringOptions,
): (outputs: readonly unknown[]) => OutputsCompared {
  if (config.type === 'EXTRACT') {
    const exclude = [...options.exclude, ...onlyGold, ...onlyProcessor, ...notComparable];
    const finder = compilePlaceFinder(config, { ...options, exclude });
    return (outputs) => ({
      places: finder.differences(outputs),
      values: finder.count,
      rest: (places) => finder.without(outputs[0], places),
      expectedOutput: (places, gold) =>
        finder.gold(places.map(({ steps, path }) => ({ steps, value: gold.get(path) as JsonValue }))),
      partOf: finder.only,
    });
  }
  const [path, read, goldOf] =
    config.type === 'CLASSIFY'
      ? ([
          'type',
          (predicted: unknown): JsonValue =>
            scoreClassification({ expected: null, predicted, classifications: config.classifications })
              .predictedLabel,
          (type: JsonValue): JsonValue => ({ type }),
        ] as const)
      : ([
          'splits',
          (predicted: unknown): JsonValue => {
            const { segments, unreadable } = readSplits(predicted, config.splitClassifications);
            const list = segments.map((segment): JsonValue => ({ ...segment }));
            return unreadable === 0 ? list : [...list, `${unreadable} without pages`];
          },
          (splits: JsonValue): JsonValue => ({ splits: splits ?? [] }),
        ] as const);
  return (outputs) => {
    const values = outputs.map((output) => (output === undefined ? undefined : read(output)));
    const differ = new Set(values.map((value) => (value === undefined ? '' : canonicalJson(value)))).size > 1;
    return {
      places: differ ? [{ steps: [], path, values }] : [],
      values: () => 1,
      rest: () => null,
      expectedOutput: (_, gold) => goldOf(gold.get(path) as JsonValue),
      partOf: (output) => output,
    };
  };
}

/**
 * Returns the outputs of one version. A run without an output has the entry `undefined`. If the failures policy
 * excludes such runs, they have no entry.
 */
function outputsOf(runs: readonly ItemRun[], failures: ExtractionScoringOptions['failures']): unknown[] {
  const outputs = runs.map(({ state, output }) =>
    state === 'processed' ? (output ?? undefined) : undefined,
  );
  if (failures === 'exclude') return outputs.filter((output) => output !== undefined);
  return outputs.length === 0 ? [undefined] : outputs;
}

function orNull(output: unknown): unknown {
  return output ?? null;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
