import { describe, expect, it } from 'vitest';
import { DocumentPicker, shownRule } from '../../../../../src/analysis/sections/documents/document-picker.ts';
import { zeroCounts } from '../../../../../src/metrics/counts.ts';
import type { DocumentChange, DocumentState } from '../../../../../src/model/report/document-state.ts';
import type {
  ScoredDocument,
  ScoredDocumentVersion,
} from '../../../../../src/model/report/scored-document.ts';

const version: ScoredDocumentVersion = {
  state: 'scored',
  failure: null,
  counts: zeroCounts,
  exact: true,
  leaves: null,
  confidences: {},
  confidence: null,
  latencyMs: null,
  credits: null,
  runId: null,
};
function changeOf(state: DocumentState, newlyWrong = state === 'newlyWrong'): DocumentChange {
  return { state, newlyWrong, newErrors: 0, errorsBefore: 0, errorsNow: 0 };
}
const unchanged = changeOf('unchanged');
const right = { change: unchanged, versions: [version] } as const;
const failed = { change: unchanged, versions: [{ ...version, state: 'failed' }] } as const;
const wrong = (values: number) =>
  ({ change: unchanged, versions: [{ ...version, counts: { ...zeroCounts, missing: values } }] }) as const;
const changed = (state: DocumentState, newlyWrong?: boolean) =>
  ({ change: changeOf(state, newlyWrong), versions: [version] }) as const;

function pick(limit: number, documents: readonly Pick<ScoredDocument, 'change' | 'versions'>[]) {
  const picker = new DocumentPicker(limit);
  for (const [position, document] of documents.entries()) picker.add({ position, ...document });
  return { picked: picker.picked(), rule: picker.rule };
}

describe('DocumentPicker', () => {
  it('shows every document up to the limit, without a rule', () => {
    const documents = [right, wrong(1), failed, changed('newlyWrong'), right];
    expect(pick(5, documents)).toEqual({ picked: [0, 1, 2, 3, 4], rule: null });
  });

  it('chooses by reason, and returns positions in the order of the record', () => {
    const documents = [
      right,
      wrong(1),
      failed,
      changed('nowRight'),
      wrong(9),
      changed('otherWrong'),
      changed('newlyWrong'),
      right,
    ];
    expect(pick(1, documents)).toEqual({ picked: [6], rule: shownRule });
    expect(pick(2, documents).picked).toEqual([5, 6]);
    expect(pick(3, documents).picked).toEqual([3, 5, 6]);
    expect(pick(4, documents).picked).toEqual([2, 3, 5, 6]);
    expect(pick(5, documents).picked).toEqual([2, 3, 4, 5, 6]);
    expect(pick(6, documents).picked).toEqual([1, 2, 3, 4, 5, 6]);
    expect(pick(7, documents).picked).toHaveLength(7);
  });

  it('keeps the documents with the most wrong values out of any number', () => {
    const documents = Array.from({ length: 500 }, (_, i) => wrong(1 + ((i * 37) % 500)));
    const most = documents
      .map((_, i) => i)
      .sort((a, b) => ((b * 37) % 500) - ((a * 37) % 500))
      .slice(0, 10)
      .sort((a, b) => a - b);
    expect(pick(10, documents).picked).toEqual(most);
  });

  it('samples right documents from the whole record, the same ones each time', () => {
    const documents = Array.from({ length: 4000 }, () => right);
    const { picked } = pick(100, documents);
    expect(picked).toHaveLength(100);
    expect(new Set(picked).size).toBe(100);
    // 100 of 4,000 documents are drawn. On average, 50 are in each half, with a standard deviation of 5.
    const late = picked.filter((position) => position >= 2000).length;
    expect(late).toBeGreaterThan(30);
    expect(late).toBeLessThan(70);
    expect(pick(100, documents).picked).toEqual(picked);
  });
});
