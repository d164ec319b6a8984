import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import type { GateOutcome } from '../../../src/model/gate/gate-evidence.ts';
import type { VerdictCheck } from '../../../src/model/score/comparison.ts';
import {
  renderAnnotations,
  renderCodeQuality,
  renderGateMarkdown,
  renderJunit,
} from '../../../src/report/gate/gate-files.ts';
import { times } from '../../fixtures/long-form.ts';
import { junitProblems } from '../../fixtures/report/junit-schema.ts';

function check(name: string, status: VerdictCheck['status'], reason = 'found'): VerdictCheck {
  return { name, status, value: 0.5, bound: 0.9, n: 10, reason, rule: 'limit' };
}

function outcomeOf(checks: readonly VerdictCheck[]): GateOutcome {
  return {
    schemaVersion: 1,
    status: 'fail',
    exitCode: 1,
    code: null,
    sentence: 'The gate failed.',
    dataset: { name: 'small', checksum: 'c', kind: 'EXTRACT' },
    processor: 'p',
    candidate: { name: 'draft', resolved: 'draft', configHash: 'abcdefgh12' },
    baseline: { state: 'none', reason: 'none' },
    items: 10,
    selection: null,
    policyHash: '0123456789',
    scorerFingerprint: 's',
    checks: checks.map((entry) => ({ ...entry, leaves: [...(entry.leaves ?? [])] })),
  };
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseAttributeValue: false,
  isArray: (name) => name === 'testcase',
});

test('JUnit: a failed check is a failure, an inconclusive check is an error, and the totals agree', () => {
  const checks = [check('a', 'pass'), check('b', 'fail'), check('c', 'inconclusive'), check('d', 'fail')];
  const { testsuites } = parser.parse(renderJunit('s', checks));
  expect(testsuites).toMatchObject({ tests: '4', failures: '2', errors: '1' });
  expect(testsuites.testsuite).toMatchObject({ name: 's', tests: '4', failures: '2', errors: '1' });
  const kinds = testsuites.testsuite.testcase.map((found: object) =>
    'failure' in found ? 'failure' : 'error' in found ? 'error' : 'passed',
  );
  expect(kinds).toEqual(['passed', 'failure', 'error', 'failure']);
});

test('JUnit: a suite without checks fails', () => {
  const { testsuites } = parser.parse(renderJunit('s', []));
  expect(testsuites).toMatchObject({ tests: '1', errors: '1' });
});

test('JUnit: any gate has only elements and attributes that CI servers accept', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 });
  const status = fc.constantFrom<VerdictCheck['status']>('pass', 'fail', 'inconclusive');
  const checks = fc.array(fc.tuple(text, status, text), { maxLength: 4 });
  fc.assert(
    fc.property(text, checks, (name, found) => {
      expect(
        junitProblems(
          renderJunit(
            name,
            found.map((entry) => check(...entry)),
          ),
        ),
      ).toEqual([]);
    }),
    { numRuns: times(4, 100) },
  );
});

test('JUnit: the schema of the tests rejects what CI servers reject', () => {
  const valid = renderJunit('s', [check('a', 'fail')]);
  const broken = [
    valid.replace('<testsuites ', '<testsuites skipped="0" '),
    valid.replace(/ name="a"/, ''),
    valid.replace('errors="0"', 'errors="none"'),
    valid.replaceAll(/(?<=<\/?)failure/g, 'problem'),
    valid.replace('</testsuites>', '<testcase name="b"/></testsuites>'),
  ];
  expect(broken.map((xml) => junitProblems(xml).length)).toEqual([1, 1, 1, 2, 1]);
});

test('JUnit: a parser reads any name and reason unchanged', () => {
  const printable = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(printable, printable, (name, reason) => {
      const xml = renderJunit('s', [check(name, 'fail', reason)]);
      const [found] = parser.parse(xml).testsuites.testsuite.testcase;
      expect(found.name).toBe(name);
      expect(found.failure.message).toBe(reason);
    }),
  );
});

test('JUnit: characters that XML does not allow are shown as their code', () => {
  const xml = renderJunit('s', [check('a\u0000b\u001b[31m\ud800\uffff', 'fail')]);
  expect(xml).toContain('name="aU+0000bU+001b[31m\ufffdU+ffff"');
});

test('annotations of GitHub: at most ten, failures first, each on one line', () => {
  const open = Array.from({ length: 20 }, (_, n) =>
    check(`c${n}`, n === 19 ? 'fail' : 'inconclusive', 'x\ny::z'),
  );
  const lines = renderAnnotations(outcomeOf(open), 'github', 'gate.yaml');
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('::error file=gate.yaml,title=goldset gate failed%3A c19::x%0Ay::z');
  expect(lines[9]).toContain('11 more checks do not pass');
  for (const line of lines) expect(line).not.toContain('\n');
});

test('plain annotations name the result, and contain no control characters of a document', () => {
  const lines = renderAnnotations(
    outcomeOf([check('a', 'fail', 'x\u001b[2Jy'), check('b', 'pass')]),
    'plain',
    null,
  );
  expect(lines).toEqual(['FAIL  a: x [2Jy']);
});

test.each(['github', 'gitlab', 'plain'] as const)(
  'annotations for %s contain no control characters',
  (style) => {
    const leaf = {
      itemId: 'i\u001b[2J',
      path: 'p\u0007',
      expected: 'x\u202e',
      baseline: null,
      candidate: '\u009b1m',
    };
    const open = { ...check('a\u001b', 'fail', 'x\u001b[2J\ry\u0085z'), leaves: [leaf] };
    const text = renderAnnotations(outcomeOf([open]), style, 'gate\u0007.yaml').join('\n');
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(text).toContain('y z');
    expect(JSON.parse(renderCodeQuality(outcomeOf([open]), 'gate.yaml'))[0].description).not.toMatch(
      /[\p{Cc}\p{Cf}]/u,
    );
  },
);

test('code quality: one entry per check that does not pass, with a fingerprint that does not depend on the finding', () => {
  const issuesOf = (reason: string) =>
    JSON.parse(renderCodeQuality(outcomeOf([check('a', 'fail', reason), check('b', 'pass')]), 'gate.yaml'));
  expect(issuesOf('x')).toMatchObject([
    {
      severity: 'critical',
      location: { path: 'gate.yaml', lines: { begin: 1 } },
      check_name: 'goldset-gate-limit',
    },
  ]);
  expect(issuesOf('x')[0].fingerprint).toBe(issuesOf('y')[0].fingerprint);
});

test('Markdown: failed checks come first with their documents, and document text is escaped', () => {
  const leaf = {
    itemId: 'd1',
    path: 'total',
    expected: '<b>1</b>',
    baseline: null,
    candidate: '| [x](http://y) |',
  };
  const failing = { ...check('a | b', 'fail', '50 %'), leaves: [leaf], documents: 1 };
  const text = renderGateMarkdown(outcomeOf([check('c', 'pass'), failing]));
  expect(text).toContain('### ✗ failed: a \\| b');
  expect(text).toContain('- d1 total: got \\| \\[x\\](http&#58;//y) \\| (expected &lt;b&gt;1&lt;/b&gt;)');
  expect(text.indexOf('### ✗ failed')).toBeLessThan(text.indexOf('| ✓ passed | c |'));
});
