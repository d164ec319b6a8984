import type { Change, Explanation, RecordRuns } from '../evidence.ts';
import { type Fact, type Finished, type Outputs, readOutputs } from '../read-outputs.ts';
import { figuresOf, isReworded } from '../words.ts';
import { isSameList } from './reasons-of-verdict.ts';

/**
 * Matches commands on records of unfinished runs: some item runs have no result, or the record was not
 * closed.
 */
const unfinishedCases = '^(lost-rows › |two-records › (report records/unfinished|gate(?= › ))).*';

/**
 * Start of the sentence which states that the figures of an unfinished run are not final. The sentence
 * contains no figures.
 */
const figuresSoFar = 'The figures are those of the incomplete run. ';

/**
 * Returns the item runs of a version in the first repeat. The figures of single documents come from this
 * repeat.
 */
const firstOf = ({ runs }: RecordRuns, version: string) =>
  runs.filter((run) => run.version === version && run.repeat === 1);

/** Returns the number of documents of a version that failed (`unread`) or have no run (`not_run`). */
function countOf(runs: RecordRuns, version: string, metric: 'unread' | 'not_run'): number {
  const first = firstOf(runs, version);
  return metric === 'unread'
    ? first.filter(({ state }) => state === 'failed').length
    : runs.items.length - first.length;
}

/**
 * Returns whether a sentence is the verdict of the unfinished run: it states how many item runs ended, and
 * how to resume the run.
 */
export function isIncomplete(text: Fact | undefined, runs: RecordRuns, version?: string): boolean {
  const own = runs.runs.filter((run) => version === undefined || run.version === version);
  const planned = version === undefined ? runs.planned : runs.planned / runs.versions.length;
  const counts = [
    [planned - own.length, 'not run'],
    [own.filter(({ state }) => state === 'failed').length, 'failed'],
  ].filter(([count]) => count !== 0);
  const missing = counts.map((pair) => pair.join(' ')).join(', ');
  const rest = planned > own.length ? ` (${missing})` : ', but the run was not closed';
  const start = `Run incomplete. ${own.length} of ${planned} item runs ended${rest}, so there is no verdict. Resume with: goldset run --resume `;
  return String(text).startsWith(start) && /^(\.\/)?[\w/-]+$/.test(String(text).slice(start.length));
}

/** Expected members of a new figure, the number of documents without a run. Omits the member `value`. */
const newCount: Readonly<Record<string, Fact>> = {
  section: 'headline',
  metric: 'not_run',
  label: 'not run',
  scope: 'overall',
  unscored: 0,
  unit: 'count',
  difference: null,
  verdict: null,
  better: 'lower',
};

/**
 * Returns the version to which a key belongs. The key contains the name of the version, or the position of the version
 * in a list of values.
 */
function versionOf(key: string, runs: RecordRuns): string | undefined {
  const name =
    /\bversion=([^\]]*)\]/.exec(key)?.[1] ??
    /\bversions\[([^\]]*)\]/.exec(key)?.[1] ??
    /\bpoints\[([^\]]*)\]/.exec(key)?.[1] ??
    /\bversions\.(.*)\.metrics\./.exec(key)?.[1];
  const at = /\.values\[(\d)\]/.exec(key)?.[1];
  return name ?? (at === undefined ? undefined : runs.versions[Number(at)]);
}

/** Returns whether a count of failed documents or of documents without a run is correct for the record. */
function isCount(change: Change, metric: 'unread' | 'not_run'): boolean {
  const { key, after, before, evidence } = change;
  const runs = evidence.runs();
  const version = versionOf(key, runs);
  const member = /\.(\w+)$/.exec(key)?.[1] ?? '';
  if (key.endsWith('.values.length')) return after === runs.versions.length;
  if (['value', 'unread', 'not_run'].includes(member) && version !== undefined) {
    const moved = metric === 'unread' ? Number(before) - Number(after) : undefined;
    return (
      after === countOf(runs, version, metric) &&
      (moved === undefined || moved === countOf(runs, version, 'not_run'))
    );
  }
  if (metric === 'unread' || before !== undefined) return false;
  if (member === 'n') return after === runs.items.length;
  if (member === 'version') return String(after) === String(Number(version) || version);
  const isTable = key.startsWith('summary.csv');
  return member in newCount
    ? [newCount[member], isTable ? '' : null].includes(after as Fact)
    : isTable && after === '';
}

