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
 * Returns the serious accessibility violations of the open page in light and in dark mode, each with its first places.
 * The short form checks the dark page only for colours, because the other rules give the same result in both modes.
 * Leaves the page in dark mode.
 */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await seriousNow(page, {});
  await page.emulateMedia({ colorScheme: 'dark' });
  const ofColours = { runOnly: ['color-contrast', 'link-in-text-block'] };
  const dark = await seriousNow(page, long ? {} : ofColours);
  return [...light, ...dark.map((found) => `dark: ${found}`)];
}

async function seriousNow(page: Page, options: object): Promise<string[]> {
  const found = await run(page, options);
  return found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ text }) => text);
}

/** Returns all accessibility violations of the open page as it is, each with its first places. */
export async function violationsNow(page: Page): Promise<string[]> {
  return (await run(page, {})).map(({ text }) => text);
}

async function run(page: Page, options: object): Promise<{ impact: string; text: string }[]> {
  // Uses the debugger instead of a script element, because the policy of the page allows no other script.
  if (!(await page.evaluate("'axe' in globalThis")))
    await page.evaluate(
      await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
    );
  return page.evaluate(async (chosen) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // The result names places by their markup, so no selectors are needed, which take a third of the time.
    const { violations } = await axe.run({ resultTypes: ['violations'], selectors: false, ...chosen });
    return violations.map(({ id, impact, nodes }) => {
      const places = nodes.slice(0, 3).map((node) => node.html.slice(0, 160));
      return { impact, text: `${id}: ${places.join(' | ')}` };
    });
  }, options);
}
