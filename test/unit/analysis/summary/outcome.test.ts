import { describe, expect, test } from 'vitest';
import { decideOutcome } from '../../../../src/analysis/summary/outcome.ts';
import type { OutcomeFacts } from '../../../../src/analysis/summary/outcome-facts.ts';
import { outcomeStates } from '../../../../src/model/report/summary.ts';
import type { VerdictCheck } from '../../../../src/model/score/comparison.ts';
import type { InconclusiveCode } from '../../../../src/model/score/inconclusive-codes.ts';
import { better, comparison, gate, outcomeCases, share } from './outcome-cases.ts';

const decide = (change: Partial<OutcomeFacts>) => decideOutcome({ ...better, ...change });
const caseOf = (state: string) => outcomeCases.find(([name]) => name === state)?.[1] as OutcomeFacts;
const textOf = ({ headline, sentences, nextStep }: ReturnType<typeof decideOutcome>) =>
  [headline, ...sentences, nextStep].join(' ');

test('has a case for every state, in their order', () => {
  expect(outcomeCases.map(([state]) => state)).toEqual([...outcomeStates]);
});

test.each(outcomeCases)('reaches the state %s', (state, facts) => {
  expect(decideOutcome(facts).state).toBe(state);
});

test.each(outcomeCases)('writes complete sentences in the state %s', (_, facts) => {
  const outcome = decideOutcome(facts);
  for (const text of [...outcome.sentences, outcome.nextStep]) expect(text).toMatch(/^\S.*[.!]$/);
  expect(textOf(outcome)).not.toMatch(/null|undefined|NaN|\{|\bp =|Wilson|interval|bootstrap|F1/);
});

/**
 * States that depend on different facts, so every combination of them is possible. These states have priority over all
 * other states, in the order of this list.
 */
const limits = [
  'unfinished',
  'unusable',
  'nothingRight',
  'notComparable',
  'selectedPart',
  'gateFailed',
] as const;
const limitKeys = {
  unfinished: ['unfinished'],
  unusable: ['failures'],
  nothingRight: ['rightValues', 'unknownGold'],
  notComparable: ['headline', 'notCompared'],
  selectedPart: ['selection', 'documents'],
  gateFailed: ['gate'],
} as const satisfies Record<string, readonly (keyof OutcomeFacts)[]>;

test('takes the first state that applies, for every set of limits and every comparison', () => {
  const comparisons = outcomeCases.slice(8, 13).map(([, facts]) => facts);
  for (let set = 0; set < 2 ** limits.length; set++) {
    const chosen = limits.filter((_, i) => (set & (1 << i)) !== 0);
    const given = Object.assign(
      {},
      ...chosen.map((state) => Object.fromEntries(limitKeys[state].map((key) => [key, caseOf(state)[key]]))),
    );
    for (const facts of comparisons) {
      const outcome = decideOutcome({ ...facts, ...given });
      expect(outcome.state).toBe(chosen[0] ?? decideOutcome(facts).state);
      if (chosen.length > 0) expect(outcome.publish).toBe(false);
    }
  }
});

test('recommends publishing only in the states better and equal', () => {
  for (const [state, facts] of outcomeCases)
    for (const cost of [{ before: 1, after: 0.5 }, { before: 1, after: 9 }, null])
      for (const passed of [null, gate('pass')]) {
        const outcome = decideOutcome({ ...facts, cost, gate: facts.gate ?? passed });
        const advises = /(?<!not )\bpublish\b/i.test(textOf(outcome).replaceAll('Do not publish', ''));
        expect(outcome.publish).toBe(advises);
        if (state !== 'better' && state !== 'equal') expect(outcome.publish).toBe(false);
      }
});

test('keeps the verdict "worse" if all rules pass, and names what no rule covers', () => {
  const outcome = decideOutcome({ ...caseOf('worse'), gate: gate('pass', 'pass') });
  expect(outcome.state).toBe('worse');
  expect(outcome.headline).toBe('Worse: do not publish');
  expect(outcome.rules).toBe('All 2 rules pass; none covers due_date');
});

describe('the sentences', () => {
  test('say of a better draft how much is right, what it costs and what has new errors', () => {
    const outcome = decide({ cost: { before: 0.777, after: 3.333 } });
    expect(outcome.headline).toBe('Better, but 4.3 times the cost: decide whether it pays');
    expect(outcome).toMatchObject({ tone: 'amber', publish: false, rules: 'No rules set' });
    expect(outcome.sentences).toEqual([
      '48 of 100 documents are fully right (range 38 to 58), 0 before.',
      'A document costs 4.3 times as much (3.33 instead of 0.78 credits) and takes as long as before (typically 0.27 s).',
      '7 documents have 12 new errors; all 7 have fewer errors in total than before.',
    ]);
  });

  test('recommend a more expensive draft if the whole range of the saving is above 0', () => {
    const cost = { before: 0.777, after: 3.333 };
    const saving = { value: 14_330, low: 10_100, high: 18_600, currency: 'EUR' };
    expect(decide({ cost, saving }).headline).toBe(
      'Better: publish. It costs 4.3 times as much and still pays',
    );
    const uncertain = decide({ cost, saving: { ...saving, low: -5 } });
    expect(uncertain.headline).toBe('Better, but 4.3 times the cost: decide whether it pays');
    expect(decide({ cost, saving: { value: -900, low: -1200, high: -3, currency: 'EUR' } })).toMatchObject({
      headline: 'Better, but it does not pay: about EUR 900 more per month',
      tone: 'amber',
      publish: false,
    });
  });

  test('state a typical time above 1.5 times in the headline only if the difference is clear', () => {
    const slower = { before: 100, after: 210, difference: { value: 110, low: 40, high: 180 } };
    expect(decide({ time: slower }).headline).toBe('Better, but 2.1 times the time: decide whether it pays');
    const unclear = { ...slower, difference: { value: 110, low: -40, high: 260 } };
    expect(decide({ time: unclear }).headline).toBe('Better: publish');
  });

  test('ask to review newly wrong documents before publishing', () => {
    const changes = { newErrors: 4, newErrorValues: 6, fewerInTotal: 0, newlyWrong: 3, lost: 0 };
    const outcome = decide({ changes });
    expect(outcome.headline).toBe('Better overall, 3 documents newly wrong: review them, then publish');
    expect(outcome.sentences.at(-1)).toBe(
      '4 documents have 6 new errors. 3 documents that were fully right are wrong now.',
    );
  });

  test('say of a worse draft which field lost, and what is better', () => {
    expect(decideOutcome(caseOf('worse')).sentences.slice(0, 2)).toEqual([
      'due_date fell from 100 to 73 of 100 (loss between 12 and 42).',
      'Better in 1 field: total.',
    ]);
  });

  test('say of an equal draft whether it saves', () => {
    const equal = caseOf('equal');
    expect(decideOutcome(equal).headline).toBe('As good as version 1.0: no reason to change');
    const cheaper = decideOutcome({ ...equal, cost: { before: 2, after: 1 } });
    expect(cheaper).toMatchObject({ headline: 'As good as version 1.0: publish to save', publish: true });
    expect(cheaper.sentences[0]).toBe('No main measure is worse by more than 1 of 100.');
  });

  test('say how many documents would be enough', () => {
    const outcome = decideOutcome(caseOf('notEnoughEvidence'));
    expect(outcome.headline).toBe('Not enough evidence: 54 documents are too few');
    expect(outcome.sentences.slice(0, 2)).toEqual([
      'The draft looks 5 of 100 better in the share of fully right documents, but the true change is between 4 worse and 14 better.',
      'About 210 documents like these would be enough.',
    ]);
    expect(outcome.nextStep).toBe(
      'Add about 156 more documents with gold, and run again. Keep version 1.0 until then.',
    );
  });

  test.each([
    [0, 'equal'],
    [0.0004, 'nearly equal'],
    [-0.0004, 'nearly equal'],
    [-0.0006, '0.1 of 100 worse'],
  ])('describe an uncertain difference of %f as %s', (value, words) => {
    const facts = caseOf('notEnoughEvidence');
    const headline = facts.headline.map((row) => ({ ...row, difference: { ...row.difference, value } }));
    expect(decideOutcome({ ...facts, headline }).sentences[0]).toContain(`The draft looks ${words} in`);
  });

  test('name the failing rules, and what the comparison says apart from them', () => {
    const outcome = decideOutcome(caseOf('gateFailed'));
    expect(outcome.headline).toBe('Do not publish: 1 of 3 rules fails');
    expect(outcome.sentences.slice(0, 2)).toEqual([
      'Rule "rule 1": reason 1.',
      'Apart from this rule the draft is better: 48 of 100 documents are fully right (range 38 to 58), 0 before.',
    ]);
    const worse = decideOutcome({ ...caseOf('worse'), gate: gate('inconclusive', 'pass') });
    expect(worse.headline).toBe('Inconclusive: 1 of 2 rules cannot be checked');
    expect(worse.sentences[1]).toContain(
      'Apart from this the draft is worse: due_date fell from 100 to 73 of 100',
    );
  });

  test('show of a failing rule what was measured and required, without terms from statistics', () => {
    const check = {
      name: 'F1 of due_date loses at most 10.0 points',
      status: 'fail' as const,
      value: -0.268,
      bound: -0.1,
      unit: 'points' as const,
      n: 33,
      documents: 12,
      reason: 'F1 fell (−26.8 points, 95 % interval −41.9 to −11.7), n = 33; too much',
      leaves: ['a', 'a', 'b', 'c', 'd'].map((itemId) => ({
        itemId,
        path: 'due_date',
        expected: 'x',
        baseline: 'x',
        candidate: 'y',
      })),
    };
    const failed = decide({ gate: { status: 'fail', checks: [check] } });
    expect(failed.sentences[0]).toBe(
      'Rule "F1 of due_date loses at most 10.0 points": measured −27 points, required −10 points. 12 documents: a, b, c and 9 more.',
    );
    const open = { ...check, status: 'inconclusive' as const, value: null };
    expect(decide({ gate: { status: 'inconclusive', checks: [open] } }).sentences[0]).toBe(
      'Rule "F1 of due_date loses at most 10.0 points": F1 fell (−26.8 points); too much.',
    );
  });

  test('count documents without gold, and labels that changed after the run', () => {
    const none = { documents: 4, newlyLabelled: 0, labels: 5, forCandidate: 0, forBaseline: 0 };
    const outcome = decide({ documents: 54, labelled: 31, goldChanged: { ...none, forCandidate: 4 } });
    expect(outcome.sentences.slice(-2)).toEqual([
      '31 of 54 documents have gold. The figures cover only these.',
      'Gold changed since the run: 5 labels, 4 in favour of the draft.',
    ]);
    const last = (change: Partial<typeof none>, versions?: readonly string[]) =>
      decide({ goldChanged: { ...none, ...change }, ...(versions && { versions }) }).sentences.at(-1);
    expect(last({ forCandidate: 1, forBaseline: 2 })).toBe(
      'Gold changed since the run: 5 labels, 1 in favour of the draft and 2 in favour of version 1.0.',
    );
    expect(last({ labels: 1 })).toBe('Gold changed since the run: 1 label, none in favour of a version.');
    expect(last({ labels: 0 })).toBe('Gold changed since the run, but no scored label changed.');
    expect(last({ forCandidate: 1, newlyLabelled: 2 })).toBe(
      '2 documents without gold in the run have gold now.',
    );
  });

  test('use counts for few documents, and name the mean of repeats', () => {
    const few = decide({ labelled: 8, documents: 8, exact: [share(1, 8), share(3, 8)], repeats: 3 });
    expect(few.sentences[0]).toBe('3 of 8 documents are fully right, 1 before, as a mean of 3 runs.');
  });

  test('give the command that resumes, runs again or lists labels, with the folder of the record', () => {
    expect(decideOutcome(caseOf('unfinished')).nextStep).toBe(
      'Resume with: goldset run --resume reports/x/record.',
    );
    expect(decideOutcome(caseOf('unfinished')).sentences).toEqual([
      '13 not run, so there is no verdict.',
      'The figures so far cover 27 of 40 documents: 13 did not run.',
    ]);
    const unfinished = { ended: 40, planned: 40, missing: '', hint: 'Resume with: x' };
    expect(decide({ unfinished }).sentences).toEqual([
      'The run has not written its summary, so there is no verdict.',
    ]);
    expect(decideOutcome(caseOf('unusable')).headline).toBe(
      'Run not usable: 9 of 54 documents gave no result',
    );
    expect(decideOutcome(caseOf('noGold')).nextStep).toBe(
      'Label the 23 other documents with different answers first: `goldset compare reports/invoices/record --label-differences FILE`.',
    );
    expect(decideOutcome({ ...caseOf('noGold'), sameAnswers: 0 }).nextStep).toContain(
      'Label the 54 documents with different answers first',
    );
  });

  test('show the version, its weakest field and how to compare', () => {
    const outcome = decideOutcome(caseOf('singleVersion'));
    expect(outcome.headline).toBe('Version 1.0: 48 of 100 documents fully right');
    expect(outcome.sentences).toContain('Weakest: payment_terms (77 of 100).');
    expect(outcome.sentences).toContain('A document costs 3.33 credits and takes typically 0.27 s.');
    expect(outcome.nextStep).toBe('Compare with another version: run again with --versions 1.0,draft.');
  });

  test('describe a first version although a rule on two versions cannot be checked, and name the rule', () => {
    const rules = gate('pass', 'inconclusive', 'pass');
    const coded = (...codes: InconclusiveCode[]) => ({
      ...rules,
      checks: rules.checks.map((check) =>
        check.status === 'pass' ? check : { ...check, code: codes.shift() ?? 'one-version' },
      ),
    });
    const outcome = decideOutcome({ ...caseOf('singleVersion'), gate: coded() });
    expect(outcome).toMatchObject({
      state: 'singleVersion',
      headline: 'Version 1.0: 48 of 100 documents fully right',
      rules: '2 of 3 rules pass; 1 not checked',
      nextStep: 'Compare with another version: run again with --versions 1.0,draft.',
    });
    expect(outcome.sentences).toContain(
      '2 of 3 rules pass. Not checked, because a second version is needed: "rule 2".',
    );
    // The gate is inconclusive if a named baseline cannot be opened, or if any check has a reason other than
    // `one-version`.
    const missing = { ...caseOf('singleVersion'), gate: coded('no-baseline') };
    expect(decideOutcome(missing).state).toBe('gateInconclusive');
    const both = gate('inconclusive', 'inconclusive');
    const checks = both.checks.map((check, i) => ({
      ...check,
      code: i === 0 ? ('one-version' as const) : ('too-few-documents' as const),
    }));
    const mixed = { ...caseOf('singleVersion'), gate: { ...both, checks } };
    expect(decideOutcome(mixed).state).toBe('gateInconclusive');
  });

  test('treat a missing gold as missing, also for a single version', () => {
    expect(decideOutcome({ ...caseOf('noGold'), versions: ['1.0'], sameAnswers: null }).state).toBe('noGold');
  });
});

test('does not call a draft without a right value better', () => {
  const outcome = decide({
    rightValues: 0,
    headline: [comparison('overall', [0.1, 0], [-0.2, 0], 'regressed')],
  });
  expect(outcome.state).toBe('nothingRight');
});

test('does not compare versions without a common field, also if the gold has fields that a schema lacks', () => {
  const none = { rightValues: null, unknownGold: ['1 key of the gold is not in every schema: total.'] };
  const headline = better.headline.map((one) => ({ ...one, difference: { ...one.difference, value: null } }));
  expect(decide({ ...none, headline, notCompared: ['total', 'seller'] }).state).toBe('notComparable');
  expect(decide({ ...none, headline, notCompared: [] }).state).toBe('nothingRight');
  const sentences = (rightValues: number | null) =>
    decide({ ...none, rightValues, headline, notCompared: ['total'] }).sentences.join(' ');
  expect(sentences(null)).not.toContain('The figures of each version follow');
  expect(sentences(3)).toContain('The figures of each version follow');
});

test('states how many documents a rule needs that cannot be checked', () => {
  const [check] = gate('inconclusive').checks;
  const sentencesWith = (fields: Partial<VerdictCheck>) =>
    decide({ gate: { ...gate('inconclusive'), checks: [{ ...check!, ...fields }] } }).sentences;
  expect(sentencesWith({ code: 'margin-below-detectable', documentsNeeded: 1122 })).toContain(
    'Too few documents for "rule 1": 54, needs about 1,122.',
  );
  expect(sentencesWith({ code: 'too-few-units' })).toContain('Too few documents for "rule 1": 54.');
});

test('states the number of tries unless the verdict advises against the candidate', () => {
  const states = outcomeCases.filter(([, facts]) =>
    textOf(decideOutcome({ ...facts, tries: 5 })).includes('Best of 5 tries on these documents'),
  );
  const selectable = [
    'gateInconclusive',
    'singleVersion',
    'dependsOnLabels',
    'better',
    'equal',
    'notEnoughEvidence',
  ];
  expect(states.map(([state]) => state)).toEqual(selectable);
});