/**
 * Returns whether the later list of captions has one more caption than the earlier list: `not run`. The count of
 * documents without a run has this caption.
 */
const withNotRun = (before: Fact | undefined, after: Fact | undefined) => {
  const labels = String(after).split(' | ');
  const others = labels.filter((label) => label !== 'not run');
  return (
    labels.length === others.length + 1 &&
    others.length === String(before).split(' | ').length &&
    figuresOf(others.join(' | ')) === figuresOf(String(before))
  );
};

const judged = ['improved', 'regressed', 'equivalent', 'inconclusive'];

/**
 * Returns whether a point of a chart is unchanged, even if it moved to another series. In an unfinished run, the chart
 * has only the series of inconclusive differences.
 */
function isSamePoint({ key, left, right }: Change): boolean {
  const [, chart, list, at] =
    /^(report\.json\.charts\[[^\]]*\])\.series\[.*\]\.(\w+)\[(\d+)\]$/.exec(key) ?? [];
  if (chart === undefined) return false;
  const pointOf = (facts: ReadonlyMap<string, Fact>) =>
    String(facts.get(`${chart}.series (order)`))
      .split(' | ')
      .flatMap((series) => facts.get(`${chart}.series[${series}].${list}[${at}]`) ?? []);
  return JSON.stringify(pointOf(left.facts)) === JSON.stringify(pointOf(right.facts));
}

/**
 * Returns whether the later chart has only the series of inconclusive differences, with as many points as the earlier
 * series. An unfinished run has such a chart.
 */
function isOnlySeries({ key, after, left, right }: Change): boolean {
  const chart = 'report.json.charts[field-difference].series';
  const [only] = String(right.facts.get(`${chart} (order)`)).split(' | ');
  const [first] = String(left.facts.get(`${chart} (order)`)).split(' | ');
  if (right.facts.get(`${chart}.length`) !== 1 || /better|worse/.test(String(only))) return false;
  const list = /\.(values|low|high)\.length$/.exec(key)?.[0];
  return list === undefined || after === undefined || after === left.facts.get(`${chart}[${first}]${list}`);
}

/** Matches lists of headline figures. The later lists have one more figure: the documents without a run. */
const headline = '(report\\.json\\.tiles|(stdout|trend\\.json)\\.(versions|points)\\[[^\\]]*\\]\\.headline)';

const noVerdict = 'an unfinished record gets no verdict, and the exit code is 3';
const apart = 'runs without a result are counted apart from failed ones';

function rule(keys: string, holds: Explanation['holds'], reason: string): Explanation {
  return { match: new RegExp(`${unfinishedCases}› ${keys}$`), holds, reason };
}

const reports = new WeakMap<Finished, Outputs>();

/** Returns whether a fact of a comparison equals the same fact in the earlier report of the record. */
function isInReport({ key, after, evidence }: Change): boolean {
  const finished = evidence.report();
  const report = reports.get(finished) ?? readOutputs(finished);
  reports.set(finished, report);
  const before = report.facts.get(key);
  return before === after || isReworded(key, before, after);
}

