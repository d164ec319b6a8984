import type { Page } from 'playwright-core';

/**
 * Script that runs before the scripts of the page. Records the longest time between two frames, and the
 * longest task of the main thread, in milliseconds.
 */
const observeFrames = `
globalThis.frames = { longest: 0, task: 0 };
let last = performance.now();
const next = () => {
  const now = performance.now();
  frames.longest = Math.max(frames.longest, now - last);
  last = now;
  requestAnimationFrame(next);
};
requestAnimationFrame(next);
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) frames.task = Math.max(frames.task, duration);
}).observe({ type: 'longtask' });
globalThis.until = async (isDone) => {
  while (!isDone()) await new Promise((done) => requestAnimationFrame(done));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
};
globalThis.timed = async (act, isDone) => {
  const start = performance.now();
  act();
  await until(isDone);
  return performance.now() - start;
};
globalThis.type = (selector, text) => {
  const field = document.querySelector(selector);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
`;

/** Adds the script that the other functions of this file need. Call it before the page is opened. */
export async function observe(page: Page): Promise<void> {
  await page.addInitScript(observeFrames);
}

/**
 * Runs the script `act` in the page. Returns the time in ms until the script `isDone` returns true and the page is
 * painted.
 */
export function timed(page: Page, act: string, isDone: string): Promise<number> {
  return page.evaluate<number>(`timed(() => { ${act} }, () => ${isDone})`);
}

/** Returns the longest frame and the longest task since the last call. */
export async function longestFrame(page: Page): Promise<string> {
  const { longest, task } = await page.evaluate<{ longest: number; task: number }>(
    '(() => { const found = frames; frames = { longest: 0, task: 0 }; return found; })()',
  );
  return `longest frame ${longest.toFixed(0)} ms, longest task ${task === 0 ? 'below 50' : task.toFixed(0)} ms`;
}
