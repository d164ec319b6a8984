import { pathSteps } from '../../base/value-path.ts';

/**
 * Values that are not scored, as a tree of member names and row numbers. `'all'` stands for a value and all values
 * below it.
 */
export type NotScoredTree = ReadonlyMap<string | number, NotScoredTree | 'all'>;

/** Returns the tree of paths such as `line_items[1].amount`; `null` if there are none. */
export function notScoredTree(paths: readonly string[] | undefined): NotScoredTree | null {
  if (paths === undefined || paths.length === 0) return null;
  return treeOf(paths.map(pathSteps));
}

function treeOf(paths: readonly (readonly (string | number)[])[]): NotScoredTree {
  const groups = Map.groupBy(paths, ([step = '']) => step);
  return new Map(
    [...groups].map(([step, group]) => [
      step,
      group.some(({ length }) => length <= 1) ? 'all' : treeOf(group.map((steps) => steps.slice(1))),
    ]),
  );
}

/** Returns the part of the tree below a member or row; `null` if all values below it are scored. */
export function below(tree: NotScoredTree | null, step: string | number): NotScoredTree | 'all' | null {
  return tree?.get(step) ?? null;
}
