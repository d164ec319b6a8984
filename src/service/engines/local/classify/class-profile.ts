import type { Classification } from '../../../../model/processor/processor-config.ts';
import { documentTypeById, documentTypesIn, widerTypes } from '../text/find-document-types.ts';
import type { DocumentType } from '../text/lexicon/document-type.ts';
import { documentWords } from '../text/lexicon/stop-words.ts';
import { stemOf, stemsOf, stemsOfName } from '../text/words.ts';
import { isFallbackClass, type Statement, sentencesOf, statementsIn } from './class-language.ts';

export interface ClassProfile {
  readonly classification: Classification;
  readonly fallback: boolean;
  /** Stems of each name of the class. The type and the id of a class are its names. */
  readonly names: readonly (readonly string[])[];
  /** Weight (0 to 1) of each document type that the class name or description mentions, by type id. */
  readonly documentTypes: ReadonlyMap<string, number>;
  /** Stems of words in the descriptions and rules that are evidence for the class. */
  readonly terms: ReadonlySet<string>;
  /**
   * Phrases that are evidence for the class (positive weight) or against the class (negative weight): quotations, and
   * pairs of neighbouring words.
   */
  readonly phrases: readonly ProfilePhrase[];
}

export interface ProfilePhrase {
  readonly stems: readonly string[];
  readonly text: string;
  readonly weight: number;
}

export interface ProfileOptions {
  /** Whether to read descriptions and rules in addition to names. */
  readonly useDescriptions: boolean;
  readonly rules?: string | undefined;
}

/** Weight of a quoted phrase in a rule, relative to a quoted phrase in a description. */
const ruleStrength = 5;

const genericStems = new Set([...documentWords].map(stemOf));

export function classProfiles(
  classifications: readonly Classification[],
  options: ProfileOptions,
): ClassProfile[] {
  const drafts = classifications.map((classification) => draftOf(classification, options.useDescriptions));
  if (options.useDescriptions && options.rules) {
    for (const sentence of sentencesOf(options.rules)) applyRule(sentence, drafts);
  }
  return drafts;
}

interface Draft extends ClassProfile {
  readonly documentTypes: Map<string, number>;
  readonly terms: Set<string>;
  readonly phrases: ProfilePhrase[];
}

function draftOf(classification: Classification, useDescription: boolean): Draft {
  const { id, type, description } = classification;
  const draft: Draft = {
    classification,
    fallback: isFallbackClass(id, type, useDescription ? description : ''),
    names: namesOf(type, id),
    documentTypes: new Map(),
    terms: new Set(),
    phrases: [],
  };
  for (const name of draft.names) addDocumentTypes(draft.documentTypes, name, 1);
  if (useDescription) readDescription(draft, description);
  return draft;
}

function namesOf(type: string, id: string): string[][] {
  const names: string[][] = [];
  for (const name of [type, id]) {
    const all = stemsOfName(name);
    const contentWords = all.filter((stem) => !genericStems.has(stem) && !/^\d{1,2}$/.test(stem));
    if (contentWords.length === 0) continue;
    if (!names.some((known) => known.join(' ') === contentWords.join(' '))) names.push(contentWords);
  }
  return names;
}

/**
 * Adds the document types that are mentioned in a phrase. The type with the longest name and the type at the end of the
 * phrase count most. A vague noun at the end of the phrase (see `vagueHeads`) counts less than the other types.
 */
function addDocumentTypes(
  documentTypes: Map<string, number>,
  stems: readonly string[],
  weight: number,
): void {
  const named = documentTypesIn(stems);
  const longest = named.reduce((length, hit) => Math.max(length, hit.length), 0);
  for (const hit of named) {
    // The last word of an English compound is its head: a `contract invoice` is primarily an invoice.
    const isHead = hit.start + hit.length === stems.length;
    const place = isHead
      ? named.length > 1 && isVague(hit.length, stems[hit.start])
        ? 0.5
        : 1
      : named.length > 1
        ? 0.85
        : 1;
    const share = hit.length === longest ? 1 : 0.6;
    const value = weight * share * place * (hit.compound ? 0.8 : 1);
    documentTypes.set(hit.documentType.id, Math.max(documentTypes.get(hit.documentType.id) ?? 0, value));
  }
}

/** Nouns that many document types share. The words before such a noun identify the type. */
const vagueHeads = new Set(
  ['statement', 'bill', 'form', 'note', 'report', 'certificat', 'order', 'application'].map(stemOf),
);

function isVague(length: number, stem: string | undefined): boolean {
  return length === 1 && stem !== undefined && vagueHeads.has(stem);
}

function readDescription(draft: Draft, description: string): void {
  const typeWeight = draft.documentTypes.size > 0 ? 0.35 : 0.9;
  const described = new Map<string, number>();
  for (const sentence of sentencesOf(description)) {
    for (const statement of statementsIn(sentence)) {
      addStatement(draft, statement, 1);
      if (!statement.negative) addDocumentTypes(described, statement.stems, typeWeight);
    }
  }
  for (const [id, weight] of described) if (!draft.documentTypes.has(id)) draft.documentTypes.set(id, weight);
}

