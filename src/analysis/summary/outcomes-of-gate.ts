import { grouped, truncateList } from '../../base/phrases.ts';
import type { OutcomeState } from '../../model/report/summary.ts';
import type { VerdictCheck } from '../../model/score/comparison.ts';
import {
  costAndTime,
  goldClauses,
  hundredths,
  lossClause,
  newErrorsClause,
  qualityClause,
  sentence,
} from './clauses.ts';
import { scopeName } from './notable-parts.ts';
import { hasImproved, lossesOf, type OutcomeFacts, type OutcomeTexts } from './outcome-facts.ts';
import { counted, creditsText, secondsText, versionPhrase } from './plain-figures.ts';

const maxRules = 3;

export function gateFailedTexts(facts: OutcomeFacts): OutcomeTexts {
  const { checks = [] } = facts.gate ?? {};
  const failed = checks.filter(({ status }) => status === 'fail');
  const open = checks.filter(({ status }) => status === 'inconclusive').length;
  const apart = failed.length === 1 ? 'Apart from this rule' : 'Apart from these rules';
  return {
    headline: `Do not publish: ${grouped(failed.length)} of ${counted(checks.length, 'rule')} ${failed.length === 1 ? 'fails' : 'fail'}`,
    sentences: [
      ...failed.slice(0, maxRules).map(ruleSentence),
      failed.length > maxRules
        ? `${counted(failed.length - maxRules, 'more rule')} ${failed.length === maxRules + 1 ? 'fails' : 'fail'}.`
        : null,
      open === 0 ? null : `${counted(open, 'rule')} cannot be checked.`,
      apartFrom(facts, apart),
      newErrorsClause(facts.changes, facts.kind),
      costAndTime(facts),
      ...goldClauses(facts),
    ],
    nextStep:
      'Open the documents that the rule names, correct the configuration and run again. Or change the rule, if it asks for too much.',
  };
}

export function gateInconclusiveTexts(facts: OutcomeFacts): OutcomeTexts {
  const { checks = [] } = facts.gate ?? {};
  const open = openRules(facts.gate);
  return {
    headline: `Inconclusive: ${grouped(open.length)} of ${counted(checks.length, 'rule')} cannot be checked`,
    sentences: [
      ...open.slice(0, maxRules).map(ruleSentence),
      open.length > maxRules ? `${counted(open.length - maxRules, 'more rule')} cannot be checked.` : null,
      apartFrom(facts, 'Apart from this'),
      newErrorsClause(facts.changes, facts.kind),
      costAndTime(facts),
      ...goldClauses(facts),
    ],
    nextStep:
      'For each rule that cannot be checked, remove the cause that the gate states. Then evaluate the rules again.',
  };
}

/**
 * Returns whether the record has one version, and all rules that cannot be checked are rules that compare versions. A
 * first record has no second version, so its report describes the version. The gate stays inconclusive.
 */
export function lacksOnlySecondVersion({ gate }: OutcomeFacts): boolean {
  const open = openRules(gate);
  return open.length > 0 && open.every(({ code }) => code === 'one-version');
}

/**
 * Returns sentences on the gate rules in the report of one version: how many pass, and which cannot be checked without
 * a second version. Returns `null` if there are no rules.
 */
export function rulesOfOneVersion({ gate }: OutcomeFacts): string | null {
  const total = gate?.checks.length ?? 0;
  const open = openRules(gate);
  if (total === 0) return null;
  if (open.length === 0) return `${allRules(total)} ${total === 1 ? 'passes' : 'pass'}.`;
  const passed = total - open.length;
  const names = truncateList(
    open.map(({ name }) => `"${name}"`),
    maxRules,
  );
  return `${grouped(passed)} of ${counted(total, 'rule')} ${passed === 1 ? 'passes' : 'pass'}. Not checked, because a second version is needed: ${names}.`;
}

function openRules(gate: OutcomeFacts['gate']): readonly VerdictCheck[] {
  return gate?.checks.filter(({ status }) => status === 'inconclusive') ?? [];
}

/**
 * Returns a sentence on a failed gate rule, with its measured value, its limit and the first documents: `Rule "total
 * loses at most 3.0 points": measured −27 points, required −3 points. 12 documents: a, b, c and 9 more.` For a rule with
 * too few documents, the sentence has their number: `Too few documents for "total loses at most 3.0 points": 54, needs
 * about 122.` For other rules, the sentence has the reason.
 */
