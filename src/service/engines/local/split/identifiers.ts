import type { PageFeatures } from '../text/page-features.ts';
import { foldText, stemsOf } from '../text/words.ts';

/** A labelled identifier printed on a page, such as `Invoice no.: 4711`. */
export interface Identifier {
  /** Last content word of the label as a stem: `invoic` for `Our invoice no.`. */
  readonly key: string;
  readonly label: string;
  readonly value: string;
}

const labelled =
  /((?:[\p{L}][\p{L}.-]{0,24}\s){0,2}[\p{L}][\p{L}.-]{0,30}?)[\s-]{0,3}(?:(?:number|nummer|numero|num|nbr|no|nr|id|reference|ref|code)(?!\p{L})|#|n[°º])\s{0,2}[.:#]{0,2}\s{0,6}([\p{L}\d][\p{L}\d\-/.]{0,29}(?:\s\d{2,8}(?![\p{L}\d]))*)/giu;
/** A number whose label says only "number", such as `No. 7006` next to a title. */
const unnamed = /(?:^|\s{2})(?:no|nr|n[°º])\s{0,2}[.:]\s{0,3}([\p{L}\d][\p{L}\d\-/]{1,20})\s*$/iu;
const numberWords = /(?:nummer|number|nr|no)$/;
/** Labels of numbers that do not identify a document. */
const ignoredLabels =
  /^(?:phon|tel|telephon|telefon|fax|mobil|cell|omb|cat|page|seit|item|art|artikel|articl|line|box|form|room|suit|apt|unit|zip|post|part|sku|section|exhibit|rule|schedul|version|rev|model|gln|register|hrb|station|commission|file|product|swift|bic|rout|country|check|year|ident)/;

/** Returns the identifiers on a page in reading order, at most one per label. */
export function identifiersOn(page: PageFeatures): Identifier[] {
  const found = new Map<string, Identifier>();
  for (const row of page.rows) {
    if (found.size >= 12) break;
    const text = row.slice(0, 240);
    if (!/\d/.test(text)) continue;
    for (const match of text.matchAll(labelled)) offer(found, (match[1] ?? '').trim(), match[2] ?? '');
    const alone = found.size === 0 ? unnamed.exec(text) : null;
    if (alone?.[1]) offer(found, 'No', alone[1]);
  }
  return [...found.values()];
}

function offer(found: Map<string, Identifier>, label: string, printed: string): void {
  const value = printed.replace(/[.\-/]+$/, '').replace(/\s+/g, ' ');
  if (!/\d/.test(value) || value.length < 2 || looksLikeDate(value)) return;
  const key = label === 'No' ? 'no' : keyOf(label);
  if (key !== '' && !ignoredLabels.test(key) && !found.has(key)) found.set(key, { key, label, value });
}

/** Returns the stem of the last content word, so that `Our invoice` and `Invoice` are the same label. */
function keyOf(label: string): string {
  const stems = stemsOf(label)
    .map((stem) => stem.replace(numberWords, ''))
    .filter((stem) => stem.length > 1);
  return stems.at(-1) ?? '';
}

function looksLikeDate(value: string): boolean {
  return /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(value);
}

/** Returns the keys of the identifiers that the splitting rules mention: `invoic` for `invoice number`. */
export function identifierKeysIn(rules: string): string[] {
  const keys = new Set<string>();
  const text = foldText(rules.slice(0, 10_000)).replace(/[_"]/g, ' ');
  for (const match of text.matchAll(
    /([\p{L}-]{2,30})[\s-]{0,2}(?:numbers?|nos?\b|nrs?\b|nummern?|ids?\b|identifiers?|references?|codes?|#)/giu,
  )) {
    const key = keyOf(match[1] ?? '');
    if (key !== '' && !/^(?:the|uniqu|same|this|each|page|new|differ)/.test(key)) keys.add(key);
  }
  return [...keys];
}

/**
 * Returns log-odds for a boundary between two pages: negative for a shared identifier, positive for a changed
 * identifier.
 */
export function identifierEvidence(
  before: readonly Identifier[],
  after: readonly Identifier[],
  ruleKeys: readonly string[],
): { score: number; reason?: string } {
  let score = 0;
  let reason: string | undefined;
  for (const identifier of after) {
    const same = before.find((other) => other.key === identifier.key);
    if (same === undefined) continue;
    const weight = ruleKeys.includes(identifier.key) ? 2 : 1;
    if (same.value === identifier.value) score -= 1.8 * weight;
    else {
      score += 1.6 * weight;
      reason = `"${identifier.label}" changes from ${same.value} to ${identifier.value}`;
    }
  }
  const bounded = Math.max(-4, Math.min(4, score));
  return bounded > 0 && reason !== undefined ? { score: bounded, reason } : { score: bounded };
}

const preferred = [
  'invoic',
  'rechnung',
  'factur',
  'factura',
  'fattura',
  'account',
  'policy',
  'polic',
  'contract',
  'agreement',
  'claim',
  'loan',
  'order',
  'case',
  'certificat',
  'receipt',
  'licens',
  'passport',
  'customer',
  'member',
];

/**
 * Returns the identifier of a document. If the rules name identifiers, considers only these identifiers.
 * Otherwise prefers an identifier whose label is in the class name, then a common identifier such as the
 * invoice number.
 */
export function chooseIdentifier(
  candidates: readonly Identifier[],
  ruleKeys: readonly string[],
  className: readonly string[],
): string | null {
  for (const keys of [ruleKeys, className, preferred]) {
    for (const key of keys) {
      const hit = candidates.find((candidate) => candidate.key === key || candidate.key.startsWith(key));
      if (hit !== undefined) return hit.value;
    }
    if (keys === ruleKeys && ruleKeys.length > 0) return null;
  }
  return null;
}
