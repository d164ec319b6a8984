import type { Change, Explanation, ItemRun } from '../evidence.ts';
import type { Fact } from '../read-outputs.ts';

const reason = 'latency and cost use the item runs of all repeats';
const withRepeats = '^(repeats|class-repeats|lost-rows › repeated).*';

/** Returns the quantile by linear interpolation between the sorted values. */
function quantile(values: readonly number[], level: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * level;
  const low = sorted[Math.floor(at)] as number;
  return low + (at - Math.floor(at)) * ((sorted[Math.ceil(at)] as number) - low);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Returns a figure over item runs: latency in milliseconds, or credits in total or per item run. */
function figure(metric: string, runs: readonly ItemRun[]): number {
  const isCost = metric.startsWith('credits');
  const values = runs.flatMap(({ latencyMs, credits }) => (isCost ? credits : latencyMs) ?? []);
  const level = /_p(\d+)$/.exec(metric)?.[1];
  if (level !== undefined) return quantile(values, Number(level) / 100);
  return metric === 'credits' ? sum(values) : sum(values) / values.length;
}

const isEqual = (expected: number, found: Fact | undefined) =>
  typeof found === 'number' && Math.abs(expected - found) <= 1e-9 * Math.max(1, Math.abs(expected));

/** Maps each label in the table of speed and cost to its metric. */
const metricOf: Readonly<Record<string, string>> = {
  'latency, mean': 'latency_mean',
  'latency, median': 'latency_p50',
  'latency, 95th percentile': 'latency_p95',
  'credits a document': 'credits_mean',
  'credits per document': 'credits_mean',
  'credits in all': 'credits',
  'total credits': 'credits',
};

type Side = 'baseline' | 'candidate' | 'difference';

/**
 * Returns whether `member` (`value`, `n` or `unscored`) of a figure is correct. The figure is for a single version, or
 * for one of the two versions in a comparison. A comparison uses only item runs that both versions have.
 */
function isFigure(
  { after, evidence }: Change,
  metric: string,
  version: string | Side,
  member: string,
): boolean {
  const { runs, versions, items, repeats } = evidence.runs();
  const of = (name: string) => runs.filter((run) => run.version === name);
  if (isSide(version)) {
    const [first, last] = [versions[0] as string, versions.at(-1) as string];
    const keyOf = ({ itemId, repeat }: ItemRun) => `${itemId} ${repeat}`;
    const [was, is] = [new Set(of(first).map(keyOf)), new Set(of(last).map(keyOf))];
    const paired = (name: string) => of(name).filter((run) => was.has(keyOf(run)) && is.has(keyOf(run)));
    const [before, later] = [paired(first), paired(last)];
    if (member === 'n') return after === before.length;
    if (member === 'unscored') return after === items.length * repeats - before.length;
    const [baseline, candidate] = [figure(metric, before), figure(metric, later)];
    return isEqual({ baseline, candidate, difference: candidate - baseline }[version], after);
  }
  if (member === 'n') return after === of(version).length;
  if (member === 'unscored') return after === items.length * repeats - of(version).length;
  return isEqual(figure(metric, of(version)), after);
}

const isSide = (name: string): name is Side => ['baseline', 'candidate', 'difference'].includes(name);

/** Names of gate checks on latency and cost, with their metrics. */
const checkMetrics: readonly (readonly [RegExp, string])[] = [
  [/^latency, median/, 'latency_p50'],
  [/^latency, (\d+)th percentile/, 'latency_p$1'],
  [/^credits per document/, 'credits_mean'],
  [/^total credits/, 'credits'],
];

/**
 * Returns whether figures, status and reason of a gate check are correct. Such a check uses item runs with an
 * output. Total credits include failed item runs.
 */
function isCheck({ key, after, evidence }: Change): boolean {
  const [, name = '', member] = /\.checks\[(.*)\]\.(value|n|status|reason)$/.exec(key) ?? [];
  const [pattern, as] = checkMetrics.find(([start]) => start.test(name)) ?? [];
  if (pattern === undefined || as === undefined) return false;
  const title = pattern.exec(name)?.[0] ?? '';
  const metric = title.replace(pattern, as);
  const { runs, versions } = evidence.runs();
  const of = (version: string | undefined) =>
    runs.filter((run) => run.version === version && (metric === 'credits' || run.state === 'processed'));
  const [candidate, baseline] = [of(versions.at(-1)), of(versions[0])];
  const [is, was] = [figure(metric, candidate), figure(metric, baseline)];
  const isIncrease = / above the baseline$/.test(name);
  const found = isIncrease ? is / was - 1 : is;
  const limit = /at most (.+?)(?: above the baseline)?$/.exec(name)?.[1] ?? '';
  const isKept = found <= Number.parseFloat(limit) / (isIncrease ? 100 : 1);
  if (member === 'n') return after === candidate.length;
  if (member === 'value') return isEqual(found, after);
  if (member === 'status') return after === (isKept ? 'pass' : 'fail');
  const format = (value: number) =>
    metric.startsWith('latency')
      ? `${Math.round(value)} ms`
      : Number.isInteger(value)
        ? String(value)
        : value.toFixed(2);
  const change = `(${found < 0 ? '−' : '+'}${(Math.abs(found) * 100).toFixed(1)} %)`;
  const text = isIncrease ? `${title} ${format(was)} → ${format(is)} ${change}` : `${title} is ${format(is)}`;
  const policy = `; the policy accepts ${isIncrease ? 'an increase of ' : ''}at most ${limit}`;
  return after === `${text}, n = ${candidate.length}${isKept ? '' : policy}`;
}

export const allRepeats: readonly Explanation[] = [
  {
    match: new RegExp(
      `${withRepeats}› report\\.json\\.speed\\[.*\\]\\.(latency\\[.*\\]|credits)\\.(value|n|unscored)$`,
    ),
    holds: (change) => {
      const [, version = '', latency, member = ''] =
        /\.speed\[(.*?)\]\.(?:latency\[(\w+) overall\]|credits)\.(\w+)$/.exec(change.key) ?? [];
      return isFigure(change, latency ?? 'credits', version, member);
    },
    reason,
  },
  {
    match: new RegExp(`${withRepeats}› summary\\.csv\\[section=speed .*\\]\\.(value|n|unscored)$`),
    holds: (change) => {
      const [, metric = '', version = '', member = ''] =
        /metric=(\w+) .* version=(.*)\]\.(\w+)$/.exec(change.key) ?? [];
      return isFigure(change, metric, version, member);
    },
    reason,
  },
  {
    match: new RegExp(
      `${withRepeats}› (stdout|report\\.json\\.comparison)\\.speed\\[.*\\]\\.(baseline|candidate|difference)\\.(value|n|unscored)$`,
    ),
    holds: (change) => {
      const [, label = '', side = '', member = ''] = /\.speed\[(.*)\]\.(\w+)\.(\w+)$/.exec(change.key) ?? [];
      return isFigure(change, metricOf[label] ?? '', side, member);
    },
    reason,
  },
  {
    match: new RegExp(
      `${withRepeats}› (stdout|gate\\.json)\\.checks\\[(latency|credits|total credits).*\\]\\.(value|n|status|reason)$`,
    ),
    holds: isCheck,
    reason,
  },
];
