import type { TwistName } from '../documents/invoice-twists.ts';
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
  readonly twists?: readonly TwistName[];
}

/** What the set holds, item by item: the promised layouts, markets and irregularities, spread over each other. */
export const invoiceCases: readonly InvoiceCase[] = [
  { layout: 'labels-left', country: 'GB', twists: ['names-another'] },
  { layout: 'labels-left', country: 'US', twists: ['freight'] },
  { layout: 'labels-left', country: 'DE' },
  { layout: 'labels-left', country: 'FR', form: 'jpg' },
  { layout: 'labels-left', country: 'CH', twists: ['terms-sentence'] },
  { layout: 'labels-left', country: 'JP', lines: 4 },
  { layout: 'labels-left', country: 'GB', lines: 42, twists: ['discount'] },
  { layout: 'labels-left', country: 'DE', language: 'en', dates: 'iso', twists: ['two-rates'] },
  { layout: 'boxes', country: 'GB', form: 'png', dates: 'gb-slash' },
  { layout: 'boxes', country: 'US', dates: 'us-slash', twists: ['order-left-blank'] },
  { layout: 'boxes', country: 'DE', twists: ['discount'] },
  { layout: 'boxes', country: 'FR', twists: ['currency-once'] },
  { layout: 'boxes', country: 'CH' },
  { layout: 'boxes', country: 'JP', twists: ['no-tax-number'] },
  { layout: 'boxes', country: 'US', lines: 36 },
  { layout: 'boxes', country: 'GB', kind: 'credit-note' },
  { layout: 'meta-row', country: 'GB', dates: 'gb-slash', twists: ['deposit'] },
  { layout: 'meta-row', country: 'US', form: 'jpg' },
  { layout: 'meta-row', country: 'DE', twists: ['terms-sentence', 'names-another'] },
  { layout: 'meta-row', country: 'FR', lines: 6 },
  { layout: 'meta-row', country: 'CH', twists: ['two-rates'], lines: 5 },
  { layout: 'meta-row', country: 'JP', twists: ['reverse-charge'] },
  { layout: 'meta-row', country: 'DE', lines: 66, twists: ['freight'] },
  { layout: 'meta-row', country: 'US', kind: 'credit-note', form: 'jpg' },
  { layout: 'two-column', country: 'GB', twists: ['reverse-charge'] },
  { layout: 'two-column', country: 'US', dates: 'us-long' },
  { layout: 'two-column', country: 'DE', form: 'jpg' },
  { layout: 'two-column', country: 'FR', twists: ['terms-sentence'] },
  { layout: 'two-column', country: 'CH', twists: ['currency-once'] },
  { layout: 'two-column', country: 'JP' },
  { layout: 'two-column', country: 'GB', language: 'en', dates: 'short-month', lines: 46 },
  { layout: 'two-column', country: 'DE', kind: 'credit-note' },
  { layout: 'banner', country: 'GB', twists: ['no-currency'] },
  { layout: 'banner', country: 'US', twists: ['deposit', 'order-left-blank'] },
  { layout: 'banner', country: 'DE', dates: 'long' },
  { layout: 'banner', country: 'FR', twists: ['names-another'] },
  { layout: 'banner', country: 'CH', language: 'en', dates: 'long', form: 'png' },
  { layout: 'banner', country: 'JP', twists: ['two-rates'], lines: 6 },
  { layout: 'banner', country: 'FR', kind: 'credit-note' },
  { layout: 'banner', country: 'US', lines: 40, dates: 'us-slash' },
  { layout: 'compact', country: 'GB', form: 'jpg', twists: ['only-total'] },
  { layout: 'compact', country: 'US', form: 'png', twists: ['no-terms'] },
  { layout: 'compact', country: 'DE' },
  { layout: 'compact', country: 'FR', twists: ['no-terms', 'no-tax-number'] },
  { layout: 'compact', country: 'CH', form: 'jpg', twists: ['only-total'] },
  { layout: 'compact', country: 'US', twists: ['no-currency'], form: 'text' },
  { layout: 'letter', country: 'GB', dates: 'long', lines: 2 },
  { layout: 'letter', country: 'US', dates: 'us-long', lines: 1, twists: ['terms-sentence'] },
  { layout: 'letter', country: 'DE', language: 'en', dates: 'long', lines: 2, twists: ['reverse-charge'] },
  {
    layout: 'letter',
    country: 'GB',
    dates: 'long',
    lines: 1,
    twists: ['no-terms', 'only-total'],
    form: 'text',
  },
  { layout: 'labels-left', country: 'US', dates: 'us-slash', form: 'text', twists: ['no-terms'] },
  { layout: 'meta-row', country: 'CH', kind: 'credit-note', form: 'text' },
  { layout: 'labels-left', country: 'GB', dates: 'iso', form: 'scanned-pdf', twists: ['order-left-blank'] },
  { layout: 'boxes', country: 'DE', form: 'text', dates: 'iso' },
];
