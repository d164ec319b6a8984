import { type Change, type Evidence, type Explanation, fileOf, type Row, readTable } from '../evidence.ts';
import {
  checkOf,
  type GateCheck,
  type GateLeaf,
  type GateResult,
  readGate,
  scopeOf,
} from '../gate-result.ts';
import { type Fact, flatten } from '../read-outputs.ts';
import { unescaped, without } from '../restated.ts';
import { figuresOf } from '../words.ts';
import { failedReason, percent, rateAsWrong } from './failed-items.ts';

const repeated =
  'a gate counts and lists the documents with a wrong value or a new error in any repeat, not in the first only';
const restated = 'the line repeats gate.json, whose figures are compared on their own';

/** A check lists at most `maxLeaves` leaves. They come from at most `maxLeaves` documents. */
const maxLeaves = 20;
const maxNamed = 5;

type Leaf = Row & { readonly item: string };

function leavesOf(evidence: Evidence, repeat: number, version: string): Map<string, Leaf[]> {
  const rows = readTable(evidence.repeat(repeat), 'leaves').filter((row) => row.version === version);
  return Map.groupBy(rows as Leaf[], ({ item }) => item);
}

const isWrong = ({ outcome }: Row) => ['incorrect', 'missing', 'spurious'].includes(outcome ?? '');
const isCounted = ({ outcome }: Row) => !['excluded', 'unscored'].includes(outcome ?? '');
/** Formats a value as gates show it: `—` if there is no value, and an amount with its currency. */
const shown = (value: string | undefined) => {
  if (value === undefined || value === '') return '—';
  return value.startsWith('{')
    ? Object.values(JSON.parse(value) as object)
        .filter((part) => part !== null)
        .join(' ')
    : value;
};

/**
 * Returns how many documents a check should count, and the leaves that it should list. Uses the earlier
 * reports of all repeats.
 */
function expectedList(check: GateCheck, evidence: Evidence): { documents: number; leaves: GateLeaf[] } {
  const { repeats, versions, items } = evidence.runs();
  const { field, label, tag } = scopeOf(check);
  const tags = new Map(
    readTable(evidence.repeat(0), 'documents').map((row) => [row.item, (row.tags ?? '').split('; ')]),
  );
  const sides = [versions[0], versions.at(-1)].map((version) =>
    Array.from({ length: repeats }, (_, repeat) => leavesOf(evidence, repeat, version as string)),
  );
  const named = (value: string | undefined) => value === label || value?.startsWith(`${label}, `);
  const isInScope = (leaf: Leaf) =>
    (field === undefined || leaf.field === field) &&
    (label === undefined || named(leaf.expected) || named(leaf.predicted));
  const covered = items.filter((item) => tag === undefined || tags.get(item)?.includes(tag));
  const found = covered.flatMap((item) => {
    const [baseline, candidate] = sides.map((side) =>
      side.map((leaves) => (leaves.get(item) ?? []).filter(isInScope)),
    );
    if (check.rule === 'limit') {
      const wrong = wrongLeaves(item, candidate ?? []);
      return wrong.length === 0 ? [] : [wrong];
    }
    const found = newErrors(item, baseline ?? [], candidate ?? []);
    const leaves = found.length > 0 ? found : lostOutput(item, evidence);
    return leaves.length === 0 ? [] : [leaves];
  });
  return { documents: found.length, leaves: found.slice(0, maxLeaves).flat().slice(0, maxLeaves) };
}

/**
 * Returns an entry for the whole document if the candidate has an output in fewer repeats than the baseline.
 */
function lostOutput(itemId: string, evidence: Evidence): GateLeaf[] {
  const { repeats, versions } = evidence.runs();
  const [was = [], is = []] = [versions[0], versions.at(-1)].map((version) =>
    Array.from({ length: repeats }, (_, repeat) =>
      readTable(evidence.repeat(repeat), 'documents').find(
        (row) => row.item === itemId && row.version === version,
      ),
    ),
  );
  const outputs = (rows: typeof was) => rows.filter((row) => row?.state === 'scored').length;
  if (outputs(was) <= outputs(is)) return [];
  const failure = is.find((row) => row?.state !== 'scored')?.failure;
  return [
    { itemId, path: '(whole document)', expected: '', baseline: 'an output', candidate: shown(failure) },
  ];
}

