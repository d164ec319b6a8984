import { describe, expect, it } from 'vitest';
import {
  DocumentIndexBuilder,
  indexLimit,
} from '../../../../../src/analysis/sections/documents/document-index.ts';
import { zeroCounts } from '../../../../../src/metrics/counts.ts';
import type { DocumentChange, DocumentState } from '../../../../../src/model/report/document-state.ts';
import type {
  ScoredDocument,
  ScoredDocumentVersion,
} from '../../../../../src/model/report/scored-document.ts';
import type { LeafOutcome } from '../../../../../src/model/score/item-score.ts';

const version: ScoredDocumentVersion = {
  state: 'scored',
  failure: null,
  counts: zeroCounts,
  exact: true,
  leaves: [],
  confidences: {},
  confidence: null,
  latencyMs: null,
  credits: null,
  runId: null,
};
const leaf = (
  field: string,
  outcome: LeafOutcome['outcome'],
  more: Partial<LeafOutcome> = {},
): LeafOutcome => ({
  path: field,
  field,
  outcome,
  expected: 'a',
  predicted: 'b',
  similarity: 0,
  ...more,
});
const scored = (position: number, more: Partial<ScoredDocument> = {}): ScoredDocument => ({
  position,
  itemId: `d${position}`,
  name: `d${position}`,
  tags: {},
  change: null,
  versions: [version],
  changes: [],
  strip: null,
  ...more,
});

const changed = (state: DocumentState, newErrors = 0): DocumentChange => ({
  state,
  newlyWrong: state === 'newlyWrong',
  newErrors,
  errorsBefore: 0,
  errorsNow: newErrors,
});

describe('DocumentIndexBuilder', () => {
  it('writes one entry per document into every column', () => {
    const builder = new DocumentIndexBuilder(2);
    const wrong: ScoredDocumentVersion = {
      ...version,
      exact: false,
      counts: { ...zeroCounts, correct: 3, incorrect: 2, missing: 1, spurious: 4 },
      leaves: [
        leaf('total', 'incorrect'),
        leaf('date', 'missing'),
        leaf('total', 'spurious'),
        leaf('seller', 'correct'),
      ],
      confidence: 0.12345,
      latencyMs: 20.6,
      credits: 0.7804,
    };
    const failed: ScoredDocumentVersion = { ...version, state: 'failed', exact: null };
    builder.add(
      scored(0, {
        name: 'first.pdf',
        tags: { vendor: 'x' },
        change: changed('newlyWrong', 2),
        versions: [version, wrong],
      }),
    );
    builder.add(scored(1, { change: changed('unchanged'), versions: [failed, version] }));
    builder.add(
      scored(2, {
        tags: { vendor: 'y', lang: 'de' },
        change: changed('nowRight'),
        versions: [wrong, version],
      }),
    );
    expect(builder.build([], ['seller', 'total'])).toEqual({
      positions: null,
      ids: ['d0', 'd1', 'd2'],
      names: ['first.pdf', '', ''],
      tags: [
        { name: 'vendor', values: ['x', 'y'], of: [1, 0, 2] },
        { name: 'lang', values: ['de'], of: [0, 0, 1] },
      ],
      change: 'nur',
      newErrors: [2, 0, 0],
      fields: ['total', 'date', 'seller'],
      labels: [],
      versions: [
        {
          state: 'sfs',
          exact: '1-0',
          correct: [0, 0, 3],
          incorrect: [0, 0, 2],
          missing: [0, 0, 1],
          spurious: [0, 0, 4],
          confidence: [-1, -1, 123],
          latency: [-1, -1, 21],
          credits: [-1, -1, 780],
          wrong: [[], [], [0, 1]],
          cells: [[], [], []],
        },
        {
          state: 'sss',
          exact: '011',
          correct: [3, 0, 0],
          incorrect: [2, 0, 0],
          missing: [1, 0, 0],
          spurious: [4, 0, 0],
          confidence: [123, -1, -1],
          latency: [21, -1, -1],
          credits: [780, -1, -1],
          wrong: [[0, 1], [], []],
          cells: [[], [], []],
        },
      ],
    });
  });

  it('numbers the cells of classes by the labels of all documents', () => {
    const builder = new DocumentIndexBuilder(1);
    const classified = (position: number, expected: string, predicted: string | undefined) =>
      scored(position, {
        versions: [{ ...version, leaves: [leaf('type', 'incorrect', { expected, predicted })] }],
      });
    builder.add(classified(0, 'invoice', 'letter'));
    builder.add(classified(1, 'letter', undefined));
    builder.add(classified(2, 'invoice', 'letter'));
    const { labels, versions } = builder.build([], []);
    expect(labels).toEqual(['invoice', 'letter', '(no prediction)']);
    // The number of a cell is 3 x expected class + predicted class. The classes have the numbers 0 and 1, and the
    // number 2 stands for a missing prediction.
    expect(versions[0]?.cells).toEqual([[1], [5], [1]]);
  });

  it('lists the cells of the pages of a packet, each cell once', () => {
    const builder = new DocumentIndexBuilder(1);
    const part = (type: string, startPage: number, endPage: number) => ({
      type,
      startPage,
      endPage,
      exact: false,
    });
    const strip = {
      itemId: 'd0',
      pages: 4,
      expected: [part('a', 1, 2), part('b', 3, 3)],
      predicted: [[part('a', 1, 3)]],
    };
    builder.add(scored(0, { strip }));
    builder.add(scored(1, { strip: { ...strip, itemId: 'd1', predicted: [null] } }));
    const { labels, versions } = builder.build([], []);
    expect(labels).toEqual(['a', 'b', '(no prediction)']);
    // The number of a cell is 3 x expected class + predicted class. Pages 1 and 2 have the cell 0, and page 3 has the
    // cell 3. Page 4 is in no expected segment.
    expect(versions[0]?.cells).toEqual([
      [0, 3],
      [2, 5],
    ]);
  });

  it('lists the shown documents with their positions above the limit', () => {
    const builder = new DocumentIndexBuilder(1);
    for (let position = 0; position <= indexLimit; position++) builder.add(scored(position));
    const index = builder.build([scored(7), scored(indexLimit)], []);
    expect(index.positions).toEqual([7, indexLimit]);
    expect(index.ids).toEqual(['d7', `d${indexLimit}`]);
  });

  it('lists all documents at the limit', () => {
    const builder = new DocumentIndexBuilder(1);
    for (let position = 0; position < indexLimit; position++) builder.add(scored(position));
    const index = builder.build([], []);
    expect(index.positions).toBeNull();
    expect(index.ids).toHaveLength(indexLimit);
  });

  it('rejects a document out of order', () => {
    expect(() => new DocumentIndexBuilder(1).add(scored(1))).toThrow(/order of their positions/);
  });
});
