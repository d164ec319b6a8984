import { cuesIn, documentTypesIn } from '../text/find-document-types.ts';
import { documentTypes } from '../text/lexicon/document-types.ts';
import { commonBusinessWords } from '../text/lexicon/stop-words.ts';
import type { LineFeatures, PageFeatures } from '../text/page-features.ts';
import { PhraseMatcher } from '../text/phrase-matcher.ts';
import { stemOf } from '../text/words.ts';
import { type ClassProfile, classesByDocumentType } from './class-profile.ts';
import {
  compactness,
  indexOfPhrase,
  isFirmName,
  isLabel,
  mentionsForm,
  qualifiesNext,
} from './title-line.ts';

/**
 * Evidence of one page. Each array has one number per class, in the order of the config. Numbers are 0 to 1, except
 * `phrases`.
 */
export interface PageEvidence {
  readonly title: Float64Array;
  readonly name: Float64Array;
  readonly cues: Float64Array;
  readonly terms: Float64Array;
  /** Evidence from descriptions and rules. A negative number is evidence against the class. */
  readonly phrases: Float64Array;
  readonly shape: Float64Array;
  /** Strength (0 to 1) of the clearest title whose document type belongs to no class. */
  readonly unknownTitle: number;
  /** Strength (0 to 1) of the clearest title whose document type belongs to at least one class. */
  readonly knownTitle: number;
  readonly words: number;
  /** Per class, the line with the strongest title evidence. */
  readonly titleText: readonly (string | undefined)[];
  /**
   * Per class, words of the page that are evidence for the class. The explanation of the output contains some of these
   * words.
   */
  readonly found: readonly (readonly string[])[];
}

/** Minimum prominence (similarity to a title) of a section heading. */
const minHeadingProminence = 0.12;
const lineEnd = '|';
const commonStems = new Set([...commonBusinessWords].map(stemOf));
const shapeOfType = new Map(documentTypes.map((documentType) => [documentType.id, documentType.shape]));
/** Number of lines at the top of a page that can contain its title. */
const titleLines = 150;

export class EvidenceReader {
  readonly profiles: readonly ClassProfile[];
  readonly #byDocumentType: Map<string, Map<number, number>>;
  readonly #idf = new Map<string, number>();
  readonly #termIdf = new Map<string, number>();
  readonly #names = new PhraseMatcher<number>();
  /** Per stem, the indexes of the classes whose names contain the stem. */
  readonly #classesByStem = new Map<string, number[]>();
  readonly #phrases = new PhraseMatcher<{ index: number; weight: number; text: string }>();
  readonly #typeIdf = new Map<string, number>();
  readonly #cueIdf = new Map<string, number>();

  constructor(profiles: readonly ClassProfile[]) {
    this.profiles = profiles;
    this.#byDocumentType = classesByDocumentType(profiles);
    rarity(
      profiles.map((profile) => new Set(profile.names.flat())),
      this.#idf,
    );
    rarity(
      profiles.map((profile) => new Set([...profile.names.flat(), ...profile.terms])),
      this.#termIdf,
    );
    this.#weighDocumentTypes();
    this.#addPhrases();
  }

  /** Returns the evidence of one page. With `namesOnly`, reads only the titles of the page. */
  read(page: PageFeatures, options: { readonly namesOnly: boolean; readonly lines?: number }): PageEvidence {
    const size = this.profiles.length;
    const zero = () => new Float64Array(size);
    const found: string[][] = this.profiles.map(() => []);
    const evidence = {
      title: zero(),
      name: zero(),
      cues: zero(),
      terms: zero(),
      phrases: zero(),
      shape: zero(),
      unknownTitle: 0,
      knownTitle: 0,
      words: page.stems.length,
      titleText: new Array<string | undefined>(size).fill(undefined),
      found,
    };
    const lines = page.lines.slice(0, Math.min(options.lines ?? titleLines, titleLines));
    for (const line of lines) {
      const { unknownTitle, known } = this.#readTitle(line, evidence);
      evidence.unknownTitle = Math.max(evidence.unknownTitle, unknownTitle);
      evidence.knownTitle = Math.max(evidence.knownTitle, known);
    }
    if (options.namesOnly) return evidence;
    this.#readNames(page, evidence.name);
    this.#readCues(page, evidence.cues, found);
    this.#readTerms(page, evidence.terms, found);
    this.#readPhrases(page, evidence.phrases, found);
    this.#readShape(page, evidence.shape);
    return evidence;
  }

