import { describe, expect, it } from 'vitest';
import { documentStates } from '../../../../src/model/report/document-state.ts';
import {
  filterDocuments,
  filterTerm,
  listDocuments,
  parseFilter,
  sortDocuments,
} from '../../../../src/viewer/state/document-filter.ts';
import { sampleModels } from '../../../fixtures/report-model.ts';

const model = sampleModels.extract(122);
const { index } = model;
const found = (text: string) => filterDocuments(index, text).map((item) => model.items[item]);
const wrongAt = (field: string) => (item: (typeof model.items)[number]) =>
  item.versions.some((version) =>
    version.leaves.some((leaf) => leaf.field === field && !['correct', 'absent'].includes(leaf.outcome)),
  );

const hasNewErrors = ({ change }: (typeof model.items)[number]) => change !== null && change.newErrors > 0;

describe('filterDocuments', () => {
  it('returns all documents without a filter', () => expect(found('')).toHaveLength(122));

  it('finds documents by state, wrong ones and right ones', () => {
    expect(found('new-errors')).toEqual(model.items.filter(hasNewErrors));
    const inStates = (...states: unknown[]) =>
      model.items.filter(({ change }) => states.includes(change?.state));
    for (const state of documentStates) expect(found(`state:${state}`)).toEqual(inStates(state));
    expect(found('fewer-errors')).toEqual(inStates('fewerErrors', 'nowRight'));
    expect(found('newly-wrong')).toEqual(model.items.filter(({ change }) => change?.newlyWrong));
    expect(found('unchanged').length + found('changed').length).toBe(122);
    expect(found('wrong').length + found('right').length).toBe(122);
  });

  it('requires all terms, and negates a term with a dash', () => {
    const worse = model.items.filter(hasNewErrors);
    expect(found('new-errors field:total_amount')).toEqual(worse.filter(wrongAt('total_amount')));
    expect(found('new-errors -field:total_amount')).toEqual(
      worse.filter((item) => !wrongAt('total_amount')(item)),
    );
  });

  it('finds fields by group, last name, or part of a name', () => {
    expect(found('field:line_items.amount')).toEqual(model.items.filter(wrongAt('line_items.amount')));
    expect(found('field:amount')).toEqual(found('field:line_items.amount'));
    expect(found('field:total').length).toBeGreaterThan(0);
    expect(found('field:line_items').length).toBeGreaterThanOrEqual(found('field:amount').length);
  });

  it('finds tags by value and by name', () => {
    expect(found('tag:scan')).toEqual(model.items.filter((item) => item.tags.quality === 'scan'));
    expect(found('tag:vendor=scan')).toEqual([]);
  });

  it('treats names of inherited members as plain words', () => {
    expect(found('constructor')).toEqual([]);
    expect(found('state:toString')).toEqual([]);
  });

  it('finds failed documents and ids', () => {
    expect(found('state:failed').map((item) => item?.itemId)).toEqual(['inv-0038', 'inv-0099']);
    expect(found('id:inv-0038')).toHaveLength(1);
    expect(found('inv-003')).toHaveLength(10);
  });

  it('finds the documents of a cell of the matrix', () => {
    const classify = sampleModels.classify();
    const row = classify.classes?.expectedLabels.indexOf('purchase order') ?? -1;
    const column = classify.classes?.predictedLabels.indexOf('delivery note') ?? -1;
    const count = classify.classes?.matrices[1]?.[row]?.[column];
    expect(count).toBeGreaterThan(0);
    expect(filterDocuments(classify.index, 'cell:"purchase order>delivery note"')).toHaveLength(count ?? -1);
  });
});

describe('parseFilter', () => {
  it('keeps quoted values together, and parses the output of filterTerm', () => {
    expect(parseFilter(`-${filterTerm('tag', 'two words')} x`)).toEqual([
      { key: 'tag', value: 'two words', negated: true },
      { key: '', value: 'x', negated: false },
    ]);
  });
});

describe('sortDocuments', () => {
  it('starts with the documents that changed for the worse, in the order of the lists of changes', () => {
    const changed = model.changes.map(({ itemId }) => itemId);
    expect(changed.length).toBeGreaterThan(20);
    for (const sort of ['', 'change']) {
      const ids = sortDocuments(index, filterDocuments(index, ''), sort).map((item) => index.ids[item]);
      expect(ids.slice(0, changed.length)).toEqual(changed);
      expect(ids).toHaveLength(122);
    }
  });

  it('sorts numbers in ids by their size, in both directions', () => {
    const ids = [
      'bill-10',
      'x',
      'Bill-9',
      'bill-009b',
      `bill-${'9'.repeat(20)}`,
      'bill',
      'bill-9-10',
      'bill-9-9',
    ];
    const natural = [
      'bill',
      'Bill-9',
      'bill-9-9',
      'bill-9-10',
      'bill-009b',
      'bill-10',
      `bill-${'9'.repeat(20)}`,
      'x',
    ];
    const sorted = (sort: string) =>
      sortDocuments({ ...index, ids }, [...ids.keys()], sort).map((at) => ids[at]);
    expect(sorted('id')).toEqual(natural);
    expect(sorted('-id')).toEqual(natural.toReversed());
  });

  it('keeps the order of documents with equal values in both directions', () => {
    const single = sampleModels.single().index;
    const version = single.versions[0] as (typeof single.versions)[number];
    const confidence = [5, 7, 5, 7];
    const four = { ...single, ids: ['a', 'b', 'c', 'd'], versions: [{ ...version, confidence }] };
    expect(sortDocuments(four, [0, 1, 2, 3], 'confidence')).toEqual([0, 2, 1, 3]);
    expect(sortDocuments(four, [0, 1, 2, 3], '-confidence')).toEqual([1, 3, 0, 2]);
  });

  it('keeps the order of the record for one version', () => {
    const single = sampleModels.single().index;
    const all = filterDocuments(single, '');
    expect(sortDocuments(single, all, '')).toEqual(all);
  });
});

describe('listDocuments', () => {
  const other = sampleModels.extract(30).index;
  const sorts = ['', '-change', 'id', '-wrong0', 'confidence', ''];

  it.each(['', 'new-errors', 'wrong -field:total_amount', 'nothing'])(
    'lists the sorted matches of %j, also after another list and another sort',
    (text) => {
      for (const documents of [index, other])
        for (const sort of sorts)
          expect(listDocuments(documents, text, sort)).toEqual(
            sortDocuments(documents, filterDocuments(documents, text), sort),
          );
    },
  );
});
