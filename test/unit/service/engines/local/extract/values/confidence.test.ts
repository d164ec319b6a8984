import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Span } from '../../../../../../../src/service/engines/local/extract/candidates/candidate.ts';
import {
  confidenceOf,
  evidenceAmounts,
} from '../../../../../../../src/service/engines/local/extract/values/confidence.ts';
import { weights } from '../../../../../../../src/service/engines/local/extract/values/confidence-weights.ts';
import type { Evidence } from '../../../../../../../src/service/engines/local/extract/values/evidence.ts';
import { parseDocument } from '../../../../../../../src/service/engines/local/parse/parse-document.ts';
import { PdfForm } from '../../../../../../fixtures/documents/pdf-form.ts';
import {
  date,
  extract,
  number,
  rowsOf,
  text,
  textDocument,
} from '../../../../../../fixtures/documents/text-document.ts';

/** Returns a span of text whose words have the given OCR confidences. */
function spanOf(confidences: readonly number[]): Span {
  const words = confidences.map((confidence) => ({ text: 'word', confidence }));
  const starts = words.map((_, index) => index * 5);
  return { segment: { words, starts }, start: 0, end: words.length * 5 } as unknown as Span;
}

const confidence = (evidence: Evidence, spans: readonly Span[] = []) => confidenceOf({ evidence, spans });