/** Returns the wrong leaves of the first repeat with a wrong leaf. */
function wrongLeaves(itemId: string, repeats: readonly (readonly Leaf[])[]): GateLeaf[] {
  const found = repeats.map((leaves) => leaves.filter(isWrong)).find((leaves) => leaves.length > 0) ?? [];
  return found.map(({ path = '', expected, predicted }) => ({
    itemId,
    path,
    expected: shown(expected),
    baseline: null,
    candidate: shown(predicted),
  }));
}

/**
 * Returns the leaves that are right in a smaller share of the candidate's repeats than of the baseline's
 * repeats.
 */
function newErrors(
  itemId: string,
  baseline: readonly (readonly Leaf[])[],
  candidate: readonly (readonly Leaf[])[],
): GateLeaf[] {
  const paths = [
    ...new Set([...baseline, ...candidate].flatMap((leaves) => leaves.map(({ path = '' }) => path))),
  ];
  return paths.flatMap((path) => {
    const tally = (repeats: readonly (readonly Leaf[])[]) => {
      // If a version does not have the leaf, neither gold nor output has a value at its path, so the version is right.
      const all = repeats
        .map((leaves) => leaves.find((leaf) => leaf.path === path))
        .filter((leaf) => leaf === undefined || isCounted(leaf));
      const right = all.filter((leaf) => leaf === undefined || !isWrong(leaf));
      const correct = right.find((leaf) => leaf !== undefined);
      const wrong = all.find((leaf) => leaf !== undefined && isWrong(leaf));
      return { counted: all.length, right: right.length, correct, wrong };
    };
    const [was, is] = [tally(baseline), tally(candidate)];
    if (was.right * is.counted <= is.right * was.counted) return [];
    const leaf = is.wrong ?? was.correct;
    return [
      {
        itemId,
        path,
        expected: shown(leaf?.expected),
        baseline: shown(was.correct?.predicted),
        candidate: shown(is.wrong?.predicted),
      },
    ];
  });
}

/** Returns whether the number of documents, or the list of leaves, agrees with the earlier reports of all repeats. */
function isExpectedList({ key, after, evidence }: Change): boolean {
  const check = checkOf(key, readGate(evidence.later));
  if (check === undefined) return false;
  const { documents, leaves } = expectedList(check, evidence);
  if (key.endsWith('.value')) return check.rule === 'newErrors' && after === documents;
  const facts = new Map<string, Fact>();
  flatten(documents === 0 ? {} : { documents, leaves }, 'check', facts);
  return after === facts.get(`check${/\.(?:documents|leaves\b.*)$/.exec(key)?.[0]}`);
}

/** Divides the reason of a check into its core, and the parts about failed, listed and unscored documents. */
function partsOf(reason: string) {
  const failed = /; [^;]* leaves out [^;:]*fail[^;:]*[;:] if [^;]* count as wrong, the figure is (.+)$/.exec(
    reason,
  );
  const listed =
    /; (\d+) documents? with (?:wrong values|new errors): (.*?)$/.exec(reason) ??
    /; wrong in (\d+) documents?: (.*)$/.exec(reason) ??
    /; (\d+) documents? broke: (.*)$/.exec(reason);
  const unscored = /, without (\d+) documents? that could not be scored/.exec(reason);
  const core = without(reason, [failed?.[0] ?? '', listed?.[0] ?? '', unscored?.[0] ?? '']);
  return { failed: failed?.[1], listed: listed?.slice(1), unscored: unscored?.[1], core };
}

/** Returns how many documents the figure of a field does not count, according to the earlier report of the record. */
function unscoredOf(check: GateCheck, evidence: Evidence): number | undefined {
  const metric = /^(F1|precision|recall) of /.exec(check.name)?.[1]?.toLowerCase();
  const content = fileOf(evidence.report(), 'report.json');
  if (metric === undefined || content === undefined) return undefined;
  const { fields } = JSON.parse(content) as {
    readonly fields: readonly (Record<string, readonly { unscored: number }[]> & {
      readonly field: string;
    })[];
  };
  const row = fields.find(({ field }) => (field as unknown) === scopeOf(check).field);
  return row?.[metric]?.at(-1)?.unscored;
}

/**
 * Returns whether a reason lists the documents of gate.json, or those of the earlier reports if gate.json has no
 * list. Returns `true` if the reason lists no documents, as for an inconclusive check.
 */
function isListed(listed: readonly string[] | undefined, check: GateCheck, evidence: Evidence): boolean {
  if (listed === undefined) return true;
  const own = check.documents === undefined ? expectedList(check, evidence) : check;
  const { documents = 0, leaves = [] } = own;
  const items = [...new Set(leaves.map(({ itemId }) => itemId))].slice(0, maxNamed);
  const more = documents > items.length ? ` and ${documents - items.length} more` : '';
  return Number(listed[0]) === documents && listed[1] === `${items.join(', ')}${more}`;
}

