import { existsSync } from 'node:fs';

const places = [
  process.env.GOLDSET_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A Chromium on this machine (`GOLDSET_CHROMIUM` names another); undefined where there is none. */
export function findChromium(): string | undefined {
  return places.find((place) => place !== undefined && existsSync(place));
}
