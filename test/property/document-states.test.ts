import { expect, test } from 'vitest';
import { compareRecords } from '../../src/analysis/compare/compare-records.ts';
import { Random } from '../../src/base/random.ts';
import type { ProcessorConfig } from '../../src/model/processor/processor-config.ts';
import { documentStates } from '../../src/model/report/document-state.ts';
import type { DocumentRow } from '../../src/model/report/report-model.ts';
import type { LeafOutcome } from '../../src/model/score/item-score.ts';
import { evaluateRecord } from '../../src/usecases/evaluate/evaluate-record.ts';
import { figureOptions } from '../../src/usecases/settings/scoring-settings.ts';
import { type RecordedPair, writeRecord } from '../fixtures/records/write-record.ts';

const text = { type: ['string', 'null'] };
const config: ProcessorConfig = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: {
      a: text,
      b: text,
      c: text,
      rows: {
        type: 'array',
        items: { type: 'object', properties: { x: text, y: text }, required: ['x', 'y'] },
      },
    },
    required: ['a', 'b', 'c', 'rows'],
  },
};

const documents = 60;

/**
 * Returns random gold and the outputs of two versions. Some values are empty, wrong, missing or extra, and some outputs
 * are failures.
 */
function sides(seed: number): readonly [RecordedPair[], RecordedPair[]] {
  const random = new Random(`states ${seed}`);
  const value = () => (random.next() < 0.2 ? null : `v${random.integer(4)}`);
  const read = (gold: string | null, rate: number) => (random.next() < rate ? value() : gold);
  const items = Array.from({ length: documents }, (_, i) => {
    const rows = Array.from({ length: random.integer(3) }, () => ({
      x: `k${random.integer(9)}`,
      y: value(),
    }));
    const expected = { a: value(), b: value(), c: value(), rows };
    const output = (rate: number): unknown => {
      if (random.next() < 0.1) return new Error('injected');
      const found = rows.filter(() => random.next() > rate / 2);
      if (random.next() < rate / 2) found.push({ x: 'extra', y: value() });
      return {
        value: {
          a: read(expected.a, rate),
          b: read(expected.b, rate),
          c: read(expected.c, rate),
          rows: found.map((row) => ({ x: row.x, y: read(row.y, rate) })),
        },
      };
    };
    const rate = random.pick([0, 0.3, 0.6]);
    return {
      id: `d${i}`,
      expected: { value: expected },
      before: output(rate),
      after: output(random.pick([0, rate])),
    };
  });
  const of = (name: 'before' | 'after') =>
    items.map(({ id, expected, ...outputs }) => ({ id, expected, outputs: [outputs[name]] }));
  return [of('before'), of('after')];
}

const isWrong = ({ outcome }: LeafOutcome) => ['incorrect', 'missing', 'spurious'].includes(outcome);
const wrongPlaces = (leaves: readonly LeafOutcome[] = []) =>
  new Set(leaves.filter(isWrong).map(({ path, spuriousRow }) => `${path}${spuriousRow ? ' extra' : ''}`));

/** Counts errors from the leaves that the report shows, for documents with a result in both versions. */
function recount({ versions }: DocumentRow) {
  const [before, after] = versions.map(({ leaves }) => wrongPlaces(leaves));
  return { before: before?.size, now: after?.size, fresh: after?.difference(before ?? new Set()).size };
}

test.each([1, 2, 3, 4])(
  'states partition the documents, and gates count the same documents (seed %i)',
  async (seed) => {
    const [before, after] = sides(seed);
    const baseline = { reader: await writeRecord(config, ['old'], before) };
    const candidate = { reader: await writeRecord(config, ['new'], after) };
    for (const failures of ['missing', 'exclude'] as const) {
      const figures = figureOptions({ failures }, {}, undefined);
      const { items, changes, changeCounts } = await compareRecords(baseline, candidate, {
        optionsOf: () => figures,
      });
      const states = items.map(({ change }) => change?.state);
      for (const state of documentStates)
        expect(changeCounts?.states[state]).toBe(states.filter((of) => of === state).length);
      expect(states.every((state) => state !== undefined)).toBe(true);
      for (const item of items) {
        const { change, versions } = item;
        expect(change).not.toBeNull();
        if (change === null) continue;
        const hasResults = versions.map(({ state }) => state === 'scored');
        if (change.newlyWrong) expect(['newlyWrong', 'noResult']).toContain(change.state);
        expect(change.state === 'noResult').toBe(hasResults[1] === false);
        if (!hasResults.every(Boolean)) continue;
        const { before: was, now, fresh } = recount(item);
        expect([change.errorsBefore, change.errorsNow, change.newErrors]).toEqual([was, now, fresh]);
        if (Number(now) < Number(was)) expect(change.state).toMatch(/^(mixed|fewerErrors|nowRight)$/);
        expect(change.newlyWrong).toBe(versions[0]?.exact === true && versions[1]?.exact === false);
        expect(change.state === 'nowRight').toBe(versions[0]?.exact === false && versions[1]?.exact === true);
      }
      const { outcome } = await evaluateRecord({
        candidate,
        baseline,
        policy: { failures: { max: 0.9 }, newlyWrong: [{ max: 0 }], newErrors: [{ max: 0 }] },
        optionsOf: () => figures,
      });
      expect(outcome.checks.slice(-2).map(({ rule, value }) => [rule, value])).toEqual([
        ['newlyWrong', changeCounts?.newlyWrong],
        ['newErrors', changeCounts?.newErrors],
      ]);
      expect(changeCounts?.newlyWrong).toBeGreaterThan(0);
      expect(changes.length).toBe(
        changes.filter(({ newlyWrong, values }) => newlyWrong || values.length > 0).length,
      );
    }
  },
);
