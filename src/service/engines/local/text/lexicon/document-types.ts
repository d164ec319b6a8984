import type { DocumentType } from './document-type.ts';
import { contracts, identityDocuments, officeDocuments, taxForms } from './legal-document-types.ts';
import { financialDocuments, tradeDocuments } from './trade-document-types.ts';

/** All document types, in a fixed order. Names and cues are in lower case without accents (see `foldText`). */
export const documentTypes: readonly DocumentType[] = [
  ...tradeDocuments,
  ...financialDocuments,
  ...contracts,
  ...identityDocuments,
  ...taxForms,
  ...officeDocuments,
];
