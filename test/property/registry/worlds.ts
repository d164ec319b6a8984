import fc from 'fast-check';

/** One scored item: a document, a packet or an answer. */
export interface Item<T> {
  readonly expected: T;
  /** Undefined if the item has no output. */
  readonly predicted: T | undefined;
}

export interface Segment {
  readonly type: string;
  readonly startPage: number;
  readonly endPage: number;
}

export interface Answer {
  readonly confidence: number;
  readonly correct: boolean;
}

/**
 * A kind of input for metrics: functions that generate sets of items, and functions with which the tests transform
 * items.
 */
export interface World<T> {
  readonly item: fc.Arbitrary<T>;
  perfect(item: T): T;
  /**
   * Returns the item with other names for fields or classes. A name gets the same replacement in the expectation and in
   * the prediction.
   */
  relabelled(item: T): T;
  /** Swaps expectation and prediction. Undefined if they cannot be swapped. */
  readonly swapped?: (item: T) => T;
}

type Json = unknown;

const optional = (values: fc.Arbitrary<unknown>) => fc.option(values, { nil: undefined, freq: 4 });
const line = fc.record(
  { text: fc.constantFrom('nut', 'bolt', 'washer'), amount: fc.integer({ min: 1, max: 4 }) },
  { requiredKeys: ['text'] },
);
const document = fc
  .record({
    number: optional(fc.constantFrom('R-1', 'R-2', 'R-10')),
    total: optional(fc.integer({ min: 1, max: 5 })),
    seller: optional(
      fc.record({ name: fc.constantFrom('Ann', 'Bob', 'Anne'), city: fc.constantFrom('Rome', 'Oslo') }),
    ),
    lines: optional(fc.array(line, { maxLength: 4 })),
  })
  .map((value) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)));

function renamed(value: Json): Json {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [`${key}_x`, renamed(member)]));
}

function both<T>(change: (value: T) => T) {
  return ({ expected, predicted }: Item<T>): Item<T> => ({
    expected: change(expected),
    predicted: predicted === undefined ? undefined : change(predicted),
  });
}

export const documents: World<Item<Json>> = {
  item: fc.record({ expected: document, predicted: document }),
  perfect: ({ expected }) => ({ expected, predicted: expected }),
  relabelled: both(renamed),
  swapped: ({ expected, predicted }) => ({ expected: predicted, predicted: expected }),
};

const label = fc.constantFrom('a', 'b', 'c', 'd');

export const answers: World<Item<string>> = {
  item: fc.record({ expected: label, predicted: fc.option(label, { nil: undefined, freq: 6 }) }),
  perfect: ({ expected }) => ({ expected, predicted: expected }),
  // The new names have another alphabetical order, which must have no effect.
  relabelled: both((name) => ({ a: 'zeta', b: 'alpha', c: 'mu', d: 'beta' })[name] ?? name),
};

/** Items that all have a prediction, so that expectation and prediction can be swapped. */
export const pairedLabels: World<Item<string>> = {
  ...answers,
  item: fc.record({ expected: label, predicted: label }),
  swapped: ({ expected, predicted }) => ({ expected: predicted as string, predicted: expected }),
};

function packetOf(pages: number): fc.Arbitrary<readonly Segment[]> {
  return fc
    .array(fc.record({ length: fc.integer({ min: 1, max: 4 }), type: fc.constantFrom('A', 'B') }), {
      minLength: pages,
      maxLength: pages,
    })
    .map((parts) => {
      let page = 1;
      const segments: Segment[] = [];
      for (const { length, type } of parts) {
        if (page > pages) break;
        const endPage = Math.min(pages, page + length - 1);
        segments.push({ type, startPage: page, endPage });
        page = endPage + 1;
      }
      return segments;
    });
}

export const packets: World<Item<readonly Segment[]>> = {
  item: fc
    .integer({ min: 1, max: 8 })
    .chain((pages) => fc.record({ expected: packetOf(pages), predicted: packetOf(pages) })),
  perfect: ({ expected }) => ({ expected, predicted: expected }),
  relabelled: both((segments) =>
    segments.map((segment) => ({ ...segment, type: segment.type === 'A' ? 'zeta' : 'alpha' })),
  ),
  swapped: ({ expected, predicted }) => ({ expected: predicted ?? [], predicted: expected }),
};

export const confidences: World<Answer> = {
  item: fc.record({
    confidence: fc.constantFrom(0, 0.2, 0.5, 0.55, 0.9, 0.99, 1),
    correct: fc.boolean(),
  }),
  perfect: ({ correct }) => ({ confidence: correct ? 1 : 0, correct }),
  relabelled: (answer) => answer,
};
