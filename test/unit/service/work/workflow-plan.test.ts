import { describe, expect, it } from 'vitest';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import type { WorkflowDefinition } from '../../../../src/model/wire/workflow.ts';
import type { StoredRun } from '../../../../src/service/stores/run-store.ts';
import { configForPages, dueSteps, needsReview } from '../../../../src/service/work/workflow-plan.ts';

const finished = (step: string, type: string, output: unknown, status = 'PROCESSED'): StoredRun =>
  ({ step, type, status, output }) as StoredRun;

describe('dueSteps', () => {
  const definition: WorkflowDefinition = {
    steps: [
      {
        processorId: 'split',
        byClass: {
          invoice: [{ processorId: 'a' }, { processorId: 'b' }],
          memo: [{ processorId: 'kind', byClass: { urgent: [{ processorId: 'u' }] } }],
        },
        otherwise: [{ processorId: 'rest' }],
      },
      { processorId: 'whole' },
    ],
  };
  const keysOf = (runs: StoredRun[]) => dueSteps(definition, runs).map(({ key }) => key);

  it('returns the first steps until they have ended', () => {
    expect(keysOf([])).toEqual(['0', '1']);
    expect(keysOf([finished('0', 'SPLITTER', { splits: [{}] }, 'PROCESSING')])).toEqual(['0', '1']);
  });

  it('follows the class of each split, with its pages', () => {
    const splits = [
      { classificationId: 'c1', type: 'invoice', startPage: 1, endPage: 2 },
      { classificationId: 'memo', type: 'Memorandum', startPage: 3, endPage: 3 },
      { type: 'other', startPage: 4, endPage: 9 },
    ];
    const due = dueSteps(definition, [finished('0', 'SPLITTER', { splits })]);
    expect(due.map(({ key, step, pages }) => [key, step.processorId, pages?.start, pages?.end])).toEqual([
      ['0', 'split', undefined, undefined],
      ['0#0.0', 'a', 1, 2],
      ['0#0.1', 'b', 1, 2],
      ['0#1.0', 'kind', 3, 3],
      ['0#2.0', 'rest', 4, 9],
      ['1', 'whole', undefined, undefined],
    ]);
  });

  it('keeps the pages of a split for the steps under its class', () => {
    const splits = [{ classificationId: 'memo', type: 'memo', startPage: 3, endPage: 5 }];
    const due = dueSteps(definition, [
      finished('0', 'SPLITTER', { splits }),
      finished('0#0.0', 'CLASSIFY', { id: 'urgent', type: 'urgent' }),
    ]);
    expect(due.find(({ key }) => key === '0#0.0.0')).toMatchObject({
      step: { processorId: 'u' },
      pages: { start: 3, end: 5 },
    });
  });

  it('ignores inherited members of an object', () => {
    const splits = [{ type: 'constructor', startPage: 1, endPage: 1 }];
    expect(keysOf([finished('0', 'SPLITTER', { splits })])).toEqual(['0', '0#0.0', '1']);
  });
});

describe('configForPages', () => {
  const config = (advancedOptions?: object): ProcessorConfig =>
    ({ type: 'EXTRACT', fields: [], advancedOptions }) as ProcessorConfig;
  const rangesFor = (advancedOptions?: object) =>
    configForPages(config(advancedOptions), { start: 4, end: 7 })?.advancedOptions;

  it('counts the page options from the first page of the part', () => {
    expect(rangesFor()).toEqual({ pageRanges: [{ start: 4, end: 7 }] });
    expect(rangesFor({ fixedPageLimit: 2, documentKind: 'memo' })).toEqual({
      documentKind: 'memo',
      pageRanges: [{ start: 4, end: 5 }],
    });
    expect(rangesFor({ fixedPageLimit: 9 })).toEqual({ pageRanges: [{ start: 4, end: 7 }] });
    const pageRanges = [
      { start: 1, end: 1 },
      { start: 3, end: 99 },
    ];
    expect(rangesFor({ pageRanges })).toEqual({
      pageRanges: [
        { start: 4, end: 4 },
        { start: 6, end: 7 },
      ],
    });
  });

  it('returns null if no page remains, and the same config for the whole file', () => {
    expect(configForPages(config({ pageRanges: [{ start: 5, end: 9 }] }), { start: 4, end: 7 })).toBeNull();
    const whole = config({ fixedPageLimit: 1 });
    expect(configForPages(whole, undefined)).toBe(whole);
  });
});

describe('needsReview', () => {
  const low = (minConfidence: number): WorkflowDefinition => ({
    steps: [],
    review: { when: 'lowConfidence', minConfidence },
  });

  it('follows `always` and `never`, and defaults to no review', () => {
    expect(needsReview({ steps: [] }, [{ confidence: 0 }])).toBe(false);
    expect(needsReview({ steps: [], review: { when: 'never' } }, [{ confidence: 0 }])).toBe(false);
    expect(needsReview({ steps: [], review: { when: 'always' } }, [])).toBe(true);
  });

  it.each([
    ['a class', { id: 'a', type: 'a', confidence: 0.5 }],
    [
      'a field of a schema',
      { value: { a: 1 }, metadata: { a: { logprobsConfidence: 0.5, ocrConfidence: 1 } } },
    ],
    ['a field with only an OCR confidence', { value: {}, metadata: { a: { ocrConfidence: 0.5 } } }],
    ['a field of a fields array', { a: { id: 'a', type: 'string', value: 'x', confidence: 0.5 } }],
  ])('returns true only if the confidence of %s is below the threshold', (_what, output) => {
    expect(needsReview(low(0.51), [output])).toBe(true);
    expect(needsReview(low(0.5), [output])).toBe(false);
  });

  it('returns false without any confidence', () => {
    const outputs = [null, { splits: [{ type: 'a' }] }, { value: { a: null }, metadata: { a: {} } }];
    expect(needsReview(low(1), outputs)).toBe(false);
  });
});
