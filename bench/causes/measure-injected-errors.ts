import { causes as rules } from '../../src/analysis/causes/causes.ts';
import { pagesOf } from '../../src/analysis/causes/document-pages.ts';
import { compileFindCauses, type ExplainedLeaf } from '../../src/analysis/causes/find-causes.ts';
import { getOrCreate, increment } from '../../src/base/collections.ts';
import { Random } from '../../src/base/random.ts';
import { compileScorer } from '../../src/scorers/compile-scorer.ts';
import { type InjectedError, injectError, injectedCauses } from './inject-error.ts';
import { documentKinds } from './made-up-documents.ts';

interface InjectedCounts {
  readonly cause: string;
  count: number;
  /** Number of wrong leaves per cause that the rules state. */
  readonly stated: Map<string, number>;
}

/**
 * Injects errors into `documents` documents. Calls `onError` for each leaf that the comparators count as wrong, with
 * its injected error and the cause that the rules state. Returns the numbers of wrong leaves per injected and stated
 * cause.
 */
export function measureInjectedErrors(
  documents: number,
  comparators: 'default' | 'exact',
  seed: string,
  onError: (error: InjectedError, stated: string, leaf: ExplainedLeaf['leaf']) => void = () => {},
) {
  const random = new Random(seed);
  const counts = new Map<string, InjectedCounts>();
  let right = 0;
  let wrong = 0;
  const kinds = documentKinds.map((kind) => {
    if (kind.config.type !== 'EXTRACT') throw new Error('not an extraction');
    const rule = { field: '**', comparator: 'exact' } as const;
    const options = comparators === 'exact' ? { comparators: [rule] } : {};
    return { ...kind, scorer: compileScorer(kind.config, options), find: compileFindCauses(kind.config) };
  });
  for (let number = 0; number < documents; number++) {
    const { make, scorer, find } = random.pick(kinds);
    const document = make(random);
    const output = structuredClone(document.value);
    const errors = new Map<string, InjectedError>();
    const chosen = random.shuffle(injectedCauses).slice(0, 1 + random.integer(3));
    for (const cause of chosen) {
      const error = injectError(cause, document, output, new Set(errors.keys()), random);
      if (error !== null) errors.set(error.under, error);
    }
    const { leaves, rows } = scorer.itemScore({
      expected: { value: document.value },
      predicted: { value: output },
    });
    const explained = find({
      leaves,
      rows,
      pages: () => pagesOf(document.pages.join('\f')),
      hasOutput: true,
    });
    for (const { leaf, cause } of explained) {
      const error = [...errors.values()].find(({ under }) => isUnder(leaf.path, under));
      if (error === undefined) throw new Error(`no injected error at ${leaf.path}`);
      const stated = rules[cause]?.name ?? '';
      const own = getOrCreate(counts, error.cause, () => ({
        cause: error.cause,
        count: 0,
        stated: new Map(),
      }));
      own.count++;
      increment(own.stated, stated);
      wrong++;
      if (stated === error.cause) right++;
      onError(error, stated, leaf);
    }
  }
  const names: readonly string[] = injectedCauses;
  const order = (cause: string) => names.indexOf(cause);
  const causes = [...counts.values()].sort((a, b) => order(a.cause) - order(b.cause));
  return { causes, right, wrong };
}

function isUnder(path: string, under: string): boolean {
  return path === under || path.startsWith(`${under}.`) || path.startsWith(`${under}[`);
}
