import { withValueAt } from '../../base/value-path.ts';
import type { JsonValue } from '../../model/json-value.ts';
import type { SchemaNode } from '../../model/processor-config.ts';
import type { Suspect } from '../../model/suspect.ts';
import { inferredType } from '../../scorers/extraction/field-plan.ts';
import { type FieldNode, type LeafType, schemaTree } from '../../scorers/extraction/field-tree.ts';
import { normaliseExtraction } from '../../scorers/extraction/normalise-extraction.ts';
import type { ScoredRun } from '../scored-run.ts';
import { citedText } from './cited-text.ts';
import { ConfidenceLevels } from './confidence-levels.ts';
import { type Disagreement, PatternRates } from './disagreement.ts';
import { type DocumentValues, documentValues, learnRelations, type Relation } from './document-relations.ts';
import { checksumEvidence, leafTypeOf, schemaFault } from './label-checks.ts';
import { LabelIndex } from './label-index.ts';
import type { Observation } from './observations.ts';
import { denseText, TextIndex } from './text-index.ts';

type Reasons = Suspect['reasons'];

/**
 * Log odds of the evidence. Each says how much more often it is seen of a wrong label than of a right one, roughly: 3 is
 * 20 to 1. They were set before any label was looked at, and hold for all sets.
 */
const weights = {
  /** One label in thirty is wrong, before anything is known. */
  prior: Math.log(1 / 30),
  labelNotInText: 3,
  labelInText: -2,
  shortLabelInText: -0.5,
  readingInText: 0.7,
  readingNotInText: -1.5,
  readingPoorer: -2,
  highConfidence: 0.7,
  lowConfidence: -1,
  schema: 5,
  checksum: 3,
  relationMended: 3,
  relationBroken: -3,
  relationBrokenAnyway: 0.5,
} as const;

/** Judges labels one by one, by what was learned from all of them. */
export class SuspectRanking {
  readonly relations: readonly Relation[];
  readonly #rates: PatternRates;
  readonly #confidences: ConfidenceLevels;
  readonly #gold = new Map<string, unknown>();
  readonly #values = new Map<string, DocumentValues>();
  readonly #tree: FieldNode | null;
  readonly #schema: SchemaNode | undefined;
  readonly #indexes = new Map<string, TextIndex>();
  readonly #cited: ReadonlyMap<string, string>;
  readonly #labels: LabelIndex;

