import fc from 'fast-check';
import { expect, it } from 'vitest';
import { displayWidth } from '../../../../src/cli/terminal/display-width.ts';
import { fitLines, withRelativePaths } from '../../../../src/cli/terminal/fit-lines.ts';

it('breaks only lines that are too wide, between words, and indents what follows', () => {
  expect(fitLines('short\n  one two three 4 % five\nlast', 16)).toBe(
    ['short', '  one two three', '    4 % five', 'last'].join('\n'),
  );
});

it('does not break paths, addresses and commands', () => {
  const path = `/reports/${'a'.repeat(40)}/index.html`;
  expect(fitLines(`Report  ${path}`, 20)).toBe(`Report\n  ${path}`);
  expect(fitLines(path, 20)).toBe(path);
  expect(fitLines('  $ goldset report invoices --out page', 20)).toBe(
    '  $ goldset report invoices --out page',
  );
});

it('keeps all words in their order, and no line is too wide', () => {
  const words = fc.array(fc.stringMatching(/^[a-z株]{1,12}$/), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(words, fc.integer({ min: 30, max: 90 }), (list, width) => {
      const fitted = fitLines(list.join(' '), width);
      expect(fitted.split(/\s+/)).toEqual(list);
      if (!list.includes('%'))
        for (const line of fitted.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    }),
    { numRuns: 60 },
  );
});

it('shows paths inside the working folder relative to it, and no other text differently', () => {
  const text =
    'Written: /project/a/out.json\nkeep /data/project/a/x, "/project/a/b c" (/project/a/d) /project/ab/e //host';
  expect(withRelativePaths(text, '/project/a')).toBe(
    'Written: out.json\nkeep /data/project/a/x, "b c" (d) /project/ab/e //host',
  );
  expect(withRelativePaths('see /etc/x and //host', '/')).toBe('see /etc/x and //host');
});
