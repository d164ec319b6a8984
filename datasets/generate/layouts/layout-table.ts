import type { Invoice } from '../documents/invoice.ts';
import type { Omissions } from '../documents/invoice-gold.ts';
import type { Sheet } from '../drawing/sheet.ts';
import { compact } from './invoice-compact.ts';
import { banner, boxes, labelsLeft, metaRow, twoColumn } from './invoice-layouts.ts';
import { letter } from './invoice-letter.ts';

export type InvoiceLayout =
  | 'labels-left'
  | 'boxes'
  | 'meta-row'
  | 'two-column'
  | 'banner'
  | 'compact'
  | 'letter';

export interface LayoutEntry {
  readonly draw: (invoice: Invoice) => Sheet[];
  /** Parts that the layout does not draw. */
  readonly omissions: Omissions & { readonly shipping?: true };
}

export const invoiceLayouts: Readonly<Record<InvoiceLayout, LayoutEntry>> = {
  'labels-left': { draw: labelsLeft, omissions: {} },
  boxes: { draw: boxes, omissions: {} },
  'meta-row': { draw: metaRow, omissions: {} },
  'two-column': { draw: twoColumn, omissions: {} },
  banner: { draw: banner, omissions: {} },
  compact: { draw: compact, omissions: { withoutCodes: true, shipping: true } },
  letter: { draw: letter, omissions: { withoutLines: true, shipping: true } },
};