/**
 * Returns whether a later reason has the figures of the earlier reason, and whether its new parts agree with
 * the record and with gate.json.
 */
function isExpectedReason({ key, before, after, evidence }: Change): boolean {
  const check = checkOf(key, readGate(evidence.later));
  if (check === undefined || typeof before !== 'string' || typeof after !== 'string') return false;
  const [was, is] = [partsOf(before), partsOf(after)];
  return (
    figuresOf(was.core) === figuresOf(is.core) &&
    (was.listed === undefined) === (is.listed === undefined) &&
    isListed(is.listed, check, evidence) &&
    (is.unscored === undefined ||
      is.unscored === was.unscored ||
      Number(is.unscored) === unscoredOf(check, evidence)) &&
    (is.failed === undefined || is.failed === percent(rateAsWrong(check, evidence)))
  );
}

/** Returns whether the reason of a check of new errors lists the documents and leaves of this check. */
function isNewErrorsReason({ key, after, evidence }: Change): boolean {
  const check = checkOf(key, readGate(evidence.later));
  if (check?.rule !== 'newErrors') return false;
  const { documents = 0, leaves = [], n } = check;
  const shownLeaves = leaves
    .slice(0, maxNamed)
    .map(({ itemId, path, baseline, candidate }) => `${itemId} ${path} (${baseline ?? '—'} → ${candidate})`);
  const more = leaves.length > maxNamed ? ', ...' : '';
  const found = `${documents} of ${n} documents ${documents === 1 ? 'has' : 'have'} new errors`;
  return after === `${found}: ${shownLeaves.join(', ')}${more}`;
}

const statusWords: Readonly<Record<string, readonly string[]>> = {
  pass: ['passed'],
  fail: ['failed', 'fail'],
  inconclusive: ['inconclusive', 'cannot tell'],
  'cannot-tell': ['cannot tell', 'cannot-tell'],
};

/**
 * Returns whether a line of gate.md, gate.junit.xml or the code quality file states the same as gate.json of
 * the same checkout.
 */
