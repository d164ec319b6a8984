import { Random } from '../../../src/base/random.ts';
import { type DocumentClass, documentClasses, makeDocument } from '../documents/document-classes.ts';
import { performanceDescriptions, terseDescriptions } from './class-descriptions.ts';
import type { ConfigVersion, GeneratedItem, GeneratedSet } from './dataset-folder.ts';
import { type DocumentForm, documentOf, qualityOf } from './document-form.ts';

const perClass = 9;

/**
 * Forms of the documents that are not digital PDFs. A key consists of the class and the number of the document within
 * this class.
 */
const forms: Readonly<Record<string, DocumentForm>> = {
  'receipt 0': 'jpg',
  'receipt 1': 'png',
  'receipt 4': 'jpg',
  'receipt 5': 'text',
  'invoice 2': 'jpg',
  'invoice 5': 'text',
  'credit_note 1': 'png',
  'credit_note 6': 'text',
  'purchase_order 4': 'text',
  'delivery_note 3': 'jpg',
  'bank_statement 3': 'text',
  'non_disclosure_agreement 3': 'text',
  'other 2': 'png',
  'other 5': 'text',
};

/**
 * Makes nine documents of each of nine classes, shuffled. The names of items and files do not show the class.
 */
export async function makeMixedSet(): Promise<GeneratedSet> {
  const plan = documentClasses.flatMap((type) =>
    Array.from({ length: perClass }, (_, variant) => ({ type, variant })),
  );
  const order = new Random('mixed-documents order').shuffle(plan);
  const items: GeneratedItem[] = [];
  for (const [index, { type, variant }] of order.entries()) items.push(await makeItem(index, type, variant));
  return {
    name: 'mixed-documents',
    kind: 'CLASSIFY',
    description:
      'Business documents in nine classes, near ones among them (invoice, credit note and receipt; order and delivery note; two kinds of agreement), one to three pages: digital, scanned-looking and raw text.',
    versions: [published],
    draft,
    items,
  };
}

async function makeItem(index: number, type: DocumentClass, variant: number): Promise<GeneratedItem> {
  const id = `document-${String(index + 1).padStart(3, '0')}`;
  const sheets = makeDocument(new Random(`mixed-documents ${type} ${variant}`), type, variant);
  const form = forms[`${type} ${variant}`] ?? 'pdf';
  return {
    id,
    document: await documentOf(id, sheets, form),
    expectedOutput: { id: type, type },
    tags: { quality: qualityOf(form), pages: String(sheets.length), family: familyOf(type) },
  };
}

/**
 * Returns the name of the group to which a class belongs. The documents of the classes in a group use similar words.
 */
function familyOf(type: DocumentClass): string {
  if (type === 'invoice' || type === 'credit_note' || type === 'receipt') return 'bill';
  if (type === 'purchase_order' || type === 'delivery_note') return 'goods';
  if (type === 'employment_contract' || type === 'non_disclosure_agreement') return 'agreement';
  return type === 'bank_statement' ? 'account' : 'other';
}

const published: ConfigVersion = {
  version: '1.0',
  description: 'Light base, descriptions of a few words.',
  config: {
    type: 'CLASSIFY',
    baseProcessor: 'classification_light',
    classifications: documentClasses.map((type) => ({
      id: type,
      type,
      description: terseDescriptions[type],
    })),
  },
};

const draft: ConfigVersion = {
  version: 'draft',
  description:
    'Against 1.0: performance base instead of light, descriptions that distinguish similar classes, and classification rules.',
  config: {
    type: 'CLASSIFY',
    baseProcessor: 'classification_performance',
    classifications: documentClasses.map((type) => ({
      id: type,
      type,
      description: performanceDescriptions[type],
    })),
    classificationRules: [
      'Judge by what the document itself is, above all by its title, not by other documents that it mentions.',
      'A reminder, a quotation or a letter about an invoice is "other".',
    ].join('\n'),
    advancedOptions: { context: 'max' },
  },
};
