import { existsSync } from 'node:fs';

const places = [
  process.env.GOLDSET_CHROMIUM,
  // Chromium without a user interface needs a quarter less processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Returns the path of Chromium (`GOLDSET_CHROMIUM`, or one of the usual paths). Returns `undefined` if Chromium is not
 * found.
 */
export function findChromium(): string | undefined {
  return places.find((place) => place !== undefined && existsSync(place));
}
