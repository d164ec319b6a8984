import { describe, expect, it } from 'vitest';
import type { ExtractConfig } from '../../../../src/model/processor/processor-config.ts';
import { effortOf, pageLimitOf, processedPages } from '../../../../src/service/engines/engine.ts';
import { parseCodeVersion } from '../../../../src/service/engines/local/parse-code-version.ts';
import { creditsFor, defaultPrices } from '../../../../src/service/work/job.ts';

function config(
  advancedOptions: ExtractConfig['advancedOptions'],
  baseProcessor?: ExtractConfig['baseProcessor'],
): ExtractConfig {
  return { type: 'EXTRACT', fields: [], advancedOptions, baseProcessor };
}

describe('effortOf', () => {
  it('returns light only for light bases', () => {
    expect(effortOf(config({}, 'extraction_light'))).toBe('light');
    expect(effortOf(config({}, 'extraction_performance'))).toBe('performance');
    expect(effortOf(config({}))).toBe('performance');
    expect(effortOf({ type: 'SPLITTER', splitClassifications: [], baseProcessor: 'splitting_light' })).toBe(
      'light',
    );
  });
});

describe('pageLimitOf and processedPages', () => {
  it.each([
    // Columns: options, page limit, and number of processed pages in a document of 10 pages.
    [undefined, undefined, 10],
    [{ fixedPageLimit: 3 }, 3, 3],
    [{ fixedPageLimit: 30 }, 30, 10],
    [{ pageRanges: [] }, undefined, 10],
    [{ pageRanges: [{ start: 2, end: 4 }] }, 4, 3],
    [
      {
        pageRanges: [
          { start: 2, end: 4 },
          { start: 4, end: 6 },
        ],
      },
      6,
      5,
    ],
    [{ pageRanges: [{ start: 9, end: 20 }] }, 20, 2],
    [{ pageRanges: [{ start: 11, end: 12 }] }, 12, 0],
    [{ fixedPageLimit: 3, pageRanges: [{ start: 2, end: 9 }] }, 3, 2],
  ])('for the options %j return %s and %i', (options, limit, pages) => {
    expect(pageLimitOf(config(options))).toBe(limit);
    expect(processedPages(config(options), 10)).toBe(pages);
  });

  it('add up to exact tenths of a credit', () => {
    // In binary, 3 x 0.7 is 2.0999999999999996.
    expect(creditsFor(defaultPrices.EXTRACT.light, 3)).toBe(2.1);
    expect(creditsFor(defaultPrices.SPLITTER.performance, 0)).toBe(0);
  });
});

it('parseCodeVersion returns the same version if nothing changes', async () => {
  const version = await parseCodeVersion();
  expect(version).toMatch(/^[0-9a-f]{16}$/);
  expect(await parseCodeVersion()).toBe(version);
});
