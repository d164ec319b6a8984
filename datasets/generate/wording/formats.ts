export type Language = 'en' | 'de' | 'fr';
export type CurrencyCode = 'EUR' | 'USD' | 'GBP' | 'CHF' | 'JPY';
export type DateStyle = 'iso' | 'dotted' | 'us-slash' | 'gb-slash' | 'long' | 'us-long' | 'short-month';
export type NumberStyle = 'comma-dot' | 'dot-comma' | 'apostrophe' | 'space-comma' | 'plain';
/** Position and form (code or symbol) of the currency in an amount. `bare` has no currency. */
export type MoneyStyle = 'code-before' | 'code-after' | 'symbol-before' | 'symbol-after' | 'bare';

const monthNames: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  de: [
    'Januar',
    'Februar',
    'März',
    'April',
    'Mai',
    'Juni',
    'Juli',
    'August',
    'September',
    'Oktober',
    'November',
    'Dezember',
  ],
  fr: [
    'janvier',
    'février',
    'mars',
    'avril',
    'mai',
    'juin',
    'juillet',
    'août',
    'septembre',
    'octobre',
    'novembre',
    'décembre',
  ],
};

/** Formats an ISO date (yyyy-mm-dd) in the style of a document. */
export function formatDate(iso: string, style: DateStyle, language: Language): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  const name = monthNames[language][Number(month) - 1] as string;
  switch (style) {
    case 'iso':
      return iso;
    case 'dotted':
      return `${day}.${month}.${year}`;
    case 'us-slash':
      return `${Number(month)}/${Number(day)}/${year}`;
    case 'gb-slash':
      return `${day}/${month}/${year}`;
    case 'us-long':
      return `${name.slice(0, 3)} ${Number(day)}, ${year}`;
    case 'short-month':
      return `${day}-${name.slice(0, 3)}-${year}`;
    case 'long':
      return language === 'de' ? `${Number(day)}. ${name} ${year}` : `${Number(day)} ${name} ${year}`;
  }
}

/** Returns the ISO date that is `days` days after `iso`. */
export function addDays(iso: string, days: number): string {
  return new Date(Date.parse(`${iso}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the number of decimal places of a currency. */
export function minorDigits(currency: CurrencyCode): number {
  return currency === 'JPY' ? 0 : 2;
}

/** Converts an amount in minor units (cents) to the number in the gold. */
export function amountOf(minor: number, currency: CurrencyCode): number {
  return currency === 'JPY' ? minor : Math.round(minor) / 100;
}

export function formatAmount(minor: number, currency: CurrencyCode, style: NumberStyle): string {
  return formatDecimal(amountOf(minor, currency), minorDigits(currency), style);
}

export function formatDecimal(value: number, digits: number, style: NumberStyle): string {
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(digits).split('.');
  const separator = {
    'comma-dot': ',',
    'dot-comma': '.',
    apostrophe: "'",
    'space-comma': '\u00a0',
    plain: '',
  }[style];
  const point = style === 'dot-comma' || style === 'space-comma' ? ',' : '.';
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separator);
  return `${value < 0 ? '-' : ''}${grouped}${digits > 0 ? point + fraction : ''}`;
}

const symbols: Readonly<Record<CurrencyCode, string>> = {
  EUR: '€',
  USD: '$',
  GBP: '£',
  CHF: 'CHF',
  JPY: '¥',
};

export function formatMoney(
  minor: number,
  currency: CurrencyCode,
  numbers: NumberStyle,
  money: MoneyStyle,
): string {
  const amount = formatAmount(minor, currency, numbers);
  switch (money) {
    case 'code-before':
      return `${currency} ${amount}`;
    case 'code-after':
      return `${amount} ${currency}`;
    case 'symbol-before':
      return currency === 'CHF'
        ? `CHF ${amount}`
        : amount.startsWith('-')
          ? `-${symbols[currency]}${amount.slice(1)}`
          : `${symbols[currency]}${amount}`;
    case 'symbol-after':
      return `${amount} ${symbols[currency]}`;
    case 'bare':
      return amount;
  }
}

/** Formats a quantity without unnecessary decimals: 3, 2.5, 1,200. */
export function formatQuantity(quantity: number, style: NumberStyle): string {
  const digits = Number.isInteger(quantity) ? 0 : Number.isInteger(Math.round(quantity * 1000) / 100) ? 1 : 2;
  return formatDecimal(quantity, digits, style);
}
