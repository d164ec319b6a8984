import { causes } from '../../../src/analysis/causes/causes.ts';
import { type Metric, metrics, metricsOf } from '../../../src/model/score/metrics.ts';
import { comparators, createComparator } from '../../../src/scorers/compare/comparators/create-comparator.ts';
import { fillBlock } from './fill-block.ts';

/** Returns docs/metrics.md with a new table of metrics. */
export function fillMetricsPage(page: string): string {
  return fillBlock(page, 'metrics', metricsTable());
}

/** Returns docs/metrics/comparators.md with new tables of comparators and options. */
export function fillComparatorsPage(page: string): string {
  return fillBlock(fillBlock(page, 'comparators', comparatorsTable()), 'options', optionsTable());
}

/** Returns docs/metrics/causes.md with a new table of causes. */
export function fillCausesPage(page: string): string {
  const lines = causes.map(
    ({ name, label, doc, example }) => `| \`${name}\` | ${label} | ${doc} | ${example} |`,
  );
  return fillBlock(
    page,
    'causes',
    ['| cause | in plain words | a value has it if | example |', '|---|---|---|---|', ...lines].join('\n'),
  );
}

function metricsTable(): string {
  const kinds = ['EXTRACT', 'CLASSIFY', 'SPLITTER'] as const;
  const lines = metrics.map(({ name, better, doc, example }: Metric) => {
    const of = kinds.filter((kind) => (metricsOf(kind) as readonly string[]).includes(name)).join(', ');
    const shown = example === undefined ? '' : `${given(example.given)}: ${example.parts.join('/')}`;
    return `| \`${name}\` | ${of} | ${better} | ${doc} | ${shown} |`;
  });
  return ['| metric | of | better | definition | example |', '|---|---|---|---|---|', ...lines].join('\n');
}

/** Readable names of the citation counts. The member names of all other counts are readable already. */
const citationWords: Readonly<Record<string, string>> = {
  located: 'values with a box in the gold',
  rightPage: 'on the right page',
  overlap: 'as the sum of the overlaps',
};

/**
 * Returns a text such as `4 correct, 1 missing`. Counts of parts of a packet become a text such as `documents: 6
 * expected, 4 correct`.
 */
function given(counts: object): string {
  return Object.entries(counts)
    .filter(([, value]) => !Array.isArray(value))
    .map(([name, value]) =>
      typeof value === 'object'
        ? `${readable(name)}: ${given(firstPart(value))}`
        : `${value} ${citationWords[name] ?? name}`,
    )
    .join(', ');
}

/** Boundaries have counts per tolerance. The metrics use the counts of the first tolerance. */
function firstPart(value: object): object {
  const [first] = Object.values(value);
  return typeof first === 'object' ? first : value;
}

function readable(name: string): string {
  // A boundary is only a first page, but `boundariesOnly` compares first and last pages.
  if (name === 'boundariesOnly') return 'page ranges';
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function comparatorsTable(): string {
  const lines = comparators.map(({ name, doc, options, example }) => {
    const similarity = createComparator(name).graded ? '0 to 1' : '0 or 1';
    const shown = example.match.map((value) => `\`${JSON.stringify(value)}\``).join(' and ');
    return `| \`${name}\` | ${doc} | ${similarity} | ${listOf(Object.keys(options))} | ${shown} |`;
  });
  return [
    '| comparator | definition of a match | similarity | options | example of a match |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function optionsTable(): string {
  const all: Readonly<Record<string, { readonly description?: string | undefined }>> = Object.assign(
    {},
    ...comparators.map(({ options }) => options),
  );
  const lines = Object.entries(all).map(([name, { description }]) => {
    const users = comparators.filter(({ options }) => Object.hasOwn(options, name));
    return `| \`${name}\` | ${listOf(users.map((user) => user.name))} | ${description} |`;
  });
  return ['| option | comparators | meaning |', '|---|---|---|', ...lines].join('\n');
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
