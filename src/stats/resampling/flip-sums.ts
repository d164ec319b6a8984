import type { SignPatterns } from './flip-signs.ts';

/**
 * If the differences of a question have at most this many distinct sizes, the units are counted per size. Otherwise,
 * the differences are added one by one.
 */
export const maxSizes = 64;

/** The signs of this many units are in memory at the same time. */
const unitsPerBlock = 2048;

/** The differences of one question that are not 0. */
export interface SparseDifferences {
  /** For each differing unit, its row in the sign patterns (argument `row` of `SignPatterns.write`). */
  readonly rows: Int32Array;
  /**
   * The differences as whole numbers. The sum of their sizes is below 2^53, so that all sums are exact in any order.
   */
  readonly values: Float64Array;
}

/** Sums of the differences of one question in all sign patterns. */
export interface FlipSums {
  readonly question: SparseDifferences;
  /**
   * Returns, per sign pattern (`SignPatterns`), the number of units whose difference is positive after the signs of the
   * pattern are applied. `null` if the differences have several sizes.
   */
  readonly positives: (() => Float64Array) | null;
  /**
   * Returns, per sign pattern (`SignPatterns`), the absolute value of the sum of the differences after the signs of the
   * pattern are applied.
   */
  readonly absoluteSums: () => Float64Array;
}

/**
 * Computes the sums of each question over all sign patterns. Writes the signs of each unit once, in blocks of
 * units. Units with equal |value| are only counted: for 32 patterns at once, and eight units per step.
 */
export function flipSums(
  questions: readonly SparseDifferences[],
  units: number,
  patterns: SignPatterns,
): FlipSums[] {
  const sums = questions.map((question) => sumsOf(question, patterns));
  const { words } = patterns;
  const block = new Int32Array((Math.min(units, unitsPerBlock) + 1) * words);
  for (let first = 0; first < units; first += unitsPerBlock) {
    const end = Math.min(units, first + unitsPerBlock);
    for (let row = first; row < end; row++) patterns.write(row, block, (row - first) * words);
    // This row of zeros fills the unused positions of a step that has fewer than eight units.
    block.fill(0, (end - first) * words, (end - first + 1) * words);
    for (const { add } of sums) add(block, first, end);
  }
  return sums;
}

/** Units of one question whose differences have the same size, or all units of the question. */
interface UnitGroup {
  /**
   * One number per unit, in ascending order: 2 x the row of the unit, plus 1 if the difference of the unit is negative.
   */
  readonly codes: Int32Array;
  next: number;
}

interface GrowingSums extends FlipSums {
  readonly add: (block: Int32Array, first: number, end: number) => void;
}

function sumsOf(question: SparseDifferences, patterns: SignPatterns): GrowingSums {
  const bySize = new Map<number, number>();
  for (const value of question.values) {
    const units = bySize.get(Math.abs(value));
    if (units === undefined && bySize.size === maxSizes) return summedValues(question, patterns);
    bySize.set(Math.abs(value), (units ?? 0) + 1);
  }
  return countedSizes(question, bySize, patterns);
}

/**
 * Takes up to eight further units of the group that are in the current block of units, and returns their number. Writes
 * the positions of their signs to `offsets`. Writes -1 to `masks` if the signs of a unit must be inverted, otherwise 0.
 */
function takeRows(
  group: UnitGroup,
  first: number,
  end: number,
  words: number,
  offsets: Int32Array,
  masks: Int32Array,
): number {
  let taken = 0;
  while (taken < 8 && group.next < group.codes.length) {
    const code = group.codes[group.next] as number;
    const row = code >> 1;
    if (row >= end) break;
    offsets[taken] = (row - first) * words;
    masks[taken] = -(code & 1);
    taken++;
    group.next++;
  }
  for (let i = taken; i < 8; i++) {
    offsets[i] = (end - first) * words;
    masks[i] = 0;
  }
  return taken;
}

