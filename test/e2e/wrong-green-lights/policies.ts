import { emptyIn, recordOf, right, writePolicy, wrongIn } from './records.ts';
import { bad, classifier, empty, good, limit, twoGood, twoSpaced, worse } from './shared.ts';
import { type Group, lazy, type Try } from './try.ts';

const rejected = (name: string, policy: unknown, reason: string, file = 'gate.json'): Try => ({
  name,
  words: async () => ['gate', await bad(), '--policy', writePolicy(policy, file)],
  exitCode: 2,
  reason,
});

/** Policies that every record would pass, and policies with a mistake in a name or number. */
export const invalidPolicies: Group = {
  title: 'Policies that cannot fail or are misspelt, with a record that is wrong in half of its documents',
  tries: [
    rejected('a minimum of 0', { limits: [{ metric: 'f1', min: 0 }] }, 'limits[0].min: found 0'),
    rejected(
      'a maximum of 1',
      { limits: [{ metric: 'hallucination_rate', max: 1 }] },
      'limits[0].max: found 1',
    ),
    rejected(
      'a margin of 1',
      { regressions: [{ metric: 'f1', margin: 1 }] },
      'regressions[0].margin: found 1',
    ),
    rejected('failures.max of 1', { failures: { max: 1 }, limits: [limit] }, 'failures.max: found 1'),
    rejected('a minimum below 0', { limits: [{ metric: 'f1', min: -0.5 }] }, 'limits[0].min: found -0.5'),
    rejected(
      'a minimum that rounds to 0',
      '{"limits":[{"metric":"f1","min":1e-400}]}',
      'limits[0].min: found 0',
    ),
    rejected('a minimum in percent', { limits: [{ metric: 'f1', min: 95 }] }, 'limits[0].min: found 95'),
    rejected('a minimum as text', { limits: [{ metric: 'f1', min: '0.9' }] }, 'limits[0].min: found "0.9"'),
    rejected('a minimum of null', { limits: [{ metric: 'f1', min: null }] }, 'limits[0].min: found null'),
    rejected('a maximum above 1', { limits: [{ metric: 'f1', max: 2 }] }, 'limits[0].max: found 2'),
    rejected(
      'a margin above 1',
      { regressions: [{ metric: 'f1', margin: 5 }] },
      'regressions[0].margin: found 5',
    ),
    rejected(
      'a negative margin',
      { regressions: [{ metric: 'f1', margin: -1 }] },
      'regressions[0].margin: found -1',
    ),
    rejected(
      'a share of failures above 1',
      { failures: { max: 20 }, limits: [limit] },
      'failures.max: found 20',
    ),
    rejected('an unknown metric', { limits: [{ metric: 'f2', min: 0.9 }] }, 'limits[0].metric: found "f2"'),
    rejected('a misspelt metric', { limits: [{ metric: 'recal', min: 0.9 }] }, 'found "recal"'),
    rejected('a misspelt bound', { limits: [{ metric: 'f1', minimum: 0.9 }] }, 'unknown "minimum"'),
    rejected('a misspelt list of rules', { limit: [limit] }, 'unknown "limit"'),
    rejected('a limit without a bound', { limits: [{ metric: 'f1' }] }, '"min" or "max"'),
    rejected(
      'a field and a class',
      { limits: [{ ...limit, field: 'a', class: 'b' }] },
      '"field" or "class", not both',
    ),
    rejected('a negative number of new errors', { newErrors: [{ max: -1 }] }, 'newErrors[0].max: found -1'),
    rejected('half a document with new errors', { newErrors: [{ max: 0.5 }] }, 'newErrors[0].max: found 0.5'),
    rejected('a latency without a bound', { latency: { p95: {} } }, '"max" or "maxIncrease"'),
    rejected('an unknown percentile', { latency: { p97: { max: 1 } } }, 'unknown "p97"'),
    rejected('a misspelt cost', { cost: { perdocument: { max: 1 } } }, 'unknown "perdocument"'),
    rejected('a confidence of 1', { confidence: 1, limits: [limit] }, 'confidence: found 1'),
    rejected('a confidence of 20 %', { confidence: 0.2, limits: [limit] }, 'confidence: found 0.2'),
    rejected('no document needed', { minDocuments: 0, limits: [limit] }, 'minDocuments: found 0'),
    rejected(
      'allowMissing as text',
      { allowMissing: 'total', limits: [limit] },
      'allowMissing: found "total"',
    ),
    rejected('an unknown part', { allowParts: ['all'], limits: [limit] }, 'allowParts[0]: found "all"'),
    rejected(
      'an unknown side',
      { limits: [{ ...limit, on: 'intervals' }] },
      'limits[0].on: found "intervals"',
    ),
    rejected('an empty field', { limits: [{ ...limit, field: '' }] }, 'limits[0].field: found ""'),
    rejected('an empty tag', { limits: [{ ...limit, by: '' }] }, 'limits[0].by: found ""'),
    rejected('a tag without values', { limits: [{ ...limit, where: { tier: [] } }] }, 'where.tier: found []'),
    rejected('a tag with a number', { limits: [{ ...limit, where: { tier: 1 } }] }, 'where.tier: found 1'),
    rejected('rules as an object', { limits: limit }, 'limits: found'),
    rejected('a policy of null', null, 'found null'),
    rejected('a policy that is a list', [limit], 'expected object'),
    rejected('a policy that is a word', '"pass"', 'found "pass"'),
    rejected('an empty file', '', 'cannot load the configuration'),
    rejected('a truncated file', '{"limits":[{"metric":"f1"', 'cannot load the configuration'),
    rejected(
      'a second list of rules',
      '{"limits":[{"metric":"f1","min":0.99}],"limits":[{"metric":"f1","min":0.01}]}',
      'limits: found the key a second time',
    ),
    rejected(
      'a second minimum',
      '{"limits":[{"metric":"f1","min":0.99,\n"min":0.01}]}',
      'limits[0].min: found the key a second time on line 2',
    ),
    rejected(
      'a second minimum with an escape',
      '{"limits":[{"metric":"f1","min":0.99,"m\\u0069n":0.01}]}',
      'limits[0].min: found the key a second time',
    ),
    rejected(
      'a second list in YAML',
      'limits: [{metric: f1, min: 0.99}]\nlimits: [{metric: f1, min: 0.01}]\n',
      'Map keys must be unique',
      'gate.yaml',
    ),
    rejected(
      'a minimum that is not a number',
      'limits: [{metric: f1, min: .nan}]\n',
      'limits[0].min',
      'gate.yaml',
    ),
    rejected(
      'a minimum of minus infinity',
      'limits: [{metric: f1, min: -.inf}]\n',
      'limits[0].min',
      'gate.yaml',
    ),
    rejected('a YAML file of comments', '# limits: later\n', 'the value', 'gate.yaml'),
    rejected('a file of another type', { limits: [limit] }, 'ends in none of', 'gate.txt'),
    rejected('a module without a policy', 'export const limits = [];\n', 'the value', 'gate.mjs'),
    {
      name: 'a policy file that does not exist',
      words: async () => ['gate', await bad(), '--policy', 'no-such-gate.json'],
      exitCode: 2,
      reason: 'no such file',
    },
    { name: 'no policy', words: async () => ['gate', await bad()], exitCode: 2, reason: 'found no policy' },
  ],
};

