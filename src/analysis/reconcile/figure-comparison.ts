import type { ReconciledRow } from '../../model/report/sections/reconciliation.ts';
import type { Evaluation } from './evaluate.ts';
import { type FigurePart, figureValue } from './figure-parts.ts';
import type { ServiceFigure } from './service-figures.ts';

type SumOf = (name: string) => FigurePart | undefined;

/** Tolerance for rounding errors, because sums in another order differ in the last bits. */
const tolerance = 1e-9;
const maxDecimals = 8;

/**
 * Decides which figures of goldset and the service are equal. Counts must be identical. Shares and confidences may
 * differ by 1e-9. If the service rounds, its shares may differ by half a unit of the last decimal. Two facts together
 * show that it rounds: all its shares have at most 8 decimals, and rounding removes more than half of the differences.
 */
export class FigureComparison {
  readonly scale: 1 | 100;
  readonly #service: ReadonlyMap<string, ServiceFigure>;
  readonly #givenDecimals: number | null;
  readonly #groups: ReadonlySet<string>;
  readonly #pagesKnown: boolean;

  /** `pagesKnown` is true if the record has the page count of every counted document. */
  constructor(service: ReadonlyMap<string, ServiceFigure>, pagesKnown: boolean) {
    const shares = [...service.values()].filter(({ unit }) => unit === 'share').map(({ value }) => value);
    this.#service = service;
    this.#pagesKnown = pagesKnown;
    this.scale = shares.some((value) => value > 1 + tolerance) ? 100 : 1;
    const decimals = Math.max(0, ...shares.map(decimalsOf));
    this.#givenDecimals = shares.length > 0 && decimals <= maxDecimals ? decimals : null;
    this.#groups = new Set([...service.keys()].map(groupOf));
  }

  /** Returns the names of all figures: first those that the service reports, then the others. */
  names(evaluation: Evaluation): string[] {
    return [...new Set([...this.#service.keys(), ...evaluation.sums.keys()])];
  }

  /** Returns the reason why a figure is not compared; `null` if the figure is compared. */
  exclusionReason(name: string): string | null {
    const figure = this.#service.get(name);
    if (figure !== undefined && figure.unit === 'ms') return 'the record and the batch are different runs';
    if (figure !== undefined && !figure.known) return 'the specification does not define this figure';
    if (name === 'numPages' && !this.#pagesKnown)
      return 'the record lacks the number of pages of some documents';
    if (figure === undefined && !this.#groups.has(groupOf(name))) return 'the service does not report it';
    return null;
  }

  isCompared(name: string, evaluation: Evaluation): boolean {
    return this.exclusionReason(name) === null && !(name === 'numPages' && countsFailures(evaluation));
  }

  serviceValue(name: string): number | null {
    return this.#service.get(name)?.value ?? null;
  }

  /** Returns goldset's figure in the unit of the service. */
  goldsetValue(
    name: string,
    evaluation: Evaluation,
    sumOf: SumOf = (one) => evaluation.sums.get(one),
  ): number | null {
    const value = readFigure(name, evaluation, sumOf);
    const unit = this.#service.get(name)?.unit ?? sumOf(name)?.unit;
    if (unit === 'count') return value ?? 0;
    if (unit !== 'share') return value;
    const share = value ?? (evaluation.conventions.undefinedShare === 'zero' ? 0 : null);
    return share === null ? null : share * this.scale;
  }

  isEqual(name: string, goldset: number | null, decimals: number | null): boolean {
    const figure = this.#service.get(name);
    const service = figure?.value ?? null;
    // The service omits counts of 0, for example in `distribution`.
    if (goldset === 0 && service === null && !name.endsWith('Perc') && !name.endsWith('meanConfidence'))
      return true;
    if (goldset === null || service === null) return goldset === service;
    if (figure?.unit === 'count') return goldset === service;
    const slack = figure?.unit === 'share' && decimals !== null ? 0.5 * 10 ** -decimals : 0;
    return Math.abs(goldset - service) <= slack + tolerance * Math.max(1, Math.abs(service));
  }

  /**
   * Returns the figures that differ. `decimals` is the number of decimals to which the service rounds its shares;
   * `null` if the service does not round.
   */
  differing(evaluation: Evaluation): {
    readonly names: ReadonlySet<string>;
    readonly decimals: number | null;
  } {
    const compared = this.names(evaluation).filter((name) => this.isCompared(name, evaluation));
    const values = new Map(compared.map((name) => [name, this.goldsetValue(name, evaluation)]));
    const differ = (decimals: number | null) =>
      compared.filter((name) => !this.isEqual(name, values.get(name) ?? null, decimals));
    const exact = differ(null);
    if (exact.length === 0 || this.#givenDecimals === null) return { names: new Set(exact), decimals: null };
    const rounded = differ(this.#givenDecimals);
    const isRounded = exact.length - rounded.length > rounded.length;
    return isRounded
      ? { names: new Set(rounded), decimals: this.#givenDecimals }
      : { names: new Set(exact), decimals: null };
  }

  row(name: string, evaluation: Evaluation, decimals: number | null): Omit<ReconciledRow, 'finding'> {
    const goldset = this.goldsetValue(name, evaluation);
    const unit = this.#service.get(name)?.unit ?? evaluation.sums.get(name)?.unit ?? 'count';
    const status =
      this.exclusionReason(name) !== null
        ? 'not-compared'
        : this.isEqual(name, goldset, decimals)
          ? 'equal'
          : 'differs';
    return { figure: name, unit, goldset, service: this.serviceValue(name), status };
  }
}

/**
 * Returns whether the figures count failed runs. In this case, page counts are not compared, because the service may
 * leave out the pages of failed runs.
 */
function countsFailures({ documents }: Evaluation): boolean {
  return documents.some(({ recorded }) => recorded.output === undefined);
}

function readFigure(name: string, evaluation: Evaluation, sumOf: SumOf): number | null {
  const { conventions } = evaluation;
  if (name === 'accuracyPerc' && conventions.classes === 'class-means')
    return meanOfClasses(evaluation, sumOf);
  // The service reports no accuracy for an array that the gold never contains.
  if (name.startsWith('fieldMetrics') && name.endsWith('.accuracyPerc')) {
    const recall = name.replace(/accuracyPerc$/, 'recallPerc');
    if (figureValue(sumOf(recall)) === null) return null;
  }
  return figureValue(sumOf(name));
}

function meanOfClasses({ sums }: Evaluation, sumOf: SumOf): number | null {
  const shares: number[] = [];
  for (const name of sums.keys()) {
    if (!name.startsWith('accuracyPercByClassification')) continue;
    const share = figureValue(sumOf(name));
    if (share !== null) shares.push(share);
  }
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/**
 * Returns the group of a figure. A group is one metric of all fields, or all figures of one map, such as
 * `distribution`. A service reports either all figures of a group or none.
 */
function groupOf(name: string): string {
  const first = name.split(/[.[]/, 1)[0] ?? name;
  return first === 'fieldMetrics' ? `field ${name.slice(name.lastIndexOf('.') + 1)}` : first;
}

function decimalsOf(value: number): number {
  const text = String(value);
  if (text.includes('e')) return maxDecimals + 1;
  return text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
}
