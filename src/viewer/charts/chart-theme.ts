import type { ChartSeries } from '../../model/report/chart.ts';

/** Colours of a chart. Colour-blind readers can distinguish them. */
export interface ChartTheme {
  readonly name: 'light' | 'dark';
  readonly ground: string;
  readonly ink: string;
  readonly quiet: string;
  readonly hairline: string;
  readonly fontFamily: string;
  /** Factor for text sizes and line widths: 1 on the page, more in a PNG file. */
  readonly scale: number;
  readonly roles: Readonly<Record<ChartSeries['role'], string>>;
}

export const lightTheme: ChartTheme = {
  name: 'light',
  ground: '#ffffff',
  ink: '#1c2127',
  quiet: '#5c6670',
  hairline: '#e3e7eb',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  scale: 1,
  roles: {
    baseline: '#9aa5b1',
    candidate: '#1f5fa8',
    correct: '#5b7ea6',
    incorrect: '#c4490c',
    missing: '#e69f00',
    spurious: '#8a4fa0',
    better: '#00785a',
    worse: '#c4490c',
    inconclusive: '#5c6670',
    reference: '#aab2ba',
  },
};

export const darkTheme: ChartTheme = {
  ...lightTheme,
  name: 'dark',
  ground: '#14181d',
  ink: '#e8ebee',
  quiet: '#a3adb7',
  hairline: '#2c333b',
  roles: {
    baseline: '#76818d',
    candidate: '#74aef0',
    correct: '#7fa4cf',
    incorrect: '#ff8a57',
    missing: '#f2b544',
    spurious: '#c793dc',
    better: '#35c79c',
    worse: '#ff8a57',
    inconclusive: '#a3adb7',
    reference: '#5d6771',
  },
};

/** Theme for slides and e-mail: a white background and the bundled font, at twice the size. */
export const printTheme: ChartTheme = { ...lightTheme, fontFamily: 'DejaVu Sans', scale: 2 };