export function ruleSentence(check: VerdictCheck): string {
  const { name, reason, value, bound, unit, documents = 0, leaves = [], status, code } = check;
  if (code === 'margin-below-detectable' || code === 'too-few-units') return tooFewSentence(check);
  if (value === null || bound === null || status !== 'fail' || unit === undefined)
    return sentence(`Rule "${name}": ${plainReason(reason)}`);
  const format = (figure: number) =>
    unit === 'share' || unit === 'points'
      ? hundredths(figure)
      : unit === 'ms'
        ? secondsText(figure)
        : creditsText(figure);
  const per = unit === 'share' ? ' of 100' : unit === 'points' ? ' points' : '';
  const names = [...new Set(leaves.map(({ itemId }) => itemId))];
  const list =
    documents === 0 ? '' : ` ${counted(documents, 'document')}: ${truncateList(names, 3, documents)}.`;
  return `Rule "${name}": measured ${format(value)}${per}, required ${format(bound)}${per}.${names.length === 0 ? '' : list}`;
}

/** The section on rules has the whole reason. On page one, only the number of documents matters. */
function tooFewSentence({ name, n, documentsNeeded }: VerdictCheck): string {
  const needed = documentsNeeded === undefined ? '' : `, needs about ${grouped(documentsNeeded)}`;
  return `Too few documents for "${name}": ${grouped(n)}${needed}.`;
}

/**
 * Removes intervals and numbers of documents from the reason of a rule, because another section of the report shows
 * them.
 */
function plainReason(reason: string): string {
  return reason.replace(/, \d+ % interval [^),;]*/g, '').replace(/, n = \d+/g, '');
}

/** Returns the result of the comparison without a recommendation. Used if the gate decides the verdict. */
export function apartFrom(facts: OutcomeFacts, start: string): string | null {
  const quality = qualityClause(facts);
  if (quality === null) return null;
  if (facts.headline.length === 0) return sentence(quality);
  const subject = versionPhrase(facts.versions[1] ?? '');
  const losses = lossesOf(facts);
  const [worst] = losses;
  if (worst !== undefined)
    return `${start} ${subject} is worse: ${lossClause(worst, facts.kind)}. ${sentence(quality)}`;
  if (facts.recommendation === 'identical')
    return `${start} there is no difference: both versions gave the same answers.`;
  if (hasImproved(facts)) return `${start} ${subject} is better: ${quality}.`;
  const equal = facts.recommendation === 'publish';
  return equal
    ? `${start} ${subject} is as good as ${versionPhrase(facts.versions[0] ?? '')}: ${quality}.`
    : `${start} there is not enough evidence: ${quality}.`;
}

/**
 * Returns how many rules of the gate fail. Used if something else decides the verdict. Returns `null` if there are no
 * rules or none fails.
 */
export function ruleResult({ gate }: OutcomeFacts): string | null {
  if (gate === null || gate.checks.length === 0) return null;
  const failed = gate.checks.filter(({ status }) => status === 'fail').length;
  if (failed > 0)
    return `${grouped(failed)} of ${counted(gate.checks.length, 'rule')} ${failed === 1 ? 'fails' : 'fail'}.`;
  return null;
}

/** Returns a short text on the gate, shown next to the verdict: `All 28 rules pass; none covers due_date`. */
export function rulesText(facts: OutcomeFacts, state: OutcomeState): string {
  const { gate } = facts;
  const total = gate?.checks.length ?? 0;
  if (gate === null || total === 0) return 'No rules set';
  const count = (status: VerdictCheck['status']) =>
    gate.checks.filter((check) => check.status === status).length;
  if (count('fail') > 0)
    return `${count('fail')} of ${counted(total, 'rule')} ${count('fail') === 1 ? 'fails' : 'fail'}`;
  if (state === 'singleVersion' && count('inconclusive') > 0)
    return `${count('pass')} of ${counted(total, 'rule')} ${count('pass') === 1 ? 'passes' : 'pass'}; ${count('inconclusive')} not checked`;
  if (count('inconclusive') > 0) return `${count('inconclusive')} of ${counted(total, 'rule')} inconclusive`;
  const passed = `${allRules(total)} ${total === 1 ? 'passes' : 'pass'}`;
  if (state !== 'worse') return passed;
  const uncovered = lossesOf(facts)
    .map(({ scope }) => scopeName(scope))
    .filter((name) => !gate.checks.some((check) => check.name.includes(name)));
  return uncovered.length === 0 || uncovered[0] === 'overall'
    ? passed
    : `${passed}; none covers ${truncateList(uncovered, 3)}`;
}

function allRules(total: number): string {
  return total === 1 ? 'The rule' : `All ${counted(total, 'rule')}`;
}
