import { joinList, percent, pluralise } from '../../base/phrases.ts';
import { type ConfidentDocument, straightThrough } from '../../metrics/confidence/automation-table.ts';
import { certifyThreshold, type ThresholdCertificate } from '../../metrics/confidence/certify-threshold.ts';
import {
  type DocumentGroups,
  findWrongClusters,
  type WrongCluster,
} from '../../metrics/confidence/wrong-clusters.ts';
import type { ThresholdVerdict } from '../../model/report/sections/confidence-section.ts';
import type { PositionedPredictions } from '../fold/columns/confidence-columns.ts';
import { allPositions, type FoldedRun } from '../fold/folded-run.ts';
import type { ConfidenceSettings, StatisticsSettings } from '../measure/settings.ts';

export interface CertificationContext {
  readonly settings: StatisticsSettings;
  readonly options: ConfidenceSettings;
  /** Cluster number of each document, by position; `undefined` if `clusterBy` is not set. */
  readonly clusters: Int32Array | undefined;
  /** Returns the groups of documents for each tag. Computes them at the first call. */
  readonly tags: () => readonly DocumentGroups[];
}

export function certificationContext(
  run: FoldedRun,
  settings: StatisticsSettings,
  options: ConfidenceSettings,
): CertificationContext {
  const { clusters } = settings;
  return {
    settings,
    options,
    clusters: clusters && numberGroups(run, (position) => clusters[position] ?? null),
    tags: lazyTags(run, settings),
  };
}

/**
 * Numbers the groups of documents from 0, and returns the group number of each document. A document without a group has
 * -1.
 */
function numberGroups(run: FoldedRun, groupAt: (position: number) => string | null): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(allPositions(run.count), (position) => {
    const group = groupAt(position);
    if (group === null) return -1;
    const number = numbers.get(group) ?? numbers.size;
    numbers.set(group, number);
    return number;
  });
}

function lazyTags(run: FoldedRun, { clusterBy, independent }: StatisticsSettings) {
  let found: DocumentGroups[] | null = null;
  return (): readonly DocumentGroups[] => {
    const names = clusterBy !== undefined || independent === true ? [] : run.tags.names();
    found ??= names.map((tag) => ({ tag, groups: numberGroups(run, run.tags.of(tag)) }));
    return found;
  };
}

export function groupsOf(documents: readonly PositionedPredictions[], groups: ArrayLike<number>): number[] {
  return documents.map(({ position }) => groups[position] as number);
}

/**
 * Returns the certified threshold of a scope. Certifies no threshold if the wrong documents above the threshold are
 * concentrated in few values of a tag, because documents are then not independent. `clusterBy` and `independent` switch
 * this check off.
 */
export function certificate(
  scope: string,
  documents: readonly PositionedPredictions[],
  { settings, options, clusters, tags }: CertificationContext,
): ThresholdVerdict {
  const seed = `${settings.seed}/${scope}`;
  const whole = documents.map(straightThrough);
  const own = clusters && groupsOf(documents, clusters);
  const found = certifyThreshold(whole, {
    maxError: options.maxError,
    level: settings.confidence,
    method: options.method,
    seed,
    clusters: own,
  });
  const { threshold, accepted, certifiedOn, needed } = found;
  const wrongClusters =
    threshold === null ? [] : wrongClustersAbove(threshold, documents, whole, tags(), seed);
  const measured = { metric: 'straight_through', scope, unscored: 0, unit: 'share' as const };
  if (threshold === null || wrongClusters.length > 0) {
    const n = documents.length;
    const sentence =
      wrongClusters.length > 0
        ? clusteredText(wrongClusters)
        : uncertifiedText(n, needed, own && new Set(own).size, settings.clusterBy);
    const unknown = { ...measured, value: null, n, undefinedBecause: sentence };
    return { threshold: null, needed, sentence, wrongClusters, straightThrough: unknown };
  }
  const sentence = certifiedText(found, settings);
  const value = certifiedOn === 0 ? null : accepted / certifiedOn;
  const parts = { numerator: accepted, denominator: certifiedOn, n: certifiedOn };
  return { threshold, needed, sentence, wrongClusters, straightThrough: { ...measured, value, ...parts } };
}

/**
 * Returns the tags in which wrong documents are concentrated: two wrong documents above `threshold` have the same tag
 * value more often than by chance.
 */
function wrongClustersAbove(
  threshold: number,
  documents: readonly PositionedPredictions[],
  whole: readonly ConfidentDocument[],
  tags: readonly DocumentGroups[],
  seed: string,
): WrongCluster[] {
  if (tags.length === 0) return [];
  const accepted = documents.keys().filter((at) => (whole[at]?.confidence ?? -1) >= threshold);
  const positions = Array.from(accepted, (at) => ({
    position: documents[at]?.position as number,
    wrong: whole[at]?.right ? 0 : 1,
  }));
  const wrong = positions.map((document) => document.wrong);
  // The test counts pairs of wrong documents, so it needs at least two wrong documents.
  if (wrong.reduce<number>((sum, value) => sum + value, 0) < 2) return [];
  const groups = tags.map(({ tag, groups: all }) => ({
    tag,
    groups: positions.map(({ position }) => all[position] as number),
  }));
  return findWrongClusters(wrong, groups, seed);
}

function certifiedText(
  { threshold, accepted, wrong, acceptedClusters, upper }: ThresholdCertificate,
  { confidence, clusterBy }: StatisticsSettings,
): string {
  const basis =
    clusterBy === undefined
      ? 'assumes that documents fail independently'
      : `from ${clustersText(acceptedClusters, clusterBy)}`;
  return `certified from confidence ${threshold?.toFixed(2)}: ${wrong} of ${pluralise(accepted, 'document')} wrong, at most ${percent(upper)} (${percent(confidence)} sure); ${basis}`;
}

function uncertifiedText(
  documents: number,
  needed: number | null,
  clusters: number | undefined,
  clusterBy: string | undefined,
): string {
  const isClustered = clusters !== undefined && clusterBy !== undefined;
  const sample = pluralise(documents, 'document');
  const has = isClustered ? `${sample} from ${clustersText(clusters, clusterBy)}` : sample;
  if (needed === null)
    return `not certified with ${has}: even documents with the highest confidence are wrong too often to skip review, and more documents of this kind would not change that`;
  const count = isClustered
    ? pluralise(needed, 'cluster')
    : pluralise(needed, 'document').replace(/ documents?$/, '');
  return `not certified: ${has} ${documents === 1 && !isClustered ? 'is' : 'are'} too few (about ${count} needed)`;
}

function clusteredText(found: readonly WrongCluster[]): string {
  const list = joinList(found.map(({ tag, p }) => `${tag} (p = ${p.toFixed(3).replace(/^0/, '')})`));
  return `not certified: wrong documents are concentrated in some values of ${list}; set "clusterBy" to "${found[0]?.tag}" (--cluster-by ${found[0]?.tag}), or "independent" to true (--independent)`;
}

function clustersText(count: number, clusterBy: string): string {
  return `${pluralise(count, 'cluster')} by ${clusterBy}`;
}
