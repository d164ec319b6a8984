import { withValueAt } from '../../base/value-path.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import type { ProcessorConfig, SchemaNode } from '../../model/processor/processor-config.ts';
import type { RecordedItem } from '../../model/record/run-record.ts';
import type { LabelIssue, LabelIssueReason } from '../../model/report/sections/label-issue.ts';
import { inferredType } from '../../scorers/extraction/field-plan.ts';
import {
  type FieldLine,
  type FieldNode,
  type LeafType,
  listFields,
  schemaTree,
} from '../../scorers/extraction/field-tree.ts';
import { normaliseExtraction } from '../../scorers/extraction/normalise-extraction.ts';
import { denseText, TextIndex } from '../text-index.ts';
import { ConfidenceLevels } from './confidence-levels.ts';
import { type Disagreement, isDisputed, PatternRates } from './disagreement.ts';
import { checksumEvidence, schemaFault } from './label-checks.ts';
import { DocumentLabels, RepeatedLabels } from './label-index.ts';
import type { LabelledDocument } from './labelled-documents.ts';
import type { Observation } from './observations.ts';
import {
  type DocumentValues,
  documentValues,
  NameCounts,
  type Relation,
  RelationCounts,
} from './relations.ts';

/**
 * Weight of each kind of evidence in log odds: how much more often the evidence occurs with a wrong label than with a
 * right label. For example, 3 is about 20 to 1. The weights are the same for all datasets and were not fitted to data.
 */
const weights = {
  /** Odds that are assumed before any evidence: one wrong label per 30 right labels. */
  prior: Math.log(1 / 30),
  labelNotInText: 3,
  labelInText: -2,
  shortLabelInText: -0.5,
  readingInText: 0.7,
  readingNotInText: -1.5,
  readingDegraded: -2,
  highConfidence: 0.7,
  lowConfidence: -1,
  schema: 5,
  checksum: 3,
  relationRestored: 3,
  relationBroken: -3,
  relationAlwaysBroken: 0.5,
} as const;

/**
 * Scores each label by statistics over all labels. Call the methods in this order:
 * - `addGold` with every item
 * - `learn` with every document
 * - `addPatterns` with each document for which `learn` returned true
 * - `score` with the documents that `addPatterns` received
 */
export class LabelIssueRanking {
  readonly #names = new NameCounts();
  readonly #rates = new PatternRates();
  readonly #confidences = new ConfidenceLevels();
  readonly #repeated = new RepeatedLabels();
  readonly #config: ProcessorConfig;
  readonly #tree: FieldNode | null;
  readonly #types: ReadonlyMap<string, FieldLine['type']>;
  readonly #schema: SchemaNode | undefined;
  #counts: RelationCounts | null = null;
  #relations: readonly Relation[] | null = null;

  constructor(config: ProcessorConfig) {
    const { schema, fields } = config.type === 'EXTRACT' ? config : {};
    this.#config = config;
    this.#schema = schema;
    this.#tree = schemaTree({ schema, fields });
    const listed = this.#tree === null ? [] : listFields(this.#tree);
    this.#types = new Map(listed.map(({ field, type }) => [field, type]));
  }

  addGold({ expectedOutput }: RecordedItem): void {
    const gold = this.#goldOf(expectedOutput);
    if (gold !== null) this.#names.add(gold.values);
  }

  /** Adds a document to the statistics. Returns whether any of its labels may be wrong. */
  learn({ item, observations }: LabelledDocument): boolean {
    this.#counts ??= new RelationCounts(this.#names.candidates());
    const gold = this.#goldOf(item.expectedOutput);
    if (gold !== null) this.#counts.add(gold.values);
    this.#repeated.add(observations, new DocumentLabels(observations));
    let isOpen = false;
    for (const observation of observations) {
      this.#rates.addReadings(observation);
      this.#confidences.add(observation);
      isOpen ||= isDisputed(observation) || this.#faultOf(observation) !== null;
    }
    return isOpen;
  }

  addPatterns({ observations }: LabelledDocument): void {
    for (const observation of observations) this.#rates.addPattern(observation);
  }

  /**
   * Relations between values that hold in most documents (`RelationCounts`). They are computed once, so read them only
   * after the last call of `learn`.
   */
  get relations(): readonly Relation[] {
    this.#relations ??= this.#counts?.kept() ?? [];
    return this.#relations;
  }

