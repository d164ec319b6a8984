import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { long } from '../fixtures/long-form.ts';

interface Axe {
  run(options: object): Promise<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>;
}

/**
 * What a checker of accessibility finds serious in the page as it stands, each with the first places. In the short form
 * a dark page is checked by the rules of colours only: the others say of it what they say of the light one.
 */
export async function seriousViolations(page: Page): Promise<string[]> {
  // Through the debugger, not a script element: the page's own policy allows no other script.
  if (!(await page.evaluate("'axe' in globalThis")))
    await page.evaluate(
      await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
    );
  const dark = await page.evaluate('matchMedia("(prefers-color-scheme: dark)").matches');
  return page.evaluate(
    async (allRules) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const ofColours = { runOnly: ['color-contrast', 'link-in-text-block'] };
      const { violations } = await axe.run({
        resultTypes: ['violations'],
        ...(allRules ? {} : ofColours),
      });
      return violations
        .filter((entry) => entry.impact === 'serious' || entry.impact === 'critical')
        .map(({ id, nodes }) => {
          const places = nodes.slice(0, 3).map((node) => node.html.slice(0, 160));
          return `${id}: ${places.join(' | ')}`;
        });
    },
    long || dark === false,
  );
}
