import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { long } from '../fixtures/long-form.ts';
import { drawn } from './open-report.ts';

interface Violation {
  readonly id: string;
  readonly impact: string;
  /** The markup of its first places. */
  readonly places: readonly string[];
}

/** The parts of a page that are checked: selectors of elements with their descendants. Absent: the whole page. */
interface Parts {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/**
 * Rows and groups of rows after the first three of their parent, except for every ninth. They have the same markup as the
 * others. The short form takes them out of a report during the check, whose time grows with the number of elements. It
 * leaves the rows of long lists in, because the page itself adds and removes them, as `goldset view` does with all rows.
 */
const repeated = '#main :is(tr, .error-group):nth-child(n + 4):not(:nth-child(9n), .virtual tr)';

/** Runs in the page. */
const findViolations = `async (parts, repeated) => {
  const taken = [...(repeated === null ? [] : document.querySelectorAll(repeated))].map((row) => {
    const place = document.createComment('');
    row.replaceWith(place);
    return () => place.replaceWith(row);
  });
  // The result names places by their markup, so no selectors are needed, which take a third of the time.
  const { violations } = await axe.run(parts, { resultTypes: ['violations'], selectors: false });
  for (const putBack of taken) putBack();
  const placesOf = (nodes) => nodes.slice(0, 3).map(({ html }) => html.slice(0, 160));
  return violations.map(({ id, impact, nodes }) => ({ id, impact, places: placesOf(nodes) }));
}`;

/**
 * Returns the serious accessibility violations of the open page in light and in dark mode, each with its first places. The
 * short form checks only the mode `colorScheme`, and only the elements of the selector `part`, which is absent for the
 * whole page. Leaves the page in the last mode.
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
 * Returns all accessibility violations of these sections of the open report in three widths and both themes. All folded
 * parts of the sections are opened.
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

/** Runs in the page. Opens its folded parts. */
export const openDetails =
  "for (const one of document.querySelectorAll('#main details')) one.setAttribute('open', '')";

/**
 * Returns all accessibility violations of the open page as it is, each with its first places. The short form does not
 * check the elements of the selector `known`.
 */
export async function violationsNow(page: Page, known?: string): Promise<string[]> {
  const parts = known === undefined || long ? {} : { exclude: [known] };
  return (await run(page, parts)).map(({ text }) => text);
}

async function run(page: Page, parts: Parts): Promise<{ impact: string; text: string }[]> {
  // Uses the debugger instead of a script element, because the policy of the page allows no other script.
  if (!(await page.evaluate("'axe' in globalThis")))
    await page.evaluate(
      await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
    );
  const isReport = page.url().startsWith('file:');
  const given = [{ include: ['html'], exclude: [], ...parts }, isReport && !long ? repeated : null];
  const found = await page.evaluate<Violation[]>(`(${findViolations})(...${JSON.stringify(given)})`);
  return found.map(({ id, impact, places }) => ({ impact, text: `${id}: ${places.join(' | ')}` }));
}