  #weighDocumentTypes(): void {
    const size = this.profiles.length;
    const cueTypes = new Map<string, number>();
    let typeCount = 0;
    for (const documentType of documentTypes) {
      const classes = this.#byDocumentType.get(documentType.id);
      if (classes === undefined) continue;
      typeCount++;
      const spread = [...classes.values()].reduce((sum, weight) => sum + weight, 0);
      this.#typeIdf.set(documentType.id, Math.max(0.25, relativeIdf(size, Math.max(1, spread))));
      for (const cue of documentType.cues) cueTypes.set(cue, (cueTypes.get(cue) ?? 0) + 1);
    }
    for (const [cue, count] of cueTypes) this.#cueIdf.set(cue, Math.max(0.12, relativeIdf(typeCount, count)));
  }

  #addPhrases(): void {
    this.profiles.forEach((profile, index) => {
      for (const name of profile.names) {
        this.#names.add(name, index);
        if (name.length === 2) this.#names.add([name.join('')], index);
        for (const stem of name.length === 2 ? [...name, name.join('')] : name) {
          const known = this.#classesByStem.get(stem);
          if (known) known.push(index);
          else this.#classesByStem.set(stem, [index]);
        }
      }
      for (const phrase of profile.phrases) {
        this.#phrases.add(phrase.stems, { index, weight: phrase.weight, text: phrase.text });
      }
    });
  }

  /**
   * Adds the title evidence of one line to `evidence`. Returns the strengths of the clearest titles on the line:
   * `known` for a title whose document type belongs to a class, and `unknownTitle` for any other title.
   */
  #readTitle(
    printed: LineFeatures,
    evidence: { title: Float64Array; titleText: (string | undefined)[] },
  ): { unknownTitle: number; known: number } {
    let [unknownTitle, known] = [0, 0];
    if (printed.prominence <= 0 || printed.stems.length === 0) return { unknownTitle, known };
    const line = isFirmName(printed.text) ? { ...printed, prominence: printed.prominence * 0.35 } : printed;
    const offer = (index: number, score: number) => {
      if (score <= (evidence.title[index] ?? 0)) return;
      evidence.title[index] = score;
      evidence.titleText[index] = line.text;
    };
    for (const index of new Set(line.stems.flatMap((stem) => this.#classesByStem.get(stem) ?? []))) {
      const profile = this.profiles[index];
      for (const name of profile?.names ?? []) {
        const at =
          profile !== undefined && profile.documentTypes.size > 0 ? indexOfPhrase(name, line.stems) : -1;
        const qualifier = at >= 0 && qualifiesNext(line.text, at + name.length) ? 0.6 : 1;
        offer(index, qualifier * this.#nameOnLine(name, line));
      }
    }
    for (const hit of documentTypesIn(line.stems)) {
      const share = compactness(hit.length, line.contentWords) * (hit.compound ? 0.85 : 1);
      const label = line.prominence < 0.45 && isLabel(line.text) ? 0.6 : 1;
      const qualifier = qualifiesNext(line.text, hit.start + hit.length) ? 0.6 : 1;
      const strength = line.prominence * share * label * qualifier;
      const classes = this.#byDocumentType.get(hit.documentType.id);
      if (classes === undefined) unknownTitle = Math.max(unknownTitle, strength);
      else known = Math.max(known, strength);
      for (const [index, weight] of classes ?? []) {
        offer(index, strength * weight * (0.15 + 0.85 * (this.#typeIdf.get(hit.documentType.id) ?? 1)));
      }
    }
    return { unknownTitle, known };
  }

  /** Returns how clearly a line is a title with this class name, 0 to 1. A stem counts more if few classes share it. */
  #nameOnLine(name: readonly string[], line: LineFeatures): number {
    const joined = name.length === 2 && line.stems.includes(name.join(''));
    let [matched, total, count] = [0, 0, 0];
    for (const stem of name) {
      const idf = this.#idf.get(stem) ?? 1;
      total += idf;
      if (!joined && !line.stems.includes(stem)) continue;
      matched += idf;
      count++;
    }
    if (count === 0) return 0;
    const whole = joined || (count === name.length && indexOfPhrase(name, line.stems) >= 0);
    // The last word of a name is its head noun. A partial match without this word counts less.
    const head = line.stems.includes(name.at(-1) ?? '') ? 0.75 : 0.5;
    const quality = whole ? 1 : count === name.length ? 0.8 : (head * matched) / total;
    const title = line.prominence * quality * compactness(count, line.contentWords);
    // Forms print their number in small type in a corner or footer, so a form number need not be prominent.
    const isCode = whole && name.some((stem) => /\d/.test(stem));
    if (!isCode || line.contentWords > 7 || mentionsForm(line.text)) return title;
    return line.stems.includes('form')
      ? Math.max(title, 0.6)
      : line.contentWords <= 3
        ? Math.max(title, 0.45)
        : title;
  }

  #readNames(page: PageFeatures, out: Float64Array): void {
    const counts = new Float64Array(out.length);
    for (const hit of this.#names.find(page.stems)) counts[hit.payload] = (counts[hit.payload] ?? 0) + 1;
    this.profiles.forEach((profile, index) => {
      let density = 0;
      for (const name of profile.names) density = Math.max(density, this.#density(name, page, this.#idf));
      const whole = Math.min(1, Math.log1p(counts[index] ?? 0) / Math.log(6));
      out[index] = 0.6 * whole + 0.4 * density;
    });
  }

  /** Returns how often the page uses the stems, from 0 to below 1. Rare stems weigh more. */
  #density(stems: Iterable<string>, page: PageFeatures, idf: ReadonlyMap<string, number>): number {
    let matched = 0;
    let total = 0;
    const scale = 1000 / Math.max(200, page.stems.length);
    for (const stem of stems) {
      const weight = idf.get(stem) ?? 1;
      total += weight;
      const rate = (page.counts.get(stem) ?? 0) * scale;
      matched += weight * (rate / (rate + (commonStems.has(stem) ? 12 : 3)));
    }
    return total > 0 ? matched / total : 0;
  }

  #readCues(page: PageFeatures, out: Float64Array, found: string[][]): void {
    const length = 1 + Math.max(0, page.stems.length - 250) / 400;
    const headings = cuesIn(
      page.lines
        .filter(
          (line) =>
            line.contentWords > 0 && line.contentWords <= 3 && line.prominence >= minHeadingProminence,
        )
        .flatMap((line) => [...line.stems, lineEnd]),
    );
    for (const [documentType, cues] of cuesIn(page.stems)) {
      const classes = this.#byDocumentType.get(documentType);
      if (classes === undefined) continue;
      const weigh = (some: ReadonlySet<string> | undefined) =>
        [...(some ?? [])].reduce((sum, cue) => sum + (this.#cueIdf.get(cue) ?? 1), 0);
      // A cue word in a section heading counts in full. A cue word in running text counts less on a longer
      // page.
      const sum = weigh(cues) / length + weigh(headings.get(documentType));
      const strength = 1 - Math.exp(-sum / 4);
      for (const [index, weight] of classes) {
        const value = strength * weight * (0.35 + 0.65 * (this.#typeIdf.get(documentType) ?? 1));
        if (value <= (out[index] ?? 0)) continue;
        out[index] = value;
        found[index]?.push(...rarest(cues, this.#cueIdf));
      }
    }
  }

  #readTerms(page: PageFeatures, out: Float64Array, found: string[][]): void {
    this.profiles.forEach((profile, index) => {
      if (profile.terms.size === 0 || profile.fallback) return;
      out[index] = this.#density(profile.terms, page, this.#termIdf);
      const hits = [...profile.terms].filter(
        (term) => page.counts.has(term) && (this.#termIdf.get(term) ?? 0) > 0.6,
      );
      found[index]?.push(...hits.slice(0, 3));
    });
  }

  #readPhrases(page: PageFeatures, out: Float64Array, found: string[][]): void {
    const seen = new Set<string>();
    for (const hit of this.#phrases.find(page.stems)) {
      const { index, weight, text } = hit.payload;
      const key = `${index} ${text}`;
      if (seen.has(key)) continue;
      seen.add(key);
      out[index] = (out[index] ?? 0) + weight;
      if (weight >= 1) found[index]?.unshift(text);
    }
    for (let i = 0; i < out.length; i++) out[i] = 10 * Math.tanh((out[i] ?? 0) / 10);
  }

  #readShape(page: PageFeatures, out: Float64Array): void {
    this.profiles.forEach((profile, index) => {
      let [sum, weights] = [0, 0];
      for (const [documentType, weight] of profile.documentTypes) {
        const shape = shapeOfType.get(documentType);
        if (shape === undefined) continue;
        sum += weight * page.shape[shape];
        weights += weight;
      }
      out[index] = weights > 0 ? sum / weights : 0.3;
    });
  }
}

function rarest(cues: ReadonlySet<string>, idf: ReadonlyMap<string, number>): string[] {
  return [...cues].sort((a, b) => (idf.get(b) ?? 1) - (idf.get(a) ?? 1) || (a < b ? -1 : 1)).slice(0, 4);
}

/** Returns the inverse document frequency, scaled so that the value is 1 for a word in exactly one class. */
function relativeIdf(size: number, frequency: number): number {
  return Math.log((size + 1) / (Math.min(frequency, size) + 0.5)) / Math.log((size + 1) / 1.5);
}

/** Writes the weight of every stem to `out`: from 0.05 for a common stem to 1 for a stem in only one set. */
function rarity(sets: readonly ReadonlySet<string>[], out: Map<string, number>): void {
  const frequency = new Map<string, number>();
  for (const set of sets) for (const stem of set) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  for (const [stem, count] of frequency) out.set(stem, Math.max(0.05, relativeIdf(sets.length, count)));
}
