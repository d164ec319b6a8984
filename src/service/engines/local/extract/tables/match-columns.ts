import { joinedForm, tokensOf } from '../layout/fold-text.ts';
import { contentWords } from '../lists/field-words.ts';
import { synonymGroups } from './column-names.ts';
import type { ColumnPlan } from './column-plan.ts';

/** Returns how well a header names a field, 0 to 1. */
export function headerFit(header: string, plan: ColumnPlan): number {
  const forms = [header, header.replace(/\([^)]*\)|\[[^\]]*\]/g, ''), header.replace(/\s+in\s+\S+$/i, '')];
  let best = 0;
  for (const form of new Set(forms)) best = Math.max(best, formFit(form, plan));
  return best;
}

function formFit(header: string, plan: ColumnPlan): number {
  const joined = joinedForm(header);
  if (joined === '') return /#/.test(header) && plan.concept?.id === 'position' ? 0.9 : 0;
  const { names } = plan.names;
  if (names.some((name) => name.joined === joined)) return 1;
  const label = plan.labels.has(joined) ? [...plan.labels].indexOf(joined) : -1;
  if (label >= 0) return 0.97 - Math.min(0.12, label * 0.003);
  const groups = synonymGroups(joined);
  if (groups.some((group) => names.some((name) => name.groups.includes(group)))) return 0.85;
  return wordsFit(header, groups, plan);
}

function wordsFit(header: string, groups: readonly number[], plan: ColumnPlan): number {
  const words = contentWords(header);
  const raw = words.length > 0 ? words : tokensOf(header).map(({ text }) => text);
  if (raw.length === 0) return 0;
  let best = 0;
  for (const { words: own, lastGroups } of plan.names.names) {
    if (own.length === 0) continue;
    const shared = raw.filter((word) => own.some((other) => isSameWord(word, other))).length;
    const covered = own.filter((other) => raw.some((word) => isSameWord(word, other))).length;
    if (shared === raw.length && covered === own.length) best = Math.max(best, 0.95);
    else if (shared === raw.length || covered === own.length) best = Math.max(best, 0.8);
    else if (shared > 0) best = Math.max(best, 0.45);
    if (own.length > 1 && groups.some((group) => lastGroups.includes(group))) best = Math.max(best, 0.65);
  }
  if (best < 0.6 && raw.every((word) => plan.names.described.has(word))) best = 0.6;
  return best;
}

/** Returns whether two words are the same or one abbreviates the other, such as `dept` for `department`. */
function isSameWord(word: string, other: string): boolean {
  if (word === other) return true;
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  if (short.length < 2 || short[0] !== long[0]) return false;
  if (short.length >= 3 && long.startsWith(short)) return true;
  if (short.length > 5 || short.length < 3) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length && !/[aeiou]{2}/.test(short) && short.at(-1) === long.at(-1);
}
