import type { VariationName } from '../documents/invoice-variations.ts';
import type { InvoiceLayout } from '../layouts/layout-table.ts';
import type { Country } from '../wording/companies.ts';
import type { DateStyle, Language } from '../wording/formats.ts';
import type { DocumentForm } from './document-form.ts';

export interface InvoiceCase {
  readonly layout: InvoiceLayout;
  readonly country: Country;
  readonly form?: DocumentForm;
  readonly language?: Language;
  readonly kind?: 'invoice' | 'credit-note';
  readonly lines?: number;
  readonly dates?: DateStyle;
  readonly variations?: readonly VariationName[];
}

/** Items of the set: all layouts, markets and irregularities, in many combinations. */
export const invoiceCases: readonly InvoiceCase[] = [
  { layout: 'labels-left', country: 'GB', variations: ['names-another'] },
  { layout: 'labels-left', country: 'US', variations: ['freight'] },
  { layout: 'labels-left', country: 'DE' },
  { layout: 'labels-left', country: 'FR', form: 'jpg' },
  { layout: 'labels-left', country: 'CH', variations: ['terms-sentence'] },
  { layout: 'labels-left', country: 'JP', lines: 4 },
  { layout: 'labels-left', country: 'GB', lines: 42, variations: ['discount'] },
  { layout: 'labels-left', country: 'DE', language: 'en', dates: 'iso', variations: ['two-rates'] },
  { layout: 'boxes', country: 'GB', form: 'png', dates: 'gb-slash' },
  { layout: 'boxes', country: 'US', dates: 'us-slash', variations: ['order-left-blank'] },
  { layout: 'boxes', country: 'DE', variations: ['discount'] },
  { layout: 'boxes', country: 'FR', variations: ['currency-once'] },
  { layout: 'boxes', country: 'CH' },
  { layout: 'boxes', country: 'JP', variations: ['no-tax-number'] },
  { layout: 'boxes', country: 'US', lines: 36 },
  { layout: 'boxes', country: 'GB', kind: 'credit-note' },
  { layout: 'meta-row', country: 'GB', dates: 'gb-slash', variations: ['deposit'] },
  { layout: 'meta-row', country: 'US', form: 'jpg' },
  { layout: 'meta-row', country: 'DE', variations: ['terms-sentence', 'names-another'] },
  { layout: 'meta-row', country: 'FR', lines: 6 },
  { layout: 'meta-row', country: 'CH', variations: ['two-rates'], lines: 5 },
  { layout: 'meta-row', country: 'JP', variations: ['reverse-charge'] },
  { layout: 'meta-row', country: 'DE', lines: 66, variations: ['freight'] },
  { layout: 'meta-row', country: 'US', kind: 'credit-note', form: 'jpg' },
  { layout: 'two-column', country: 'GB', variations: ['reverse-charge'] },
  { layout: 'two-column', country: 'US', dates: 'us-long' },
  { layout: 'two-column', country: 'DE', form: 'jpg' },
  { layout: 'two-column', country: 'FR', variations: ['terms-sentence'] },
  { layout: 'two-column', country: 'CH', variations: ['currency-once'] },
  { layout: 'two-column', country: 'JP' },
  { layout: 'two-column', country: 'GB', language: 'en', dates: 'short-month', lines: 46 },
  { layout: 'two-column', country: 'DE', kind: 'credit-note' },
  { layout: 'banner', country: 'GB', variations: ['no-currency'] },
  { layout: 'banner', country: 'US', variations: ['deposit', 'order-left-blank'] },
  { layout: 'banner', country: 'DE', dates: 'long' },
  { layout: 'banner', country: 'FR', variations: ['names-another'] },
  { layout: 'banner', country: 'CH', language: 'en', dates: 'long', form: 'png' },
  { layout: 'banner', country: 'JP', variations: ['two-rates'], lines: 6 },
  { layout: 'banner', country: 'FR', kind: 'credit-note' },
  { layout: 'banner', country: 'US', lines: 40, dates: 'us-slash' },
  { layout: 'compact', country: 'GB', form: 'jpg', variations: ['only-total'] },
  { layout: 'compact', country: 'US', form: 'png', variations: ['no-terms'] },
  { layout: 'compact', country: 'DE' },
  { layout: 'compact', country: 'FR', variations: ['no-terms', 'no-tax-number'] },
  { layout: 'compact', country: 'CH', form: 'jpg', variations: ['only-total'] },
  { layout: 'compact', country: 'US', variations: ['no-currency'], form: 'text' },
  { layout: 'letter', country: 'GB', dates: 'long', lines: 2 },
  { layout: 'letter', country: 'US', dates: 'us-long', lines: 1, variations: ['terms-sentence'] },
  {
    layout: 'letter',
    country: 'DE',
    language: 'en',
    dates: 'long',
    lines: 2,
    variations: ['reverse-charge'],
  },
  {
    layout: 'letter',
    country: 'GB',
    dates: 'long',
    lines: 1,
    variations: ['no-terms', 'only-total'],
    form: 'text',
  },
  { layout: 'labels-left', country: 'US', dates: 'us-slash', form: 'text', variations: ['no-terms'] },
  { layout: 'meta-row', country: 'CH', kind: 'credit-note', form: 'text' },
  {
    layout: 'labels-left',
    country: 'GB',
    dates: 'iso',
    form: 'scanned-pdf',
    variations: ['order-left-blank'],
  },
  { layout: 'boxes', country: 'DE', form: 'text', dates: 'iso' },
];
