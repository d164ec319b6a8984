import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { loadDataset } from '../../../src/loaders/load-dataset.ts';
import type { LabellingState } from '../../../src/model/review/labelling-state.ts';
import { applyReview } from '../../../src/usecases/dataset/transfer-dataset.ts';
import { type DecisionRequest, LabellingSession } from '../../../src/usecases/labelling/labelling-session.ts';
import { ReviewSession } from '../../../src/usecases/review/review-session.ts';
import { describeDataset } from '../../../src/usecases/view/list-datasets.ts';
import { proposedDataset } from '../../fixtures/records/proposed-dataset.ts';

describe('a labelling session', () => {
  let dir = '';
  let review: ReviewSession;
  let session: LabellingSession;
  const open = async () => {
    review = await ReviewSession.open(dir, 'Ada');
    session = await LabellingSession.open(review);
  };
  beforeEach(async () => {
    dir = proposedDataset();
    await open();
  });
  afterEach(async () => {
    await review.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const reopen = async () => {
    await review.close();
    await open();
  };
  const lines = (name: string) =>
    existsSync(path.join(dir, name))
      ? readFileSync(path.join(dir, name), 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : [];
  const items = () => lines('items.jsonl');
  const decide = (
    item: string,
    at: string,
    action: DecisionRequest['action'],
    more: Partial<DecisionRequest> = {},
  ) => session.decide({ item, path: at, action, ...more });
  const shownAt = (state: LabellingState, at: string) =>
    state.document?.values.find((one) => one.path === at);
  /**
   * Confirms the proposed values of a document. If a proposal is hidden, enters the value. The currency gets no value.
   */
  const label = async (item: string, except: readonly string[] = []) => {
    const { document } = await session.state(item);
    const proposal = lines('proposals.jsonl').find(({ id }) => id === item).output.value;
    for (const { path: at, isBlind } of document?.values ?? []) {
      if (except.includes(at)) continue;
      if (at === 'currency') await decide(item, at, 'no-value');
      else if (isBlind) await decide(item, at, 'edit', { label: String(proposal[at]) });
      else await decide(item, at, 'confirm');
    }
  };

  it('makes a document an item only when every field is decided', async () => {
    await label('doc-0', ['currency']);
    expect(items()).toEqual([]);
    const state = await decide('doc-0', 'currency', 'edit', { label: 'EUR' });
    expect(state.document?.state).toBe('labelled');
    expect(state.progress).toMatchObject({ documents: 10, labelled: 1 });
    expect(items()).toEqual([
      {
        id: 'doc-0',
        file: 'letters/doc-0.txt',
        fileName: 'doc-0.txt',
        expectedOutput: {
          value: {
            number: 'R-0',
            net: 10,
            tax: 2,
            total: 12,
            currency: 'EUR',
            lines: [{ sku: 'a0', amount: 10 }],
          },
        },
        // 4 values and 2 cells are unchanged, and the currency was added.
        goldSource: {
          proposedBy: { processor: 'letters', version: '1.0', configHash: 'a'.repeat(64) },
          confirmedUnchanged: 6,
          changed: 1,
        },
      },
    ]);
    const loaded = await Array.fromAsync((await loadDataset(dir)).items());
    expect(loaded.map(({ id, goldSource }) => [id, goldSource?.confirmedUnchanged])).toEqual([['doc-0', 6]]);
  });

  it('uses no undecided value in a figure, in any order of decisions, also after a restart', async () => {
    const random = new Random('partly labelled');
    const pick = <T>(from: readonly T[]) => from[Math.floor(random.next() * from.length)] as T;
    const texts: Record<string, string> = {
      net: '7',
      tax: '7',
      total: '7',
      number: 'typed',
      currency: 'EUR',
    };
    const fields = [...Object.keys(texts), 'lines'];
    const decided = new Map<string, Map<string, unknown>>([
      ['doc-1', new Map()],
      ['doc-2', new Map()],
    ]);
    for (let step = 0; step < 26; step++) {
      if (step === 13) await reopen();
      const [item, values] = pick([...decided]);
      const open = fields.filter((at) => !values.has(at));
      const at = pick(open.length > 0 && random.next() < 0.6 ? open : fields);
      const { document } = await session.state(item);
      const shown = document?.values.find((one) => one.path === at);
      const isConfirmed = shown?.proposed != null && !shown.isBlind && random.next() < 0.5;
      const proposal = lines('proposals.jsonl').find(({ id }) => id === item).output.value;
      if (isConfirmed) await decide(item, at, 'confirm');
      else await decide(item, at, 'edit', { label: at === 'lines' ? [['x', '1']] : (texts[at] ?? '') });
      const typed = at === 'lines' ? [{ sku: 'x', amount: 1 }] : /^\d/.test(texts[at] ?? '') ? 7 : texts[at];
      values.set(at, isConfirmed ? proposal[at] : typed);
      const complete = [...decided].filter(([, own]) => own.size === fields.length);
      const inFigures = complete.length === 0 ? [] : await Array.fromAsync((await loadDataset(dir)).items());
      expect(Object.fromEntries(inFigures.map(({ id, expectedOutput }) => [id, expectedOutput]))).toEqual(
        Object.fromEntries(complete.map(([id, own]) => [id, { value: Object.fromEntries(own) }])),
      );
      expect(await describeDataset(dir)).toMatchObject({
        labelled: complete.length,
        partlyLabelled: 0,
        unfinished: [...decided.values()].filter(({ size }) => size > 0 && size < fields.length).length,
      });
    }
    expect([...decided.values()].map(({ size }) => size)).toContain(fields.length);
  });

  it('writes each decision to the log of the dataset with who, what was proposed and where', async () => {
    await decide('doc-4', 'tax', 'edit', { label: '3.5' });
    expect(lines('review/log.jsonl')).toMatchObject([
      {
        ...{ seq: 1, kind: 'decision', reviewer: 'Ada', item: 'doc-4', path: 'tax', action: 'edit' },
        ...{ proposed: 2, value: 3.5, from: { recordId: 'r1', version: '1.0', confidence: 0.9 } },
      },
    ]);
  });

  it('counts changed cells, and leaves out unclear values', async () => {
    const table = [
      ['a5', '1'],
      ['b', ''],
    ];
    await decide('doc-5', 'lines', 'edit', { label: table });
    await decide('doc-5', 'net', 'unclear', { note: 'two amounts' });
    await label('doc-5', ['lines', 'net']);
    const log = lines('review/log.jsonl').filter(({ kind }) => kind === 'decision');
    expect(log.find(({ path: at }) => at === 'lines').value).toEqual([
      { sku: 'a5', amount: 1 },
      { sku: 'b', amount: null },
    ]);
    const [item] = items();
    expect(item.notScored).toEqual({ net: 'unclear: two amounts' });
    expect(item.expectedOutput.value).not.toHaveProperty('net');
    // The number, the tax, the total and one cell are unchanged. The other cell and an added cell are changed.
    expect(item.goldSource).toMatchObject({ confirmedUnchanged: 4, changed: 2 });
  });

  it.each<[string, string, string]>([
    ['doc-1', 'total', 'the arithmetic fails'],
    ['doc-2', 'number', 'its place on the page is unknown'],
    ['doc-3', 'number', 'low confidence'],
    ['doc-4', 'currency', 'no proposal'],
  ])('confirms a group without %s %s: %s', async (item, at, reason) => {
    const before = await session.state(item);
    expect(shownAt(before, at)?.ownDecision).toBe(
      shownAt(before, at)?.isBlind ? 'its proposal is hidden' : reason,
    );
    const after = await session.confirmGroup(item, '');
    expect(shownAt(after, at)?.decision).toBeNull();
    for (const { path: name, group, decision, ownDecision } of after.document?.values ?? [])
      expect(decision !== null, name).toBe(group === '' && ownDecision === null);
    expect(after.document?.values.filter(({ decision }) => decision !== null).length).toBeGreaterThan(0);
  });

  it('shows whether the arithmetic holds that most proposals follow, and checks corrected values', async () => {
    const states = await Promise.all(Array.from({ length: 10 }, (_, n) => session.state(`doc-${n}`)));
    const open = states.filter(({ document }) => !document?.values.some(({ isBlind }) => isBlind));
    const whole = open.find(({ document }) => document?.id !== 'doc-1') as LabellingState;
    expect(shownAt(whole, 'total')?.arithmetic).toEqual({ holds: true, text: 'net + tax = total' });
    expect(shownAt(whole, 'number')?.arithmetic).toBeNull();
    const changed = await decide(whole.document?.id ?? '', 'tax', 'edit', { label: '40' });
    expect(shownAt(changed, 'total')?.arithmetic).toEqual({ holds: false, text: 'net + tax = total' });
  });

  it('hides about one proposal in ten, also in what it sends, until the value is typed', async () => {
    const hidden: [string, string][] = [];
    for (let n = 0; n < 10; n++)
      for (const value of (await session.state(`doc-${n}`)).document?.values ?? []) {
        if (!value.isBlind) continue;
        hidden.push([`doc-${n}`, value.path]);
        expect([value.proposed, value.confidence, value.boxes]).toEqual([null, null, []]);
      }
    expect(hidden.length).toBeGreaterThan(0);
    expect(hidden.length).toBeLessThan(12);
    const [item, at] = hidden[0] as [string, string];
    await expect(decide(item, at, 'confirm')).rejects.toThrow('hidden');
    const state = await decide(item, at, 'edit', { label: '77' });
    expect(shownAt(state, at)?.proposed).not.toBeNull();
    expect(state.progress.blind).toEqual({ decided: 1, changed: 1 });
    // The reviewer sees the difference and takes the proposal. The proposal was right, so the typing mistake does not
    // count against it.
    const taken = await decide(item, at, 'confirm');
    expect(taken.progress.blind).toEqual({ decided: 1, changed: 0 });
    await reopen();
    expect((await session.state(item)).progress.blind).toEqual({ decided: 1, changed: 0 });
  });

  it('takes back decisions one by one, and takes the item out again', async () => {
    await label('doc-0');
    expect(items()).toHaveLength(1);
    const state = await session.undo();
    expect(state.document).toMatchObject({ id: 'doc-0', state: 'open' });
    expect(items()).toEqual([]);
    await reopen();
    expect(items()).toEqual([]);
    await label('doc-0');
    expect(items()).toHaveLength(1);
  });

  it('takes back the decision with a number, and not a later one of another tab', async () => {
    const { made } = await decide('doc-0', 'total', 'edit', { label: '12' });
    const [mine] = made ?? [];
    expect(mine?.path).toBe('total');
    const other = await decide('doc-4', 'total', 'edit', { label: '13' });
    const state = await session.undo(mine?.seq);
    expect(state.document?.id).toBe('doc-0');
    expect(shownAt(state, 'total')?.decision).toBeNull();
    expect(shownAt(await session.state('doc-4'), 'total')?.decision).not.toBeNull();
    await expect(session.undo(mine?.seq)).rejects.toThrow('no decision to take back');
    await decide('doc-4', 'total', 'edit', { label: '14' });
    await expect(session.undo(other.made?.[0]?.seq)).rejects.toThrow('changed in another tab');
  });

  it('names every decision of a group and of a partly labelled document', async () => {
    const group = await session.confirmGroup('doc-0', '');
    const decided = group.document?.values.filter(({ decision }) => decision !== null) ?? [];
    expect(group.made?.map(({ seq }) => seq)).toEqual(decided.map(({ decision }) => decision?.seq));
    const { document, made } = await session.savePartly('doc-0');
    expect(made).toHaveLength((document?.values.length ?? 0) - decided.length);
  });

  it('keeps an item that was edited after it was labelled', async () => {
    await label('doc-0');
    const [item] = items();
    const edited = `${JSON.stringify({ ...item, expectedOutput: { value: { number: 'other' } } })}\n`;
    writeFileSync(path.join(dir, 'items.jsonl'), edited);
    await expect(decide('doc-0', 'tax', 'no-value')).rejects.toThrow('was edited');
    await expect(session.undo()).rejects.toThrow('was edited');
    expect(readFileSync(path.join(dir, 'items.jsonl'), 'utf8')).toBe(edited);
  });

  it('writes an item that a killed process did not write, and cuts off half a line', async () => {
    await label('doc-0');
    rmSync(path.join(dir, 'items.jsonl'));
    const log = path.join(dir, 'review/log.jsonl');
    writeFileSync(
      log,
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => !line.includes('"labelled"'))
        .join('\n'),
    );
    appendFileSync(log, '{"seq":99,"kind":"deci');
    await reopen();
    expect(items().map(({ id }) => id)).toEqual(['doc-0']);
  });

  it('takes out an item that a process wrote before it was killed', async () => {
    await label('doc-0');
    const log = path.join(dir, 'review/log.jsonl');
    const kept = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => !line.includes('"labelled"'));
    await review.close();
    writeFileSync(log, kept.join('\n'));
    await open();
    expect(items()).toHaveLength(1);
    await session.undo();
    expect(items()).toEqual([]);
  });

  it('gives an item without gold its labels, and keeps its other members', async () => {
    await review.close();
    const line = { id: 'doc-7', file: 'letters/doc-7.txt', tags: { kind: 'letter' } };
    writeFileSync(path.join(dir, 'items.jsonl'), `${JSON.stringify(line)}\n`);
    await open();
    await label('doc-7');
    expect(items()).toMatchObject([{ ...line, expectedOutput: { value: { number: 'R-7' } } }]);
    await session.undo();
    expect(items()).toEqual([line]);
  });

  it('confirms no proposal that the config does not allow, alone or with its group', async () => {
    await review.close();
    const file = path.join(dir, 'proposals.jsonl');
    const changed = lines('proposals.jsonl').map((one) => {
      Object.assign(one.output.value, { currency: 'CHF', lines: [{ sku: 'a', amount: 'ten' }] });
      return JSON.stringify(one);
    });
    writeFileSync(file, `${changed.join('\n')}\n`);
    await open();
    const state = await session.state('doc-0');
    expect(shownAt(state, 'lines')?.ownDecision).toBe('the config does not allow this value');
    await expect(decide('doc-0', 'lines', 'confirm')).rejects.toThrow(
      'lines[0].amount: found "ten", expected number or null',
    );
    await session.confirmGroup('doc-0', 'lines');
    expect(lines('review/log.jsonl')).toEqual([]);
  });

  it('keeps all digits of a typed number', async () => {
    await decide('doc-4', 'net', 'edit', { label: '+012345678901234567890.25' });
    const log = readFileSync(path.join(dir, 'review/log.jsonl'), 'utf8');
    expect(log).toContain('"value":12345678901234567890.25,');
  });

  it('saves a partly labelled document, whose other values are not annotated', async () => {
    await expect(session.savePartly('doc-0')).rejects.toThrow('Decide at least one value');
    await decide('doc-0', 'net', 'unclear', { note: 'smudged' });
    await expect(session.savePartly('doc-0')).rejects.toThrow('Decide at least one value');
    await decide('doc-0', 'total', 'edit', { label: '12' });
    const state = await session.savePartly('doc-0');
    expect(state.document?.state).toBe('labelled');
    const marks = ['number', 'tax', 'currency', 'lines'].map((at) => [at, 'not-annotated']);
    const item = {
      expectedOutput: { value: { total: 12 } },
      notScored: { net: 'unclear: smudged', ...Object.fromEntries(marks) },
      goldSource: { confirmedUnchanged: 1, changed: 0 },
    };
    expect(items()).toMatchObject([item]);
    expect(Object.keys(items()[0].expectedOutput.value)).toEqual(['total']);
    expect(await describeDataset(dir)).toMatchObject({ labelled: 1, partlyLabelled: 1, unfinished: 0 });
    expect(
      (await session.state()).progress.blind.decided + (await session.state()).progress.shown.decided,
    ).toBe(1);
    await reopen();
    expect((await session.state()).document?.id).not.toBe('doc-0');
    await session.undo();
    expect(items()).toEqual([]);
    expect(await describeDataset(dir)).toMatchObject({ labelled: 0, partlyLabelled: 0, unfinished: 1 });
    await session.savePartly('doc-0');
    expect(items()).toMatchObject([item]);
    await decide('doc-0', 'tax', 'edit', { label: '3' });
    expect(items()[0].goldSource).toMatchObject({ confirmedUnchanged: 1, changed: 1 });
    expect(items()[0].notScored).not.toHaveProperty('tax');
  });

  it('asks for the remaining values of partly labelled documents in a separate queue', async () => {
    expect((await session.state(undefined, [], 'partly')).document).toBeNull();
    for (const item of ['doc-0', 'doc-4']) {
      await decide(item, 'total', 'edit', { label: '12' });
      await session.savePartly(item);
    }
    await reopen();
    const first = await session.state(undefined, [], 'partly');
    expect(first.progress).toMatchObject({ labelled: 2, partlyLabelled: 2 });
    const id = first.document?.id ?? '';
    const other = (await session.state(undefined, [id], 'partly')).document?.id;
    expect([id, other].sort()).toEqual(['doc-0', 'doc-4']);
    expect((await session.state(undefined, ['doc-0', 'doc-4'], 'partly')).document).toBeNull();
    expect((await session.state()).document?.state).toBe('open');
    // When the last five values of a document are decided, the document leaves the queue.
    for (const { path: at, decision } of first.document?.values ?? []) {
      expect(decision?.action).toBe(at === 'total' ? 'edit' : 'not-annotated');
      if (at !== 'total') await decide(id, at, 'no-value');
    }
    expect(items().find((item) => item.id === id)).not.toHaveProperty('notScored');
    const rest = await session.state(undefined, [], 'partly');
    expect([rest.document?.id, rest.progress.partlyLabelled]).toEqual([other, 1]);
    expect(await describeDataset(dir)).toMatchObject({ labelled: 2, partlyLabelled: 1, resumable: 1 });
  });

  it('does not ask for values of a partly labelled item that was not labelled here', async () => {
    const value = { number: 'R-0' };
    const item = { id: 'doc-0', text: 'a', expectedOutput: { value }, notScored: { net: 'not-annotated' } };
    writeFileSync(path.join(dir, 'items.jsonl'), `${JSON.stringify(item)}\n`);
    const { document, progress } = await session.state(undefined, [], 'partly');
    expect([document, progress.partlyLabelled]).toEqual([null, 0]);
    expect(await describeDataset(dir)).toMatchObject({ partlyLabelled: 1, resumable: 0 });
  });

  it('keeps a proposal hidden after its value was marked as not annotated', async () => {
    const states = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => session.state(`doc-${n}`)));
    const [item, at] = states.flatMap(({ document }) =>
      (document?.values ?? []).filter(({ isBlind }) => isBlind).map((one) => [document?.id ?? '', one.path]),
    )[0] as [string, string];
    const marked = shownAt(await decide(item, at, 'not-annotated'), at);
    expect(marked).toMatchObject({ isBlind: true, proposed: null, decision: { isChanged: false } });
    await expect(decide(item, at, 'confirm')).rejects.toThrow('proposal is hidden');
  });

  it('counts the labels again if they are edited in a report or by a review list', async () => {
    await label('doc-0');
    const [before] = items();
    expect(before.goldSource).toMatchObject({ confirmedUnchanged: 6, changed: 0 });
    const edited = { item: 'doc-0', action: 'edit', from: null, note: '' } as const;
    await review.edit({ ...edited, path: 'net', before: 10, after: 11 });
    await review.edit({ ...edited, path: 'lines', before: [{ sku: 'a0', amount: 10 }], after: [] });
    await review.edit({ ...edited, path: 'number', action: 'not-annotated', before: 'R-0', after: null });
    await review.save();
    // Of the 6 labels, `net` and two table cells were changed, and `number` is no longer a label.
    expect(items()[0].goldSource).toMatchObject({ confirmedUnchanged: 2, changed: 3 });
    const list = path.join(dir, 'list.csv');
    const header = 'item,path,label,decision,corrected,proposed';
    writeFileSync(list, `${header}\ndoc-0,net,11,correct,10,\n`);
    expect(await applyReview({ dataset: dir, review: list })).toMatchObject({ changed: 1, uncounted: 0 });
    expect(items()[0].goldSource).toMatchObject({ confirmedUnchanged: 3, changed: 2 });
    rmSync(path.join(dir, 'proposals.jsonl'));
    writeFileSync(list, `${header}\ndoc-0,net,10,correct,11,\n`);
    expect(await applyReview({ dataset: dir, review: list })).toMatchObject({ changed: 1, uncounted: 1 });
    expect(items()[0].goldSource).toEqual({ proposedBy: before.goldSource.proposedBy });
  });

  it('does not accept a classified document without a type', async () => {
    await review.close();
    const classifications = [{ id: 'c1', type: 'letter', description: 'A letter.' }];
    const config = { type: 'CLASSIFY', baseProcessor: 'classification_light', classifications };
    writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify({ name: 'x', kind: 'CLASSIFY', config }));
    await open();
    await expect(decide('doc-0', 'type', 'no-value')).rejects.toThrow('found null, expected one of letter');
    await expect(decide('doc-0', 'type', 'not-annotated')).rejects.toThrow('Only extracted values');
    await expect(session.savePartly('doc-0')).rejects.toThrow('Only documents with extracted values');
  });

  it('asks for documents in an order of the seed, without labelled and skipped ones', async () => {
    const order: string[] = [];
    for (let n = 0; n < 10; n++) order.push((await session.state(undefined, order)).document?.id ?? '');
    expect(new Set(order).size).toBe(10);
    expect(order).not.toEqual(order.toSorted());
    expect((await session.state(undefined, order)).document).toBeNull();
    await label(order[0] as string);
    expect((await session.state()).document?.id).toBe(order[1]);
  });

  it.each<[string, string, Partial<DecisionRequest>, string]>([
    ['a number that is not one', 'net', { label: 'five' }, 'found "five", expected a number'],
    ['a number with two meanings', 'net', { label: '1,500' }, 'can be 1500 or 1.500'],
    ['a value outside the list', 'currency', { label: 'CHF' }, 'expected one of EUR, USD'],
    ['a text for a table', 'lines', { label: 'x' }, 'expected the rows of a table'],
    ['an unknown field', 'nett', { label: '1' }, 'no field nett'],
    ['an unknown document', 'net', { item: '../x', label: '1' }, 'no proposal for ../x'],
    ['an unclear value without a reason', 'net', { action: 'unclear' }, 'State why'],
    ['a reason that a dataset cannot have', 'net', { action: 'unclear', note: 'z'.repeat(1992) }, 'too long'],
    ['a missing proposal', 'currency', { action: 'confirm' }, 'no proposal to confirm'],
  ])('rejects %s', async (_, at, request, problem) => {
    await expect(session.decide({ item: 'doc-4', path: at, action: 'edit', ...request })).rejects.toThrow(
      problem,
    );
    expect(lines('review/log.jsonl')).toEqual([]);
  });
});