function addStatement(draft: Draft, statement: Statement, strength: number): void {
  const sign = statement.negative ? -1 : 1;
  if (statement.quoted) {
    draft.phrases.push({ stems: statement.stems, text: statement.text, weight: 2 * sign * strength });
    return;
  }
  const contentWords = statement.stems.filter((stem) => !genericStems.has(stem) && stem.length > 1);
  if (sign > 0) for (const stem of contentWords) draft.terms.add(stem);
  for (let i = 0; i + 1 < statement.stems.length && i < 60; i++) {
    const pair = statement.stems.slice(i, i + 2);
    if (pair.every((stem) => !genericStems.has(stem) && stem.length > 1)) {
      draft.phrases.push({ stems: pair, text: pair.join(' '), weight: sign * Math.min(strength, 1.5) * 0.6 });
    }
  }
}

/**
 * Adds the statements of a rule to the classes that the rule names. `not` before a class name makes the statements
 * evidence against that class.
 */
function applyRule(sentence: string, drafts: readonly Draft[]): void {
  const statements = statementsIn(sentence);
  const isName = (text: string) => drafts.some((draft) => namesClass(text, draft));
  for (const { draft, negated } of ruleTargets(sentence, statements, drafts)) {
    const own = draft.names.flat();
    for (const statement of statements) {
      if (statement.quoted && isName(statement.text)) continue;
      const stems = statement.quoted
        ? statement.stems
        : statement.stems.filter((stem) => !own.includes(stem));
      if (stems.length === 0) continue;
      // Skips unquoted words after `not`, unless `not` also precedes the class name.
      if (!statement.quoted && statement.negative && !negated) continue;
      const negative = statement.quoted && !negated ? statement.negative : negated;
      addStatement(draft, { ...statement, stems, negative }, ruleStrength);
    }
  }
}

function namesClass(text: string, draft: Draft): boolean {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
      .trim();
  const { id, type } = draft.classification;
  return plain(text) === plain(id) || plain(text) === plain(type);
}

interface RuleTarget {
  readonly draft: Draft;
  readonly negated: boolean;
}

/**
 * Returns the classes to which a rule assigns documents. Prefers classes whose names follow the last verb, such as
 * `other` in `a letter about an invoice is "other"`.
 */
function ruleTargets(
  sentence: string,
  statements: readonly Statement[],
  drafts: readonly Draft[],
): readonly RuleTarget[] {
  const quoted = drafts.filter((draft) =>
    statements.some((statement) => statement.quoted && namesClass(statement.text, draft)),
  );
  const verb =
    /\b(?:is|are|counts?|belongs?|goes|go|treat(?:ed)?|classif\w+|ist|sind|gilt|est|sont|es|son)\b/gi;
  const afterVerb = [...sentence.matchAll(verb)].at(-1)?.index ?? 0;
  const places = drafts.flatMap((draft) => {
    const at = indexOfClass(draft, sentence);
    return at < 0 ? [] : [{ draft, at }];
  });
  const named = places.filter((place) => quoted.length === 0 || quoted.includes(place.draft));
  const afterVerbClasses = named.filter((place) => afterVerb > 0 && place.at > afterVerb);
  return (afterVerbClasses.length > 0 ? afterVerbClasses : named).map(({ draft, at }) => ({
    draft,
    negated: /\b(?:not|never|kein\w*|nicht|pas|no)\b[^,.;]{0,25}$/i.test(sentence.slice(0, at)),
  }));
}

function indexOfClass(draft: Draft, sentence: string): number {
  const lower = sentence.toLowerCase();
  const { id, type } = draft.classification;
  const literal = Math.max(lower.lastIndexOf(type.toLowerCase()), lower.lastIndexOf(id.toLowerCase()));
  if (literal >= 0) return literal;
  const stems = stemsOf(sentence);
  const name = draft.names.find((candidate) => candidate.every((stem) => stems.includes(stem)));
  return name === undefined ? -1 : Math.max(0, lower.lastIndexOf(name[0] ?? ''));
}

/**
 * Returns how strongly each document type indicates each class, by type id and class index. A type in the name or
 * description of a class counts most. Wider, narrower and related types count less.
 */
export function classesByDocumentType(profiles: readonly ClassProfile[]): Map<string, Map<number, number>> {
  const direct = new Map<string, Map<number, number>>();
  profiles.forEach((profile, index) => {
    for (const [documentType, weight] of profile.documentTypes) put(direct, documentType, index, weight);
  });
  const all = new Map([...direct].map(([documentType, classes]) => [documentType, new Map(classes)]));
  profiles.forEach((profile, index) => {
    for (const [id, weight] of profile.documentTypes) {
      const documentType = documentTypeById(id);
      if (documentType === undefined) continue;
      spread(documentType.includes, index, weight, 0.85, 0.4, direct, all);
      spread(documentType.related, index, weight, 0.55, 0, direct, all);
      for (const wider of widerTypes(id)) put(all, wider.id, index, weight * 0.8);
    }
  });
  return all;
}

function spread(
  documentTypes: DocumentType['includes'],
  index: number,
  weight: number,
  unnamedFactor: number,
  namedFactor: number,
  direct: ReadonlyMap<string, ReadonlyMap<number, number>>,
  all: Map<string, Map<number, number>>,
): void {
  for (const id of documentTypes) {
    const factor = [...(direct.get(id)?.values() ?? [])].some((other) => other >= 0.5)
      ? namedFactor
      : unnamedFactor;
    if (factor > 0) put(all, id, index, weight * factor);
  }
}

function put(
  map: Map<string, Map<number, number>>,
  documentType: string,
  index: number,
  weight: number,
): void {
  const classes = map.get(documentType) ?? new Map<number, number>();
  classes.set(index, Math.max(classes.get(index) ?? 0, weight));
  map.set(documentType, classes);
}
