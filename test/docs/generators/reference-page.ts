import { type ExportedName, readPublicExports } from './public-exports.ts';

/**
 * Chapters of the reference. `paths` has the starts of file paths. An export belongs to the first chapter that lists
 * the start of its path.
 */
const chapters: readonly {
  readonly title: string;
  readonly paths: readonly string[];
  readonly intro: string;
}[] = [
  {
    title: 'Use cases',
    paths: ['src/usecases/'],
    intro:
      'The functions of the commands. Each function takes one request and returns data. `ports` receives notices and progress.',
  },
  {
    title: 'Scoring',
    paths: [
      'src/scorers/',
      'src/model/score/item-score.ts',
      'src/model/score/class-and-split-scores.ts',
      'src/model/score/scorer-description.ts',
      'src/model/score/custom-comparator.ts',
    ],
    intro: 'Pure functions that take an expected and a predicted output and return a score.',
  },
  {
    title: 'Scores of other projects',
    paths: ['src/compat/'],
    intro:
      'Functions of `goldset/compat`, which compute the scores of other projects from their published definitions.',
  },
  {
    title: 'Datasets, records and reports',
    paths: ['src/'],
    intro: 'Functions that the use cases call, and the types that they return.',
  },
];

/** Returns docs/reference.md, which is generated from the docstrings of all exports of the package. */
export function referencePage(): string {
  const all = [...readPublicExports(), ...readPublicExports('src/compat.ts')];
  const listed = new Set<ExportedName>();
  for (const path of chapters.flatMap(({ paths }) => paths))
    if (!all.some(({ file }) => file.startsWith(path))) throw new Error(`no exported name is in ${path}`);
  const parts = chapters.map(({ title, paths, intro }) => {
    const own = all
      .filter((one) => !listed.has(one) && paths.some((path) => one.file.startsWith(path)))
      .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
    for (const one of own) listed.add(one);
    return { title, intro, own };
  });
  const contents = parts.map(({ title }) => `[${title}](#${anchorOf(title)})`).join(' · ');
  const head = [
    '# Reference of the library',
    '',
    'All exports of `goldset` and `goldset/compat`. `npm run docs` writes this page from the docstrings of the sources.',
    '[library.md](library.md) is an introduction with examples, and [metrics.md](metrics.md) defines the metrics. In examples,',
    '`// =>` shows the value of a line, with numbers rounded to four decimals. A test runs every example.',
    '',
    contents,
  ];
  const body = parts.flatMap(({ title, intro, own }) => [
    '',
    `## ${title}`,
    '',
    intro,
    ...namesOf(own),
    ...own.flatMap(entryOf),
  ]);
  return `${[...head, ...body].join('\n')}\n`;
}

/** Returns the names of a chapter as links to their entries. */
function namesOf(own: readonly ExportedName[]): string[] {
  const callable = own.filter((one) => rank(one) === 0);
  return callable.length === 0
    ? []
    : ['', callable.map(({ name }) => `[${name}](#${name.toLowerCase()})`).join(' · ')];
}

/** Sorts functions before types. */
function rank({ kind }: ExportedName): number {
  return kind === 'interface' || kind === 'type' ? 1 : 0;
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .replaceAll(' ', '-');
}

function entryOf({ name, file, signature, text, example }: ExportedName): string[] {
  return [
    '',
    `### ${name}`,
    '',
    '```ts',
    signature,
    '```',
    '',
    ...(text === '' ? [] : [text, '']),
    ...(example.length === 0 ? [] : ['```ts', ...example, '```', '']),
    `<sub>${file}</sub>`,
  ];
}
