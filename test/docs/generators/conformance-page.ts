import { conformanceRows } from '../../contract/service/conformance-rows.ts';

/** A test that passed and verifies a row: the path of its file in test/contract/service, and its full name. */
export interface Proof {
  readonly row: string;
  readonly file: string;
  readonly test: string;
}

export const conformanceFolder = 'test/contract/service/';
export const conformancePath = 'docs/conformance.md';

const head = `# Conformance of the local service

The [local service](service.md) implements the specification of a document-processing service. Each row of the tables is one
requirement of this specification:

| column | content |
|---|---|
| id | identifier of the requirement; tests refer to it |
| requirement | what the service must do |
| source | section that states the requirement: \`S\` is the interface specification, and \`F\` is a second document with facts about the service |
| tests | passed tests in \`test/contract/service\` that verify the requirement |

\`npm run docs:conformance\` runs these tests and writes this page. A test run fails if its results differ from the page.
`;

/** Heading and introduction of each section. The key of a section is the first part of its row ids. */
const sections: Readonly<Record<string, readonly [heading: string, introduction?: string]>> = {
  operation: ['Operations', 'The service has these operations, with and without `/v1` in the path.'],
  general: ['Conventions'],
  resource: ['Resources', 'Responses contain these objects with the specified members.'],
  output: ['Outputs'],
  expected: ['Expected outputs', 'The service accepts these forms of expected outputs.'],
  input: ['Inputs'],
  config: ['Configs of processors'],
  'fields-array': ['List of fields', 'Each entry of `fields` in an extraction config follows these rules.'],
  'schema-rule': ['Schemas', 'The `schema` of an extraction config follows these rules.'],
  source: ['Sources of batches'],
  state: ['States', 'A run or a batch can have these states.'],
  transition: ['Changes of states'],
  from: ['Changes per state', 'Each state of a run permits these changes.'],
  failure: ['Failure reasons', 'A failed run can have these reasons.'],
  workflow: ['Workflows'],
  'processor-version': ['Versions of processors'],
  priority: ['Priorities'],
  version: ['Versions of the interface'],
  rename: [
    'Renamed members',
    'Version 2025-04-21 renamed these members of configs. Older versions use the old names.',
  ],
  auth: ['Authentication'],
  event: ['Events', 'The service sends these events to webhook endpoints.'],
  webhook: ['Webhooks'],
  error: ['Errors', 'The numbers are HTTP statuses.'],
  'parse-code': ['Codes of parse errors', 'An error of the parser can have these codes.'],
  usage: ['Credits'],
  limit: ['Limits'],
  list: ['Lists'],
  parse: ['Parsing'],
  metrics: ['Metrics of batches'],
};

/** Returns docs/conformance.md. Marks rows without a test, so that an incomplete run is visible. */
export function conformancePage(proofs: readonly Proof[]): string {
  const lines: string[] = [head];
  let section = '';
  for (const [row, [what, place]] of Object.entries(conformanceRows)) {
    const [first = ''] = row.split('.');
    if (first !== section) {
      section = first;
      const [heading, introduction] = sections[section] ?? [section];
      lines.push(`## ${heading}`, '');
      if (introduction !== undefined) lines.push(introduction, '');
      lines.push('| id | requirement | source | tests |', '|---|---|---|---|');
    }
    const proved = proofs
      .filter((proof) => proof.row === row)
      .map(({ file, test }) => `${cell(file)}: ${cell(test)}`)
      .sort();
    lines.push(`| \`${row}\` | ${cell(what)} | ${cell(place)} | ${proved.join('<br>') || noProof} |`);
    if (isLastOfSection(row, section)) lines.push('');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

const noProof = '**no test**';

/** Returns the rows of a page with the tests that verify them. */
export function proofsIn(page: string): Proof[] {
  const found: Proof[] = [];
  for (const [, row = '', proved = ''] of page.matchAll(/^\| `([^`]+)` \|.* \| (.*) \|$/gm))
    for (const one of proved === noProof ? [] : proved.split('<br>')) {
      const at = one.indexOf(': ');
      found.push({ row, file: plain(one.slice(0, at)), test: plain(one.slice(at + 2)) });
    }
  return found;
}

function isLastOfSection(row: string, section: string): boolean {
  const rows = Object.keys(conformanceRows);
  return rows[rows.indexOf(row) + 1]?.split('.')[0] !== section;
}

/** Escapes the name of a test for a table cell: vertical bars, tags and line ends. */
function cell(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('|', '&#124;').replaceAll('<', '&lt;').replace(/\s+/g, ' ');
}

function plain(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&#124;', '|').replaceAll('&amp;', '&');
}
