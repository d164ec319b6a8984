import type { DocumentKind } from './document-type.ts';
import { kindsOfContract, kindsOfIdentity, kindsOfOffice, kindsOfTax } from './legal-document-types.ts';
import { kindsOfMoney, kindsOfTrade } from './trade-document-types.ts';

/** All document types, in a fixed order. Names and cues are in folded spelling (see `foldText`). */
export const documentKinds: readonly DocumentKind[] = [
  ...kindsOfTrade,
  ...kindsOfMoney,
  ...kindsOfContract,
  ...kindsOfIdentity,
  ...kindsOfTax,
  ...kindsOfOffice,
];
