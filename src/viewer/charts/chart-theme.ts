import type { ChartSeries } from '../../model/report/chart.ts';

/** Colours of a chart. Colour-blind readers can distinguish them. */
export interface ChartTheme {
  readonly name: 'light' | 'dark';
  readonly ground: string;
  readonly ink: string;
  readonly quiet: string;
  readonly hairline: string;
  /** Background colour of a confusion-matrix cell that counts errors. */
  readonly errorCell: string;
  readonly fontFamily: string;
  /** Factor for text sizes and line widths. It is 1 on the page and larger in a PNG file. */
  readonly scale: number;
  readonly roles: Readonly<Record<ChartSeries['role'], string>>;
}

export const lightTheme: ChartTheme = {
  name: 'light',
  ground: '#ffffff',
  ink: '#1c2127',
  quiet: '#56606a',
  hairline: '#e1e5e9',
  errorCell: '#f6c9b0',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  scale: 1,
  roles: {
    baseline: '#6b7580',
    candidate: '#1f5fa8',
    correct: '#5b7ea6',
    incorrect: '#c4490c',
    missing: '#b87a00',
    spurious: '#8a4fa0',
    better: '#00715a',
    worse: '#b8430a',
    inconclusive: '#56606a',
    reference: '#aab2ba',
  },
};

export const darkTheme: ChartTheme = {
  ...lightTheme,
  name: 'dark',
  ground: '#14181d',
  ink: '#e6e9ec',
  quiet: '#a3adb7',
  hairline: '#2a3138',
  errorCell: '#5c2a10',
  roles: {
    baseline: '#98a2ad',
    candidate: '#7fb5f2',
    correct: '#6f94c0',
    incorrect: '#f07a45',
    missing: '#e0a52f',
    spurious: '#b57fcb',
    better: '#42cfa5',
    worse: '#ff9565',
    inconclusive: '#a3adb7',
    reference: '#5d6771',
  },
};

/** Theme for slides and e-mails. It has a white background, the bundled font and twice the size. */
export const printTheme: ChartTheme = { ...lightTheme, fontFamily: 'DejaVu Sans', scale: 2 };
