import { invariant } from '../base/goldset-error.ts';
import type { FieldDefinition } from '../model/processor/processor-config.ts';
import type { ArrayCounts, ItemCounts, LaneCounts } from '../model/score/item-score.ts';
import { type Counts, type ItemScore, outcomes } from '../model/score/item-score.ts';
import type { ScorerDescription } from '../model/score/scorer-description.ts';
import type { ScoringPolicies } from '../model/score/scoring-policies.ts';
import { checkConfiguration, type ExtractionPair } from './extraction/extraction-pair.ts';
import { compileRules, FieldPlan, type ScoringRules } from './extraction/field-plan.ts';
import { type FieldNode, listFields, schemaTree } from './extraction/field-tree.ts';
import { normaliseExtraction } from './extraction/normalise-extraction.ts';
import { describeScorer } from './extraction/scorer-fingerprint.ts';
import {
  completeOptions,
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from './extraction/scoring-options.ts';
import { CountingBuilder, ItemScoreBuilder } from './walk/item-score-builder.ts';
import { type NotScoredTree, notScoredTree } from './walk/not-scored-tree.ts';
import { countsOf, isExact, PolicyLanes } from './walk/policy-lanes.ts';
import { CountSink } from './walk/sink.ts';
import { Walk } from './walk/walk.ts';

/** Configuration of a processor. If it has neither schema nor fields, the scorer infers types from the values. */
export type ExtractionConfig = Pick<ExtractionPair, 'schema' | 'fields'>;

export interface DocumentPair extends Pick<ExtractionPair, 'expected' | 'predicted'> {
  /**
   * Paths of values to ignore. These values have no leaf and are not counted, even if the output has a value at the
   * path. Default: none.
   */
  readonly notScored?: readonly string[];
}

/** Scores documents by one configuration and one set of options. */
export interface Scorer {
  readonly fingerprint: string;
  readonly description: ScorerDescription;
  /** Names of the leaf fields: first those of the schema, then undeclared ones in the order of appearance. */
  readonly fields: readonly string[];
  /**
   * All combinations of scoring policies except the combination of this scorer. The first combinations differ from that
   * of this scorer in only one policy.
   */
  readonly lanes: readonly ScoringPolicies[];
  /**
   * Counts the leaves of a document per outcome. If `parts` is `leaves`, the result also contains the leaves.
   */
  score(pair: DocumentPair, parts?: 'counts' | 'leaves'): ItemCounts;
  /** Returns the leaves and row pairings of a document. Works without a preceding call of `score`. */
  itemScore(pair: DocumentPair): ItemScore;
}

/**
 * Compiles a configuration and options into a scorer for extraction. Later changes of the configuration or the options
 * have no effect. The scorer checks that it counted each leaf once (docs/metrics/extraction.md#outcomes). It omits this
 * check for documents with only plain values and small tables.
 *
 * Throws USAGE for invalid options, VALUE_TOO_DEEP for values nested beyond 64 levels, and VALUE_NOT_JSON for values
 * that JSON cannot represent, such as a Date.
 * @example
 * const schema = { type: 'object', properties: { total: { type: 'number' }, date: { type: ['string', 'null'] } } };
 * const scorer = compileScorer({ schema });
 * const counts = scorer.score({ expected: { total: 10, date: null }, predicted: { total: 10, date: 'May' } });
 * [counts.total.correct, counts.total.spurious, counts.exact] // => [1, 1, false]
 * scorer.fields // => ['total', 'date']
 */
export function compileScorer(
  { schema, fields }: ExtractionConfig,
  given: Partial<ExtractionScoringOptions> = defaultScoringOptions,
): Scorer {
  const options = completeOptions(given);
  const config = { ...(schema == null ? {} : { schema }), ...(fields == null ? {} : { fields }) };
  if (schema != null || fields != null) checkConfiguration(config);
  return new ExtractionScorer(schemaTree(config), structuredClone(config.fields), options);
}

/** Gold and output of a document after normalisation, with the scoring plan of the whole document. */
interface Document {
  readonly plan: FieldPlan;
  readonly expected: unknown;
  readonly predicted: unknown;
  readonly notScored: NotScoredTree | null;
}

class ExtractionScorer implements Scorer {
  readonly description: ScorerDescription;
  readonly #options: ExtractionScoringOptions;
  readonly #tree: FieldNode | null;
  readonly #definitions: readonly FieldDefinition[] | undefined;
  readonly #rules: ScoringRules;
  readonly #plan: FieldPlan;
  readonly #lanes: PolicyLanes;
  readonly #sink: CountSink;
  readonly #walk: Walk;
  #lastWalk: Walk;
  /** A scorer with the opposite emptiness policy, created on demand. */
  #other: ExtractionScorer | undefined;
  /** Builds the leaves of a document without counts per field; created on demand. */
  #leafWalk: LeafWalk | undefined;
  #countedLeafWalk: LeafWalk | undefined;
  /** Number of scored documents. The scorer keeps only the counts of the last document. */
  #serial = 0;

  constructor(
    tree: FieldNode | null,
    definitions: readonly FieldDefinition[] | undefined,
    options: ExtractionScoringOptions,
  ) {
    this.#tree = tree;
    this.#definitions = definitions;
    this.#options = options;
    this.description = describeScorer(options);
    this.#rules = compileRules(options);
    for (const { field, isLeaf } of listFields(tree)) if (isLeaf) this.#rules.fields.of(field);
    this.#plan = new FieldPlan('', tree ?? undefined, this.#rules);
    this.#lanes = new PolicyLanes(options);
    this.#sink = new CountSink(this.#rules.fields);
    this.#walk = new Walk(options, this.#sink, this.#lanes);
    this.#lastWalk = this.#walk;
  }

  get fingerprint(): string {
    return this.description.fingerprint;
  }

  get fields(): readonly string[] {
    return this.#rules.fields.names;
  }

  get lanes(): readonly ScoringPolicies[] {
    return this.#lanes.policies;
  }

  score(pair: DocumentPair, parts: 'counts' | 'leaves' = 'counts'): ItemCounts {
    const document = this.#documentOf(pair);
    const serial = ++this.#serial;
    this.#sink.start();
    if (parts === 'leaves') {
      this.#countedLeafWalk ??= this.#compileLeafWalk(this.#sink, this.#lanes);
      const itemScore = this.#writeLeaves(this.#countedLeafWalk, document);
      this.#lastWalk = this.#countedLeafWalk.walk;
      return new CountedItem(
        this,
        document,
        serial,
        this.#sink,
        itemScore.counts,
        itemScore.exact,
        itemScore,
      );
    }
    this.#walk.run(document.plan, document.expected, document.predicted, document.notScored);
    this.#lastWalk = this.#walk;
    const total = countsOf(this.#walk.counts);
    return new CountedItem(this, document, serial, this.#sink, total, this.#exact(total, document), null);
  }

  itemScore(pair: DocumentPair): ItemScore {
    this.#leafWalk ??= this.#compileLeafWalk(null, null);
    return this.#writeLeaves(this.#leafWalk, this.#documentOf(pair));
  }

  itemScoreOf(document: Document, counted: Counts): ItemScore {
    this.#leafWalk ??= this.#compileLeafWalk(null, null);
    const itemScore = this.#writeLeaves(this.#leafWalk, document);
    invariant(
      outcomes.every((name) => counted[name] === itemScore.counts[name]),
      'the leaves of a document have other outcomes than were counted',
    );
    return itemScore;
  }

  /**
   * Returns the counts of a document under each combination of policies in `lanes`. `own` contains the counts under the
   * policies of this scorer.
   */
  lanesOf(document: Document, serial: number, own: Counts): LaneCounts[] {
    invariant(serial === this.#serial, 'lanes are read before the next document is scored');
    const { isCertain, isShifted } = this.#lanes;
    const other = isCertain ? null : this.#countUnderOtherEmptiness(document);
    return this.lanes.map((policies) => {
      const rescored = !isCertain && policies.emptiness !== this.#options.emptiness;
      const total =
        isCertain && !isShifted ? own : (rescored && other !== null ? other : this).#policyCounts(policies);
      const exact = isExact(total, document.predicted === undefined, policies.failures);
      return { policies, total, exact, rescored };
    });
  }

  #documentOf(pair: DocumentPair): Document {
    const expected = normaliseExtraction(pair.expected, this.#tree, this.#definitions);
    const predicted = normaliseExtraction(pair.predicted, this.#tree, this.#definitions);
    // Types inferred from one document must not affect the next document.
    const inferred = this.#tree === null ? (expected.tree ?? predicted.tree) : null;
    const plan = inferred === null ? this.#plan : new FieldPlan('', inferred, this.#rules);
    const notScored = notScoredTree(pair.notScored);
    return { plan, expected: expected.value, predicted: predicted.value, notScored };
  }

  #exact(total: Counts, { predicted }: Document): boolean | null {
    return isExact(total, predicted === undefined, this.#options.failures);
  }

  #writeLeaves({ walk, builder }: LeafWalk, document: Document): ItemScore {
    builder.start();
    walk.run(document.plan, document.expected, document.predicted, document.notScored);
    const counts = countsOf(walk.counts);
    const exact = this.#exact(counts, document);
    return { leaves: builder.leaves, counts, rows: builder.rows, exact, scorer: this.description };
  }

  #compileLeafWalk(counts: CountSink | null, lanes: PolicyLanes | null): LeafWalk {
    const builder = counts === null ? new ItemScoreBuilder() : new CountingBuilder(counts);
    return { walk: new Walk(this.#options, builder, lanes), builder };
  }

  /**
   * Returns the counts of the last scored document under the given policies. If `policies.emptiness` differs from the
   * emptiness policy of the scorer, the counts are valid only if `PolicyLanes.isCertain` is true.
   */
  #policyCounts(policies: ScoringPolicies): Counts {
    return this.#lanes.counts(policies, this.#lastWalk.counts);
  }

  /**
   * Scores a document with the opposite `emptiness` policy. Returns the scorer with this policy, which has the counts.
   */
  #countUnderOtherEmptiness({ plan, expected, predicted, notScored }: Document): ExtractionScorer {
    const emptiness = this.#options.emptiness === 'strict' ? 'service' : 'strict';
    this.#other ??= new ExtractionScorer(
      this.#tree,
      this.#definitions,
      Object.freeze({ ...this.#options, emptiness }),
    );
    const other = this.#other;
    const isOwn = plan.declared === other.#plan.declared;
    const otherPlan = isOwn ? other.#plan : new FieldPlan('', plan.declared, other.#rules);
    other.#sink.start();
    other.#walk.run(otherPlan, expected, predicted, notScored);
    return other;
  }
}

interface LeafWalk {
  readonly walk: Walk;
  readonly builder: ItemScoreBuilder;
}

class CountedItem implements ItemCounts {
  readonly total: Counts;
  readonly exact: boolean | null;
  readonly fields: readonly string[];
  readonly byField: Uint32Array;
  readonly arrays: readonly ArrayCounts[];
  readonly predicted: unknown;
  readonly scorer: ScorerDescription;
  readonly #owner: ExtractionScorer;
  readonly #document: Document;
  readonly #serial: number;
  readonly #itemScore: ItemScore | null;

  constructor(
    owner: ExtractionScorer,
    document: Document,
    serial: number,
    sink: CountSink,
    total: Counts,
    exact: boolean | null,
    itemScore: ItemScore | null,
  ) {
    this.total = total;
    this.exact = exact;
    this.fields = owner.fields;
    this.byField = sink.byField;
    this.arrays = sink.arrays;
    this.predicted = document.predicted;
    this.scorer = owner.description;
    this.#owner = owner;
    this.#document = document;
    this.#serial = serial;
    this.#itemScore = itemScore;
  }

  get lanes(): readonly LaneCounts[] {
    return this.#owner.lanesOf(this.#document, this.#serial, this.total);
  }

  itemScore(): ItemScore {
    return this.#itemScore ?? this.#owner.itemScoreOf(this.#document, this.total);
  }
}
