import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { long } from '../fixtures/long-form.ts';
import { drawn } from './open-report.ts';

interface Violation {
  readonly id: string;
  readonly impact: string;
  /** HTML of the first three elements that violate the rule. */
  readonly places: readonly string[];
}

/**
 * Parts of a page to check, as selectors of elements with their descendants. If no parts are given, the whole page is
 * checked.
 */
interface Parts {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/**
 * Selects the table rows and groups of rows that `npm test` removes from a report before the check. This saves time,
 * because the removed rows have the same markup as the remaining ones. The first three rows of each parent and every
 * ninth row remain. Rows of long lists remain too, because the page itself adds and removes such rows.
 */
const repeated = '#main :is(tr, .error-group):nth-child(n + 4):not(:nth-child(9n), .virtual tr)';

/** Script that runs in the page and finds the accessibility violations. */
const findViolations = `async (parts, repeated) => {
  const taken = [...(repeated === null ? [] : document.querySelectorAll(repeated))].map((row) => {
    const place = document.createComment('');
    row.replaceWith(place);
    return () => place.replaceWith(row);
  });
  // The result identifies elements by their HTML. Computing selectors would take a third of the time.
  const { violations } = await axe.run(parts, { resultTypes: ['violations'], selectors: false });
  for (const putBack of taken) putBack();
  const placesOf = (nodes) => nodes.slice(0, 3).map(({ html }) => html.slice(0, 160));
  return violations.map(({ id, impact, nodes }) => ({ id, impact, places: placesOf(nodes) }));
}`;

/**
 * Returns the serious accessibility violations of the open page in light and in dark mode, each with its first
 * elements. Leaves the page in the mode that was checked last. `npm test` checks only the mode `colorScheme` and the
 * elements that match the selector `part`. Without `part`, it checks the whole page.
 */
export async function seriousViolations(
  page: Page,
  colorScheme: 'light' | 'dark',
  part?: string,
): Promise<string[]> {
  const parts = part === undefined || long ? {} : { include: [part] };
  const found: string[] = [];
  for (const mode of long ? (['light', 'dark'] as const) : [colorScheme]) {
    await page.emulateMedia({ colorScheme: mode });
    found.push(...(await seriousNow(page, parts)).map((text) => `${mode}: ${text}`));
  }
  return found;
}

async function seriousNow(page: Page, parts: Parts): Promise<string[]> {
  const found = await run(page, parts);
  return found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ text }) => text);
}

/**
 * Returns all accessibility violations of these sections of the open report at three screen widths and in both themes.
 * All folded parts of the sections are opened.
 */
export async function violationsOfSections(page: Page, names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of names)
    for (const width of [1440, 1024, 390])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.evaluate(`location.hash = ${JSON.stringify(`#/${name}`)}`);
        await page.locator('#main h1').first().waitFor();
        await drawn(page);
        await page.evaluate(openDetails);
        const look = `${name} at ${width}, ${colorScheme}`;
        found.push(...(await violationsNow(page)).map((violation) => `${look}: ${violation}`));
      }
  return found;
}

/** Script that runs in the page and opens its folded parts. */
export const openDetails =
  "for (const one of document.querySelectorAll('#main details')) one.setAttribute('open', '')";

/**
 * Returns all accessibility violations of the open page as it is, each with its first elements. `npm test` does not
 * check the elements that match the selector `known`.
 */
export async function violationsNow(page: Page, known?: string): Promise<string[]> {
  const parts = known === undefined || long ? {} : { exclude: [known] };
  return (await run(page, parts)).map(({ text }) => text);
}

async function run(page: Page, parts: Parts): Promise<{ impact: string; text: string }[]> {
  // Runs the code through the debugger, because the content security policy of the page allows no other script element.
  if (!(await page.evaluate("'axe' in globalThis")))
    await page.evaluate(
      await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
    );
  const isReport = page.url().startsWith('file:');
  const given = [{ include: ['html'], exclude: [], ...parts }, isReport && !long ? repeated : null];
  const found = await page.evaluate<Violation[]>(`(${findViolations})(...${JSON.stringify(given)})`);
  return found.map(({ id, impact, places }) => ({ impact, text: `${id}: ${places.join(' | ')}` }));
}