  /**
   * Returns the labels of one document that may be wrong, according to the evidence. `text` is `null` if the file
   * has no readable text.
   */
  score({ item, observations, cited }: LabelledDocument, text: string | null): LabelIssue[] {
    let index: TextIndex | undefined;
    const document: LabelContext = {
      gold: this.#goldOf(item.expectedOutput),
      labels: new DocumentLabels(observations),
      index: () => {
        index ??= text === null ? new TextIndex(cited, false) : new TextIndex(text, true);
        return index;
      },
    };
    return observations.flatMap((observation) => this.#scoreLabel(observation, document) ?? []);
  }

  #goldOf(expected: unknown): Gold | null {
    if (this.#config.type !== 'EXTRACT') return null;
    const value = normaliseExtraction(expected, this.#tree, this.#config.fields).value ?? {};
    return { value, values: documentValues(value) };
  }

  #faultOf({ field, label }: Observation): string | null {
    if (this.#tree === null) return null;
    return schemaFault(label, this.#typeOf(field, label), this.#optionsOf(field));
  }

  #typeOf(field: string, label: JsonValue): LeafType | null {
    const type = this.#types.get(field);
    if (type !== undefined && type !== 'object' && type !== 'array') return type;
    return label === null ? null : inferredType(label);
  }

  #scoreLabel(observation: Observation, document: LabelContext): LabelIssue | null {
    const { itemId, path, field, label } = observation;
    const disagreement = this.#rates.disagreementIn(observation);
    const fault = this.#faultOf(observation);
    if (disagreement === null && fault === null) return null;
    const evidence = new Evidence(weights.prior);
    if (fault !== null) evidence.add(weights.schema, 'schema', fault);
    if (disagreement !== null) {
      this.#weighReadings(observation, disagreement, evidence);
      const { proposed } = disagreement;
      const type = this.#typeOf(field, label);
      const times = document.labels.count(label);
      if (type !== null) weighText(label, proposed, type, times, document.index(), evidence);
      if (isDegraded(proposed, label)) evidence.add(weights.readingDegraded);
      evidence.add(
        this.#repeated.odds(field, times),
        'same-as-other-label',
        'another place in the document has the same label',
      );
      const { sign, kind } = checksumEvidence(label, proposed);
      const wrongDigits = `the check digits of the label are wrong (${kind})`;
      evidence.add(sign * weights.checksum, 'checksum', wrongDigits);
      if (document.gold !== null) this.#weighRelations(observation, proposed, document.gold, evidence);
    }
    const { score, reasons } = evidence;
    return { itemId, path, field, label, proposed: disagreement?.proposed ?? null, score, reasons };
  }

  #weighReadings(observation: Observation, disagreement: Disagreement, evidence: Evidence): void {
    const { agree, outputs, confidence } = disagreement;
    const all = agree === outputs ? allVersions(outputs) : `${agree} of ${outputs} versions`;
    const what = disagreement.proposed === null ? 'no value' : 'another value';
    const reads = agree === 1 ? 'reads' : 'read';
    evidence.add(
      this.#rates.logOdds(observation, disagreement),
      'versions-agree',
      `${all} ${reads} ${what}, which is rare in this field`,
    );
    const level = this.#confidences.levelOf(observation.field, confidence);
    if (level === 'high')
      evidence.add(
        weights.highConfidence,
        'high-confidence',
        `confidence of the value read: ${confidence?.toFixed(2)}`,
      );
    if (level === 'low') evidence.add(weights.lowConfidence);
  }

  #weighRelations({ path, field }: Observation, proposed: JsonValue, gold: Gold, evidence: Evidence): void {
    const row = rowOf(path);
    const names = [field, path.replace(/\[\d+\]/g, '[]')];
    const related = this.relations.filter(({ fields }) => fields.some((name) => names.includes(name)));
    if (related.length === 0) return;
    const changed = documentValues(withValueAt(gold.value, path, proposed));
    const found = related.map((relation) => {
      const [before, after] = [relation.holds(gold.values, row), relation.holds(changed, row)];
      return { relation, weight: relationWeight(before, after) };
    });
    const [strongest] = found.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
    if (strongest === undefined || strongest.weight === 0) return;
    const { weight, relation } = strongest;
    const how =
      weight >= weights.relationRestored ? 'only the proposed value satisfies' : 'the label does not satisfy';
    evidence.add(weight, relation.kind === 'dates' ? 'dates' : 'totals', `${how}: ${relation.text}`);
  }

  #optionsOf(field: string): readonly string[] | null {
    let node = this.#schema;
    for (const step of field.split('.')) {
      if (node?.items !== undefined) node = node.items;
      node = node?.properties?.[step];
    }
    return node?.enum?.filter((option): option is string => option !== null) ?? null;
  }
}

