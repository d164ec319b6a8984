import type { JsonObject, JsonValue } from '../../src/model/json/json-value.ts';
import type { PdfForm } from '../../test/fixtures/documents/pdf-form.ts';
import { Draw } from './row-layouts.ts';

/** A kind of form. `draw` draws the form with random values and returns the values under their names in the schema. */
export interface FormLayout {
  readonly name: string;
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly draw: (sheet: Sheet) => JsonObject;
}

const described = (description?: string): JsonObject => (description === undefined ? {} : { description });
export const text = (description?: string): JsonObject => ({
  type: ['string', 'null'],
  ...described(description),
});
export const number = (description?: string): JsonObject => ({
  type: ['number', 'null'],
  ...described(description),
});
export const integer = (description?: string): JsonObject => ({
  type: ['integer', 'null'],
  ...described(description),
});
export const date = (description?: string): JsonObject => ({ ...text(description), format: 'date' });
export const bool = (description?: string): JsonObject => ({
  type: ['boolean', 'null'],
  ...described(description),
});
export const oneOf = (options: readonly string[], description?: string): JsonObject => ({
  type: ['string', 'null'],
  enum: [...options, null],
  ...described(description),
});
export const group = (properties: JsonObject, description?: string): JsonObject => ({
  type: 'object',
  properties,
  ...described(description),
});
export const list = (properties: JsonObject, description?: string): JsonObject => ({
  type: 'array',
  items: { type: 'object', properties },
  ...described(description),
});

const names = {
  en: {
    first: ['Margaret', 'Tobias', 'Aisha', 'Colm', 'Priya', 'Declan', 'Ingrid', 'Mary-Jane'],
    last: ["O'Sullivan", 'Hartley', 'van der Berg', 'Okonkwo', 'Whitcombe', 'Nakamura', 'Ford', 'Price'],
    street: [
      '14 Alder Close',
      '2207 Prairie Ave, Apt 5B',
      'Flat 3, 90 Dock Road',
      '771 Summit Blvd',
      'PO Box 118',
    ],
    city: ['Leeds', 'Springfield', 'Halifax', 'Santa Rosa', 'Cork', 'Dayton'],
    company: [
      'Bright & Lowe Ltd',
      'Kestrel Freight Inc.',
      'Mill Lane Dairy',
      'NORTHGATE PARTNERS LLP',
      '3 Rivers Co-op',
    ],
    job: ['Welder', 'Senior nurse', 'Bookkeeper', 'Site manager (nights)', 'teacher'],
    note: [
      'Rear bumper hit in the car park',
      'see attached letter',
      'Pollen, penicillin',
      'n. b. second request',
    ],
  },
  de: {
    first: ['Jürgen', 'Anneliese', 'Mehmet', 'Sophie', 'Karl-Heinz', 'Birgit'],
    last: [
      'Müller',
      'von Arnim',
      'Yıldız'.normalize('NFD').replace(/[^\x20-\x7e]/g, ''),
      'Großmann',
      'Weber',
    ],
    street: ['Lindenweg 7', 'Am Alten Markt 12a', 'Schloßstr. 101', 'Hauptstraße 3'],
    city: ['Göttingen', 'Bad Homburg', 'Ulm', 'Halle (Saale)'],
    company: ['Bäckerei Thoma GmbH', 'Hansa Spedition KG', 'Stadtwerke Ulm'],
    job: ['Schlosser', 'Erzieherin', 'kfm. Angestellte'],
    note: ['siehe Anlage', 'Fahrrad gestohlen', 'keine'],
  },
  fr: {
    first: ['Hélène', 'Jean-Luc', 'Amadou', 'Chloé'],
    last: ['Lefèvre', 'Dupont-Martin', "d'Arcy", 'Benali'],
    street: ['12 bis rue des Lilas', '3, avenue Foch', 'Lieu-dit Le Moulin'],
    city: ['Nîmes', 'Saint-Étienne', 'Lille'],
    company: ['Boulangerie Petit SARL', 'Transports Roux'],
    job: ['infirmière', 'maçon', 'cadre commercial'],
    note: ['voir pièce jointe', 'dégât des eaux'],
  },
  es: {
    first: ['María José', 'Íñigo', 'Lucía', 'Andrés'],
    last: ['García Peña', 'Ruiz de la Torre', 'Núñez'],
    street: ['C/ Mayor, 15, 2.º B', 'Avda. de la Paz 44', 'Plaza Nueva 1'],
    city: ['Ávila', 'Málaga', 'San Sebastián'],
    company: ['Talleres Rivas S.L.', 'Frutas del Sur S.A.'],
    job: ['enfermera', 'electricista', 'comercial'],
    note: ['ver anexo', 'cambio de domicilio'],
  },
} as const;

type Language = keyof typeof names;
type Kind = keyof (typeof names)['en'];
export type DateStyle = 'us' | 'iso' | 'uk' | 'dots' | 'words';

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/**
 * A form that is being drawn, and the random values that fill it. Each value is null with the probability
 * `emptyShare`.
 */
export class Sheet {
  readonly form: PdfForm;
  readonly draw: Draw;
  readonly language: Language;
  readonly emptyShare = 0.15;

  constructor(form: PdfForm, seed: number, language: Language = 'en') {
    this.form = form;
    this.draw = new Draw(seed);
    this.language = language;
  }

