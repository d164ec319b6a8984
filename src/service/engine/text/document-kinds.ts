import type { DocumentKind } from './document-kind.ts';
import { kindsOfContract, kindsOfIdentity, kindsOfOffice, kindsOfTax } from './kinds-of-record.ts';
import { kindsOfMoney, kindsOfTrade } from './kinds-of-trade.ts';

/** The lexicon, in a fixed order. Names and cues are in folded spelling (see `foldText`). */
export const documentKinds: readonly DocumentKind[] = [
  ...kindsOfTrade,
  ...kindsOfMoney,
  ...kindsOfContract,
  ...kindsOfIdentity,
  ...kindsOfTax,
  ...kindsOfOffice,
];