  constructor(run: ScoredRun, observations: readonly Observation[]) {
    const { config } = run;
    const { schema, fields } = config.type === 'EXTRACT' ? config : {};
    this.#schema = schema;
    this.#tree = schemaTree({ schema, fields });
    if (config.type === 'EXTRACT')
      for (const { recorded } of run.items) {
        const gold = normaliseExtraction(recorded.expectedOutput, this.#tree, fields).value ?? {};
        this.#gold.set(recorded.id, gold);
        this.#values.set(recorded.id, documentValues(gold));
      }
    this.relations = learnRelations([...this.#values.values()]);
    this.#rates = new PatternRates(observations);
    this.#confidences = new ConfidenceLevels(observations);
    this.#cited = citedText(run);
    this.#labels = new LabelIndex(observations);
  }

  /** Null where nothing speaks against the label. */
  judge(observation: Observation, text: string | null): Suspect | null {
    const { itemId, path, field, label } = observation;
    const type = leafTypeOf(this.#tree, field) ?? (label === null ? null : inferredType(label));
    const disagreement = this.#rates.disagreementIn(observation);
    const fault = this.#tree === null ? null : schemaFault(label, type, this.#optionsOf(field));
    if (disagreement === null && fault === null) return null;
    const evidence = new Evidence(weights.prior);
    if (fault !== null) evidence.add(weights.schema, 'schema', fault);
    if (disagreement !== null) {
      this.#weighReadings(observation, disagreement, evidence);
      const { proposed } = disagreement;
      if (type !== null) this.#weighText(observation, proposed, type, text, evidence);
      if (isPoorer(proposed, label)) evidence.add(weights.readingPoorer, 'not-in-text', '');
      evidence.add(
        this.#labels.doubledOdds(observation),
        'elsewhere',
        'another place of the document has the same label',
      );
      const { sign, kind } = checksumEvidence(label, proposed);
      if (sign !== 0)
        evidence.add(
          sign * weights.checksum,
          'checksum',
          `the check digits of the label are wrong (${kind})`,
        );
      this.#weighRelations(observation, proposed, evidence);
    }
    const { score, reasons } = evidence;
    return { itemId, path, field, label, proposed: disagreement?.proposed ?? null, score, reasons };
  }

  #weighReadings(observation: Observation, disagreement: Disagreement, evidence: Evidence): void {
    const { agree, answered, confidence } = disagreement;
    const all = agree === answered ? everyOne(answered) : `${agree} of ${answered} versions`;
    const what = disagreement.proposed === null ? 'nothing there' : 'another value';
    const reads = agree === 1 ? 'reads' : 'read';
    evidence.add(
      this.#rates.logOdds(observation, disagreement),
      'versions-agree',
      `${all} ${reads} ${what}, which is rare in this field`,
    );
    const level = this.#confidences.levelOf(observation.field, confidence);
    if (level === 'high')
      evidence.add(weights.highConfidence, 'confident', `with confidence ${confidence?.toFixed(2)}`);
    if (level === 'low') evidence.add(weights.lowConfidence, 'confident', '');
  }

  #weighText(
    { itemId, label }: Observation,
    proposed: JsonValue,
    type: LeafType,
    text: string | null,
    evidence: Evidence,
  ): void {
    const index = this.#indexOf(itemId, text);
    const [own, other] = [index.find(label, type), index.find(proposed, type)];
    if (own === 'no')
      evidence.add(
        weights.labelNotInText,
        other === 'yes' ? 'not-in-text' : 'label-absent-from-text',
        other === 'yes'
          ? 'the label is not in the document’s text, what was read is'
          : 'the label is not in the document’s text',
      );
    // What stands there for another label's sake, or as a part of what was read, says nothing for this one.
    const explained =
      index.isRarerThan(this.#labels.count(itemId, label), label, type) ||
      (other === 'yes' && isPart(label, proposed));
    if (own === 'yes' && !explained)
      evidence.add(isShort(label) ? weights.shortLabelInText : weights.labelInText, 'not-in-text', '');
    if (other === 'yes' && own !== 'yes') evidence.add(weights.readingInText, 'not-in-text', '');
    if (other === 'no') evidence.add(weights.readingNotInText, 'not-in-text', '');
  }

  #weighRelations({ itemId, path, field }: Observation, proposed: JsonValue, evidence: Evidence): void {
    const values = this.#values.get(itemId);
    const gold = this.#gold.get(itemId);
    if (values === undefined || gold === undefined) return;
    const row = rowOf(path);
    const names = [field, path.replace(/\[\d+\]/g, '[]')];
    const touching = this.relations.filter(({ fields }) => fields.some((name) => names.includes(name)));
    if (touching.length === 0) return;
    const changed = documentValues(withValueAt(gold, path, proposed));
    let best = 0;
    let why: { kind: Relation['kind']; text: string } | null = null;
    for (const { holds, text, kind } of touching) {
      const [before, after] = [holds(values, row), holds(changed, row)];
      const weight = relationWeight(before, after);
      if (Math.abs(weight) <= Math.abs(best)) continue;
      best = weight;
      why = { kind, text };
    }
    if (why === null) return;
    const reason = why.kind === 'dates' ? 'dates' : 'totals';
    evidence.add(
      best,
      reason,
      best >= weights.relationMended
        ? `only with what was read: ${why.text}`
        : `it is not so that ${why.text}`,
    );
  }

  #indexOf(itemId: string, text: string | null): TextIndex {
    const known = this.#indexes.get(itemId);
    if (known !== undefined) return known;
    const index =
      text === null ? new TextIndex(this.#cited.get(itemId) ?? '', false) : new TextIndex(text, true);
    this.#indexes.set(itemId, index);
    return index;
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

function everyOne(versions: number): string {
  if (versions === 1) return 'the version';
  return versions === 2 ? 'both versions' : `all ${versions} versions`;
}

function relationWeight(before: boolean | null, after: boolean | null): number {
  if (after === true && before !== true)
    return before === false ? weights.relationMended : weights.relationMended - 1;
  if (before === true && after === false) return weights.relationBroken;
  return before === false && after === false ? weights.relationBrokenAnyway : 0;
}

/** Short texts and small numbers stand in every document somewhere. */
function isShort(label: JsonValue): boolean {
  if (typeof label === 'number') return Math.abs(label) < 100 && Number.isInteger(label);
  return typeof label === 'string' && label.length < 4;
}

/** A proper part of the other, letter by letter. */
function isPart(value: JsonValue, of: JsonValue): boolean {
  if (typeof value !== 'string' || typeof of !== 'string') return false;
  const [part, whole] = [denseText(value), denseText(of)];
  return part !== '' && part.length < whole.length && whole.includes(part);
}

/** The label with its marks or some of its end lost, or spaces put in: readers do that, people who label do not. */
function isPoorer(reading: JsonValue, label: JsonValue): boolean {
  if (typeof reading !== 'string' || typeof label !== 'string') return false;
  const [read, whole] = [denseText(reading), denseText(label)];
  return read !== '' && (read === whole || isPart(reading, label) || read === unmarked(whole));
}

function unmarked(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

function rowOf(path: string): number | null {
  const row = /\[(\d+)\]/.exec(path)?.[1];
  return row === undefined ? null : Number(row);
}

/** Adds log odds up; reasons are kept where they speak against the label and have words. */
class Evidence {
  score: number;
  readonly reasons: { readonly reason: Reasons[number]['reason']; readonly text: string }[] = [];

  constructor(prior: number) {
    this.score = prior;
  }

  add(weight: number, reason: Reasons[number]['reason'], text: string): void {
    this.score += weight;
    if (weight > 0 && text !== '') this.reasons.push({ reason, text });
  }
}
