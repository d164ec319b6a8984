import { invariant } from '../base/goldset-error.ts';
import { outcomes } from '../model/extraction-counts.ts';
import type { ArrayCounts, ItemCounts, LaneCounts, ScoringPolicies } from '../model/item-counts.ts';
import type { ItemLedger } from '../model/ledger.ts';
import type { FieldDefinition, SchemaNode } from '../model/processor-config.ts';
import type { ScorerDescription } from '../model/scorer-description.ts';
import { completeOptions } from './extraction/complete-options.ts';
import { type FieldLine, listFields, schemaTree } from './extraction/field-tree.ts';
import { scoreExtraction } from './extraction/score-extraction.ts';
import { describeScorer } from './extraction/scorer-fingerprint.ts';
import { defaultScoringOptions, type ExtractionScoringOptions } from './extraction/scoring-options.ts';

/** What the documents of a scorer were asked for: the JSON schema, else the fields array, else nothing. */
export interface ExtractionConfig {
  readonly schema?: SchemaNode | undefined;
  readonly fields?: readonly FieldDefinition[] | undefined;
}

/** Both sides of one document, in any shape that the service knows; predicted undefined or null: no output. */
export interface DocumentPair {
  readonly expected: unknown;
  readonly predicted: unknown;
}

/** Judges the documents of one configuration under one choice of options. */
export interface Scorer {
  readonly fingerprint: string;
  readonly description: ScorerDescription;
  /** Leaf fields: those of the configuration in its order, then undeclared ones as they are first seen. */
  readonly fields: readonly string[];
  /** The other choices of policies, fewest changes first. */
  readonly lanes: readonly ScoringPolicies[];
  score(pair: DocumentPair): ItemCounts;
}

/**
 * Compiles a configuration and options into a scorer. Later changes of either have no effect; USAGE for what means nothing.
 *
 * @example
 * const schema = { type: 'object', properties: { total: { type: 'number' }, date: { type: ['string', 'null'] } } };
 * const scorer = compileScorer({ schema });
 * const counts = scorer.score({ expected: { total: 10, date: null }, predicted: { total: 10, date: 'May' } });
 * [counts.total.correct, counts.total.spurious, counts.exact] // => [1, 1, false]
 * scorer.fields // => ['total', 'date']
 */
export function compileScorer(
  config: ExtractionConfig,
  given: Partial<ExtractionScoringOptions> = defaultScoringOptions,
): Scorer {
  return new ExtractionScorer(structuredClone(config), completeOptions(given));
}

const width = outcomes.length;

class ExtractionScorer implements Scorer {
  readonly description: ScorerDescription;
  readonly lanes: readonly ScoringPolicies[];
  readonly #config: { schema?: SchemaNode; fields?: readonly FieldDefinition[] };
  readonly #options: ExtractionScoringOptions;
  readonly #fields: string[] = [];
  readonly #numbers = new Map<string, number>();
  #byField = new Uint32Array(0);

