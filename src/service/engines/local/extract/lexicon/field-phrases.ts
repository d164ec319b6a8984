import type { ExtractConfig } from '../../../../../model/processor/processor-config.ts';
import { joinedForm, tokensOf } from '../layout/fold-text.ts';
import type { Concept } from './concept.ts';
import { concepts } from './concepts.ts';
import type { FieldNode } from './field-tree.ts';
import { withoutUmlauts } from './related-words.ts';

/** A phrase that the document can print as the label of a field. */
export interface Phrase {
  /** Letters and digits of the phrase, in lower case and without accents. */
  readonly joined: string;
  /** Strength: about 1 for a clear label, 0.5 for a label that can mean other things. */
  readonly weight: number;
}

/** Texts of a config that describe its fields, in addition to the schema. */
export interface PlanHints {
  readonly useDescriptions: boolean;
  readonly extractionRules: string;
  readonly keyDefinitions: string;
}

export function hintsOf(config: ExtractConfig, useDescriptions: boolean): PlanHints {
  return {
    useDescriptions,
    extractionRules: config.extractionRules ?? '',
    keyDefinitions: config.advancedOptions?.keyDefinitions ?? '',
  };
}

/** Words with an American and a British spelling. */
const spellings: readonly (readonly [string, string])[] = [
  ['license', 'licence'],
  ['organization', 'organisation'],
  ['authorization', 'authorisation'],
  ['center', 'centre'],
  ['color', 'colour'],
  ['enrollment', 'enrolment'],
];

/** Returns the phrase, followed by its other spellings. */
function spellingsOf(joined: string): string[] {
  const others = spellings.flatMap(([one, other]) => [
    joined.replace(one, other),
    joined.replace(other, one),
  ]);
  return [joined, ...others.filter((spelling) => spelling !== joined)];
}

const numberWords = ['number', 'no', 'nr', 'num', 'id', 'code', ''];
const generic = new Set([
  'name',
  'number',
  'no',
  'id',
  'date',
  'amount',
  'value',
  'code',
  'text',
  'total',
  'info',
  'details',
]);

/**
 * Returns all possible labels of a field, from the lexicon and from the name, the description and the extraction rules
 * of the field.
 */
export function phrasesOf(
  node: FieldNode,
  parents: readonly FieldNode[],
  concept: Concept | undefined,
  hints: PlanHints,
): Phrase[] {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    const joined = joinedForm(text);
    if (joined.length < 2 || joined.length > 80) return;
    for (const spelling of spellingsOf(joined))
      if ((weights.get(spelling) ?? 0) < weight) weights.set(spelling, weight);
  };
  if (concept !== undefined) {
    for (const label of concept.weakLabels ?? []) add(label, 0.6);
    for (const label of concept.labels) add(label, 1);
    for (const label of substituteLabels(concept)) add(label, 0.68);
  }
  const addName = (text: string, weight: number): void => {
    add(text, weight);
    // The name of a field can contain `ue` for `ü`. In a short word, `ue` is more often not `ü`: `du` is not `due`.
    const other = withoutUmlauts(joinedForm(text));
    if (other.length >= 5) add(other, weight);
  };
  for (const name of new Set([node.name, node.key])) addNames(name, parents.at(-1), concept, addName);
  if (hints.useDescriptions) {
    for (const phrase of quotedPhrases(node.description)) add(phrase, 1.15);
    for (const phrase of hintPhrases(node, hints)) add(phrase, 1.1);
    if (concept === undefined && tokensOf(node.description).length <= 5) add(node.description, 0.95);
  }
  return [...weights].map(([joined, weight]) => ({ joined, weight }));
}

/** Maps a concept to another concept with interchangeable labels, such as the total and the amount due. */
const substitutes: Readonly<Record<string, string>> = {
  grand_total: 'amount_due',
  amount_due: 'grand_total',
  invoice_number: 'receipt_number',
  receipt_number: 'invoice_number',
};

function substituteLabels(concept: Concept): readonly string[] {
  return concepts.find((one) => one.id === substitutes[concept.id])?.labels ?? [];
}

function addNames(
  name: string,
  parent: FieldNode | undefined,
  concept: Concept | undefined,
  add: (text: string, weight: number) => void,
): void {
  const tokens = tokensOf(name).map((token) => token.text);
  const own = concept === undefined ? 1 : 0.95;
  add(tokens.join(' '), tokens.length === 1 && concept !== undefined ? 0.6 : own);
  if (parent !== undefined) add(`${parent.key} ${name}`, own);
  const last = tokens.at(-1) ?? '';
  const front = tokens.slice(0, -1);
  if (front.length > 0 && numberWords.includes(last)) {
    for (const word of numberWords) add([...front, word].join(' '), word === '' ? 0.55 : 0.95);
  } else if (front.length > 0 && generic.has(last)) add(front.join(' '), 0.6);
  if (concept !== undefined || tokens.length < 2) return;
  if (!generic.has(last)) add(last, 0.4);
  add([...tokens].reverse().join(' '), 0.5);
  add(`${front.join(' ')} of ${last}`, 0.7);
  add(`${last} of ${front.join(' ')}`, 0.9);
}

const quotes = /['"‘’“”„«»`]([^'"‘’“”„«»`\n]{2,60})['"‘’“”„«»`]/g;

/** Returns the quoted words of a description. Documents usually contain such words. */
function quotedPhrases(text: string): string[] {
  return [...text.slice(0, 4_000).matchAll(quotes)].map((match) => match[1] ?? '');
}

/**
 * Searches the extraction rules and key definitions for lines that name the field. Returns the quoted words of these
 * lines, and the words on the other side of `=`, `:` or a dash. Such words are often printed labels.
 */
function hintPhrases(node: FieldNode, hints: PlanHints): string[] {
  const names = [joinedForm(node.key), joinedForm(node.name)];
  const found: string[] = [];
  for (const sentence of `${hints.keyDefinitions}\n${hints.extractionRules}`
    .slice(0, 20_000)
    .split(/\n|(?<=[.;])\s/)) {
    const joined = joinedForm(sentence);
    if (!names.some((name) => name.length > 1 && joined.includes(name))) continue;
    found.push(...quotedPhrases(sentence));
    const [term = '', meaning = ''] = sentence.split(/\s*(?:=|:|—|–| - )\s*/, 2);
    if (names.includes(joinedForm(term))) {
      for (const synonym of meaning.split(/[,;/|]|\bor\b/))
        if (tokensOf(synonym).length <= 4) found.push(synonym);
    } else if (names.includes(joinedForm(meaning)) && tokensOf(term).length <= 4) found.push(term);
  }
  return found;
}