const gated = (
  name: string,
  record: () => Promise<string>,
  policy: unknown,
  reason: string,
  ...flags: readonly string[]
): Try => ({
  name,
  words: async () => ['gate', await record(), '--policy', writePolicy(policy), ...flags],
  exitCode: 1,
  reason,
});

/** Rules that measure nothing. Each record is right in every document, so only the rule is wrong. */
export const unmeasuredRules: Group = {
  title: 'Rules that measure nothing, with a record that is right in every document',
  tries: [
    gated('no rules', good, {}, 'the policy has no rules'),
    gated('an empty list of rules', good, { limits: [] }, 'the policy has no rules'),
    gated('a misspelt field', good, { limits: [{ ...limit, field: 'totl' }] }, 'no field matches "totl"'),
    gated(
      'a pattern without a field',
      good,
      { limits: [{ ...limit, field: 'x_*' }] },
      'no field matches "x_*"',
    ),
    gated('a class of an extraction', good, { limits: [{ ...limit, class: 'a' }] }, 'has no value per class'),
    gated(
      'a metric of classifiers',
      good,
      { limits: [{ metric: 'accuracy', min: 0.9 }] },
      'is not a metric of EXTRACT',
    ),
    gated(
      'a metric of splitters',
      good,
      { limits: [{ metric: 'packet_exact', min: 0.9 }] },
      'is not a metric of EXTRACT',
    ),
    gated(
      'a field of a whole-document metric',
      good,
      { limits: [{ metric: 'document_exact', field: 'total', min: 0.9 }] },
      'has no value per field',
    ),
    gated(
      'an unknown tag',
      good,
      { limits: [{ ...limit, where: { vendor: 'a' } }] },
      'no document has vendor=a',
    ),
    gated(
      'an unknown value of a tag',
      good,
      { limits: [{ ...limit, where: { tier: 'vital' } }] },
      'no document has tier=vital',
    ),
    gated(
      'one unknown value of two',
      good,
      { limits: [{ ...limit, where: { tier: ['critical', 'vital'] } }] },
      'no document has tier=vital',
    ),
    gated(
      'slices of an unknown tag',
      good,
      { limits: [{ ...limit, by: 'vendor' }] },
      'no document has the tag vendor',
    ),
    gated(
      'two tags that exclude each other',
      good,
      { limits: [{ ...limit, where: { tier: 'critical', vendor: '*' } }] },
      'no document has',
    ),
    gated(
      'new errors in a misspelt field',
      twoGood,
      { newErrors: [{ max: 0, field: 'totl' }] },
      'no field matches "totl"',
    ),
    gated(
      'new errors of an unknown tag',
      twoGood,
      { newErrors: [{ max: 0, by: 'vendor' }] },
      'no document has the tag vendor',
    ),
    gated(
      'a regression without a baseline',
      good,
      { regressions: [{ metric: 'f1', margin: 0.1 }] },
      'there is no baseline',
    ),
    gated('new errors without a baseline', good, { newErrors: [{ max: 0 }] }, 'there is no baseline'),
    gated(
      'an increase of cost without a baseline',
      good,
      { cost: { total: { maxIncrease: 0.1 } } },
      'there is no baseline',
    ),
    gated(
      'too few documents',
      good,
      { minDocuments: 100, limits: [limit] },
      'the policy requires at least 100',
    ),
    gated(
      'too few documents of a tag',
      good,
      { minDocuments: 10, limits: [{ ...limit, where: { tier: 'critical' } }] },
      'measured on 5 documents',
    ),
    gated(
      'an interval that contains the bound',
      good,
      { limits: [{ metric: 'f1', min: 0.99, on: 'interval' }] },
      'the interval contains the bound',
    ),
    gated(
      'a margin that 40 documents cannot show',
      twoSpaced,
      { regressions: [{ metric: 'f1', margin: 0.001 }] },
      'can show losses of at least',
    ),
    gated(
      'a margin of 0',
      twoSpaced,
      { regressions: [{ metric: 'f1', margin: 0 }] },
      'the margin is 0.0 points',
    ),
    gated(
      'a rate without a denominator',
      good,
      { limits: [{ metric: 'hallucination_rate', max: 0.1 }] },
      'is undefined',
    ),
    gated(
      'only excluded fields',
      good,
      { limits: [{ ...limit, field: 'total' }] },
      'excluded from scoring: total',
      '--exclude',
      'total',
    ),
    gated('all fields excluded', good, { limits: [limit] }, 'inconclusive', '--exclude', '*'),
    gated(
      'precision without a prediction',
      empty,
      { limits: [{ metric: 'precision', min: 0.9 }] },
      'nothing is right',
    ),
    gated(
      'a misspelt class',
      classifier,
      { limits: [{ metric: 'recall', class: 'recipt', min: 0.9 }] },
      'there is no class "recipt"',
    ),
    gated(
      'a class metric without a class',
      classifier,
      { limits: [{ metric: 'recall', min: 0.9 }] },
      'needs a class',
    ),
    gated(
      'a field of a classifier',
      classifier,
      { limits: [{ ...limit, field: 'type' }] },
      'has no value per field',
    ),
  ],
};

