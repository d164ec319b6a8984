import type { GeneratedSet } from './dataset-folder.ts';
import { makeInvoiceSet } from './invoices.ts';
import { makeMixedSet } from './mixed-documents.ts';
import { makePacketSet } from './packets.ts';

/** Functions that make the bundled sets, by the name of the folder. */
export const setMakers: Readonly<Record<string, () => Promise<GeneratedSet>>> = {
  invoices: makeInvoiceSet,
  'mixed-documents': makeMixedSet,
  packets: makePacketSet,
};
