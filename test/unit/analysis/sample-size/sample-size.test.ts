import { describe, expect, it } from 'vitest';
import { foldRecord } from '../../../../src/analysis/fold/fold-record.ts';
import {
  planFromRate,
  planFromRun,
  sampleSizeSection,
} from '../../../../src/analysis/sample-size/sample-size.ts';
import { processorConfigSchema } from '../../../../src/model/processor/processor-config.ts';
import { defaultScoringOptions } from '../../../../src/scorers/extraction/scoring-options.ts';
import { documentsForDifference } from '../../../../src/stats/power/documents-for-difference.ts';
import { writeRecord } from '../../../fixtures/write-record.ts';

const text = { type: ['string', 'null'], description: 'd' };
const config = processorConfigSchema.parse({
  type: 'EXTRACT',
  schema: { type: 'object', required: ['a', 'b'], properties: { a: text, b: text } },
});
const output = (a: string, b: string) => ({ value: { a, b }, metadata: {} });
const settings = { effect: 0.05, power: 0.8, confidence: 0.95 };

/** 100 documents: `a` broke in 4 and was fixed in 6, `b` is always right. */
const pairs = Array.from({ length: 100 }, (_, at) => ({
  id: `doc-${at}`,
  expected: output('x', 'y'),
  outputs: [output(at >= 4 && at < 10 ? 'z' : 'x', 'y'), output(at < 4 ? 'z' : 'x', 'y')],
}));

describe('planFromRun', () => {
  it('uses the discordant share of the versions of the record', async () => {
    const run = await foldRecord(await writeRecord(config, ['1.0', 'draft'], pairs), {
      scoring: defaultScoringOptions,
    });
    const [whole, a, b] = planFromRun(run, settings);
    // (.10 - .05) / 2 and (.10 + .05) / 2; right: 94 and 96 of 100.
    expect(whole).toMatchObject({
      basis: 'observed',
      observedOn: 100,
      rate: 0.95,
      discordant: 0.1,
      confidence: 0.95,
    });
    expect(whole?.documents).toBe(documentsForDifference({ onlyBaseline: 0.025, onlyCandidate: 0.075 }));
    // Two fields share the error: each is planned at 97.5 %.
    expect(a).toMatchObject({ scope: 'field:a', discordant: 0.1, confidence: 0.975 });
    expect(a?.documents).toBe(
      documentsForDifference({ onlyBaseline: 0.025, onlyCandidate: 0.075, confidence: 0.975 }),
    );
    // Versions that never differ are taken to differ by just the effect.
    expect(b).toMatchObject({ discordant: 0, rate: 1 });
    expect(b?.documents).toBe(
      documentsForDifference({ onlyBaseline: 0, onlyCandidate: 0.05, confidence: 0.975 }),
    );
    for (const row of [whole, a, b])
      expect(row?.conservative ?? 0).toBeGreaterThanOrEqual(row?.documents ?? 0);
  });

  it('assumes independent errors if the record has one version', async () => {
    const one = pairs.map(({ outputs: [first], ...rest }) => ({ ...rest, outputs: [first] }));
    const run = await foldRecord(await writeRecord(config, ['1.0'], one), { scoring: defaultScoringOptions });
    const [whole] = planFromRun(run, settings);
    // 2 x .94 x .06
    expect(whole?.basis).toBe('assumed');
    expect(whole?.discordant).toBeCloseTo(0.1128, 10);
  });

  it('omits fields that no document has, and returns no rows without documents', async () => {
    const failed = [{ id: 'a', expected: output('x', 'y'), outputs: [new Error('no output')] }];
    const run = await foldRecord(await writeRecord(config, ['1.0'], failed), {
      scoring: {
        ...defaultScoringOptions,
        failures: 'exclude',
      },
    });
    expect(planFromRun(run, settings)).toEqual([]);
  });
});

describe('planFromRate', () => {
  it('estimates the sample size from stated shares', () => {
    // 2 x .9 x .1 = .18: .065 against .115.
    expect(planFromRate({ rate: 0.9 }, settings).documents).toBe(
      documentsForDifference({ onlyBaseline: 0.065, onlyCandidate: 0.115 }),
    );
    expect(planFromRate({ rate: 0.9, discordant: 0.08 }, settings).documents).toBe(
      documentsForDifference({ onlyBaseline: 0.015, onlyCandidate: 0.065 }),
    );
  });
});

describe('sampleSizeSection', () => {
  it('has one row per question, with the same documents per effect as planFromRun', async () => {
    const run = await foldRecord(await writeRecord(config, ['1.0', 'draft'], pairs), {
      scoring: defaultScoringOptions,
    });
    const section = sampleSizeSection(run, { effects: [0.05, 0.1] }, 0.95);
    expect(section).toMatchObject({ effects: [0.05, 0.1], power: 0.8, basis: 'observed' });
    expect(section?.rows.map(({ scope }) => scope)).toEqual(['overall', 'field:a', 'field:b']);
    for (const [at, effect] of [0.05, 0.1].entries())
      expect(section?.rows.map(({ needed }) => needed[at])).toEqual(
        planFromRun(run, { ...settings, effect }).map(({ documents, conservative }) => ({
          documents,
          conservative,
        })),
      );
  });

  it('is absent if no document could be scored', async () => {
    const run = await foldRecord(await writeRecord(config, ['1.0', 'draft'], []), {
      scoring: defaultScoringOptions,
    });
    expect(sampleSizeSection(run, {}, 0.95)).toBeNull();
  });
});