  in(language: Language): Sheet {
    return Object.assign(Object.create(Sheet.prototype), this, { language }) as Sheet;
  }

  maybe<T>(make: () => T): T | null {
    const value = make();
    return this.draw.chance(this.emptyShare) ? null : value;
  }

  word(kind: Kind): string | null {
    return this.maybe(() => this.draw.pick(names[this.language][kind] as readonly string[]));
  }

  person(): string | null {
    const { first, last } = names[this.language];
    return this.maybe(() => `${this.draw.pick<string>(first)} ${this.draw.pick<string>(last)}`);
  }

  digits(count: number): string | null {
    return this.maybe(() =>
      Array.from({ length: count }, (_, at) => this.draw.int(at === 0 ? 1 : 0, 9)).join(''),
    );
  }

  /** Returns a random code that matches a pattern: `A` is a letter, and `9` is a digit. */
  code(pattern: string): string | null {
    return this.maybe(() =>
      pattern.replace(/[A9]/g, (sign) =>
        sign === '9' ? String(this.draw.int(0, 9)) : 'ABCDEFGHJKLMNPRSTUVWXYZ'.charAt(this.draw.int(0, 22)),
      ),
    );
  }

  /** Returns a date in two formats: as the drawn form shows it, and as the schema requires it. */
  day(style: DateStyle, from = 1950, to = 2025): { shown: string; value: string | null } {
    const value = this.maybe(
      () => [this.draw.int(from, to), this.draw.int(1, 12), this.draw.int(1, 28)] as const,
    );
    if (value === null) return { shown: '', value: null };
    const [year, month, day] = value;
    const two = (part: number) => String(part).padStart(2, '0');
    const shown = {
      us: `${two(month)}/${two(day)}/${year}`,
      iso: `${year}-${two(month)}-${two(day)}`,
      uk: `${two(day)}/${two(month)}/${year}`,
      dots: `${two(day)}.${two(month)}.${year}`,
      words: `${day} ${months[month - 1]} ${year}`,
    }[style];
    return { shown, value: `${year}-${two(month)}-${two(day)}` };
  }

  /** Returns an amount in two formats: as the drawn form shows it, and as a number. */
  amount(from: number, to: number, decimals = 2): { shown: string; value: number | null } {
    const value = this.maybe(() => this.draw.int(from * 100, to * 100) / 100);
    if (value === null) return { shown: '', value: null };
    const rounded = Number(value.toFixed(decimals));
    const shown = rounded.toLocaleString(this.language === 'en' ? 'en-US' : 'de-DE', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    const style = this.draw.int(0, 5);
    const mark = this.language === 'en' ? `$${shown}` : `${shown} €`;
    return { shown: style === 0 && decimals > 0 ? mark : shown, value: rounded };
  }

  /** Prints a caption and a text field below it. */
  above(
    caption: string,
    value: string | null,
    [x, y, width]: readonly [number, number, number],
    height = 16,
  ): void {
    this.form.print(caption, x, y + height + 3).text(value ?? '', [x, y, width, height]);
  }

  /** Prints a caption at `x`, and a text field `gap` points to the right of `x`. */
  left(
    caption: string,
    value: string | null,
    [x, y, width]: readonly [number, number, number],
    gap = 110,
  ): void {
    this.form.print(caption, x, y + 4, 9).text(value ?? '', [x + gap, y, width, 15]);
  }

  /** Prints a text field and a small caption below it. */
  below(caption: string, value: string | null, [x, y, width]: readonly [number, number, number]): void {
    this.form.print(caption, x, y - 9, 7).text(value ?? '', [x, y, width, 15]);
  }

  /**
   * Prints a box with lines around it. Its caption is in the upper left corner, and its text field in the
   * lower part.
   */
  inside(
    caption: string,
    value: string | null,
    [x, y, width]: readonly [number, number, number],
    height = 30,
  ): void {
    this.form
      .box([x, y, width, height])
      .print(caption, x + 2, y + height - 8, 6.5)
      .text(value ?? '', [x + 2, y + 1, width - 4, height - 12]);
  }

  /**
   * Prints checkboxes in a row, each followed by its caption. At most one is checked. Returns the checked caption;
   * `null` if no checkbox is checked.
   */
  oneChecked(options: readonly string[], x: number, y: number, step = 80): string | null {
    const chosen = this.maybe(() => this.draw.pick(options));
    options.forEach((option, at) => {
      this.form.checkbox(option === chosen, x + at * step, y).print(option, x + at * step + 13, y + 1);
    });
    return chosen;
  }

  /** Prints a question with a checkbox for yes and one for no. */
  yesNo(
    question: string,
    x: number,
    y: number,
    gap: number,
    words: readonly [string, string] = ['Yes', 'No'],
  ): JsonValue {
    this.form.print(question, x, y + 1);
    const chosen = this.oneChecked(words, x + gap, y, 45);
    return chosen === null ? null : chosen === words[0];
  }

  /** Prints a checkbox and its caption to the right. */
  single(caption: string, x: number, y: number): boolean {
    const checked = this.draw.chance(0.5);
    this.form.checkbox(checked, x, y).print(caption, x + 14, y + 1);
    return checked;
  }
}
