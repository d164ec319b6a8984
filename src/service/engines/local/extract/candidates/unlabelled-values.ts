import type { Token } from '../layout/fold-text.ts';
import type { Segment } from '../layout/text-layout.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';
import { codeOf } from '../recognise/amounts.ts';
import type { DocumentConventions } from '../recognise/document-conventions.ts';
import type { Candidate } from './candidate.ts';
import type { LabelledLayout } from './labelled-values.ts';
import type { ValueReader } from './value-reader.ts';

export function unlabelledValues(
  labelled: LabelledLayout,
  fields: readonly FieldPlan[],
  reader: ValueReader,
  conventions: DocumentConventions,
): Candidate[] {
  return fields.flatMap((field) => {
    if (field.shape === 'date') return unlabelledDates(labelled, field, reader);
    if (field.concept?.id === 'currency') return unlabelledCurrency(labelled, field, reader, conventions);
    if (field.concept?.id === 'invoice_number') return unlabelledNumbers(labelled, field, reader);
    return unlabelledCodes(labelled, field, reader);
  });
}

const maxSegments = 3_000;

/**
 * Returns candidates for the date of issue. Without a label, the first date in the document is often the date of issue.
 */
function unlabelledDates(labelled: LabelledLayout, field: FieldPlan, reader: ValueReader): Candidate[] {
  const issue = field.concept?.id === 'issue_date';
  if (!issue) return [];
  const candidates: Candidate[] = [];
  for (const segment of labelled.layout.segments.slice(0, maxSegments)) {
    const hits = labelled.bySegment.get(segment.id) ?? [];
    for (const value of reader.read(segment, 0, segment.text.length, 'date')) {
      const start = value.spans[0]?.start ?? 0;
      const between = hits.filter((hit) => hit.end <= start);
      const claimed = between.some(
        (hit) =>
          hit.concepts.length > 0 &&
          !hit.concepts.includes('issue_date') &&
          !hit.concepts.includes('time') &&
          !hit.concepts.includes('invoice_number'),
      );
      const number = between.find(
        (hit) =>
          hit.concepts.includes('invoice_number') ||
          hit.owners.some((owner) => owner.weight >= 0.5) ||
          /^(rechnung|invoice|facture|gutschrift)/.test(hit.joined),
      );
      const lead = segment.text.slice(number?.end ?? 0, start);
      const namesIssueDate =
        (number !== undefined || continuesTitle(labelled, segment, lead)) && dateWord.test(lead);
      const hasTime = /^\W{0,4}\d{1,2}\s?:\s?\d{2}/.test(segment.text.slice(value.spans[0]?.end ?? 0));
      const short = value.date !== undefined && /^\d{8}$/.test(value.text);
      let score = 0.42 - Math.min(0.15, candidates.length * 0.03);
      // A date in the middle of a sentence can be the date of another document.
      if (namesIssueDate) score = wordsBefore(segment.text, start) < 6 ? 0.95 : 0.66;
      if (hasTime) score += 0.12;
      if (short) score -= 0.12;
      if (claimed) score -= 0.3;
      candidates.push({
        ...value,
        field: field.index,
        score,
        reason: namesIssueDate
          ? 'date in the line of the document number'
          : 'one of the first dates of the document',
        labelled: namesIssueDate,
      });
      if (candidates.length > 40) return candidates;
    }
  }
  return candidates;
}

/** A word before the date of issue, as in `Invoice 12 dated 3 May`. */
const dateWord = /(?:^|\s)(?:vom|von|dated|of|du|del|van|dd|date)\s*$/iu;

/** Returns whether a line starts with a word such as `dated`, and a title with the number of the document is above it. */
function continuesTitle({ layout }: LabelledLayout, segment: Segment, lead: string): boolean {
  const above = layout.rows[segment.row - 1]?.segments[0];
  if (above === undefined || above.page !== segment.page || /\s/.test(lead.trim())) return false;
  const isNext =
    Math.abs(above.box.left - segment.box.left) < segment.height &&
    segment.box.top - above.box.bottom < segment.height;
  return isNext && above.tokens.slice(0, 8).some(isTitle) && /\d$/.test(above.text.trim());
}

