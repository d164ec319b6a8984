import type { JsonObject, JsonValue } from '../../src/model/json/json-value.ts';
import {
  bool,
  type DateStyle,
  date,
  type FormLayout,
  integer,
  number,
  oneOf,
  type Sheet,
  text,
} from './form-sheet.ts';
import { type Cell, type FormStyle, formStyles } from './form-styles.ts';

/** A value as a form shows it and as the schema requires it. */
interface Filled {
  readonly shown: string;
  readonly value: JsonValue;
}

/** A kind of value: its node of the schema, and how it is filled. Choices have options, all others are texts. */
export interface Kind {
  readonly node: (description?: string) => JsonObject;
  readonly fill: (sheet: Sheet) => Filled;
  readonly options?: readonly string[];
}

const plain = (value: string | null): Filled => ({ shown: value ?? '', value });
const textKind = (make: (sheet: Sheet) => string | null): Kind => ({
  node: text,
  fill: (sheet) => plain(make(sheet)),
});

export const person = textKind((sheet) => sheet.person());
export const company = textKind((sheet) => sheet.word('company'));
export const street = textKind((sheet) => sheet.word('street'));
export const city = textKind((sheet) => sheet.word('city'));
export const job = textKind((sheet) => sheet.word('job'));
export const note = textKind((sheet) => sheet.word('note'));
export const code = (pattern: string): Kind => textKind((sheet) => sheet.code(pattern));
export const digits = (count: number): Kind => textKind((sheet) => sheet.digits(count));
export const email: Kind = textKind((sheet) =>
  sheet.maybe(() => `${sheet.draw.pick(['info', 'a.berg', 'office'])}@example.com`),
);
export const day = (style: DateStyle, from = 1990, to = 2026): Kind => ({
  node: date,
  fill: (sheet) => sheet.day(style, from, to),
});
export const money = (from: number, to: number, decimals = 2): Kind => ({
  node: number,
  fill: (sheet) => sheet.amount(from, to, decimals),
});
export const count = (from: number, to: number): Kind => ({
  node: integer,
  fill: (sheet) => {
    const value = sheet.maybe(() => sheet.draw.int(from, to));
    return { shown: value === null ? '' : String(value), value };
  },
});
export const choice = (...options: readonly string[]): Kind => ({
  node: (description) => oneOf(options, description),
  fill: (sheet) => plain(sheet.maybe(() => sheet.draw.pick(options))),
  options,
});
export const yesNo = (yes = 'Yes', no = 'No'): Kind => ({
  node: bool,
  fill: (sheet) => {
    const shown = sheet.maybe(() => sheet.draw.pick([yes, no]));
    return { shown: shown ?? '', value: shown === null ? null : shown === yes };
  },
  options: [yes, no],
});

/** A field of a form: its path in the schema (`tenant.name`), caption, kind and description. */
export type PlannedField = readonly [path: string, caption: string, kind: Kind, description?: string];

/** A form as data. Each part has an optional title, and its fields are printed in a number of columns. */
export interface FormPlan {
  readonly name: string;
  readonly title: string;
  readonly style: keyof typeof formStyles;
  readonly language?: Sheet['language'];
  readonly columns?: number;
  /** Prints the parts next to each other instead of below each other. */
  readonly isBeside?: boolean;
  readonly parts: readonly { readonly title?: string; readonly fields: readonly PlannedField[] }[];
}

const left = 46;
const fullWidth = 504;

/** Returns the layout that draws a planned form. */
export function plannedForm(plan: FormPlan): FormLayout {
  const fields = plan.parts.flatMap((part) => part.fields);
  const properties: Draft = {};
  for (const [path, , kind, description] of fields) setAt(properties, path, kind.node(description), true);
  return {
    name: plan.name,
    properties: properties as FormLayout['properties'],
    draw: (sheet) => {
      const gold: Draft = {};
      drawPlan(sheet.in(plan.language ?? 'en'), plan, gold);
      return gold;
    },
  };
}

function drawPlan(
  sheet: Sheet,
  { title, style, columns = 1, isBeside = false, parts }: FormPlan,
  gold: Draft,
) {
  const shape: FormStyle = formStyles[style];
  sheet.form.print(title, left, 800, 15);
  let top = 780;
  let drawn = 0;
  for (const [index, part] of parts.entries()) {
    const width = isBeside ? fullWidth / parts.length : fullWidth / columns;
    const x0 = isBeside ? left + index * width : left;
    let y = isBeside ? 780 : top;
    if (part.title !== undefined) {
      y -= 16;
      sheet.form.print(part.title, x0, y, 11);
    }
    const across = isBeside ? 1 : columns;
    for (const [at, [path, caption, kind]] of part.fields.entries()) {
      if (at % across === 0) y -= shape.height;
      drawn += 1;
      const cell: Cell = { x: x0 + (at % across) * width, y, width: width - 6, number: drawn };
      const filled = kind.fill(sheet);
      setAt(gold, path, filled.value, false);
      if (kind.options === undefined) shape.value(sheet, caption, filled.shown, cell);
      else drawOptions(sheet, shape, caption, kind.options, filled.shown, cell);
    }
    top = y - 12;
  }
}

/**
 * Prints a caption, and all options in a row behind it. In a narrow cell, prints the options below the caption if the
 * cell is high enough.
 */
function drawOptions(
  sheet: Sheet,
  shape: FormStyle,
  caption: string,
  options: readonly string[],
  chosen: string,
  { x, y, width }: Cell,
): void {
  const isNarrow = width < 300;
  const down = isNarrow && shape.height > 24 ? 13 : 0;
  sheet.form.print(caption, x, y + 4 + down, 8.5);
  const start = down > 0 ? x : x + Math.min(width * 0.45, caption.length * 4.6 + 12);
  const step = (x + width - start) / options.length;
  for (const [at, option] of options.entries()) {
    shape.option(sheet, option === chosen, start + at * step, y + 2);
    sheet.form.print(option, start + at * step + 13, y + 4, 8.5);
  }
}

/** An object whose members are set one after the other. */
type Draft = Record<string, JsonValue>;

/** Sets a value at a path. In a schema, each group on the path is an object with properties. */
function setAt(target: Draft, path: string, value: JsonValue, isSchema: boolean): void {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  target[key] ??= isSchema ? { type: 'object', properties: {} } : {};
  const inner = target[key] as Draft;
  setAt(isSchema ? (inner.properties as Draft) : inner, rest.join('.'), value, isSchema);
}
