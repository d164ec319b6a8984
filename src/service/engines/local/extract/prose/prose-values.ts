import type { Candidate, FoundValue } from '../candidates/candidate.ts';
import { joinedForm } from '../layout/fold-text.ts';
import type { TextLayout } from '../layout/text-layout.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';
import { proseFactOf } from '../lexicon/prose-facts.ts';
import { endsInLegalForm } from '../recognise/company-names.ts';
import {
  type ContractOpening,
  type ContractParty,
  findOpening,
  nameAtStart,
  type TextRange,
} from './contract-opening.ts';
import { documentTitle } from './document-title.ts';
import { governingLaws } from './governing-law.ts';
import {
  computedEndDates,
  datesOutsideSentences,
  definedDates,
  type ProseDate,
  proseDates,
} from './prose-dates.ts';
import { RunningText } from './running-text.ts';
import { signingParties } from './signing-parties.ts';

/**
 * Score of a party with a legal form from the opening of a contract. It is higher than the score of a label, because a
 * contract can have exhibits with labels such as `Borrower:`, which print the name in another way.
 */
const openingScore = 1.2;

/**
 * Reads facts that the sentences of a document state. Computes each part on first use, because many configs request no
 * such fact.
 */
export class Prose {
  readonly #layout: TextLayout;
  #running: RunningText | undefined;
  #opening: { readonly found: ContractOpening | undefined } | undefined;

  constructor(layout: TextLayout) {
    this.#layout = layout;
  }

  get running(): RunningText {
    this.#running ??= new RunningText(this.#layout);
    return this.#running;
  }

  get opening(): ContractOpening | undefined {
    this.#opening ??= { found: findOpening(this.running) };
    return this.#opening.found;
  }

  /** Returns the text of a range with its positions in the document. */
  value({ start, end }: TextRange): FoundValue {
    return { spans: this.running.spansOf(start, end), text: this.running.text.slice(start, end) };
  }