/**
 * Counts, for each size and each sign pattern, the units whose difference is positive after the signs of the pattern
 * are applied. `bySize` has the number of units per size. The counts of 32 patterns are stored together: plane p has
 * bit p of all 32 counts.
 */
function countedSizes(
  question: SparseDifferences,
  bySize: ReadonlyMap<number, number>,
  { words, count }: SignPatterns,
): GrowingSums {
  const counters = Array.from(bySize, ([size, units]) => ({
    size,
    group: { codes: new Int32Array(units), next: 0 },
    units,
    planes: new Int32Array(Math.max(3, 32 - Math.clz32(units)) * words),
  }));
  const groups = new Map(counters.map(({ size, group }) => [size, group]));
  for (let i = 0; i < question.values.length; i++) {
    const value = question.values[i] as number;
    const group = groups.get(Math.abs(value)) as UnitGroup;
    group.codes[group.next++] = 2 * (question.rows[i] as number) + (value < 0 ? 1 : 0);
  }
  for (const { group } of counters) {
    group.codes.sort();
    group.next = 0;
  }
  const offsets = new Int32Array(8);
  const masks = new Int32Array(8);
  const positives = (): Float64Array => {
    const counts = new Float64Array(words * 32);
    for (const { planes } of counters) addCounts(planes, words, 1, counts);
    return counts.subarray(0, count);
  };
  return {
    question,
    positives: counters.length <= 1 ? positives : null,
    add: (block, first, end) => {
      for (const { group, planes } of counters)
        while (takeRows(group, first, end, words, offsets, masks) > 0)
          countEight(block, offsets, masks, planes, words);
    },
    absoluteSums: () => {
      const sums = new Float64Array(words * 32);
      let total = 0;
      for (const { size, units, planes } of counters) {
        addCounts(planes, words, 2 * size, sums);
        total += size * units;
      }
      return sums.subarray(0, count).map((sum) => Math.abs(sum - total));
    },
  };
}

/**
 * Adds the signs of eight units to a counter (carry-save adders, Harley and Seal). Each variable holds one bit for each
 * of 32 patterns. `sum = a ^ b ^ c` and `carry = majority(a, b, c)` add three bits of equal value.
 */
function countEight(
  block: Int32Array,
  offsets: Int32Array,
  masks: Int32Array,
  planes: Int32Array,
  words: number,
): void {
  const [o0, o1, o2, o3, o4, o5, o6, o7] = offsets as unknown as Eight;
  const [m0, m1, m2, m3, m4, m5, m6, m7] = masks as unknown as Eight;
  for (let word = 0; word < words; word++) {
    let a = (block[o0 + word] as number) ^ m0;
    let b = (block[o1 + word] as number) ^ m1;
    let sum = planes[word] as number;
    let part = sum ^ a;
    const twosA = (sum & a) | (part & b);
    sum = part ^ b;
    a = (block[o2 + word] as number) ^ m2;
    b = (block[o3 + word] as number) ^ m3;
    part = sum ^ a;
    const twosB = (sum & a) | (part & b);
    sum = part ^ b;
    a = (block[o4 + word] as number) ^ m4;
    b = (block[o5 + word] as number) ^ m5;
    part = sum ^ a;
    const twosC = (sum & a) | (part & b);
    sum = part ^ b;
    a = (block[o6 + word] as number) ^ m6;
    b = (block[o7 + word] as number) ^ m7;
    part = sum ^ a;
    const twosD = (sum & a) | (part & b);
    planes[word] = part ^ b;
    let twos = planes[words + word] as number;
    part = twos ^ twosA;
    const foursA = (twos & twosA) | (part & twosB);
    twos = part ^ twosB;
    part = twos ^ twosC;
    const foursB = (twos & twosC) | (part & twosD);
    planes[words + word] = part ^ twosD;
    const fours = planes[2 * words + word] as number;
    part = fours ^ foursA;
    let carry = (fours & foursA) | (part & foursB);
    planes[2 * words + word] = part ^ foursB;
    for (let at = 3 * words + word; carry !== 0; at += words) {
      const plane = planes[at] as number;
      planes[at] = plane ^ carry;
      carry &= plane;
    }
  }
}

