import { expect, it } from 'vitest';
import { isDictionary } from '../../../../src/pages/open/is-dictionary.ts';

it.each([
  '<</Type/Page/Kids[1 0 R 2 0 R]>>',
  ' << /A << /B [ [ -1.5 +.2 3. ] ] >> /C true /D null >>\n',
  '<< /A (text \\) more) /B <0aFF> /C#20D /E >>',
  '<<>>',
])('finds the complete dictionary %s', (text) => {
  expect(isDictionary(text)).toBe(true);
});

it.each([
  '',
  '/Type',
  '[ /Type ]',
  '<< /Type',
  '<< /Type >>',
  '<< 1 /Type >>',
  '<< /A [ 1 >> ]',
  '<< /A 1 >> /B',
  '<< /A 1x >>',
  '<< /A \u00be >>',
  '<< /A 1 >',
])('finds that %s is not one complete dictionary', (text) => {
  expect(isDictionary(text)).toBe(false);
});