function wordsBefore(text: string, place: number): number {
  return text.slice(0, place).match(/\p{L}{2,}/gu)?.length ?? 0;
}

function unlabelledCurrency(
  labelled: LabelledLayout,
  field: FieldPlan,
  reader: ValueReader,
  conventions: DocumentConventions,
): Candidate[] {
  if (conventions.currency === undefined) return [];
  for (const segment of labelled.layout.segments.slice(0, maxSegments)) {
    const found = reader
      .read(segment, 0, segment.text.length, 'currency')
      .find((value) => codeOf(value.text) === conventions.currency);
    if (found !== undefined) {
      return [
        {
          ...found,
          field: field.index,
          score: 0.75,
          reason: 'the currency of most amounts',
          labelled: false,
        },
      ];
    }
  }
  return [];
}

const titleWord =
  /(?:rechnung|rechnungen|gutschrift|korrektur|invoice|receipt|note|memo|bill|facture|avoir|factura|fattura|factuur|fatura|resit|invois)$/;
const isTitle = ({ text }: Token): boolean => titleWord.test(text);
const numberWord = /(?:^|[\s(])(?:nr|no|n|number|numero|num|nummer|#|№|n°|nº)[.:°º#]*\s*[:#]?\s*$/iu;

/** Returns the number in the title of a page, as in `Invoice 0012` or `Rechnung des Versicherers Nr. 12`. */
function unlabelledNumbers(labelled: LabelledLayout, field: FieldPlan, reader: ValueReader): Candidate[] {
  const candidates: Candidate[] = [];
  for (const segment of labelled.layout.segments.slice(0, 150)) {
    const word = segment.tokens.slice(0, 8).find(isTitle);
    if (word === undefined || segment.text.length > 120) continue;
    const first = segment.tokens[0] === word || segment.tokens[1] === word;
    for (const value of reader.read(segment, word.end, segment.text.length, 'identifier')) {
      const lead = segment.text.slice(word.end, value.spans[0]?.start ?? word.end);
      const afterNumberWord = numberWord.test(lead);
      if (!afterNumberWord && (!first || /\p{L}/u.test(lead))) continue;
      const early = Math.max(0, 0.12 - 0.006 * segment.row);
      candidates.push({
        ...value,
        field: field.index,
        score: (afterNumberWord ? 0.8 : 0.5) + early - (first ? 0 : 0.1),
        reason: 'number in the title',
        labelled: afterNumberWord,
      });
    }
  }
  return candidates;
}

const codeShapes = new Set(['email', 'url', 'iban', 'bic', 'vat-id', 'phone', 'time']);

function unlabelledCodes(labelled: LabelledLayout, field: FieldPlan, reader: ValueReader): Candidate[] {
  if (!codeShapes.has(field.shape) || field.concept === undefined) return [];
  const buyer = field.concept.id.startsWith('buyer');
  const candidates: Candidate[] = [];
  for (const segment of labelled.layout.segments.slice(0, maxSegments)) {
    if (field.shape === 'vat-id' && !/[A-Z]{2}|CHE/.test(segment.text)) continue;
    const hits = labelled.bySegment.get(segment.id) ?? [];
    for (const value of reader.read(segment, 0, segment.text.length, field.shape)) {
      if (field.shape === 'vat-id' && !/^(?:[A-Z]{2}|CHE)/.test(value.text)) continue;
      const otherLabel = hits.some(
        (hit) =>
          hit.concepts.length > 0 &&
          !hit.concepts.includes(field.concept?.id ?? '') &&
          hit.end <= (value.spans[0]?.start ?? 0),
      );
      if (otherLabel && (field.shape === 'phone' || field.shape === 'bic' || field.shape === 'vat-id'))
        continue;
      const base = field.shape === 'phone' || field.shape === 'bic' || buyer ? 0.3 : 0.55;
      candidates.push({
        ...value,
        field: field.index,
        score: base - 0.04 * candidates.length,
        reason: `text in the format "${field.shape}"`,
        labelled: false,
      });
      if (candidates.length >= 8) return candidates;
    }
  }
  return candidates;
}
