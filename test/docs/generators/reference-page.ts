import { type ExportedName, readPublicExports } from './public-exports.ts';

/** Chapters of the reference by the folders that their names come from; the first that fits. */
const chapters: readonly {
  readonly title: string;
  readonly folders: readonly string[];
  readonly says: string;
}[] = [
  {
    title: 'Use cases',
    folders: ['src/usecases'],
    says: 'What the commands do. Each takes one request and returns data; `ports` receives notices and progress.',
  },
  {
    title: 'Scoring',
    folders: [
      'src/scorers',
      'src/model/ledger',
      'src/model/judgement',
      'src/model/item-counts',
      'src/model/scorer-description',
      'src/model/custom-comparator',
    ],
    says: 'An expected and a predicted output in, one score out. Pure functions of plain objects.',
  },
  {
    title: 'Scores of other projects',
    folders: ['src/compat'],
    says: 'Imported from `goldset/compat`: what other projects print, computed from their published definitions.',
  },
  {
    title: 'Datasets, records and reports',
    folders: ['src'],
    says: 'The parts that the use cases are built from, and the shapes that they return.',
  },
];

/** `docs/reference.md`, from the docstrings of everything that the package exports. */
export function referencePage(): string {
  const all = [...readPublicExports(), ...readPublicExports('src/compat.ts')];
  const taken = new Set<ExportedName>();
  const parts = chapters.map(({ title, folders, says }) => {
    const own = all
      .filter((one) => !taken.has(one) && folders.some((folder) => one.file.startsWith(folder)))
      .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
    for (const one of own) taken.add(one);
    return { title, says, own };
  });
  const contents = parts.map(({ title }) => `[${title}](#${anchorOf(title)})`).join(' · ');
  const head = [
    '# Reference of the library',
    '',
    'Everything that `goldset` and `goldset/compat` export, from the docstrings of the sources (`npm run docs` writes this',
    'page). [library.md](library.md) is the way in; [metrics.md](metrics.md) says what the numbers mean. In examples',
    '`// =>` is what the line gives, numbers rounded to four decimals; a test runs them all.',
    '',
    contents,
  ];
  const body = parts.flatMap(({ title, says, own }) => [
    '',
    `## ${title}`,
    '',
    says,
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
