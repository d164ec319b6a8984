import type { Tone } from '../../model/report/summary.ts';
import type { TextStyle } from './terminal-look.ts';

export const toneStyles: Readonly<Record<Tone, readonly TextStyle[]>> = {
  better: ['green', 'bold'],
  worse: ['red', 'bold'],
  stop: ['red', 'bold'],
  amber: ['yellow', 'bold'],
  inconclusive: ['yellow', 'bold'],
  neutral: ['bold'],
};
