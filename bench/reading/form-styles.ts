import type { Sheet } from './form-sheet.ts';

/** Position and width of a cell of a form, in points from the lower left corner of the page. */
export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Number of the cell on its form, from 1. */
  readonly number: number;
}

/** How a form shows its values. `height` is the height of a row of cells. */
export interface FormStyle {
  readonly height: number;
  readonly value: (sheet: Sheet, caption: string, shown: string, cell: Cell) => void;
  readonly option: (sheet: Sheet, isChosen: boolean, x: number, y: number) => void;
}

/** Draws a square, with a cross in it if the option is chosen. */
function crossedBox({ form }: Sheet, isChosen: boolean, x: number, y: number): void {
  form.box([x, y, 8, 8]);
  if (isChosen) form.print('X', x + 1.4, y + 1.2, 8);
}

function typedBox({ form }: Sheet, isChosen: boolean, x: number, y: number): void {
  form.print(isChosen ? '[x]' : '[ ]', x - 2, y + 1, 9);
}

function checkbox({ form }: Sheet, isChosen: boolean, x: number, y: number): void {
  form.checkbox(isChosen, x, y);
}

/**
 * Styles of forms. In a style whose name starts with `fields`, the values are in form fields. In all other styles,
 * the values are drawn.
 */
export const formStyles = {
  numberedBoxes: {
    height: 34,
    value: ({ form }, caption, shown, { x, y, width, number }) => {
      form.box([x, y, width, 30]).print(`${number}  ${caption}`, x + 3, y + 21, 6.5);
      form.print(shown, x + 12, y + 6, 10);
    },
    option: crossedBox,
  },
  letteredBoxes: {
    height: 32,
    value: ({ form }, caption, shown, { x, y, width, number }) => {
      form.box([x, y, width, 28]).box([x, y, 16, 28]);
      form.print(String.fromCharCode(96 + number), x + 5, y + 10, 9);
      form.print(caption, x + 20, y + 19, 7).print(shown, x + 20, y + 5, 10);
    },
    option: crossedBox,
  },
  colons: {
    height: 18,
    value: ({ form }, caption, shown, { x, y }) => {
      form.print(`${caption}: ${shown}`, x, y, 9.5);
    },
    option: typedBox,
  },
  columns: {
    height: 18,
    value: ({ form }, caption, shown, { x, y }) => {
      form.print(caption, x, y, 9).print(shown, x + 125, y, 9);
    },
    option: typedBox,
  },
  leaders: {
    height: 19,
    value: ({ form }, caption, shown, { x, y }) => {
      const dots = '.'.repeat(Math.max(4, 44 - Math.round(caption.length * 1.5)));
      form.print(`${caption} ${dots}`, x, y, 8.5).print(shown, x + 195, y, 9.5);
    },
    option: crossedBox,
  },
  underlines: {
    height: 34,
    value: ({ form }, caption, shown, { x, y, width }) => {
      form.box([x, y + 12, width - 8, 0]);
      form.print(shown, x + 3, y + 15, 10).print(caption, x, y + 4, 6.5);
    },
    option: crossedBox,
  },
  grid: {
    height: 18,
    value: ({ form }, caption, shown, { x, y, width }) => {
      form.box([x, y, 115, 18]).box([x + 115, y, width - 115, 18]);
      form.print(caption, x + 3, y + 6, 8).print(shown, x + 119, y + 6, 9);
    },
    option: crossedBox,
  },
  fieldsAbove: {
    height: 38,
    value: (sheet, caption, shown, { x, y, width }) => {
      sheet.above(caption, shown, [x, y, width - 12]);
    },
    option: checkbox,
  },
  fieldsLeft: {
    height: 22,
    value: (sheet, caption, shown, { x, y, width }) => {
      sheet.left(caption, shown, [x, y, width - 125], 115);
    },
    option: checkbox,
  },
  fieldsInside: {
    height: 34,
    value: (sheet, caption, shown, { x, y, width, number }) => {
      sheet.inside(`${number}. ${caption}`, shown, [x, y, width]);
    },
    option: checkbox,
  },
  fieldsBelow: {
    height: 34,
    value: (sheet, caption, shown, { x, y, width }) => {
      sheet.below(caption, shown, [x, y + 10, width - 12]);
    },
    option: checkbox,
  },
} as const satisfies Readonly<Record<string, FormStyle>>;
