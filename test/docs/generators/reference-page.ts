import { type ExportedName, readPublicExports } from './public-exports.ts';

/** Chapters of the reference. Each name is in the first chapter with a path that its file starts with. */
const chapters: readonly {
  readonly title: string;
  readonly paths: readonly string[];
  readonly intro: string;
}[] = [
  {
    title: 'Use cases',
    paths: ['src/usecases/'],
    intro:
      'What the commands do. Each takes one request and returns data; `ports` receives notices and progress.',
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
    intro: 'An expected and a predicted output in, one score out. Pure functions of plain objects.',
  },
  {
    title: 'Scores of other projects',
    paths: ['src/compat/'],
    intro:
      'Imported from `goldset/compat`: what other projects print, computed from their published definitions.',
  },
  {
    title: 'Datasets, records and reports',
    paths: ['src/'],
    intro: 'The parts that the use cases are built from, and the shapes that they return.',
  },
];

/** `docs/reference.md`, from the docstrings of everything that the package exports. */
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
    'Everything that `goldset` and `goldset/compat` export, from the docstrings of the sources (`npm run docs` writes this',
    'page). [library.md](library.md) is the way in; [metrics.md](metrics.md) defines the metrics. In examples',
    '`// =>` is what the line gives, numbers rounded to four decimals; a test runs them all.',
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

/** The names of a chapter, each a link to its entry. */
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
