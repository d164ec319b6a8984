import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { valueAt } from '../src/base/value-path.ts';
import { loadDataset } from '../src/loaders/load-dataset.ts';
import type { JsonValue } from '../src/model/json/json-value.ts';
import { labelText } from '../src/model/review/label-text.ts';
import type { LabellingState, LabellingValue } from '../src/model/review/labelling-state.ts';
import { findChromium } from '../test/browser/find-chromium.ts';
import { measureCommand } from './scale/measure-command.ts';
import { startView } from './view/view-process.ts';

/**
 * Counts the key presses needed to label 20 of the bundled invoices (PDF) in `goldset view`: `node
 * bench/label-keys.ts`. A script presses the keys in Chromium. It knows the bundled labels, and types a label if the
 * proposal differs from it. The printed times do not include the time in which a person reads the documents.
 */
const executablePath = findChromium();
if (executablePath === undefined) throw new Error('Chromium was not found; set GOLDSET_CHROMIUM');
const invoices = path.resolve('datasets/invoices');
const folder = mkdtempSync(path.join(os.tmpdir(), 'goldset-label-keys-'));
const mail = path.join(folder, 'mail');
mkdirSync(mail);
const gold = new Map<string, JsonValue>();
for await (const { id, source, expectedOutput } of (await loadDataset(invoices)).items()) {
  if (source.kind !== 'file' || !source.path.endsWith('.pdf') || gold.size === 20) continue;
  copyFileSync(source.path, path.join(mail, `${id}.pdf`));
  gold.set(id, valueAt(expectedOutput, 'value') as JsonValue);
}
const counts = { groups: 0, confirmed: 0, 'no value': 0, typed: 0, characters: 0, clicks: 0 };
const started = performance.now();
const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;
console.log(`${os.cpus().length} cores, load at the start ${os.loadavg()[0]?.toFixed(1)}`);
try {
  const processor = path.join(invoices, 'processor.json');
  const prefill = await measureCommand(['dataset', 'prefill', mail, '--processor', processor]);
  const view = await startView(mail);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
  await page.goto(view.url);
  const opened = performance.now();
  await page.getByRole('link', { name: 'Label documents' }).click();
  counts.clicks++;
  await page.locator('.labelling-values li').first().waitFor();
  while (!(await page.getByText('Every document is labelled.').isVisible())) await decide(page);
  const labelled = performance.now() - opened;
  await browser.close();
  await view.stop();
  const run = await measureCommand(['run', mail, '--out', path.join(folder, 'report')]);
  const { groups, confirmed, typed, characters, clicks } = counts;
  const presses = groups + confirmed + counts['no value'] + typed;
  console.log(
    `${presses} key presses (${JSON.stringify(counts)}), ${characters} typed characters, ${clicks} clicks`,
  );
  console.log(
    `prefill ${seconds(prefill.wallMs)}, labelling ${seconds(labelled)}, run ${seconds(run.wallMs)}, all ${seconds(performance.now() - started)}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Presses the keys for the selected value, and waits until the page shows another one. */
async function decide(page: Page): Promise<void> {
  const id = await textAt(page, '.labelling-document b');
  const name = await textAt(page, '.labelling-values li[aria-current] .labelling-name');
  if (id === null || name === null) return;
  const dataset = /datasets\/([^/]+)/.exec(page.url())?.[1];
  const { document } = (await page.evaluate(
    `fetch('/api/datasets/${dataset}/labelling?item=${id}').then((response) => response.json())`,
  )) as LabellingState;
  const value = document?.values.find(({ path: at }) => at === name);
  if (document === null || value === undefined || document.state === 'labelled') return;
  await pressFor(page, value, document.values, (one) => wanted(gold.get(id) ?? null, one));
  const shown = `${id} ${name}`;
  await page
    .waitForFunction(
      `\`\${document.querySelector('.labelling-document b')?.textContent} \${document.querySelector('.labelling-values li[aria-current] .labelling-name')?.textContent}\` !== ${JSON.stringify(shown)}`,
      undefined,
      { timeout: 3000 },
    )
    .catch(() => undefined);
}

type Texts = string | readonly (readonly string[])[];

function wanted(labels: JsonValue, { path: at, columns }: LabellingValue): Texts {
  const label = (valueAt(labels, at) ?? null) as JsonValue;
  if (columns === null) return labelText(label);
  const rows = Array.isArray(label) ? (label as readonly JsonValue[]) : [];
  return rows.map((row) =>
    columns.map((column) => labelText((column === '' ? row : (valueAt(row, column) ?? null)) as JsonValue)),
  );
}

async function pressFor(
  page: Page,
  value: LabellingValue,
  values: readonly LabellingValue[],
  wantedOf: (value: LabellingValue) => Texts,
): Promise<void> {
  const want = wantedOf(value);
  const isRight = (one: LabellingValue) =>
    JSON.stringify(one.proposed ?? (one.columns ? [] : '')) === JSON.stringify(wantedOf(one));
  const open = values.filter(({ group, decision }) => group === value.group && decision === null);
  const groups = open.filter(({ ownDecision }) => ownDecision === null);
  const press = async (key: string, kind: 'groups' | 'confirmed' | 'no value' | 'typed') => {
    counts[kind]++;
    await page.keyboard.press(key);
  };
  if (value.decision !== null) return press('Enter', 'confirmed');
  if (value.isBlind && typeof want === 'string') {
    counts.characters += want.length;
    await page.keyboard.type(want);
    return press('Enter', 'typed');
  }
  if (value.ownDecision === null && groups.length > 1 && groups.every(isRight))
    return press('Shift+Enter', 'groups');
  if (value.proposed !== null && isRight(value)) return press('Enter', 'confirmed');
  if (want.length === 0) return press('x', 'no value');
  await press('e', 'typed');
  if (typeof want === 'string') {
    counts.characters += want.length;
    await page.keyboard.type(want);
  } else await typeCells(page, value, want);
  return press('Enter', 'typed');
}

/** Types the cells of a table that differ from the proposal. Adds and deletes rows with the mouse. */
async function typeCells(
  page: Page,
  { proposed, columns }: LabellingValue,
  want: Exclude<Texts, string>,
): Promise<void> {
  const rows = Array.isArray(proposed) && proposed.length > 0 ? proposed : [[]];
  for (let row = rows.length; row > want.length; row--, counts.clicks++)
    await page.getByLabel(`Delete row ${row}`).click();
  for (let row = rows.length; row < want.length; row++, counts.clicks++)
    await page.getByRole('button', { name: 'Add a row' }).click();
  for (const [row, cells] of want.entries())
    for (const [at, text] of cells.entries()) {
      if ((rows[row]?.[at] ?? '') === text) continue;
      counts.clicks++;
      counts.characters += text.length;
      await page.getByLabel(`${columns?.[at] || 'value'}, row ${row + 1}`, { exact: true }).fill(text);
    }
}

async function textAt(page: Page, selector: string): Promise<string | null> {
  const found = page.locator(selector).first();
  return (await found.count()) === 0 ? null : found.textContent().catch(() => null);
}
