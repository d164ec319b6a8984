import { PdfForm } from '../../test/fixtures/documents/pdf-form.ts';
import type { ReadingDocument, ReadingSet } from './cases.ts';
import { businessForms } from './form-business.ts';
import { officeForms } from './form-offices.ts';
import { otherForms } from './form-others.ts';
import { plannedForms } from './form-planned.ts';
import { type FormLayout, Sheet } from './form-sheet.ts';
import { studyForms } from './form-studies.ts';

const families = {
  tuned: [...officeForms, ...businessForms, ...studyForms],
  other: otherForms,
  planned: plannedForms,
} as const satisfies Readonly<Record<string, readonly FormLayout[]>>;

/** Returns one set per layout of generated forms with `count` fillings each. */
export async function formSets(family: keyof typeof families, count = 6): Promise<ReadingSet[]> {
  return await Promise.all(families[family].map((layout) => setOf(layout, family, count)));
}

async function setOf(layout: FormLayout, family: string, count: number): Promise<ReadingSet> {
  const documents: ReadingDocument[] = [];
  for (let at = 1; at <= count; at++) {
    const form = await PdfForm.create();
    const gold = layout.draw(new Sheet(form, at * 7919 + layout.name.length));
    documents.push({ id: `${at}`, file: `${layout.name} ${at}.pdf`, bytes: await form.bytes(), gold });
  }
  return {
    name: `generated forms, ${family}: ${layout.name}`,
    config: { type: 'EXTRACT', schema: { type: 'object', properties: { ...layout.properties } } },
    documents,
  };
}