export const unfinished: readonly Explanation[] = [
  {
    match:
      /^lost-rows › (repeated: )?compare › (report\.json\.method\.facts\[Stability .*\]\.value|documents\.csv\[.*\]\.run_id)$/,
    holds: isInReport,
    reason: 'a comparison of an unfinished record has the same figures as its report',
  },
  rule(
    'report\\.json\\.versions\\[.*\\]\\.states\\.(failed|not-run)',
    ({ key, before, after, evidence }) => {
      const runs = evidence.runs();
      const metric = key.endsWith('failed') ? 'unread' : 'not_run';
      return before === undefined && after === countOf(runs, versionOf(key, runs) ?? '', metric);
    },
    apart,
  ),
  rule(
    '(exit code|(stdout|gate\\.json)\\.exitCode)',
    ({ where, before, after }) =>
      after === 3 && before === (/compare$/.test(where) ? 2 : /gate/.test(where) ? 1 : 0),
    noVerdict,
  ),
  rule(
    'error',
    ({ where, before, after }) =>
      /compare$/.test(where)
        ? before === 'RECORDS_NOT_COMPARABLE' && after === undefined
        : before === undefined && after === 'RECORD_NOT_FINISHED',
    'compare shows the figures of an unfinished record, and thresholds certifies nothing on it',
  ),
  rule(
    'stdout\\..*',
    ({ where, after, right }) =>
      /thresholds$/.test(where) &&
      after === undefined &&
      ![...right.facts.keys()].some((key) => key.startsWith('stdout')),
    'compare shows the figures of an unfinished record, and thresholds certifies nothing on it',
  ),
  rule(
    '(stdout|report\\.json\\.verdict)\\.recommendation',
    ({ before, after }) =>
      ['publish', 'no-comparison', 'not-enough-evidence'].includes(String(before)) && after === 'incomplete',
    noVerdict,
  ),
  rule(
    '(stdout|gate\\.json|report\\.json\\.verdict|(stdout|trend\\.json)\\.points\\[.*\\]\\.problem)\\.code',
    ({ before, after }) => before === undefined && after === 'incomplete-run',
    noVerdict,
  ),
  rule(
    '((stdout|report\\.json\\.verdict)|(stdout|trend\\.json)\\.points\\[.*\\]\\.problem)\\.sentence',
    ({ after, evidence }) => isIncomplete(after, evidence.runs()),
    noVerdict,
  ),
  rule(
    '(stdout|trend\\.json)\\.points\\[.*\\]\\.finished',
    ({ before, after }) => before === true && after === false,
    noVerdict,
  ),
  rule(
    '(stdout|report\\.json\\.verdict)\\.reasons(\\.length|\\[\\d+\\]| \\(order\\))',
    (change) =>
      isSameList(change, {
        added: (reason) => reason.startsWith(figuresSoFar) && figuresOf(reason) === '',
        dropped: (reason) => /^(Rule: |One version was run|.*, adjusted p )/.test(reason),
      }),
    noVerdict,
  ),
  rule(
    '.*\\.verdict',
    ({ before, after }) => judged.includes(String(before)) && after === 'inconclusive',
    noVerdict,
  ),
  rule(
    'report\\.json\\.charts\\[.*\\]\\.series\\[.*\\]\\.(values|low|high)\\[\\d+\\]',
    isSamePoint,
    noVerdict,
  ),
  rule(
    'report\\.json\\.charts\\[field-difference\\]\\.series(\\.length|.*\\.(name|role|(values|low|high)\\.length)| \\(order\\))',
    isOnlySeries,
    noVerdict,
  ),
  rule(
    'summary\\.csv\\[section=run .*\\]\\.\\w+',
    ({ key, before, after, left, evidence }) => {
      const [, label, member = ''] = /label=(.*) scope=overall version=\]\.(\w+)$/.exec(key) ?? [];
      const documents = (name: string) => Number(left.facts.get(`report.json.documents.${name}`));
      const expected: Readonly<Record<string, Fact>> = {
        section: 'run',
        metric: 'verdict',
        label: label ?? null,
        scope: 'overall',
        verdict: 'incomplete',
        unit: 'count',
        n: documents('planned'),
        unscored: documents('planned') - documents('scored'),
      };
      return (
        before === undefined && isIncomplete(label, evidence.runs()) && after === (expected[member] ?? '')
      );
    },
    noVerdict,
  ),
  rule(
    'summary\\.csv rows',
    ({ before, after, evidence }) => {
      const { planned, runs, versions } = evidence.runs();
      return Number(after) - Number(before) === 1 + (planned > runs.length ? versions.length : 0);
    },
    apart,
  ),
  rule(`${headline}\\.length`, ({ before, after }) => after === Number(before) + 1, apart),
  rule(`${headline} \\(order\\)`, ({ before, after }) => withNotRun(before, after), apart),
  rule('.*(\\bunread\\b|could not be read).*', (change) => isCount(change, 'unread'), apart),
  rule('.*(not_run|not run).*', (change) => isCount(change, 'not_run'), apart),
  rule(
    '(documents\\.csv\\[.*\\]\\.failure|report\\.json\\.method\\.unscored\\[.*\\]\\.reason)',
    ({ key, before, after, evidence }) => {
      const [, item, version] =
        /item=(\S+) version=(\S+)\]/.exec(key) ?? /unscored\[(\S+) (\S+)\]/.exec(key) ?? [];
      const hasRun = firstOf(evidence.runs(), version ?? '').some(({ itemId }) => itemId === item);
      return (
        /^(no result in the record|service_error: not run)$/.test(String(before)) &&
        !hasRun &&
        after === 'not run'
      );
    },
    apart,
  ),
  rule(
    'documents\\.csv\\[.*\\]\\.state',
    ({ key, before, after, evidence }) => {
      const [, item, version] = /item=(\S+) version=(\S+)\]/.exec(key) ?? [];
      const hasRun = firstOf(evidence.runs(), version ?? '').some(({ itemId }) => itemId === item);
      return before === 'failed' && after === 'not-run' && !hasRun;
    },
    apart,
  ),
  rule(
    '(stdout|summary\\.md), a line',
    (change) => isVerdictLine(change) || isTableLine(change) || isCountLine(change),
    noVerdict,
  ),
];