type Eight = readonly [number, number, number, number, number, number, number, number];

/**
 * Adds weight x count to the value of each sign pattern. Plane p has bit p of every count, and each word of a plane has
 * the bits of 32 patterns.
 */
function addCounts(planes: Int32Array, words: number, weight: number, values: Float64Array): void {
  for (let plane = 0; plane * words < planes.length; plane++) {
    const added = weight * 2 ** plane;
    for (let word = 0; word < words; word++) {
      let bits = planes[plane * words + word] as number;
      const end = word * 32 + 32;
      for (let pattern = word * 32; pattern < end; pattern++) {
        values[pattern] = (values[pattern] as number) + (bits & 1) * added;
        bits >>>= 1;
      }
    }
  }
}

/**
 * Adds up all values with their signs, eight units per step. The signs of eight units in one pattern are an index into
 * a table with the 256 possible sums of their values.
 */
function summedValues(question: SparseDifferences, { words, count }: SignPatterns): GrowingSums {
  const order = question.rows
    .map((_, at) => at)
    .sort((a, b) => (question.rows[a] as number) - (question.rows[b] as number));
  const group: UnitGroup = { codes: order.map((at) => 2 * (question.rows[at] as number)), next: 0 };
  const sums = new Float64Array(words * 32);
  const table = new Float64Array(256);
  const offsets = new Int32Array(8);
  const masks = new Int32Array(8);
  return {
    question,
    positives: null,
    add: (block, first, end) => {
      for (let from = group.next; ; from = group.next) {
        const taken = takeRows(group, first, end, words, offsets, masks);
        if (taken === 0) return;
        const values = Array.from({ length: 8 }, (_, i) =>
          i < taken ? (question.values[order[from + i] as number] as number) : 0,
        );
        fillTable(table, values);
        addEight(block, offsets, table, sums, words);
      }
    },
    absoluteSums: () => sums.subarray(0, count).map(Math.abs),
  };
}

/** Fills the table with the sums of eight values. Bit i of the index is 1 if value i has a plus sign. */
function fillTable(table: Float64Array, values: readonly number[]): void {
  table[0] = -values.reduce((total, value) => total + value, 0);
  for (let signs = 1; signs < 256; signs++) {
    const lowest = 31 - Math.clz32(signs & -signs);
    table[signs] = (table[signs & (signs - 1)] as number) + 2 * (values[lowest] as number);
  }
}

function addEight(
  block: Int32Array,
  offsets: Int32Array,
  table: Float64Array,
  sums: Float64Array,
  words: number,
): void {
  const [o0, o1, o2, o3, o4, o5, o6, o7] = offsets as unknown as Eight;
  for (let word = 0; word < words; word++) {
    let a = block[o0 + word] as number;
    let b = block[o1 + word] as number;
    let c = block[o2 + word] as number;
    let d = block[o3 + word] as number;
    let e = block[o4 + word] as number;
    let f = block[o5 + word] as number;
    let g = block[o6 + word] as number;
    let h = block[o7 + word] as number;
    const end = word * 32 + 32;
    for (let pattern = word * 32; pattern < end; pattern++) {
      const signs =
        (a & 1) |
        ((b & 1) << 1) |
        ((c & 1) << 2) |
        ((d & 1) << 3) |
        ((e & 1) << 4) |
        ((f & 1) << 5) |
        ((g & 1) << 6) |
        ((h & 1) << 7);
      sums[pattern] = (sums[pattern] as number) + (table[signs] as number);
      a >>>= 1;
      b >>>= 1;
      c >>>= 1;
      d >>>= 1;
      e >>>= 1;
      f >>>= 1;
      g >>>= 1;
      h >>>= 1;
    }
  }
}
