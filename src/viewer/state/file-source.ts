import type { HeadBlock } from '../blocks/report-blocks.ts';
import { inflateJson } from './inflate-json.ts';
import type { ReportSource } from './report-source.ts';

/** Resolves when the browser has parsed the whole file. The viewer starts earlier. */
const parsed = new Promise<void>((resolve) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => resolve());
  else resolve();
});

const textOf = (name: string) => document.getElementById(`block-${name}`)?.textContent ?? undefined;

/** Reads the first block (the head), which is available as soon as the viewer starts. */
export function readHead(): HeadBlock {
  return JSON.parse(textOf('head') ?? 'null') as HeadBlock;
}

/** Reads the report from the page itself. Each block is an element of the page. */
export const fileSource: ReportSource = {
  async readBlock(name) {
    await parsed;
    return textOf(name);
  },
  /**
   * Runs a script that is stored in a block of the page. The content security policy of the page permits the script by
   * its hash.
   */
  async loadScript(name) {
    await parsed;
    const script = document.createElement('script');
    script.textContent = (await inflateJson(textOf(`script-${name}`) ?? '')) as string;
    document.head.append(script);
  },
  async readImages(position, count) {
    await parsed;
    return Array.from({ length: count }, (_, number) => {
      const [page, width, height, type, base64] = (textOf(`image-${position}-${number}`) ?? '').split(' ');
      return {
        page: Number(page),
        width: Number(width),
        height: Number(height),
        address: `data:${type};base64,${base64}`,
      };
    });
  },
};