  constructor({ schema, fields }: ExtractionConfig, options: ExtractionScoringOptions) {
    this.#config = { ...(schema == null ? {} : { schema }), ...(fields == null ? {} : { fields }) };
    this.#options = options;
    this.description = describeScorer(options);
    this.lanes = otherPolicies(options);
    // Checks the configuration before the first document.
    scoreExtraction({ expected: {}, predicted: {}, ...this.#config }, options);
    const tree = schemaTree(this.#config);
    for (const { field } of tree === null ? [] : listFields(tree).filter(isLeaf)) this.#numberOf(field);
  }

  get fingerprint(): string {
    return this.description.fingerprint;
  }

  get fields(): readonly string[] {
    return this.#fields;
  }

  score(pair: DocumentPair): ItemCounts {
    const itemScore = this.#scoreBy(pair, this.#options);
    for (const { field } of itemScore.leaves) this.#numberOf(field);
    if (this.#byField.length < this.#fields.length * width)
      this.#byField = new Uint32Array(2 * this.#fields.length * width);
    const byField = this.#byField.fill(0);
    for (const { field, outcome } of itemScore.leaves) {
      const at = this.#numberOf(field) * width + outcomes.indexOf(outcome);
      byField[at] = (byField[at] as number) + 1;
    }
    invariant(
      byField.reduce((sum, count) => sum + count, 0) === itemScore.leaves.length,
      'every leaf is counted in one field',
    );
    const laneCounts = () => this.lanes.map((policies) => this.#lane(pair, policies));
    return {
      total: itemScore.counts,
      exact: itemScore.exact,
      fields: this.#fields,
      byField,
      arrays: arraysOf(itemScore),
      get lanes() {
        return laneCounts();
      },
      scorer: this.description,
      itemScore: () => itemScore,
    };
  }

  #scoreBy({ expected, predicted }: DocumentPair, options: ExtractionScoringOptions): ItemLedger {
    return scoreExtraction({ expected, predicted, ...this.#config }, options);
  }

  #lane(pair: DocumentPair, policies: ScoringPolicies): LaneCounts {
    const { counts, exact } = this.#scoreBy(pair, completeOptions({ ...this.#options, ...policies }));
    return { policies, total: counts, exact, rescored: true };
  }

  #numberOf(field: string): number {
    const known = this.#numbers.get(field);
    if (known !== undefined) return known;
    this.#numbers.set(field, this.#fields.length);
    return this.#fields.push(field) - 1;
  }
}

function isLeaf(line: FieldLine): boolean {
  return line.isLeaf;
}

const policyValues = {
  emptiness: ['service', 'strict'],
  unlabelled: ['absent', 'ignore'],
  failures: ['missing', 'exclude'],
} as const;

/** Every other choice of policies: one changed, then two, then all three. */
function otherPolicies(given: ScoringPolicies): ScoringPolicies[] {
  const names = Object.keys(policyValues) as (keyof ScoringPolicies)[];
  const changes = Array.from({ length: 1 << names.length }, (_, mask) =>
    names.filter((__, bit) => mask & (1 << bit)),
  );
  return changes
    .filter((changed) => changed.length > 0)
    .sort((a, b) => a.length - b.length)
    .map((changed) => {
      const others = changed.map((name) => [name, policyValues[name].find((value) => value !== given[name])]);
      const { emptiness, unlabelled, failures } = given;
      return { emptiness, unlabelled, failures, ...Object.fromEntries(others) } as ScoringPolicies;
    });
}

function arraysOf({ rows }: ItemLedger): ArrayCounts[] {
  const found = new Map<string, ArrayCounts>();
  for (const { field, pairs, expectedRows, predictedRows, exactRows, inversions, cells } of rows) {
    const known = found.get(field) ?? noArray(field);
    found.set(field, {
      field,
      tables: known.tables + 1,
      equalTables: known.equalTables + (expectedRows === predictedRows ? 1 : 0),
      expectedRows: known.expectedRows + expectedRows,
      predictedRows: known.predictedRows + predictedRows,
      pairedRows: known.pairedRows + pairs.filter(([row, other]) => row !== null && other !== null).length,
      exactRows: known.exactRows + exactRows,
      inversions: known.inversions + inversions,
      cells: {
        correct: known.cells.correct + (cells?.correct ?? 0),
        expected: known.cells.expected + (cells?.expected ?? 0),
        predicted: known.cells.predicted + (cells?.predicted ?? 0),
      },
    });
  }
  return [...found.values()];
}

function noArray(field: string): ArrayCounts {
  const cells = { correct: 0, expected: 0, predicted: 0 };
  return {
    field,
    tables: 0,
    equalTables: 0,
    expectedRows: 0,
    predictedRows: 0,
    pairedRows: 0,
    exactRows: 0,
    inversions: 0,
    cells,
  };
}
