import type { ReconciledRow } from '../../model/report/reconciliation.ts';
import type { Evaluation } from './evaluate.ts';
import { type FigurePart, figureValue } from './figure-parts.ts';
import type { ServiceFigure } from './service-figures.ts';

type SumOf = (name: string) => FigurePart | undefined;

/** Tolerance for sums in a different order, which differ in the last bits. */
const tolerance = 1e-9;
const maxDecimals = 8;

/**
 * Decides which figures of goldset and the service are equal. Counts must be identical. Shares and confidences
 * must be equal to 1e-9, or to half a unit of the last decimal if the service rounds its shares. The service
 * counts as rounding if all its shares have few decimals and rounding makes more figures equal than remain
 * different.
 */
export class FigureComparison {
  readonly scale: 1 | 100;
  readonly #service: ReadonlyMap<string, ServiceFigure>;
  readonly #givenDecimals: number | null;
  readonly #families: ReadonlySet<string>;
  readonly #pagesKnown: boolean;

  /** `pagesKnown`: the record has the pages of every document that is counted. */
  constructor(service: ReadonlyMap<string, ServiceFigure>, pagesKnown: boolean) {
    const shares = [...service.values()].filter(({ unit }) => unit === 'share').map(({ value }) => value);
    this.#service = service;
    this.#pagesKnown = pagesKnown;
    this.scale = shares.some((value) => value > 1 + tolerance) ? 100 : 1;
    const decimals = Math.max(0, ...shares.map(decimalsOf));
    this.#givenDecimals = shares.length > 0 && decimals <= maxDecimals ? decimals : null;
    this.#families = new Set([...service.keys()].map(familyOf));
  }

  /** Names of the figures of both sides, those of the service first. */
  names(evaluation: Evaluation): string[] {
    return [...new Set([...this.#service.keys(), ...evaluation.sums.keys()])];
  }

  /** Returns the reason why a figure is not compared; `null` if it is compared. */
  whyNotCompared(name: string): string | null {
    const figure = this.#service.get(name);
    if (figure !== undefined && figure.unit === 'ms')
      return 'the times belong to other runs than those of the record';
    if (figure !== undefined && !figure.known) return 'not a figure of the specification';
    if (name === 'numPages' && !this.#pagesKnown)
      return 'the record lacks the number of pages of some documents';
    if (figure === undefined && !this.#families.has(familyOf(name))) return 'the service does not report it';
    return null;
  }

  isCompared(name: string, evaluation: Evaluation): boolean {
    return this.whyNotCompared(name) === null && !(name === 'numPages' && countsFailures(evaluation));
  }

  serviceValue(name: string): number | null {
    return this.#service.get(name)?.value ?? null;
  }

  /** Returns goldset's figure in the service's unit. */
  ourValue(
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
    const theirs = figure?.value ?? null;
    // A class without documents has no member in a map of counts.
    if (goldset === 0 && theirs === null && !name.endsWith('Perc') && !name.endsWith('meanConfidence'))
      return true;
    if (goldset === null || theirs === null) return goldset === theirs;
    if (figure?.unit === 'count') return goldset === theirs;
    const slack = figure?.unit === 'share' && decimals !== null ? 0.5 * 10 ** -decimals : 0;
    return Math.abs(goldset - theirs) <= slack + tolerance * Math.max(1, Math.abs(theirs));
  }

  /** Returns the figures that differ, and the decimals that the service's shares are rounded to; `null` if unrounded. */
  differing(evaluation: Evaluation): {
    readonly names: ReadonlySet<string>;
    readonly decimals: number | null;
  } {
    const compared = this.names(evaluation).filter((name) => this.isCompared(name, evaluation));
    const ours = new Map(compared.map((name) => [name, this.ourValue(name, evaluation)]));
    const differ = (decimals: number | null) =>
      compared.filter((name) => !this.isEqual(name, ours.get(name) ?? null, decimals));
    const exact = differ(null);
    if (exact.length === 0 || this.#givenDecimals === null) return { names: new Set(exact), decimals: null };
    const rounded = differ(this.#givenDecimals);
    const isRounded = exact.length - rounded.length > rounded.length;
    return isRounded
      ? { names: new Set(rounded), decimals: this.#givenDecimals }
      : { names: new Set(exact), decimals: null };
  }

  row(name: string, evaluation: Evaluation, decimals: number | null): Omit<ReconciledRow, 'finding'> {
    const goldset = this.ourValue(name, evaluation);
    const unit = this.#service.get(name)?.unit ?? evaluation.sums.get(name)?.unit ?? 'count';
    const status =
      this.whyNotCompared(name) !== null
        ? 'not-judged'
        : this.isEqual(name, goldset, decimals)
          ? 'equal'
          : 'differs';
    return { figure: name, unit, goldset, service: this.serviceValue(name), status };
  }
}

/**
 * Returns whether failed runs are included. The service may or may not count their pages, so pages are not
 * compared in that case.
 */
function countsFailures({ documents }: Evaluation): boolean {
  return documents.some(({ recorded }) => recorded.output === undefined);
}

function readFigure(name: string, evaluation: Evaluation, sumOf: SumOf): number | null {
  const { conventions } = evaluation;
  if (name === 'accuracyPerc' && conventions.classes === 'class-means')
    return meanOfClasses(evaluation, sumOf);
  // The service reports no accuracy for an array that is never expected.
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

/** Returns the group of a figure: the metric of a field, or the map of a member. A service reports all of a group or none. */
function familyOf(name: string): string {
  const first = name.split(/[.[]/, 1)[0] ?? name;
  return first === 'fieldMetrics' ? `field ${name.slice(name.lastIndexOf('.') + 1)}` : first;
}

function decimalsOf(value: number): number {
  const text = String(value);
  if (text.includes('e')) return maxDecimals + 1;
  return text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
}
