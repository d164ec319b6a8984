import { invariant } from '../../base/goldset-error.ts';
import { Random } from '../../base/random.ts';
import { requireArgument } from '../../base/require-argument.ts';
import { binomialDraw } from '../numeric/binomial-draw.ts';

/** One binomial draw takes about as long as drawing this many documents (estimate). */
const costOfBinomial = 16;

/**
 * Algorithm for drawing replicates: one document after the other, or one class of equal documents after the
 * other. `auto` selects the faster algorithm. The results of both algorithms have the same distribution.
 */
export type DrawMethod = 'auto' | 'documents' | 'classes';

/**
 * Groups of units (documents or clusters) with equal values. Such a group is called a class. Contains the values and
 * the number of units of each class.
 */
export interface UnitClasses {
  /** The value that the units of a class have in a column: `columns[column][class]`. */
  readonly columns: readonly Float64Array[];
  readonly sizes: Float64Array;
  readonly units: number;
}

/**
 * Groups units with equal values in all columns. Sorts the classes by descending size, then by value, so that the order
 * of documents does not affect the draws. Example: the columns [[1, 0, 1], [1, 1, 1]] have the class (1, 1) with two
 * units and the class (0, 1) with one.
 */
export function unitClasses(columns: readonly Float64Array[]): UnitClasses {
  const units = columns[0]?.length ?? 0;
  const found = new Map<string, { readonly unit: number; size: number }>();
  for (let unit = 0; unit < units; unit++) {
    let key = '';
    for (const column of columns) key += `${column[unit]} `;
    const known = found.get(key);
    if (known === undefined) found.set(key, { unit, size: 1 });
    else known.size++;
  }
  const at = (unit: number, column: Float64Array): number => column[unit] as number;
  const classes = [...found.values()].sort((a, b) => {
    if (a.size !== b.size) return b.size - a.size;
    const differing = columns.find((column) => at(a.unit, column) !== at(b.unit, column));
    return differing === undefined ? 0 : at(a.unit, differing) - at(b.unit, differing);
  });
  return {
    columns: columns.map((column) => Float64Array.from(classes, ({ unit }) => at(unit, column))),
    sizes: Float64Array.from(classes, ({ size }) => size),
    units,
  };
}

/**
 * Returns the sums of every column in each bootstrap replicate, one array per column. Each replicate draws as many
 * units as there are, with replacement. The algorithm `classes` draws the number of units per class from binomial
 * distributions. Both algorithms give the same distribution. If there are few classes, `classes` is faster than
 * `documents`.
 */
export function bootstrapSums(
  classes: UnitClasses,
  options: { readonly replicates: number; readonly seed: string | number; readonly draw?: DrawMethod },
): Float64Array[] {
  const { replicates, seed, draw = 'auto' } = options;
  requireArgument(
    Number.isInteger(replicates) && replicates > 0,
    `replicates must be a whole number above 0, got ${replicates}`,
  );
  invariant(classes.units > 0, 'a bootstrap needs a unit to draw');
  const random = new Random(seed);
  const sums = classes.columns.map(() => new Float64Array(replicates));
  const byClass =
    draw === 'classes' || (draw === 'auto' && classes.sizes.length * costOfBinomial < classes.units);
  if (byClass) drawClasses(classes, random, sums);
  else drawUnits(classes, random, sums);
  return sums;
}

function drawClasses(
  { columns, sizes, units }: UnitClasses,
  random: Random,
  sums: readonly Float64Array[],
): void {
  const replicates = sums[0]?.length ?? 0;
  for (let replicate = 0; replicate < replicates; replicate++) {
    let drawsLeft = units;
    let unitsLeft = units;
    for (let c = 0; c < sizes.length && drawsLeft > 0; c++) {
      const size = sizes[c] as number;
      const drawn = binomialDraw(random, drawsLeft, size / unitsLeft);
      drawsLeft -= drawn;
      unitsLeft -= size;
      for (let i = 0; i < columns.length; i++) {
        const sum = sums[i] as Float64Array;
        sum[replicate] = (sum[replicate] as number) + drawn * ((columns[i] as Float64Array)[c] as number);
      }
    }
  }
}

function drawUnits(
  { columns, sizes, units }: UnitClasses,
  random: Random,
  sums: readonly Float64Array[],
): void {
  const replicates = sums[0]?.length ?? 0;
  const classOf = new Int32Array(units);
  let next = 0;
  for (let c = 0; c < sizes.length; c++) {
    classOf.fill(c, next, next + (sizes[c] as number));
    next += sizes[c] as number;
  }
  const drawn = new Int32Array(sizes.length);
  // Converts a random 32-bit number to the number of a unit. The bias is about units / 2^32, which is negligible.
  const scale = units / 4294967296;
  for (let replicate = 0; replicate < replicates; replicate++) {
    drawn.fill(0);
    for (let draw = 0; draw < units; draw++) {
      const c = classOf[Math.floor(random.nextUint32() * scale)] as number;
      drawn[c] = (drawn[c] as number) + 1;
    }
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i] as Float64Array;
      let sum = 0;
      for (let c = 0; c < column.length; c++) sum += (drawn[c] as number) * (column[c] as number);
      (sums[i] as Float64Array)[replicate] = sum;
    }
  }
}