interface Gold {
  readonly value: unknown;
  readonly values: DocumentValues;
}

interface LabelContext {
  readonly gold: Gold | null;
  readonly labels: DocumentLabels;
  readonly index: () => TextIndex;
}

/**
 * Adds the evidence from the text of the document. `times` is the number of labels in the document with the same value,
 * including `label`.
 */
function weighText(
  label: JsonValue,
  proposed: JsonValue,
  type: LeafType,
  times: number,
  index: TextIndex,
  evidence: Evidence,
): void {
  const [own, other] = [index.find(label, type), index.find(proposed, type)];
  const isAbsent = 'the label is not in the document’s text';
  if (own === 'no' && other === 'yes')
    evidence.add(
      weights.labelNotInText,
      'not-in-text',
      'the document’s text has the proposed value, but not the label',
    );
  else if (own === 'no') evidence.add(weights.labelNotInText, 'label-absent-from-text', isAbsent);
  // Finding the label in the text is usually evidence for the label. There are two exceptions: the text may come from
  // another label with the same value, or the label may be only a part of the proposed value.
  const explained = index.isRarerThan(times, label, type) || (other === 'yes' && isPart(label, proposed));
  if (own === 'yes' && !explained)
    evidence.add(isShort(label) ? weights.shortLabelInText : weights.labelInText);
  if (other === 'yes' && own !== 'yes') evidence.add(weights.readingInText);
  if (other === 'no') evidence.add(weights.readingNotInText);
}

function allVersions(versions: number): string {
  if (versions === 1) return 'the version';
  return versions === 2 ? 'both versions' : `all ${versions} versions`;
}

function relationWeight(before: boolean | null, after: boolean | null): number {
  if (after === true && before !== true)
    return before === false ? weights.relationRestored : weights.relationRestored - 1;
  if (before === true && after === false) return weights.relationBroken;
  return before === false && after === false ? weights.relationAlwaysBroken : 0;
}

/** Returns whether a label is a short text or a small number, which most documents contain somewhere. */
function isShort(label: JsonValue): boolean {
  if (typeof label === 'number') return Math.abs(label) < 100 && Number.isInteger(label);
  return typeof label === 'string' && label.length < 4;
}

/** Returns whether the text `of` contains the text `value` and is longer. Compares only letters and digits. */
function isPart(value: JsonValue, of: JsonValue): boolean {
  if (typeof value !== 'string' || typeof of !== 'string') return false;
  const [part, whole] = [denseText(value), denseText(of)];
  return part !== '' && part.length < whole.length && whole.includes(part);
}

/**
 * Returns whether a predicted value is a damaged copy of the label: without accents, truncated or with added spaces.
 * Only processors make such errors, so the label is right.
 */
function isDegraded(reading: JsonValue, label: JsonValue): boolean {
  if (typeof reading !== 'string' || typeof label !== 'string') return false;
  const [read, whole] = [denseText(reading), denseText(label)];
  return read !== '' && (read === whole || isPart(reading, label) || read === withoutAccents(whole));
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

function rowOf(path: string): number | null {
  const row = /\[(\d+)\]/.exec(path)?.[1];
  return row === undefined ? null : Number(row);
}

/** Adds up the log odds of the evidence. Keeps the reasons that speak against the label. */
class Evidence {
  score: number;
  readonly reasons: { readonly reason: LabelIssueReason; readonly text: string }[] = [];

  constructor(prior: number) {
    this.score = prior;
  }

  /** Adds evidence. A reason is given only if the evidence speaks against the label. */
  add(weight: number, reason?: LabelIssueReason, text = ''): void {
    this.score += weight;
    if (weight > 0 && reason !== undefined) this.reasons.push({ reason, text });
  }
}
