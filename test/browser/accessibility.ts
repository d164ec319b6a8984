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
 * What a checker of accessibility finds serious in the page as it stands, in light and in dark, each with the first
 * places. In the short form the dark page is checked by the rules of colours only: the others say what they say of the
 * light one. Leaves the page dark.
 */
export async function seriousViolations(page: Page): Promise<string[]> {
  // Through the debugger, not a script element: the page's own policy allows no other script.
  if (!(await page.evaluate("'axe' in globalThis")))
    await page.evaluate(
      await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
    );
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violationsNow(page, {});
  await page.emulateMedia({ colorScheme: 'dark' });
  const ofColours = { runOnly: ['color-contrast', 'link-in-text-block'] };
  const dark = await violationsNow(page, long ? {} : ofColours);
  return [...light, ...dark.map((found) => `dark: ${found}`)];
}

function violationsNow(page: Page, options: object): Promise<string[]> {
  return page.evaluate(async (chosen) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run({ resultTypes: ['violations'], ...chosen });
    return violations
      .filter((entry) => entry.impact === 'serious' || entry.impact === 'critical')
      .map(({ id, nodes }) => {
        const places = nodes.slice(0, 3).map((node) => node.html.slice(0, 160));
        return `${id}: ${places.join(' | ')}`;
      });
  }, options);
}