/**
 * Returns whether a line only repeats the verdict of its output. In the earlier output, the verdict is the advice. In
 * the later one, it states that the run is incomplete.
 */
function isVerdictLine({ before, after, left, right, evidence }: Change): boolean {
  const line = String(before ?? after).replace(/^(\*\*.*?\*\* |- | {2})/, '');
  const own = before === undefined ? right : left;
  const sentences = [...own.facts]
    .filter(([key]) => /(verdict|stdout)\.(sentence|reasons\[\d+\])$/.test(key))
    .map(([, sentence]) => String(sentence));
  const isRepeated = sentences.some((sentence) => sentence === line || sentence.endsWith(` ${line}`));
  return isRepeated || (before === undefined && isIncomplete(line, evidence.runs()));
}

/** Returns whether a table row differs from a row of the other output only in its verdict. */
function isTableLine({ key, before, after, left, right }: Change): boolean {
  const plain = (line: string) =>
    figuresOf(line.replace(/[▲▼◆◇=≈] (improved|regressed|equivalent|inconclusive|better|worse|unclear)/, ''));
  const file = key.replace(', a line', '');
  const others = (before === undefined ? left : right).texts.get(file) ?? [];
  const line = String(before ?? after);
  return /^\| .*[▲▼◆◇=≈]/.test(line) && others.some((other) => plain(other) === plain(line));
}

/**
 * Returns whether a row of the summary has the correct counts of failed documents, or of documents without a
 * run.
 */
function isCountLine({ before, after, evidence }: Change): boolean {
  const runs = evidence.runs();
  const line = String(before ?? after);
  const row = (label: string, metrics: readonly ('unread' | 'not_run')[]) => {
    const counts = runs.versions.map((version) =>
      metrics.reduce((sum, metric) => sum + countOf(runs, version, metric), 0),
    );
    return `| ${label} | ${counts.join(' | ')} | — |  |`;
  };
  return before === undefined
    ? line === row('not run', ['not_run']) || line === row('could not be read', ['unread'])
    : line === row('could not be read', ['unread', 'not_run']);
}
