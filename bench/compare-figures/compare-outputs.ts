import { type Change, type Evidence, isExplainedBy } from './evidence.ts';
import { explained } from './explained.ts';
import type { Fact, Outputs } from './read-outputs.ts';
import { figuresOf, isReworded, pairRelabelled } from './words.ts';

export interface Difference {
  /** Key of the fact in the later output, or in the earlier output if the later one does not have the fact. */
  readonly key: string;
  readonly before: Fact | undefined;
  readonly after: Fact | undefined;
  /** Why the two outputs should differ here; `null` if no rule explains the difference. */
  readonly reason: string | null;
}

export interface Comparison {
  readonly compared: number;
  readonly equal: number;
  /**
   * Number of p-values that differ only because both checkouts drew random sign flips. Each differs by at
   * most its simulation error.
   */
  readonly simulated: number;
  /** Sentences or labels with the same numbers and decisions, but with other words. */
  readonly reworded: readonly (readonly [before: string, after: string])[];
  readonly differences: readonly Difference[];
}

/** Largest relative difference of two numbers that count as equal. */
const tolerance = 1e-12;
/** Default number of random sign flips per test. */
const replicates = 2000;
/** If a test has at most this many possible sign patterns, it uses all of them. Otherwise it draws random ones. */
const enumerated = 2 ** 18;

/**
 * Compares every fact and every line of two outputs of the same command. In sentences and labels, the words may
 * differ, but not the numbers and decisions. Everything else must be equal.
 */
export function compareOutputs(
  where: string,
  before: Outputs,
  after: Outputs,
  evidence: Evidence,
  ignore?: RegExp,
): Comparison {
  let compared = 0;
  let simulated = 0;
  const differences: Difference[] = [];
  const reworded: [string, string][] = [];
  const differ = (key: string, left: Fact | undefined, right: Fact | undefined) => {
    const change: Change = { where, key, before: left, after: right, left: before, right: after, evidence };
    const found = explained.find((rule) => isExplainedBy(rule, change));
    differences.push({ key, before: left, after: right, reason: found?.reason ?? null });
  };
  const only = (own: Outputs, other: Outputs) => [...own.facts.keys()].filter((key) => !other.facts.has(key));
  const relabelled = pairRelabelled(only(before, after), only(after, before));
  const paired = new Set(relabelled.flat());
  const keys = [...new Set([...before.facts.keys(), ...after.facts.keys()])].filter(
    (key) => !paired.has(key),
  );
  for (const [key, laterKey] of [...keys.map((key) => [key, key] as const), ...relabelled]) {
    if (ignore?.test(key)) continue;
    compared += 1;
    const left = before.facts.get(key);
    const right = after.facts.get(laterKey);
    if (same(left, right)) {
      if (key !== laterKey) reworded.push([key, laterKey]);
    } else if (withinSimulation(key, before.facts, right)) simulated += 1;
    else if (isReworded(key, left, right)) reworded.push([String(left), String(right)]);
    else differ(laterKey, left, right);
  }
  for (const key of new Set([...before.texts.keys(), ...after.texts.keys()])) {
    if (ignore?.test(key)) continue;
    const [onlyBefore, onlyAfter] = withoutCommon(before.texts.get(key) ?? [], after.texts.get(key) ?? []);
    compared += Math.max(before.texts.get(key)?.length ?? 0, after.texts.get(key)?.length ?? 0);
    const waiting = Map.groupBy(onlyAfter, (line) => figuresOf(withoutP(line)));
    for (const line of onlyBefore) {
      const later = waiting.get(figuresOf(withoutP(line)))?.shift();
      if (later === undefined) {
        if (figuresOf(line) === '') reworded.push([line, '']);
        else differ(`${key}, a line`, line, undefined);
      } else if (withoutP(line) === withoutP(later)) simulated += 1;
      else reworded.push([line, later]);
    }
    for (const line of [...waiting.values()].flat())
      if (figuresOf(line) === '') reworded.push(['', line]);
      else differ(`${key}, a line`, undefined, line);
  }
  const equal = compared - simulated - reworded.length - differences.length;
  return { compared, equal, simulated, reworded, differences };
}

/**
 * Returns whether two facts are equal. Allows rounding errors in numbers, but not in numbers inside a text.
 */
function same(left: Fact | undefined, right: Fact | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'number' || typeof right !== 'number') return sameWords(left, right);
  return Math.abs(left - right) <= tolerance * Math.max(Math.abs(left), Math.abs(right));
}

/**
 * Returns whether two sentences differ only in a printed p-value. Another fact has this p-value as a number, and is
 * compared separately.
 */
function sameWords(left: Fact | undefined, right: Fact | undefined): boolean {
  return (
    typeof left === 'string' &&
    typeof right === 'string' &&
    / p (below )?[01]\.\d{3}/.test(left) &&
    withoutP(left) === withoutP(right)
  );
}

/**
 * Returns whether a p-value of random sign flips differs by at most its simulation error. Both checkouts draw their own
 * patterns, so the difference of two estimates of p has the standard deviation sqrt(2 p (1 - p) / replicates). The
 * limit is five standard deviations plus 2 / replicates. For an adjusted p-value, the limit grows by the ratio of
 * adjusted to raw p-value.
 *
 * Tests that use all sign patterns give multiples of 1 / 2^18. The p-values of such tests must be equal.
 */
function withinSimulation(key: string, facts: ReadonlyMap<string, Fact>, right: Fact | undefined): boolean {
  const kind = /\.(p|adjustedP|adjusted_p)$/.exec(key)?.[1];
  const left = facts.get(key);
  if (kind === undefined || typeof left !== 'number' || typeof right !== 'number') return false;
  const raw = kind === 'p' ? left : facts.get(key.replace(/\w+$/, 'p'));
  if (typeof raw !== 'number' || !(isRandom(raw) || isRandom(left))) return false;
  const factor = Math.max(1, left / raw);
  const p = Math.max(left, right, factor / replicates) / factor;
  const bound = 5 * Math.sqrt((2 * p * Math.max(0, 1 - p)) / replicates) + 2 / replicates;
  return Math.abs(left - right) <= factor * bound;
}

function isRandom(p: number): boolean {
  const hits = p * (replicates + 1);
  return Math.abs(hits - Math.round(hits)) < 1e-6 && !Number.isInteger(p * enumerated);
}

/**
 * Removes the p-values from a line. It recognises p-values by their three decimals: all other figures in sentences have
 * fewer decimals, or are above 1.
 */
function withoutP(line: string): string {
  return line.replaceAll(/(?:below |< ?)?\b(?:0\.\d{3}|1\.000)\b/g, 'p').replaceAll(/\s+/g, ' ');
}

/**
 * Returns two lists: the lines that only `left` has, and the lines that only `right` has. Keeps the order of the lines.
 */
function withoutCommon(left: readonly string[], right: readonly string[]): [string[], string[]] {
  const counts = new Map<string, number>();
  for (const line of right) counts.set(line, (counts.get(line) ?? 0) + 1);
  const take = (line: string) => {
    const count = counts.get(line) ?? 0;
    if (count > 0) counts.set(line, count - 1);
    return count === 0;
  };
  const onlyLeft = left.filter(take);
  const onlyRight = right.filter((line) => {
    const count = counts.get(line) ?? 0;
    if (count > 0) counts.set(line, count - 1);
    return count > 0;
  });
  return [onlyLeft, onlyRight];
}
