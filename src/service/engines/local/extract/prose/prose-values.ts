import type { Candidate, FoundValue } from '../candidates/candidate.ts';
import { joinedForm } from '../layout/fold-text.ts';
import type { TextLayout } from '../layout/text-layout.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';
import { proseFactOf } from '../lexicon/prose-facts.ts';
import { type ContractOpening, type ContractParty, findOpening, type TextRange } from './contract-opening.ts';
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

/** The sentences of a document. Everything is computed on first use, because most configs request no facts in prose. */
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

  /** Returns the text of a range with its places in the document. */
  value({ start, end }: TextRange): FoundValue {
    return { spans: this.running.spansOf(start, end), text: this.running.text.slice(start, end) };
  }

  /** Returns the candidates of all fields that request a fact that sentences state. */
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
      case 'document-title': {
        const title = node.kind === 'string' ? documentTitle(this.#layout) : undefined;
        return title === undefined ? [] : [{ ...title, reason: 'title of the document' }];
      }
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
      ...(one.computed && { text: one.date.text }),
      date: one.date,
      score: one.score,
      reason: one.reason,
    }));
  }

  #laws(node: FieldNode): Omit<Candidate, 'field' | 'labelled'>[] {
    // A description such as `for example State of New York` shows that the field has the whole phrase.
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
    return this.parties
      .filter(({ roles }) => roles.some((role) => names.has(joinedForm(role))))
      .map((party) => ({
        ...this.value(party),
        score: 1,
        reason: `party with the short name "${party.roles.join('", "')}"`,
      }));
  }

  get parties(): readonly ContractParty[] {
    return this.opening?.parties ?? [];
  }
}

function best(dates: readonly ProseDate[]): ProseDate | undefined {
  return [...dates].sort((a, b) => b.score - a.score)[0];
}