/** Rules that a bad version must not pass. */
export const badVersions: Group = {
  title: 'Versions that break a rule',
  tries: [
    gated('F1 below the minimum', bad, { limits: [limit] }, 'the policy requires at least 90.0 %'),
    gated(
      'one wrong field among right ones',
      bad,
      { limits: [{ metric: 'recall', field: '*', min: 0.9 }] },
      'recall of total is 50.0 %',
    ),
    gated(
      'fully right documents below the minimum',
      bad,
      { limits: [{ metric: 'document_exact', min: 0.9 }] },
      'fully right documents is 50.0 %',
    ),
    gated(
      'one good rule beside a broken one',
      bad,
      { limits: [{ metric: 'f1', field: 'number', min: 0.9 }, limit] },
      '1 of 5 checks failed',
    ),
    gated(
      'an inconclusive rule beside good ones',
      good,
      { limits: [limit, { ...limit, field: 'totl' }] },
      '1 of 5 checks is inconclusive',
    ),
    gated(
      'a bad slice of a good whole',
      lazy(() => recordOf([wrongIn(4)])),
      {
        limits: [
          { metric: 'recall', min: 0.9 },
          { metric: 'recall', min: 0.9, by: 'tier' },
        ],
      },
      'recall of documents with tier=critical',
    ),
    gated(
      'a frequent class that hides a rare one',
      classifier,
      {
        limits: [
          { metric: 'accuracy', min: 0.8 },
          { metric: 'recall', class: '*', min: 0.8 },
        ],
      },
      'recall of class receipt is 0.0 %',
    ),
    gated(
      'nothing right, with a rule on cost only',
      lazy(() => recordOf([(n) => ({ value: { number: `x${n}`, total: 'y' } })])),
      { cost: { total: { max: 1000 } } },
      'nothing is right',
    ),
    gated(
      'no output value, with a rule on cost only',
      empty,
      { cost: { total: { max: 1000 } } },
      'nothing is right',
    ),
    gated(
      'new errors in documents with a tag',
      worse,
      { newErrors: [{ max: 0, where: { tier: 'critical' } }] },
      '5 of 5 documents have new errors',
    ),
    gated('one new error too many', worse, { newErrors: [{ max: 9 }] }, '10 of 40 documents have new errors'),
    gated(
      'a loss in one field',
      worse,
      { regressions: [{ metric: 'f1', field: '*', margin: 0.1 }] },
      'F1 of total',
    ),
    gated(
      'a loss overall',
      worse,
      { regressions: [{ metric: 'f1', margin: 0.05 }] },
      'the policy accepts a loss of at most 5.0 points',
    ),
    gated('a slow version', good, { latency: { p95: { max: 100 } } }, 'the policy accepts at most 100 ms'),
    gated('an expensive version', good, { cost: { total: { max: 39 } } }, 'total credits is 40'),
    gated(
      'versions in reverse order',
      worse,
      { newErrors: [{ max: 0 }] },
      'documents have new errors',
      '--candidate-version',
      'draft',
    ),
    gated(
      'a second repeat that is wrong',
      lazy(() => recordOf([right, right], { repeats: [[right, wrongIn(10)]] })),
      { newErrors: [{ max: 0 }] },
      '10 of 40 documents have new errors',
    ),
    gated(
      'a second repeat that failed',
      lazy(() => recordOf([right, right], { repeats: [[right, emptyIn(10)]] })),
      { newErrors: [{ max: 0 }] },
      '10 of 40 documents have new errors',
    ),
    gated(
      'the cost of the second repeat',
      lazy(() => recordOf([right], { repeats: [[right]] })),
      { cost: { total: { max: 40 } } },
      'total credits is 80',
    ),
    gated(
      'the latency of the second repeat',
      lazy(() => recordOf([right], { repeats: [[right]] })),
      { latency: { p95: { max: 4000 } } },
      'n = 80',
    ),
    gated(
      'a wrong second repeat in a limit',
      lazy(() => recordOf([right], { repeats: [[wrongIn(40)]] })),
      { limits: [{ metric: 'recall', field: 'total', min: 0.9 }] },
      '40 documents with wrong values',
    ),
    gated(
      'a third version that is compared with nothing',
      lazy(() => recordOf([right, right, wrongIn(10)], { versions: ['1.0', '1.1', 'draft'] })),
      { newErrors: [{ max: 0 }] },
      '10 of 40 documents have new errors',
    ),
  ],
};