function isRestated(raw: string, gate: GateResult): boolean {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const line = plain(unescaped(raw));
  const checks = gate.checks.map((check) => ({ ...check, reason: plain(check.reason) }));
  if (line === gate.sentence) return true;
  const [, words, name, rest] =
    /^(?:### |\| )[✓✗◇] ([\w ]+?)(?:: | \| )(.*?)(?: \| (.*) \|)?$/.exec(line) ?? [];
  if (words !== undefined)
    return checks.some(
      (check) =>
        check.name === name &&
        (statusWords[check.status] ?? []).includes(words) &&
        (rest === undefined || rest === check.reason),
    );
  const test =
    /^<testsuites? name=".*" tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="0" time="0">$/.exec(line);
  if (test !== null) {
    const count = (status: string) => checks.filter((check) => check.status.startsWith(status)).length;
    const open = count('inconclusive') + count('cannot');
    return [checks.length, count('fail'), open].join() === test.slice(1).map(Number).join();
  }
  const own = /^<testcase classname="goldset\.gate\.(.*?)" name="(.*)" time="0">$/.exec(line);
  if (own !== null) return checks.some(({ rule, name }) => rule === own[1] && name === own[2]);
  const result = /^<(failure|error) type="([\w-]+)" message="(.*?)">(.*?)(<\/\1>)?$/.exec(line);
  if (result !== null)
    return checks.some(
      ({ status, reason }) => status === result[2] && reason === result[3] && reason === result[4],
    );
  const passed = /^<system-out>(.*)<\/system-out>$/.exec(line)?.[1];
  if (passed !== undefined)
    return checks.some(({ status, reason }) => status === 'pass' && reason === passed);
  const more = /^- and (\d+) more(?:<\/\w+>)?$/.exec(line)?.[1];
  if (more !== undefined) return checks.some(({ leaves = [] }) => leaves.length - 10 === Number(more));
  if (checks.some(({ reason }) => reason === line)) return true;
  const leaf = line.replace(/^- /, '').replace(/<\/(failure|error)>$/, '');
  return checks.some(({ leaves = [] }) => leaves.some((own) => leafLines(own).includes(leaf)));
}

const longest = 120;

/**
 * Returns the two forms in which checkouts print a leaf on one line: `inv-0042 total_amount: expected
 * 1250.00, got 12.50` (earlier) and `inv-0042 total_amount: got 12.50 (expected 1250.00)` (present).
 */
function leafLines({ itemId, path, expected, baseline, candidate }: GateLeaf): string[] {
  const text = [...expected];
  const short = text.length > longest ? `${text.slice(0, longest - 1).join('')}…` : expected;
  const found = baseline === null ? `got ${candidate}` : `${baseline} → ${candidate}`;
  const texts = short === '' ? [found] : [`expected ${short}, ${found}`, `${found} (expected ${short})`];
  return texts.map((own) => `${itemId} ${path}: ${own}`.replaceAll(/\s+/g, ' '));
}

/** Returns whether a member of the code quality file states the same as gate.json of the same checkout. */
function isQualityMember(key: string, { facts }: Change['left'], gate: GateResult): boolean {
  const [, element = '', member = ''] = /^(gate\.codequality\.json\[\d+\])\.([\w.]+)$/.exec(key) ?? [];
  const description = facts.get(`${element}.description`);
  if (description === undefined) return !facts.has(key);
  const own = gate.checks.find(({ status, name, reason }) =>
    (statusWords[status] ?? []).some((word) => description === `goldset gate ${word}: ${name}: ${reason}`),
  );
  if (own === undefined) return false;
  if (member === 'severity') return facts.get(key) === (own.status === 'fail' ? 'critical' : 'major');
  const first = facts.get(`gate.codequality.json[0].${member}`);
  return member === 'description' || (member.startsWith('location.') && facts.get(key) === first);
}

/**
 * Returns whether the sentence of a gate has the right number of checks and repeats the reason of the first
 * failed check.
 */
function isOwnSentence(sentence: string, { checks }: GateResult): boolean {
  const of = (...statuses: string[]) => checks.filter(({ status }) => statuses.includes(status));
  const [failed, open] = [of('fail'), of('inconclusive', 'cannot-tell')];
  const start = `The gate failed: ${failed.length} of ${checks.length} checks fail`;
  const end = ` First: ${failed[0]?.reason}.`;
  return (
    sentence.startsWith(start) &&
    sentence.endsWith(end) &&
    figuresOf(sentence.slice(start.length, -end.length)).replace(' inconclusive', '') === String(open.length)
  );
}

function gatesOf({ evidence }: Change): readonly [GateResult, GateResult] | null {
  const [earlier, later] = [readGate(evidence.earlier), readGate(evidence.later)];
  return earlier === null || later === null ? null : [earlier, later];
}

export const gateDocuments: readonly Explanation[] = [
  {
    match: /› (stdout|gate\.json)\.checks\[.*\]\.(documents|leaves( \(order\)|\.length|\[.*\]\.\w+))$/,
    holds: isExpectedList,
    reason: repeated,
  },
  {
    match: /› (stdout|gate\.json)\.checks\[(at most \d+|no) documents?\b.*\]\.value$/,
    holds: isExpectedList,
    reason: repeated,
  },
  {
    match: /› (stdout|gate\.json)\.checks\[.*\]\.reason$/,
    holds: (change) => partsOf(String(change.after)).failed !== undefined && isExpectedReason(change),
    reason: failedReason,
  },
  {
    match: /› (stdout|gate\.json)\.checks\[.*\]\.reason$/,
    holds: (change) => isExpectedReason(change) || isNewErrorsReason(change),
    reason: repeated,
  },
  {
    match: /› (stdout|gate\.json)\.sentence$/,
    holds: (change) => {
      const gates = gatesOf(change);
      return (
        gates !== null &&
        isOwnSentence(String(change.before), gates[0]) &&
        isOwnSentence(String(change.after), gates[1])
      );
    },
    reason: restated,
  },
  {
    match: /› gate\.(md|junit\.xml), a line$/,
    holds: (change) => {
      const gates = gatesOf(change);
      if (gates === null) return false;
      return change.before === undefined
        ? isRestated(String(change.after), gates[1])
        : isRestated(String(change.before), gates[0]);
    },
    reason: restated,
  },
  {
    match: /› gate\.codequality\.json(\[\d+\]\.[\w.]+|\.length)$/,
    holds: (change) => {
      const gates = gatesOf(change);
      if (gates === null) return false;
      if (change.key.endsWith('.length'))
        return change.after === gates[1].checks.filter(({ status }) => status !== 'pass').length;
      const isMoved =
        change.key.includes('.location.') && change.before !== undefined && change.after !== undefined;
      return (
        !isMoved &&
        isQualityMember(change.key, change.left, gates[0]) &&
        isQualityMember(change.key, change.right, gates[1])
      );
    },
    reason: restated,
  },
];
