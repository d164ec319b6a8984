import { describe, expect, it } from 'vitest';
import { previewRecord } from '../../../../../src/analysis/sections/overview/record-preview.ts';
import { processorConfigSchema } from '../../../../../src/model/processor/processor-config.ts';
import { defaultScoringOptions } from '../../../../../src/scorers/extraction/scoring-options.ts';
import { writeRecord } from '../../../../fixtures/records/write-record.ts';

const text = { type: ['string', 'null'], description: 'd' };
const config = processorConfigSchema.parse({
  type: 'EXTRACT',
  schema: { type: 'object', required: ['a', 'b', 'c'], properties: { a: text, b: text, c: text } },
});
const is = (a: string, b: string, c: string | null) => ({ value: { a, b, c } });
const preview = async (pairs: Parameters<typeof writeRecord>[2]) =>
  previewRecord(await writeRecord(config, ['1.0', 'draft'], pairs), defaultScoringOptions);

describe('previewRecord', () => {
  it('estimates all leaves from the gold and wrong ones from the scores of the first 100', async () => {
    // In each of the first 100 documents, version 1.0 has one wrong value. The draft lacks one value in every second
    // document.
    const { versions, estimate } = await preview(
      Array.from({ length: 250 }, (_, at) => ({
        id: `d${at}`,
        expected: { value: { a: 'x', b: 'y', c: 'z' } },
        outputs: [is(at < 100 ? 'other' : 'x', 'y', 'z'), is('x', 'y', at % 2 === 0 ? null : 'z')],
      })),
    );
    expect(versions).toEqual(['1.0', 'draft']);
    expect(await estimate('all')).toBe(3 * 2 * 250);
    expect(await estimate('wrong')).toBe(1.5 * 250);
  });

  it('counts the values that failed runs lack', async () => {
    const failed = new Error('no');
    const { estimate } = await preview([{ id: 'd', expected: is('x', 'y', 'z'), outputs: [failed, failed] }]);
    expect(await estimate('wrong')).toBe(6);
  });
});