  /** Returns the candidates for all fields whose value is stated in sentences, such as the governing law. */
  candidates(fields: readonly FieldPlan[]): Candidate[] {
    return fields.flatMap((field) => {
      const found = this.#factValues(field);
      return [...found, ...this.#roleValues(field)].map((one) => ({
        ...one,
        field: field.index,
        labelled: true,
      }));
    });
  }

  #factValues(field: FieldPlan): Omit<Candidate, 'field' | 'labelled'>[] {
    const { node } = field;
    switch (proseFactOf([node.name, node.key])) {
      case 'document-title':
        return node.kind === 'string' ? this.#titles() : [];
      case 'governing-law':
        return node.kind === 'string' ? this.#laws(node) : [];
      case 'agreement-date':
        return this.#dates(field, [
          ...proseDates(this.running, this.opening, 'agreement-date'),
          ...datesOutsideSentences(this.running, this.#layout),
        ]);
      case 'effective-date':
        return this.#dates(field, this.#effectiveDates());
      case 'end-date': {
        const start =
          best(this.#effectiveDates()) ?? best(proseDates(this.running, this.opening, 'agreement-date'));
        const stated = proseDates(this.running, this.opening, 'end-date');
        return this.#dates(field, [...stated, ...computedEndDates(this.running, start)]);
      }
      default:
        return this.#dates(field, []);
    }
  }

  /**
   * Returns the title as printed. If a title in capitals (`LEASE AGREEMENT`) also occurs in the opening sentence in
   * another case (`Lease Agreement`), returns both forms. Either form can be the expected value, so neither form is
   * certain.
   */
  #titles(): Omit<Candidate, 'field' | 'labelled'>[] {
    const title = documentTitle(this.#layout);
    if (title === undefined) return [];
    const found = { ...title, reason: 'title of the document' };
    const { text } = this.running;
    const pattern = RegExp(title.text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+'), 'giu');
    const repeated = [...text.slice(0, 10_000).matchAll(pattern)].find(
      (match) =>
        /(?:this|dieser?|le présent)\s$/i.test(text.slice(0, match.index)) &&
        match[0] !== match[0].toUpperCase(),
    );
    if (repeated === undefined || title.text !== title.text.toUpperCase()) return [found];
    const range = { start: repeated.index, end: repeated.index + repeated[0].length };
    return [
      { ...found, score: 0.9 },
      { ...this.value(range), score: 0.8, reason: 'title, because the opening sentence repeats it' },
    ];
  }

  #effectiveDates(): ProseDate[] {
    return [
      ...definedDates(this.running, new Set(['effectivedate', 'commencementdate', 'startdate'])),
      ...proseDates(this.running, this.opening, 'effective-date'),
    ];
  }

  #dates(field: FieldPlan, dates: readonly ProseDate[]): Omit<Candidate, 'field' | 'labelled'>[] {
    if (field.shape !== 'date') return [];
    const names = new Set([joinedForm(field.node.name), joinedForm(field.node.key)]);
    const all = [...definedDates(this.running, names), ...dates];
    return all.map((one) => ({
      ...this.value(one),
      ...(one.computed && { text: one.date.text, isComputed: true }),
      date: one.date,
      // The score is lower for a date such as `03/04/2026`, because either number can be the month.
      score: one.score * (one.date.ambiguous ? 0.8 : 1),
      reason: one.reason,
    }));
  }

  #laws(node: FieldNode): Omit<Candidate, 'field' | 'labelled'>[] {
    // A description such as `for example State of New York` shows that the field expects the whole phrase.
    const isWhole = /\b(?:state|commonwealth|province) of\b/i.test(node.description);
    return governingLaws(this.running).map((law) => ({
      ...this.value({ start: isWhole ? law.start : law.placeStart, end: law.end }),
      score: law.score,
      reason: 'sentence on the governing law',
    }));
  }

  /** Returns the parties with a short name equal to the name of the field, such as `Licensor`. */
  #roleValues(field: FieldPlan): Omit<Candidate, 'field' | 'labelled'>[] {
    if (field.node.kind !== 'string' || (field.shape !== 'text' && field.shape !== 'company')) return [];
    const names = new Set(
      [field.node.name, field.node.key].map((name) => joinedForm(name).replace(/name$/, '')),
    );
    const parties = this.parties
      .filter(({ roles }) => roles.some((role) => names.has(joinedForm(role))))
      .map((party) => ({
        ...this.value(party),
        score: endsInLegalForm(this.value(party).text) ? openingScore : 0.9,
        reason: `party with the short name "${party.roles.join('", "')}"`,
      }));
    return parties.length > 0 ? parties : this.#definedNames(names);
  }

  /** Returns the first name in a definition such as `"Agent" means Tern Bank, N.A.`. */
  #definedNames(names: ReadonlySet<string>): Omit<Candidate, 'field' | 'labelled'>[] {
    const { text } = this.running;
    const pattern =
      /["“„«]([^"“”„«»]{3,40})["”»]\s+(?:means|shall\s+mean|bedeutet|désigne)\s+(?=\p{Lu}|\p{L}+\.)/gu;
    for (const match of text.matchAll(pattern)) {
      if (!names.has(joinedForm(match[1] ?? ''))) continue;
      const from = match.index + match[0].length;
      const name = nameAtStart(text.slice(from, from + 160), from);
      if (name === undefined) continue;
      return [{ ...this.value(name), score: 0.95, reason: `defined as "${match[1]}"` }];
    }
    return [];
  }

  /** Returns the companies in the signature blocks. */
  signingParties(): readonly FoundValue[] {
    return signingParties(this.#layout);
  }

  /** Returns whether the document has the opening or the title of a contract. */
  isContract(): boolean {
    return this.opening !== undefined || documentTitle(this.#layout) !== undefined;
  }

  get parties(): readonly ContractParty[] {
    return this.opening?.parties ?? [];
  }
}

function best(dates: readonly ProseDate[]): ProseDate | undefined {
  return [...dates].sort((a, b) => b.score - a.score)[0];
}