describe('confidence', () => {
  it('adds the weights of the evidence to the log odds', () => {
    // Scores are strong from 0.8 on, so a score of 0.88 counts with 0.08. The rival, which is the second best value,
    // has 3/4 of the score. This is halfway between 1/2, where rivals begin to count, and 1.
    const logOdds = weights.any + 0.08 * weights.strongScore + 0.5 * weights.rival + weights.repeated;
    const expected = 1 / (1 + Math.exp(-logOdds));
    expect(confidence({ score: 0.88, rival: 0.66, isRepeated: true })).toBeCloseTo(expected, 3);
  });

  it('doubts free text by how far its score is below that of an exact label', () => {
    const open = (score: number) => evidenceAmounts({ score, isOpen: true }, []).open;
    expect(open(0.6)).toBeCloseTo(0.4, 10);
    expect([open(1), open(1.4)]).toEqual([0, 0]);
    expect(evidenceAmounts({ score: 0.6 }, []).open).toBe(0);
    expect(confidence({ score: 0.6, isOpen: true })).toBeLessThan(confidence({ score: 0.6 }));
    expect(confidence({ score: 1, isOpen: true })).toBe(confidence({ score: 1 }));
  });

  it('counts the expected number of misread words', () => {
    const spans = [spanOf([0.9, 1]), spanOf([0.8])];
    expect(evidenceAmounts({ score: 1 }, spans).misreads).toBeCloseTo(0.3, 10);
    expect(confidence({ score: 1 }, spans)).toBeLessThan(confidence({ score: 1 }, [spanOf([1, 1, 1])]));
  });

  const evidence = fc.record<Evidence>({
    score: fc.double({ min: 0, max: 2, noNaN: true }),
    rival: fc.double({ min: 0, max: 2, noNaN: true }),
    isOpen: fc.boolean(),
    isEndUnclear: fc.boolean(),
    isRepeated: fc.boolean(),
    sums: fc.constantFrom('agree', 'differ'),
    isComputed: fc.boolean(),
    isOrderUnknown: fc.boolean(),
    isOutsideForm: fc.boolean(),
  });

  it('is between 0.001 and 0.999', () => {
    fc.assert(
      fc.property(evidence, fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (one, words) => {
        const value = confidence(one, [spanOf(words)]);
        expect(value).toBeGreaterThanOrEqual(0.001);
        expect(value).toBeLessThanOrEqual(0.999);
      }),
    );
  });

  it('does not fall with a higher score or more evidence for the value', () => {
    fc.assert(
      fc.property(evidence, fc.double({ min: 0, max: 1, noNaN: true }), (one, more) => {
        const before = confidence(one);
        expect(confidence({ ...one, score: one.score + more })).toBeGreaterThanOrEqual(before);
        expect(confidence({ ...one, isRepeated: true })).toBeGreaterThanOrEqual(before);
        expect(confidence({ ...one, sums: 'agree' })).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  it('does not rise with evidence against the value', () => {
    fc.assert(
      fc.property(evidence, fc.double({ min: 0, max: 1, noNaN: true }), (one, more) => {
        const before = confidence(one);
        const worse: Evidence[] = [
          { ...one, rival: (one.rival ?? 0) + more },
          { ...one, isOpen: true },
          { ...one, isEndUnclear: true },
          { ...one, sums: 'differ' },
          { ...one, isComputed: true },
          { ...one, isOrderUnknown: true },
          { ...one, isOutsideForm: true },
        ];
        for (const other of worse) expect(confidence(other)).toBeLessThanOrEqual(before);
        expect(confidence(one, [spanOf([1 - more])])).toBeLessThanOrEqual(before);
      }),
    );
  });

  it('is low for a value without any score', () => {
    expect(confidence({ score: 0 })).toBeLessThan(0.1);
    expect(evidenceAmounts({ score: 0, rival: 0 }, []).rival).toBe(1);
  });
});

describe('evidence from a document', () => {
  const confidences = (page: string, properties: Parameters<typeof extract>[1]) => {
    const { metadata } = extract(textDocument(page), properties);
    return (path: string) => metadata[path]?.logprobsConfidence ?? 0;
  };

  it('is weaker for a date whose day and month can be exchanged', () => {
    const due = { due_date: date() };
    const issued = 'Invoice date: 2024-01-02\n';
    const unknown = confidences(`${issued}Due date: 03/04/2024\n`, due)('due_date');
    const clear = confidences(`${issued}Due date: 03/24/2024\n`, due)('due_date');
    const shown = confidences(`${issued}Due date: 03/04/2024\nPeriod ends: 03/24/2024\n`, due)('due_date');
    expect(unknown).toBeLessThan(0.8);
    expect(clear).toBeGreaterThan(0.9);
    expect(shown).toBe(clear);
  });

  it('is weaker for a value outside the fields of a form', async () => {
    const form = (await PdfForm.create())
      .print('Name', 50, 762)
      .text('Ada Moreau', [50, 742, 240, 16])
      .print('Reference number: K-4471', 50, 600);
    const document = await parseDocument(await form.bytes(), 'form.pdf', { effort: 'performance' });
    const properties = { reference_number: text() };
    const { value, metadata } = extract(document, properties);
    expect(value).toEqual({ reference_number: 'K-4471' });
    const plain = confidences('Name\nAda Moreau\n\nReference number: K-4471\n', properties);
    expect(metadata.reference_number?.logprobsConfidence).toBeLessThan(0.9);
    expect(plain('reference_number')).toBeGreaterThan(0.9);
  });

  it('is stronger for the dates of an entry than for its free text', () => {
    const page = 'WORK EXPERIENCE\n\nSenior Engineer - Polar Systems Ltd\nMarch 2031 - Present\n';
    const jobs = rowsOf({ position: text(), employer: text(), start_date: text() });
    const of = confidences(page, { work_experience: jobs });
    expect(of('work_experience[0].position')).toBeGreaterThan(0);
    expect(of('work_experience[0].start_date')).toBeGreaterThan(of('work_experience[0].position'));
  });

  it('is the same for texts and amounts in a table without the columns of all fields', () => {
    const page = 'Description      Amount\nPine shelf        14.20\nOak table         80.50\n';
    const of = confidences(page, {
      items: rowsOf({ description: text(), amount: number(), warehouse: text() }),
    });
    expect(of('items[0].amount')).toBeGreaterThan(0.8);
    expect(of('items[0].description')).toBe(of('items[0].amount'));
  });
});
